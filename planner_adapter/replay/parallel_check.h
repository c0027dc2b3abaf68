#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PARALLEL_CHECK_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PARALLEL_CHECK_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Returns the verdicts of all candidates, checked by `threads` threads, each on its share of the
// candidates; by fewer if the system grants no more. The verdicts do not depend on the number of
// threads.
// REQUIRES: threads >= 1.
// Errors: as TrajectoryChecker::Check, of the first share that has one. Which of several errors is
// returned, and whether a span of times is too long for one call, may depend on the number of
// threads.
absl::StatusOr<std::vector<Verdict>> CheckInParallel(const TrajectoryChecker& checker,
                                                     absl::Span<const Trajectory> candidates, int threads,
                                                     const Deadline& deadline = std::nullopt);

// Returns the profiles of all candidates, computed as above.
// REQUIRES: threads >= 1.
// Errors: as above, of TrajectoryChecker::Profiles.
absl::StatusOr<std::vector<std::vector<ProfilePoint>>> ProfileInParallel(const TrajectoryChecker& checker,
                                                                         absl::Span<const Trajectory> candidates,
                                                                         int threads,
                                                                         const Deadline& deadline = std::nullopt);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PARALLEL_CHECK_H_
