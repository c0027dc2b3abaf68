#include "planner_adapter/scene/valid_road_and_goal.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_input.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/valid_shapes.h"

namespace collision2d::planner {

void MovePolyline(Vec2 origin, const FieldPath& path, absl::string_view name, FieldChecker& checker,
                  std::vector<Vec2>& points) {
  if (points.size() == 1) checker.Fail(path.Field(name), "one point; none or at least two are needed");
  for (size_t i = 0; i < points.size() && checker.ok(); ++i) {
    const FieldPath element = path.Element(name, i);
    const Vec2 given = points[i];
    points[i] = ValidPoint(given, origin, element, checker);
    if (i > 0 && points[i] == points[i - 1]) {
      checker.Fail(element, absl::StrCat("(", FormatNumber(given.x), ", ", FormatNumber(given.y), ") repeats ", name,
                                         "[", i - 1, "]"));
    }
  }
}

void MoveRoadLines(Vec2 origin, const FieldPath& path, absl::string_view name, FieldChecker& checker,
                   std::vector<RoadLine>& lines) {
  for (size_t i = 0; i < lines.size() && checker.ok(); ++i) {
    const FieldPath element = path.Element(name, i);
    checker.Name(element.Field("id"), lines[i].id);
    if (lines[i].points.size() < 2) {
      checker.Fail(element.Field("points"), absl::StrCat(lines[i].points.size(), " points; at least 2 are needed"));
    }
    MovePolyline(origin, element, "points", checker, lines[i].points);
  }
}

namespace {

void CheckInterval(const ClosedInterval& interval, double limit, absl::string_view unit, const FieldPath& path,
                   FieldChecker& checker) {
  checker.Magnitude(path.Field("min"), interval.min, limit, unit);
  checker.Magnitude(path.Field("max"), interval.max, limit, unit);
  if (interval.max < interval.min) {
    checker.Fail(path.Field("max"), absl::StrCat(FormatNumber(interval.max), " ", unit, " is below min, ",
                                                 FormatNumber(interval.min), " ", unit));
  }
}

}  // namespace

Goal ValidGoal(const input::Goal& goal, Vec2 origin, const FieldPath& path, FieldChecker& checker) {
  if (!goal.time_s.has_value() && goal.area.empty() && !goal.yaw_rad.has_value() && !goal.speed_mps.has_value()) {
    checker.Fail(path, "empty; a time, an area, a heading or a speed is needed");
  }
  if (goal.time_s.has_value()) CheckInterval(*goal.time_s, kMaxTime_s, "s", path.Field("time_s"), checker);
  std::vector<ConvexPolygon> area = ValidShapes(goal.area, origin, path, "area", checker);
  if (goal.yaw_rad.has_value()) {
    const FieldPath yaw = path.Field("yaw_rad");
    CheckInterval(*goal.yaw_rad, kMaxYaw_rad, "rad", yaw, checker);
    if (goal.yaw_rad->max - goal.yaw_rad->min > kMaxYawSpan_rad) {
      checker.Fail(yaw, absl::StrCat("from ", FormatNumber(goal.yaw_rad->min), " rad to ",
                                     FormatNumber(goal.yaw_rad->max), " rad is more than a full turn"));
    }
  }
  if (goal.speed_mps.has_value()) {
    CheckInterval(*goal.speed_mps, kMaxSpeed_mps, "m/s", path.Field("speed_mps"), checker);
  }
  return {goal.time_s, std::move(area), goal.yaw_rad, goal.speed_mps};
}

void CheckRss(const RssParameters& rss, const FieldPath& path, FieldChecker& checker) {
  const auto acceleration = [&](const char* name, double value) {
    checker.NotNegative(path.Field(name), value, kMaxAcceleration_mps2, "m/s^2");
  };
  const auto braking = [&](const char* name, double value) {
    checker.Positive(path.Field(name), value, kMaxAcceleration_mps2, "m/s^2");
  };
  checker.NotNegative(path.Field("response_time_s"), rss.response_time_s, kMaxTime_s, "s");
  acceleration("max_acceleration_mps2", rss.max_acceleration_mps2);
  braking("min_braking_mps2", rss.min_braking_mps2);
  braking("min_braking_correct_mps2", rss.min_braking_correct_mps2);
  braking("max_braking_mps2", rss.max_braking_mps2);
  acceleration("max_lateral_acceleration_mps2", rss.max_lateral_acceleration_mps2);
  braking("min_lateral_braking_mps2", rss.min_lateral_braking_mps2);
  checker.NotNegative(path.Field("lateral_fluctuation_m"), rss.lateral_fluctuation_m, kMaxDistanceFromOrigin_m, "m");
}

}  // namespace collision2d::planner
