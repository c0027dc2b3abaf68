#ifndef COLLISION2D_PLANNER_ADAPTER_METRICS_TWIST_COLLISION_H_
#define COLLISION2D_PLANNER_ADAPTER_METRICS_TWIST_COLLISION_H_

#include <optional>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/motion.h"
#include "planner_adapter/metrics/body_velocity.h"

namespace collision2d::planner {

// A shape that keeps its speed and its turn rate. Refers to the shape.
struct TwistingShape {
  TwistingShape(const ConvexPolygon& of_shape, const Pose2& world_from_shape, const BodyVelocity& of_velocity);

  const ConvexPolygon* shape;
  Pose2 pose;
  BodyVelocity velocity;
  // The centre of the shape's bounding circle, which moves at center_mps at first, and from there on an arc.
  Vec2 center;
  Vec2 center_mps;
  // m/s^2, of the centre on its arc: yaw rate times speed.
  double center_mps2;
};

// Whether the two may touch within horizon_s, by bounding circles and by how far the shapes reach along and across the way of one relative to the other. False is
// certain. O(vertices), and O(1) for most pairs.
bool MayCollideWithin(const TwistingShape& a, const TwistingShape& b, double horizon_s);

// Returns the time to the first contact, s, up to horizon_s; none if there is none. A graze within options.epsilon_m is a contact. None also if the
// motion is not legal (Motion::ConstantTwist): speeds that take a body beyond kMaxCoordinate_m within the horizon.
std::optional<double> TimeToContact(const TwistingShape& a, const TwistingShape& b, double horizon_s,
                                    const ImpactOptions& options);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_METRICS_TWIST_COLLISION_H_
