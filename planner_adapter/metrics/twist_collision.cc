#include "planner_adapter/metrics/twist_collision.h"

#include <algorithm>
#include <cmath>

#include "collision2d/motion/time_of_impact.h"

namespace collision2d::planner {

BodyVelocity VelocityAt(absl::Span<const TimedPose> poses, double time_s) {
  if (poses.size() < 2 || time_s < poses.front().time_s - kSameInstant_s ||
      time_s > poses.back().time_s + kSameInstant_s) {
    return {};
  }
  // The first pose after the instant ends the interval.
  auto after = std::upper_bound(poses.begin() + 1, poses.end() - 1, time_s + kSameInstant_s,
                                [](double time, const TimedPose& pose) { return time < pose.time_s; });
  // Poses of one instant have no velocity: the interval before them counts.
  while (after > poses.begin() + 1 && after->time_s - (after - 1)->time_s <= kSameInstant_s) --after;
  const TimedPose& q = *after;
  const TimedPose& p = *(after - 1);
  const double duration_s = q.time_s - p.time_s;
  return {(1.0 / duration_s) * (q.position - p.position), NormalizeAngle(q.yaw_rad - p.yaw_rad) / duration_s};
}

BodyVelocity VelocityAt(const Prediction& prediction, double time_s) {
  return prediction.poses.empty() ? BodyVelocity() : VelocityAt(prediction.poses, time_s);
}

namespace {

absl::StatusOr<Motion> MotionOf(const TwistingShape& shape, double horizon_s) {
  return Motion::ConstantTwist(shape.pose, shape.pose.RotateBack(shape.velocity.velocity_mps),
                               shape.velocity.yaw_rate_radps, 0.0, horizon_s);
}

}  // namespace

TwistingShape::TwistingShape(const ConvexPolygon& of_shape, const Pose2& world_from_shape,
                             const BodyVelocity& of_velocity)
    : shape(&of_shape), pose(world_from_shape), velocity(of_velocity) {
  const Vec2 arm = pose.Rotate(shape->center());
  center = pose.translation + arm;
  center_mps = velocity.velocity_mps + velocity.yaw_rate_radps * Vec2{-arm.y, arm.x};
  center_mps2 = velocity.yaw_rate_radps * Vec2{-center_mps.y, center_mps.x};
  center_mps3 = std::abs(velocity.yaw_rate_radps) * Norm(center_mps2);
}

// The chord of an arc has the direction of its middle.
TwistingShape TwistingShape::After(double elapsed_s) const {
  const double half_turn_rad = 0.5 * elapsed_s * velocity.yaw_rate_radps;
  const Pose2 half = Pose2::FromYaw({}, half_turn_rad);
  const double chord_s = elapsed_s * (half_turn_rad == 0.0 ? 1.0 : half.sin / half_turn_rad);
  const Pose2 way(pose.translation + half.Rotate(chord_s * velocity.velocity_mps), UnitRotation(half.cos, half.sin));
  const Pose2 turn({}, UnitRotation(half.cos, half.sin));
  return TwistingShape(*shape, way * turn * Pose2({}, UnitRotation(pose.cos, pose.sin)),
                       {half.Rotate(half.Rotate(velocity.velocity_mps)), velocity.yaw_rate_radps});
}

TwistCourse::TwistCourse(const TwistingShape& of, double horizon_s)
    : center(of.center), step_s(horizon_s / static_cast<double>(kSteps)) {
  for (const Vec2 vertex : of.shape->vertices()) {
    const Vec2 arm = vertex - of.shape->center();
    half_m = {std::max(half_m.x, std::abs(arm.x)), std::max(half_m.y, std::abs(arm.y))};
  }
  half_m = half_m + Vec2{of.shape->radius_m(), of.shape->radius_m()};
  const double half_turn_rad = 0.5 * step_s * of.velocity.yaw_rate_radps;
  margin_m = of.Rounding_m() + std::abs(half_turn_rad) * of.shape->bounding_radius_m() +
             step_s * step_s * Norm(of.center_mps2) / 8.0;
  const Pose2 half_turn = Pose2::FromYaw({}, half_turn_rad);
  const Vec2 turn = half_turn.Rotate({half_turn.cos, half_turn.sin});
  const auto turned = [](Vec2 by, Vec2 v) { return Vec2{by.x * v.x - by.y * v.y, by.y * v.x + by.x * v.y}; };
  Vec2 heading = half_turn.Rotate({of.pose.cos, of.pose.sin});
  // The chord of an arc has the direction of its middle.
  const double chord_s = step_s * (half_turn_rad == 0.0 ? 1.0 : half_turn.sin / half_turn_rad);
  Vec2 way_m = half_turn.Rotate(chord_s * of.center_mps);
  x_m[0] = y_m[0] = 0.0;
  for (size_t k = 0; k < kSteps; ++k) {
    cos[k] = heading.x;
    sin[k] = heading.y;
    x_m[k + 1] = x_m[k] + way_m.x;
    y_m[k + 1] = y_m[k] + way_m.y;
    heading = turned(turn, heading);
    way_m = turned(turn, way_m);
  }
}

double EarliestContactFrom(const TwistingShape& a, const TwistingShape& b, double from_s, double step_s) {
  const TwistCourse course_a(a.After(from_s), step_s);
  const TwistCourse course_b(b.After(from_s), step_s);
  return from_s + std::min(step_s, EarliestContact(course_a, course_b, step_s));
}

std::optional<double> TimeToContact(const TwistingShape& a, const TwistingShape& b, double from_s, double horizon_s,
                                    const ImpactOptions& options) {
  if (!MotionOf(a, horizon_s).ok() || !MotionOf(b, horizon_s).ok()) return std::nullopt;
  const absl::StatusOr<Motion> motion_a = MotionOf(a.After(from_s), horizon_s - from_s);
  const absl::StatusOr<Motion> motion_b = MotionOf(b.After(from_s), horizon_s - from_s);
  if (!motion_a.ok() || !motion_b.ok()) return std::nullopt;
  const absl::StatusOr<ImpactResult> impact = TimeOfImpact(*a.shape, *motion_a, *b.shape, *motion_b, options);
  if (!impact.ok() || impact->verdict == MotionVerdict::kFree) return std::nullopt;
  return from_s + impact->contact_by_s;
}

}  // namespace collision2d::planner
