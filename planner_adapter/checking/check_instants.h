#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_CHECK_INSTANTS_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_CHECK_INSTANTS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// A time at which trajectories are checked.
struct Instant {
  double time_s;
  int step;  // Whole time steps since the start.
  // A multiple of the time step, for every candidate that covers it; otherwise the first or last time of some
  // candidates, and for these alone, so that no candidate's verdict depends on another candidate.
  bool on_grid;
};

// The multiples of step_s from start_s between the earliest candidate's first time and the latest one's last, and every
// candidate's first and last time unless it is within kSameInstant_s of a multiple; in increasing order.
// REQUIRES: step_s > 0; every candidate has a pose.
// Errors: a candidate that begins before start_s; more than max_instants multiples; a time that is NaN.
// O(steps + candidates * log(candidates)).
absl::StatusOr<std::vector<Instant>> CheckInstants(absl::Span<const Trajectory> candidates, double start_s,
                                                   double step_s, int max_instants);

// True if the candidate is to be checked at the instant.
bool IsCheckedAt(const Trajectory& candidate, const Instant& instant);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_CHECK_INSTANTS_H_
