#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace collision2d::bench {

// An executor for a ParallelFor: the calling thread and one more, which looks out for the next call
// for a tenth of a millisecond, since waking a thread takes as long, and then sleeps. They take
// small ranges until none is left. For calls of one thread at a time.
class TwoThreads {
 public:
  TwoThreads();
  ~TwoThreads();
  TwoThreads(const TwoThreads&) = delete;
  TwoThreads& operator=(const TwoThreads&) = delete;

  void Run(int count, const std::function<void(int begin, int end)>& run);

 private:
  void Serve();
  void TakeRanges();

  // Of the call number started_.
  const std::function<void(int begin, int end)>* run_ = nullptr;
  int count_ = 0;
  std::atomic<int> next_{0};

  std::atomic<int64_t> started_{0};
  std::atomic<int64_t> finished_{0};  // By the helper.
  std::atomic<bool> ends_{false};
  // For the helper's sleep: started_ and ends_ change under the mutex.
  std::mutex mutex_;
  std::condition_variable changed_;
  // The last member: it uses the others.
  std::thread helper_;
};

}  // namespace collision2d::bench
