#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_CANDIDATE_PROFILES_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_CANDIDATE_PROFILES_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/deadline.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/metrics/metric_scene.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Returns the profiles of candidates, as TrajectoryChecker::Profiles. metric_scene is for the time to collision.
// REQUIRES: the instants are those of the candidates.
// Errors: as WindowCheck::Add at any instant of a candidate; DeadlineExceeded.
absl::StatusOr<std::vector<std::vector<ProfilePoint>>> ComputeProfiles(const CheckedScene& checked,
                                                                       const MetricScene& metric_scene,
                                                                       absl::Span<const Trajectory> candidates,
                                                                       const Instants& instants,
                                                                       const Deadline& deadline = std::nullopt);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_CANDIDATE_PROFILES_H_
