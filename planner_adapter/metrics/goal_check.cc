#include "planner_adapter/metrics/goal_check.h"

#include <algorithm>
#include <cmath>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"

namespace collision2d::planner {
namespace {

bool Contains(const ClosedInterval& interval, double value) { return interval.min <= value && value <= interval.max; }

bool ContainsTime(const ClosedInterval& interval, double time_s) {
  return interval.min - kSameInstant_s <= time_s && time_s <= interval.max + kSameInstant_s;
}

bool ContainsYaw(const ClosedInterval& interval, double yaw_rad) {
  if (Contains(interval, yaw_rad)) return true;
  const double turn = std::fmod(yaw_rad - interval.min, 2.0 * M_PI);
  return (turn < 0.0 ? turn + 2.0 * M_PI : turn) <= interval.max - interval.min;
}

bool ContainsPoint(const std::vector<ConvexPolygon>& area, Vec2 point) {
  if (area.empty()) return true;
  const auto is_near = [&](const ConvexPolygon& part) {
    // m. Far more than the rounding.
    constexpr double kMargin_m = 1e-6;
    return Norm(point - part.center()) <= part.bounding_radius_m() + kMargin_m;
  };
  if (std::none_of(area.begin(), area.end(), is_near)) return false;
  const absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Create({point});
  return shape.ok() &&
         std::any_of(area.begin(), area.end(), [&](const ConvexPolygon& part) { return Collides(*shape, part); });
}

}  // namespace

bool ReachesGoal(const Goal& goal, const TimedPose& pose, const std::optional<BodyVelocity>& velocity) {
  if (goal.time_s.has_value() && !ContainsTime(*goal.time_s, pose.time_s)) return false;
  if (goal.yaw_rad.has_value() && !ContainsYaw(*goal.yaw_rad, pose.yaw_rad)) return false;
  if (goal.speed_mps.has_value()) {
    if (!velocity.has_value()) return false;
    const Vec2 heading = Pose2::FromYaw({}, pose.yaw_rad).Rotate({1.0, 0.0});
    if (!Contains(*goal.speed_mps, Dot(velocity->velocity_mps, heading))) return false;
  }
  return ContainsPoint(goal.area, pose.position);
}

}  // namespace collision2d::planner
