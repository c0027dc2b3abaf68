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
  const auto after = std::upper_bound(poses.begin() + 1, poses.end() - 1, time_s + kSameInstant_s,
                                      [](double time, const TimedPose& pose) { return time < pose.time_s; });
  const TimedPose& q = *after;
  const TimedPose& p = *(after - 1);
  const double duration_s = q.time_s - p.time_s;
  return {(1.0 / duration_s) * (q.position - p.position), NormalizeAngle(q.yaw_rad - p.yaw_rad) / duration_s};
}

BodyVelocity VelocityAt(const Prediction& prediction, double time_s) {
  return prediction.poses.empty() ? BodyVelocity() : VelocityAt(prediction.poses, time_s);
}

namespace {

// Bounds are enlarged by this factor, far more than the rounding of their computation.
constexpr double kBoundMargin = 1.0 + 1e-9;

absl::StatusOr<Motion> MotionOf(const TwistingShape& shape, double horizon_s) {
  return Motion::ConstantTwist(shape.pose, shape.pose.RotateBack(shape.velocity.velocity_mps),
                               shape.velocity.yaw_rate_radps, 0.0, horizon_s);
}

// m. How far the shape reaches from its centre, either way, in this direction of unit length: at
// the beginning, and after it has turned during horizon_s.
double ReachAlong(const TwistingShape& of, Vec2 direction, double horizon_s) {
  const Vec2 in_shape = of.pose.RotateBack(direction);
  double reach_m = 0.0;
  for (const Vec2 vertex : of.shape->vertices()) {
    reach_m = std::max(reach_m, std::abs(Dot(vertex - of.shape->center(), in_shape)));
  }
  const double turn_rad = std::abs(of.velocity.yaw_rate_radps) * horizon_s;
  return std::min<double>(of.shape->bounding_radius_m(),
                          reach_m + of.shape->radius_m() + turn_rad * of.shape->bounding_radius_m());
}

// Whether two shapes that are apart by that may touch within horizon_s if their centres move
// straight on, but for bulge_m: separated neither across the way that b moves relative to a, nor
// along it.
bool MayTouchOnTheWay(const TwistingShape& a, const TwistingShape& b, Vec2 apart, Vec2 relative_mps, double bulge_m,
                      double horizon_s) {
  const double speed_mps = Norm(relative_mps);
  if (!(speed_mps > 0.0)) return true;
  const Vec2 along = (1.0 / speed_mps) * relative_mps;
  const Vec2 across = {-along.y, along.x};
  const auto reach = [&](Vec2 direction) {
    return kBoundMargin * (ReachAlong(a, direction, horizon_s) + ReachAlong(b, direction, horizon_s) + bulge_m);
  };
  if (std::abs(Dot(apart, across)) > reach(across)) return false;
  return !(-Dot(apart, along) > kBoundMargin * speed_mps * horizon_s + reach(along));
}

}  // namespace

TwistingShape::TwistingShape(const ConvexPolygon& of_shape, const Pose2& world_from_shape,
                             const BodyVelocity& of_velocity)
    : shape(&of_shape), pose(world_from_shape), velocity(of_velocity) {
  const Vec2 arm = pose.Rotate(shape->center());
  center = pose.translation + arm;
  center_mps = velocity.velocity_mps + velocity.yaw_rate_radps * Vec2{-arm.y, arm.x};
  center_mps2 = std::abs(velocity.yaw_rate_radps) * Norm(center_mps);
}

bool MayCollideWithin(const TwistingShape& a, const TwistingShape& b, double horizon_s) {
  const Vec2 apart = b.center - a.center;
  const Vec2 relative_mps = b.center_mps - a.center_mps;
  // With that acceleration the centres leave the straight lines.
  const double bulge_m = 0.5 * horizon_s * horizon_s * (a.center_mps2 + b.center_mps2);
  const double reach_m = kBoundMargin * (a.shape->bounding_radius_m() + b.shape->bounding_radius_m() + bulge_m);
  const double reach_sq = reach_m * reach_m * kBoundMargin;
  const double closing = -Dot(apart, relative_mps);
  // Written so that NaN may collide.
  if (!(NormSquared(apart) > reach_sq)) return MayTouchOnTheWay(a, b, apart, relative_mps, bulge_m, horizon_s);
  if (closing <= 0.0) return false;
  const double speed_sq = NormSquared(relative_mps);
  const double nearest_s = closing < speed_sq * horizon_s ? closing / speed_sq : horizon_s;
  return !(NormSquared(apart + nearest_s * relative_mps) > reach_sq) &&
         MayTouchOnTheWay(a, b, apart, relative_mps, bulge_m, horizon_s);
}

std::optional<double> TimeToContact(const TwistingShape& a, const TwistingShape& b, double horizon_s,
                                    const ImpactOptions& options) {
  const absl::StatusOr<Motion> motion_a = MotionOf(a, horizon_s);
  const absl::StatusOr<Motion> motion_b = MotionOf(b, horizon_s);
  if (!motion_a.ok() || !motion_b.ok()) return std::nullopt;
  const absl::StatusOr<ImpactResult> impact = TimeOfImpact(*a.shape, *motion_a, *b.shape, *motion_b, options);
  if (!impact.ok() || impact->verdict == MotionVerdict::kFree) return std::nullopt;
  return impact->contact_by_s;
}

}  // namespace collision2d::planner
