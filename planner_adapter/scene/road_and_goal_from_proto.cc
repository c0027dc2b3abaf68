#include "planner_adapter/scene/road_and_goal_from_proto.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/shape_from_proto.h"
#include "proto/scene.pb.h"
#include "proto/trajectory.pb.h"

namespace collision2d::planner {

std::vector<Vec2> PolylineFromProto(const google::protobuf::RepeatedPtrField<proto::Point>& points, Vec2 origin,
                                    const FieldPath& path, absl::string_view name, FieldChecker& checker) {
  std::vector<Vec2> result;
  if (points.size() == 1) checker.Fail(path.Field(name), "one point; none or at least two are needed");
  result.reserve(points.size());
  for (int i = 0; i < points.size() && checker.ok(); ++i) {
    const FieldPath element = path.Element(name, i);
    const Vec2 point = PointFromProto(points[i], origin, element, checker);
    if (i > 0 && point == result.back()) {
      checker.Fail(element, absl::StrCat("(", FormatNumber(points[i].x()), ", ", FormatNumber(points[i].y()),
                                         ") repeats ", name, "[", i - 1, "]"));
    }
    result.push_back(point);
  }
  return result;
}

std::vector<RoadLine> RoadLinesFromProto(const google::protobuf::RepeatedPtrField<proto::RoadLine>& lines, Vec2 origin,
                                         const FieldPath& path, absl::string_view name, FieldChecker& checker) {
  std::vector<RoadLine> result;
  result.reserve(lines.size());
  for (int i = 0; i < lines.size() && checker.ok(); ++i) {
    const FieldPath element = path.Element(name, i);
    checker.NoUnknownFields(element, lines[i]);
    checker.Name(element.Field("id"), lines[i].id());
    if (lines[i].points_size() < 2) {
      checker.Fail(element.Field("points"), absl::StrCat(lines[i].points_size(), " points; at least 2 are needed"));
    }
    result.push_back({lines[i].id(), PolylineFromProto(lines[i].points(), origin, element, "points", checker)});
  }
  return result;
}

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

RssParameters RssFromProto(const proto::RssParameters& proto, const FieldPath& path, FieldChecker& checker) {
  checker.NoUnknownFields(path, proto);
  RssParameters rss;
  const auto not_negative = [&](bool is_set, double value, const char* name, double limit, const char* unit,
                                double* out) {
    if (!is_set) return;
    checker.NotNegative(path.Field(name), value, limit, unit);
    *out = value;
  };
  const auto positive = [&](bool is_set, double value, const char* name, double* out) {
    if (!is_set) return;
    checker.Positive(path.Field(name), value, kMaxAcceleration_mps2, "m/s^2");
    *out = value;
  };
  not_negative(proto.has_response_time_s(), proto.response_time_s(), "response_time_s", kMaxTime_s, "s",
               &rss.response_time_s);
  not_negative(proto.has_max_acceleration_mps2(), proto.max_acceleration_mps2(), "max_acceleration_mps2",
               kMaxAcceleration_mps2, "m/s^2", &rss.max_acceleration_mps2);
  positive(proto.has_min_braking_mps2(), proto.min_braking_mps2(), "min_braking_mps2", &rss.min_braking_mps2);
  positive(proto.has_min_braking_correct_mps2(), proto.min_braking_correct_mps2(), "min_braking_correct_mps2",
           &rss.min_braking_correct_mps2);
  positive(proto.has_max_braking_mps2(), proto.max_braking_mps2(), "max_braking_mps2", &rss.max_braking_mps2);
  not_negative(proto.has_max_lateral_acceleration_mps2(), proto.max_lateral_acceleration_mps2(),
               "max_lateral_acceleration_mps2", kMaxAcceleration_mps2, "m/s^2", &rss.max_lateral_acceleration_mps2);
  positive(proto.has_min_lateral_braking_mps2(), proto.min_lateral_braking_mps2(), "min_lateral_braking_mps2",
           &rss.min_lateral_braking_mps2);
  not_negative(proto.has_lateral_fluctuation_m(), proto.lateral_fluctuation_m(), "lateral_fluctuation_m",
               kMaxDistanceFromOrigin_m, "m", &rss.lateral_fluctuation_m);
  return rss;
}

}  // namespace collision2d::planner
