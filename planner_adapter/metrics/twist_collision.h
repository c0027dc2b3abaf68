#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/motion.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

// Velocities of bodies, and when two that keep theirs collide.

namespace collision2d::planner {

// How a body moves at an instant, in the frame of its poses.
struct BodyVelocity {
  Vec2 velocity_mps;  // Of the reference point.
  double yaw_rate_radps = 0.0;
};

// Returns the velocity on the motion through `poses` (InterpolatePose) from time_s on; at the last
// pose, the one that leads to it. Zero if there is one pose only, and before the first and after
// the last pose by more than kSameInstant_s.
// REQUIRES: poses not empty, times increasing. O(log n), no allocation.
BodyVelocity VelocityAt(absl::Span<const TimedPose> poses, double time_s);

// Returns the velocity of an obstacle; zero if it is predicted by occupancies.
BodyVelocity VelocityAt(const Prediction& prediction, double time_s);

// A shape that keeps its speed and its turn rate. Refers to the shape.
struct TwistingShape {
  TwistingShape(const ConvexPolygon& of_shape, const Pose2& world_from_shape, const BodyVelocity& of_velocity);

  // The shape after some time.
  TwistingShape After(double elapsed_s) const;

  // m. Bounds the rounding of the centre, which far from the origin is more than filters allow for.
  double Rounding_m() const { return 0x1p-49 * (Norm1(pose.translation) + Norm1(shape->center())); }

  const ConvexPolygon* shape;
  Pose2 pose;
  BodyVelocity velocity;
  // The centre of the shape's bounding circle, which moves on an arc; its velocity and acceleration
  // are those at first. The jerk keeps its magnitude.
  Vec2 center;
  Vec2 center_mps;
  Vec2 center_mps2;
  double center_mps3;
};

// A shape on its way, in equal steps of time up to a horizon.
struct TwistCourse {
  static constexpr size_t kSteps = 8;

  TwistCourse(const TwistingShape& of, double horizon_s);

  Vec2 center;
  double step_s;
  // m, of the centre since the beginning, at the ends of the steps.
  std::array<double, kSteps + 1> x_m;
  std::array<double, kSteps + 1> y_m;
  // The heading in the middle of each step.
  std::array<double, kSteps> cos;
  std::array<double, kSteps> sin;
  // How far the shape reaches from its centre, along the heading and across.
  Vec2 half_m;
  // What rounding, and within a step the turn and the arc of the centre, add to that.
  double margin_m;
};

// Returns a time before which the two do not touch, s: until then one of their sides separates
// them. If that is later than until_s, at most the horizon of both, infinity may be returned. O(1).
double EarliestContact(const TwistCourse& a, const TwistCourse& b, double until_s);

// Returns a time before which the two do not touch, s, at least from_s, before which they do not,
// and at most step_s later: EarliestContact in smaller steps.
double EarliestContactFrom(const TwistingShape& a, const TwistingShape& b, double from_s, double step_s);

// Returns the time to the first contact, s, up to horizon_s; none if there is none. A graze within
// options.contact_tolerance_m is a contact. None also if the motion is not legal
// (Motion::ConstantTwist): speeds that take a body beyond kMaxCoordinate_m within the horizon.
// REQUIRES: there is no contact before from_s, from which the search begins; 0 <= from_s <
// horizon_s.
std::optional<double> TimeToContact(const TwistingShape& a, const TwistingShape& b, double from_s, double horizon_s,
                                    const ImpactOptions& options);

}  // namespace collision2d::planner
