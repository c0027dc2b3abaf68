#pragma once

#include <vector>

#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/impact_result.h"

namespace collision2d {

// A motion of any kind as plain data, over an interval that is named elsewhere.
struct FuzzMotion {
  enum class Kind { kLinear, kBetween, kTwist, kBounded };

  Kind kind = Kind::kLinear;
  Pose2 start;
  // kLinear: the body point `reference` moves so far. kBetween: to the pose `end`.
  Vec2 displacement_m;
  Vec2 reference;
  double turn_rad = 0.0;
  Pose2 end;
  // kTwist: in the body frame. kBounded: in the world at the start, and the accelerations
  // throughout.
  Vec2 velocity_mps;
  double yaw_rate_radps = 0.0;
  Vec2 acceleration_mps2;
  double yaw_acceleration_radps2 = 0.0;
  bool states_accelerations = true;
  // How far the poses that kBounded's function returns put points of the body from where they are;
  // by a part of it they are turned.
  double pose_error_m = 0.0;
  double heading_error_rad = 0.0;
};

// Two bodies that move, and what is asked.
struct MotionCase {
  std::vector<ConvexPolygon> a;
  std::vector<ConvexPolygon> b;
  FuzzMotion motion_a;
  FuzzMotion motion_b;
  double start_s = 0.0;
  double end_s = 0.0;
  ImpactOptions options;
  double distance_tolerance_m = 1e-4;

  double duration_s() const { return end_s - start_s; }
};

inline constexpr int kMaxMovingShapes = 3;

// Bodies that meet during their motions, or pass each other, or are anywhere.
MotionCase TakeMotionCase(FuzzInput* input);

// The greatest distance of a point of the body from the body frame's origin, in the norm |x| + |y|.
double Reach(const std::vector<ConvexPolygon>& body);

// m and rad. The sum of the magnitudes of all displacements of the body frame's origin, or of the
// reference point, during the motion; and of all turns.
double WayOf(const FuzzMotion& motion, double duration_s);
double TurnOf(const FuzzMotion& motion, double duration_s);

// If not, prints what should be true, the case, numbers in hexadecimal, and the answers to it, and
// aborts.
void RequireTrue(const char* what, const MotionCase& c, bool is_true);

}  // namespace collision2d
