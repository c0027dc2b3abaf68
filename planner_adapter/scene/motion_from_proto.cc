#include "planner_adapter/scene/motion_from_proto.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/shape_from_proto.h"
#include "planner_adapter/scene/timed_pose.h"
#include "proto/scene.pb.h"
#include "proto/trajectory.pb.h"

namespace collision2d::planner {
namespace {

std::optional<Vec2> FirstPoint(const proto::Polygon& polygon) {
  if (polygon.vertices().empty()) return std::nullopt;
  return Vec2{polygon.vertices(0).x(), polygon.vertices(0).y()};
}

std::optional<Vec2> FirstPoint(const proto::RoadLine& line) {
  if (line.points().empty()) return std::nullopt;
  return Vec2{line.points(0).x(), line.points(0).y()};
}

std::optional<Vec2> FirstPoint(const google::protobuf::RepeatedPtrField<proto::Shape>& shapes) {
  if (shapes.empty()) return std::nullopt;
  switch (shapes[0].kind_case()) {
    case proto::Shape::kPolygon:
      return FirstPoint(shapes[0].polygon());
    case proto::Shape::kRectangle:
      return Vec2{shapes[0].rectangle().center().x(), shapes[0].rectangle().center().y()};
    case proto::Shape::kDisc:
      return Vec2{shapes[0].disc().center().x(), shapes[0].disc().center().y()};
    case proto::Shape::KIND_NOT_SET:
      break;
  }
  return std::nullopt;
}

std::optional<Vec2> FirstPoint(const proto::StaticObstacle& obstacle) {
  if (!obstacle.shapes().empty()) return FirstPoint(obstacle.shapes());
  if (obstacle.polytopes().empty() || obstacle.polytopes(0).vertices().empty()) return std::nullopt;
  return Vec2{obstacle.polytopes(0).vertices(0).x(), obstacle.polytopes(0).vertices(0).y()};
}

std::optional<Vec2> FirstPoint(const proto::Prediction& prediction) {
  if (!prediction.poses().empty()) return Vec2{prediction.poses(0).x(), prediction.poses(0).y()};
  if (!prediction.occupancies().empty()) return FirstPoint(prediction.occupancies(0).shapes());
  return std::nullopt;
}

std::optional<Vec2> FirstPoint(const proto::Scene& scene) {
  if (scene.has_ego_state()) return Vec2{scene.ego_state().x(), scene.ego_state().y()};
  if (!scene.candidates().empty() && !scene.candidates(0).poses().empty()) {
    return Vec2{scene.candidates(0).poses(0).x(), scene.candidates(0).poses(0).y()};
  }
  if (!scene.reference_path().empty()) return Vec2{scene.reference_path(0).x(), scene.reference_path(0).y()};
  if (!scene.drivable_area().empty()) return FirstPoint(scene.drivable_area(0));
  if (!scene.road_border().empty()) return FirstPoint(scene.road_border(0));
  if (!scene.static_obstacles().empty()) return FirstPoint(scene.static_obstacles(0));
  if (!scene.predictions().empty()) return FirstPoint(scene.predictions(0));
  if (!scene.lane_boundary().empty()) return FirstPoint(scene.lane_boundary(0));
  if (!scene.goals().empty()) return FirstPoint(scene.goals(0).area());
  return std::nullopt;
}

double FirstTime(const proto::Scene& scene) {
  if (scene.has_ego_state()) return scene.ego_state().time_s();
  std::optional<double> earliest_s;
  for (const proto::Trajectory& candidate : scene.candidates()) {
    if (candidate.poses().empty()) continue;
    const double first_s = candidate.poses(0).time_s();
    earliest_s = std::min(earliest_s.value_or(first_s), first_s);
  }
  if (earliest_s.has_value()) return *earliest_s;
  if (scene.predictions().empty()) return 0.0;
  const proto::Prediction& prediction = scene.predictions(0);
  if (!prediction.poses().empty()) return prediction.poses(0).time_s();
  return prediction.occupancies().empty() ? 0.0 : prediction.occupancies(0).time_s();
}

bool InRange(double coordinate) { return std::abs(coordinate) <= kMaxCoordinate_m; }

}  // namespace

SceneAnchor AnchorOf(const proto::Scene& scene) {
  SceneAnchor anchor;
  const std::optional<Vec2> point = FirstPoint(scene);
  if (point.has_value() && InRange(point->x) && InRange(point->y)) {
    anchor.origin = {std::round(point->x), std::round(point->y)};
  }
  const double time_s = FirstTime(scene);
  if (std::isfinite(time_s)) anchor.time_s = time_s;
  return anchor;
}

namespace {

// Checks that the time of element `index` of the repeated field `name`, which is at `path`, is
// after the previous one.
void CheckIncreasing(const FieldPath& path, absl::string_view name, int index, double previous_s, double time_s,
                     FieldChecker& checker) {
  if (index == 0 || time_s > previous_s) return;
  checker.Fail(path.Field("time_s"), absl::StrCat(FormatNumber(time_s), " s is not after ", name, "[", index - 1,
                                                  "].time_s, ", FormatNumber(previous_s), " s"));
}

std::vector<TimedOccupancy> OccupanciesFromProto(
    const google::protobuf::RepeatedPtrField<proto::TimedOccupancy>& occupancies, const MotionContext& context,
    const FieldPath& path, FieldChecker& checker) {
  std::vector<TimedOccupancy> result;
  result.reserve(occupancies.size());
  for (int i = 0; i < occupancies.size() && checker.ok(); ++i) {
    const proto::TimedOccupancy& occupancy = occupancies[i];
    const FieldPath element = path.Element("occupancies", i);
    checker.NoUnknownFields(element, occupancy);
    CheckTime(element.Field("time_s"), occupancy.time_s(), context, checker);
    if (i > 0) {
      CheckIncreasing(element, "occupancies", i, result.back().time_s, occupancy.time_s(), checker);
    }
    result.push_back(
        {occupancy.time_s(), ShapesFromProto(occupancy.shapes(), context.anchor.origin, element, "shapes", checker)});
  }
  return result;
}

}  // namespace

void CheckTime(const FieldPath& path, double time_s, const MotionContext& context, FieldChecker& checker) {
  checker.Magnitude(path, time_s, kMaxTime_s, "s");
  if (std::abs(time_s - context.anchor.time_s) <= kMaxTimeSteps * context.time_step_s) return;
  checker.Fail(path, absl::StrCat(FormatNumber(time_s), " s is more than ", kMaxTimeSteps, " time steps of ",
                                  FormatNumber(context.time_step_s), " s from the beginning of the cycle at ",
                                  FormatNumber(context.anchor.time_s), " s"));
}

TimedPose PoseFromProto(double time_s, double x, double y, double yaw_rad, const MotionContext& context,
                        const FieldPath& path, FieldChecker& checker) {
  CheckTime(path.Field("time_s"), time_s, context, checker);
  const Vec2 position = PointFromProto(x, y, context.anchor.origin, path, checker);
  checker.Magnitude(path.Field("yaw_rad"), yaw_rad, kMaxYaw_rad, "rad");
  return {time_s, position, yaw_rad};
}

std::vector<TimedPose> PosesFromProto(const google::protobuf::RepeatedPtrField<proto::TimedPose>& poses,
                                      const MotionContext& context, const FieldPath& path, FieldChecker& checker) {
  std::vector<TimedPose> result;
  result.reserve(poses.size());
  for (int i = 0; i < poses.size() && checker.ok(); ++i) {
    const proto::TimedPose& pose = poses[i];
    const FieldPath element = path.Element("poses", i);
    checker.NoUnknownFields(element, pose);
    result.push_back(PoseFromProto(pose.time_s(), pose.x(), pose.y(), pose.yaw_rad(), context, element, checker));
    result.back().z_m = pose.z_m();
    result.back().pitch_rad = pose.pitch_rad();
    result.back().roll_rad = pose.roll_rad();
    checker.Magnitude(element.Field("z_m"), pose.z_m(), kMaxDistanceFromOrigin_m, "m");
    checker.Magnitude(element.Field("pitch_rad"), pose.pitch_rad(), kMaxTilt_rad, "rad");
    checker.Magnitude(element.Field("roll_rad"), pose.roll_rad(), kMaxTilt_rad, "rad");
    if (i > 0) CheckIncreasing(element, "poses", i, result[i - 1].time_s, pose.time_s(), checker);
  }
  return result;
}

Prediction PredictionFromProto(const proto::Prediction& prediction, const MotionContext& context, const FieldPath& path,
                               FieldChecker& checker) {
  checker.NoUnknownFields(path, prediction);
  Prediction result;
  if (prediction.has_probability()) {
    result.probability = prediction.probability();
    checker.NotNegative(path.Field("probability"), result.probability, 1.0, "");
  }
  if (!prediction.poses().empty() && !prediction.occupancies().empty()) {
    checker.Fail(path, absl::StrCat(prediction.poses_size(), " poses and ", prediction.occupancies_size(),
                                    " occupancies; only one of the two is possible"));
  }
  if (prediction.poses().empty() && prediction.occupancies().empty()) {
    checker.Fail(path, "no poses and no occupancies; one of the two is needed");
  }
  result.poses = PosesFromProto(prediction.poses(), context, path, checker);
  result.occupancies = OccupanciesFromProto(prediction.occupancies(), context, path, checker);
  return result;
}

Trajectory TrajectoryFromProto(const proto::Trajectory& trajectory, const MotionContext& context, const FieldPath& path,
                               FieldChecker& checker) {
  checker.NoUnknownFields(path, trajectory);
  if (!trajectory.id().empty()) checker.Name(path.Field("id"), trajectory.id());
  if (trajectory.poses().empty()) checker.Fail(path.Field("poses"), "empty; at least one pose is needed");
  Trajectory result;
  result.id = trajectory.id();
  result.poses = PosesFromProto(trajectory.poses(), context, path, checker);
  result.cost = trajectory.cost();
  checker.Magnitude(path.Field("cost"), result.cost, std::numeric_limits<double>::max(), "");
  return result;
}

}  // namespace collision2d::planner
