#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "planner_adapter/scene/scene.h"

// Computes what the replay derives from the differences between the poses of a trajectory: the ego
// state at a time, and whether the time steps are plausible.
namespace collision2d::planner {

// Returns the ego state at time_s on a trajectory. The pose is interpolated. A trajectory contains
// poses only, so speed and acceleration along the heading are computed from differences over the
// steps around that time, and their error is that of one time step.
// REQUIRES: at least two poses; time_s within the trajectory's times.
EgoState StateOnTrajectory(const Trajectory& trajectory, double time_s);

// s. Longer time steps are implausible.
inline constexpr double kLongTimeStep_s = 1.0;

// s. Shorter time steps are implausible.
inline constexpr double kShortTimeStep_s = 1e-3;

// Returns one sentence for each implausible time step of the scene: that of the check, and that of
// the sampling.
// Error (InvalidArgument): a time step exceeds kLongTimeStep_s and every candidate's duration, so
// it must be a mistake, such as milliseconds. Without candidates there is no error.
absl::StatusOr<std::vector<std::string>> CheckTimeSteps(const Scene& scene, absl::Span<const Trajectory> candidates);

}  // namespace collision2d::planner
