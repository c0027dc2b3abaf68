#include "bench/interleaved_timing.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace collision2d::bench {
namespace {

// Takes one work through the items, again and again.
class Turns {
 public:
  Turns(const TimedWork& work, int item_count, double turn_s) : work_(work), item_count_(item_count) {
    const double wanted = turn_s * 1e9 / Time(item_count);
    const int64_t count = std::max<int64_t>(1, static_cast<int64_t>(std::min(wanted, 1e12)));
    items_per_turn_ = count < item_count ? count : count / item_count * item_count;
  }

  void TakeTurn() {
    // The other works have filled the caches with their data meanwhile, and a last-level cache takes several passes to
    // learn what is used again.
    for (int64_t passes = items_per_turn_ / item_count_; passes > 0; --passes) work_(0, item_count_);
    ns_.push_back(Time(items_per_turn_));
  }

  Timing Summarize() {
    std::sort(ns_.begin(), ns_.end());
    const size_t middle = ns_.size() / 2;
    return {ns_.size() % 2 == 1 ? ns_[middle] : 0.5 * (ns_[middle - 1] + ns_[middle]), ns_.front(), ns_.back()};
  }

 private:
  // ns for each of the next `count` items.
  double Time(int64_t count) {
    const auto begin = std::chrono::steady_clock::now();
    for (int64_t left = count; left > 0;) {
      const int end = static_cast<int>(std::min<int64_t>(next_ + left, item_count_));
      work_(next_, end);
      left -= end - next_;
      next_ = end == item_count_ ? 0 : end;
    }
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - begin;
    // A clock tick at least: a turn can be shorter than that.
    return std::max(elapsed.count(), 1.0) / static_cast<double>(count);
  }

  const TimedWork& work_;
  int item_count_;
  int next_ = 0;
  int64_t items_per_turn_ = 0;
  std::vector<double> ns_;
};

}  // namespace

std::vector<Timing> TimeInterleaved(absl::Span<const TimedWork> works, int item_count, double min_time_s) {
  std::vector<Turns> turns;
  for (const TimedWork& work : works) turns.emplace_back(work, item_count, min_time_s / kTimingRounds);
  for (int round = 0; round < kTimingRounds; ++round) {
    for (Turns& of_work : turns) of_work.TakeTurn();
  }
  std::vector<Timing> timings;
  for (Turns& of_work : turns) timings.push_back(of_work.Summarize());
  return timings;
}

}  // namespace collision2d::bench
