#include "bench/interleaved_timing.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "bench/median.h"

namespace collision2d::bench {
namespace {

// Takes one work through the items, again and again.
class Turns {
 public:
  Turns(const TimedWork& work, int item_count, double turn_s, const LeadIn& lead_in)
      : work_(work), item_count_(item_count) {
    const double item_s = 1e-9 * Time(item_count);
    const double pass_s = item_s * item_count;
    const auto wanted = static_cast<int64_t>(std::clamp(turn_s / item_s, 1.0, 1e12));
    if (wanted < item_count && pass_s > lead_in.longest_pass_s) {
      items_per_turn_ = wanted;
      lead_in_items_ = lead_in.of_part ? wanted : 0;
      return;
    }
    const int64_t passes = std::max<int64_t>(1, wanted / item_count);
    const int64_t affordable = static_cast<int64_t>(std::min(lead_in.longest_s / pass_s, 1e9));
    items_per_turn_ = passes * item_count;
    lead_in_items_ = std::max(passes, std::min<int64_t>(lead_in.passes, affordable)) * item_count;
  }

  void TakeTurn() {
    const int first = next_;
    Work(lead_in_items_);
    next_ = first;
    ns_.push_back(Time(items_per_turn_));
  }

  Timing Summarize() const {
    const auto [least, greatest] = std::minmax_element(ns_.begin(), ns_.end());
    return {Median(ns_), *least, *greatest};
  }

 private:
  // Works on the next `count` items.
  void Work(int64_t count) {
    while (count > 0) {
      const int end = static_cast<int>(std::min<int64_t>(next_ + count, item_count_));
      work_(next_, end);
      count -= end - next_;
      next_ = end == item_count_ ? 0 : end;
    }
  }

  // ns for each of the next `count` items.
  double Time(int64_t count) {
    const auto begin = std::chrono::steady_clock::now();
    Work(count);
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - begin;
    // A clock tick at least: a turn can be shorter than that.
    return std::max(elapsed.count(), 1.0) / static_cast<double>(count);
  }

  const TimedWork& work_;
  int item_count_;
  int next_ = 0;
  int64_t items_per_turn_ = 0;
  int64_t lead_in_items_ = 0;
  std::vector<double> ns_;
};

}  // namespace

std::vector<Timing> TimeInterleaved(absl::Span<const TimedWork> works, int item_count, double min_time_s,
                                    const LeadIn& lead_in) {
  std::vector<Turns> turns;
  for (const TimedWork& work : works) turns.emplace_back(work, item_count, min_time_s / kTimingRounds, lead_in);
  for (int round = 0; round < kTimingRounds; ++round) {
    for (Turns& of_work : turns) of_work.TakeTurn();
  }
  std::vector<Timing> timings;
  for (const Turns& of_work : turns) timings.push_back(of_work.Summarize());
  return timings;
}

}  // namespace collision2d::bench
