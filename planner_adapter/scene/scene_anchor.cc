#include "planner_adapter/scene/scene_anchor.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "proto/scene.pb.h"

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

}  // namespace collision2d::planner
