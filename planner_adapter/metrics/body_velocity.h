#ifndef COLLISION2D_PLANNER_ADAPTER_METRICS_BODY_VELOCITY_H_
#define COLLISION2D_PLANNER_ADAPTER_METRICS_BODY_VELOCITY_H_

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

// How a body moves at an instant, in the frame of its poses.
struct BodyVelocity {
  Vec2 velocity_mps;  // Of the reference point.
  double yaw_rate_radps = 0.0;
};

// Returns the velocity on the motion through `poses` (InterpolatePose) from time_s on; at the last pose, the one that leads to it. Zero if there is one pose
// only, and before the first and after the last pose by more than kSameInstant_s.
// REQUIRES: poses not empty, times increasing. O(log n), no allocation.
BodyVelocity VelocityAt(absl::Span<const TimedPose> poses, double time_s);

// Returns the velocity of an obstacle; zero if it is predicted by occupancies.
BodyVelocity VelocityAt(const Prediction& prediction, double time_s);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_METRICS_BODY_VELOCITY_H_
