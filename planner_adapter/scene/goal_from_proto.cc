#include "planner_adapter/scene/goal_from_proto.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/field_path.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/shape_from_proto.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {
namespace {

ClosedInterval IntervalFromProto(const proto::Interval& interval, double limit, absl::string_view unit,
                                 const FieldPath& path, FieldChecker& checker) {
  checker.NoUnknownFields(path, interval);
  checker.Magnitude(path.Field("min"), interval.min(), limit, unit);
  checker.Magnitude(path.Field("max"), interval.max(), limit, unit);
  if (interval.max() < interval.min()) {
    checker.Fail(path.Field("max"), absl::StrCat(FormatNumber(interval.max()), " ", unit, " is below min, ",
                                                 FormatNumber(interval.min()), " ", unit));
  }
  return {interval.min(), interval.max()};
}

}  // namespace

Goal GoalFromProto(const proto::Goal& goal, Vec2 origin, const FieldPath& path, FieldChecker& checker) {
  checker.NoUnknownFields(path, goal);
  if (!goal.has_time_s() && goal.area().empty() && !goal.has_yaw_rad() && !goal.has_speed_mps()) {
    checker.Fail(path, "empty; a time, an area, a heading or a speed is needed");
  }
  Goal result;
  if (goal.has_time_s()) {
    result.time_s = IntervalFromProto(goal.time_s(), kMaxTime_s, "s", path.Field("time_s"), checker);
  }
  result.area = ShapesFromProto(goal.area(), origin, path, "area", checker);
  if (goal.has_yaw_rad()) {
    const FieldPath yaw = path.Field("yaw_rad");
    result.yaw_rad = IntervalFromProto(goal.yaw_rad(), kMaxYaw_rad, "rad", yaw, checker);
    const double span_rad = result.yaw_rad->max - result.yaw_rad->min;
    if (span_rad > kMaxYawSpan_rad) {
      checker.Fail(yaw, absl::StrCat("from ", FormatNumber(result.yaw_rad->min), " rad to ",
                                     FormatNumber(result.yaw_rad->max), " rad is more than a full turn"));
    }
  }
  if (goal.has_speed_mps()) {
    result.speed_mps = IntervalFromProto(goal.speed_mps(), kMaxSpeed_mps, "m/s", path.Field("speed_mps"), checker);
  }
  return result;
}

}  // namespace collision2d::planner
