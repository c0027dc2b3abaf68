#include "bench/throughput/two_threads.h"

#include <algorithm>
#include <chrono>

namespace collision2d::bench {
namespace {

// So small that the threads end at nearly the same time.
constexpr int kRange = 1;

constexpr std::chrono::microseconds kLookOut(100);

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
  run_ = &run;
  count_ = count;
  next_ = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++started_;
  }
  changed_.notify_all();
  TakeRanges();
  while (finished_ != started_) std::this_thread::yield();
}

void TwoThreads::Serve() {
  int64_t finished = 0;
  const auto is_called = [&] { return started_ != finished || ends_; };
  while (true) {
    const auto sleep_time = std::chrono::steady_clock::now() + kLookOut;
    while (!is_called() && std::chrono::steady_clock::now() < sleep_time) continue;
    if (!is_called()) {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, is_called);
    }
    if (ends_) return;
    TakeRanges();
    finished_ = ++finished;
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
