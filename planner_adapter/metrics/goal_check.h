#ifndef COLLISION2D_PLANNER_ADAPTER_METRICS_GOAL_CHECK_H_
#define COLLISION2D_PLANNER_ADAPTER_METRICS_GOAL_CHECK_H_

#include <optional>

#include "planner_adapter/metrics/body_velocity.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

// Returns whether a state reaches a goal: every condition that the goal has is met. The time counts within kSameInstant_s; the reference point is in the
// area as Collides decides, exactly for shapes without radius; the yaw counts modulo a full turn; the speed is along the heading. `velocity` is not set if
// it is unknown: then no goal with a speed is reached.
// O(shapes of the area).
bool ReachesGoal(const Goal& goal, const TimedPose& pose, const std::optional<BodyVelocity>& velocity);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_METRICS_GOAL_CHECK_H_
