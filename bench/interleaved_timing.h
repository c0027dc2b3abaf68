#ifndef COLLISION2D_BENCH_INTERLEAVED_TIMING_H_
#define COLLISION2D_BENCH_INTERLEAVED_TIMING_H_

#include <functional>
#include <vector>

#include "absl/types/span.h"

namespace collision2d::bench {

// ns for one item, over the rounds.
struct Timing {
  double median_ns = 0.0;
  double min_ns = 0.0;
  double max_ns = 0.0;
};

// Works on items begin, ..., end - 1, and stores what it finds.
using TimedWork = std::function<void(int begin, int end)>;

// Times each work on item_count items, for about min_time_s. In each of kTimingRounds rounds all of them take a turn of
// equal length, so that a change of the machine's speed meets all alike. The fast ones go through all items in every
// turn, a whole number of times, and as often before that without being timed; the slow ones go on in the next turn where
// they stopped in the last. One pass of each over all items comes before and is not counted.
// REQUIRES: item_count > 0, min_time_s > 0.
std::vector<Timing> TimeInterleaved(absl::Span<const TimedWork> works, int item_count, double min_time_s);

inline constexpr int kTimingRounds = 20;

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_INTERLEAVED_TIMING_H_
