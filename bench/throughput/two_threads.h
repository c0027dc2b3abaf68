#ifndef COLLISION2D_BENCH_THROUGHPUT_TWO_THREADS_H_
#define COLLISION2D_BENCH_THROUGHPUT_TWO_THREADS_H_

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace collision2d::bench {

// An executor for a ParallelFor: the calling thread and one more, which sleeps between the calls. They take small
// ranges until none is left. For calls of one thread at a time.
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

  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_, but for reading between the start of a call and its end.
  const std::function<void(int begin, int end)>* run_ = nullptr;
  int count_ = 0;
  bool helper_has_work_ = false;
  bool ends_ = false;
  std::atomic<int> next_{0};
  // The last member: it uses the others.
  std::thread helper_;
};

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_THROUGHPUT_TWO_THREADS_H_
