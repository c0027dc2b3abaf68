#pragma once

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

// How the caches are brought into the state of a work that runs alone before its turn: the other
// works have filled them with their data in between.
struct LeadIn {
  // A work whose pass over all items takes at most this long takes whole passes in every turn.
  double longest_pass_s = 0.0;
  // At least so many untimed passes come before a turn of whole passes, as long as they take at
  // most longest_s; one does in any case. A last-level cache needs several passes to learn what is
  // used again.
  int passes = 1;
  double longest_s = 0.0;
  // Whether a turn that is no whole pass goes over its items untimed first.
  bool of_part = false;
};

// Times each work on item_count items, for about min_time_s. In each of kTimingRounds rounds all of
// them take a turn of equal length, so that a change of the machine's speed affects all alike. The
// fast ones pass over all items in every turn, a whole number of times, and as often untimed before
// that; the slow ones go on in the next turn where they stopped in the last. One untimed pass of
// each over all items comes first.
// REQUIRES: item_count > 0, min_time_s > 0.
std::vector<Timing> TimeInterleaved(absl::Span<const TimedWork> works, int item_count, double min_time_s,
                                    const LeadIn& lead_in = {});

inline constexpr int kTimingRounds = 20;

}  // namespace collision2d::bench
