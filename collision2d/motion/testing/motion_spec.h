#pragma once

#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

// A motion as plain data: the arguments of Motion::Linear or Motion::ConstantTwist. With T = end_s
// - start_s and R0 the matrix of (start.cos, start.sin) as they are, a body point v is at time t,
// in real numbers, at
//   kLinear: start.translation + R0 reference + (t - start_s) / T displacement_m + R0 Rot((t -
//   start_s) / T turn_rad) (v - reference),
//   kTwist:  start.translation + R0 (integral of Rot(yaw_rate_radps s) velocity_mps ds from 0 to t
//   - start_s + Rot(yaw_rate_radps (t - start_s)) v). If T = 0, the body has the pose `start`.
struct MotionSpec {
  enum class Kind { kLinear, kTwist };

  Kind kind = Kind::kLinear;
  Pose2 start;
  double start_s = 0.0;
  double end_s = 0.0;
  // kLinear.
  Vec2 displacement_m;
  double turn_rad = 0.0;
  Vec2 reference;
  // kTwist. The velocity is that of the body frame's origin, in the body frame.
  Vec2 velocity_mps;
  double yaw_rate_radps = 0.0;
};

}  // namespace collision2d
