#include "bench/throughput/two_threads.h"

#include <algorithm>

namespace collision2d::bench {
namespace {

// So small that the threads end at nearly the same time.
constexpr int kRange = 1;

}  // namespace

TwoThreads::TwoThreads() : helper_([this] { Serve(); }) {}

TwoThreads::~TwoThreads() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  helper_.join();
}

void TwoThreads::Run(int count, const std::function<void(int begin, int end)>& run) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    run_ = &run;
    count_ = count;
    next_ = 0;
    helper_has_work_ = true;
  }
  changed_.notify_all();
  TakeRanges();
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return !helper_has_work_; });
}

void TwoThreads::Serve() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return helper_has_work_ || ends_; });
    if (ends_) return;
    lock.unlock();
    TakeRanges();
    lock.lock();
    helper_has_work_ = false;
    changed_.notify_all();
  }
}

void TwoThreads::TakeRanges() {
  while (true) {
    const int begin = next_.fetch_add(kRange);
    if (begin >= count_) return;
    (*run_)(begin, std::min(begin + kRange, count_));
  }
}

}  // namespace collision2d::bench
