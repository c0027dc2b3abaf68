#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TIME_STEP_CHECK_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TIME_STEP_CHECK_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// s. Longer time steps are implausible.
inline constexpr double kLongTimeStep_s = 1.0;

// s. Shorter time steps are implausible.
inline constexpr double kShortTimeStep_s = 1e-3;

// Returns one sentence for each implausible time step of the scene: that of the check, and that of the sampling.
// Error (InvalidArgument): such a long step, and no candidate is as long, so that a step cannot be meant: milliseconds,
// say. Without candidates there is none.
absl::StatusOr<std::vector<std::string>> CheckTimeSteps(const Scene& scene, absl::Span<const Trajectory> candidates);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TIME_STEP_CHECK_H_
