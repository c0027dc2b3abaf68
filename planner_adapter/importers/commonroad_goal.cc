#include "planner_adapter/importers/commonroad_goal.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/importers/commonroad_shapes.h"
#include "planner_adapter/importers/commonroad_state.h"
#include "planner_adapter/importers/shape_placement.h"
#include "planner_adapter/scene/scene_limits.h"

namespace collision2d::planner {
namespace {

// Where a goal is.
struct Position {
  std::vector<proto::Shape> area;
  std::vector<int> lanelets;
};

absl::StatusOr<Position> ReadLanelets(pugi::xml_node position, const LaneletMap& map) {
  Position result;
  for (const pugi::xml_node reference : position.children("lanelet")) {
    const absl::StatusOr<int> lanelet = ReadLaneletReference(reference, map);
    if (!lanelet.ok()) return lanelet.status();
    result.lanelets.push_back(*lanelet);
    for (const ConvexPolygon& part : map.lanelets[*lanelet].area) result.area.push_back(ToShape(part));
  }
  return result;
}

absl::StatusOr<std::vector<proto::Shape>> ReadArea(pugi::xml_node position, PolygonRepairs& repairs) {
  const pugi::xml_node point = position.child("point");
  if (!point) return ReadShapes(position, repairs);
  const absl::StatusOr<Vec2> place = ReadPoint(point);
  if (!place.ok()) return place.status();
  const absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Create({*place});
  if (!shape.ok()) return ElementError(point, shape.status().message());
  return std::vector<proto::Shape>{ToShape(*shape)};
}

absl::StatusOr<Position> ReadPosition(pugi::xml_node position, const LaneletMap& map, PolygonRepairs& repairs) {
  if (position.child("lanelet")) return ReadLanelets(position, map);
  absl::StatusOr<std::vector<proto::Shape>> area = ReadArea(position, repairs);
  if (!area.ok()) return area.status();
  Position result;
  result.area = *std::move(area);
  std::vector<Vec2> places;
  for (const proto::Shape& shape : result.area) {
    const absl::StatusOr<ConvexPolygon> outline = OutlineOf(shape);
    if (!outline.ok()) return ElementError(position, outline.status().message());
    places.push_back(outline->center());
  }
  for (size_t i = 0; i < map.lanelets.size(); ++i) {
    const Lanelet& lanelet = map.lanelets[i];
    const bool inside =
        std::any_of(places.begin(), places.end(), [&lanelet](Vec2 place) { return Contains(lanelet, place); });
    if (inside) result.lanelets.push_back(static_cast<int>(i));
  }
  return result;
}

void SetInterval(const Interval& interval, proto::Interval& out) {
  out.set_min(interval.low);
  out.set_max(interval.high);
}

absl::Status ReadStateIntervals(pugi::xml_node element, double time_step_s, ImportedGoal& imported, proto::Goal& goal) {
  if (const pugi::xml_node time = element.child("time"); time) {
    const absl::StatusOr<StepRange> steps = ReadStepRange(time);
    if (!steps.ok()) return steps.status();
    SetInterval({static_cast<double>(steps->first) * time_step_s, static_cast<double>(steps->last) * time_step_s},
                *goal.mutable_time_s());
  }
  if (const pugi::xml_node orientation = element.child("orientation"); orientation) {
    const absl::StatusOr<Interval> yaw_rad = ReadInterval(orientation);
    if (!yaw_rad.ok()) return yaw_rad.status();
    if (yaw_rad->high - yaw_rad->low <= kMaxYawSpan_rad) SetInterval(*yaw_rad, *goal.mutable_yaw_rad());
  }
  if (const pugi::xml_node velocity = element.child("velocity"); velocity) {
    const absl::StatusOr<Interval> speed_mps = ReadInterval(velocity);
    if (!speed_mps.ok()) return speed_mps.status();
    imported.velocity_mps = *speed_mps;
    SetInterval(*speed_mps, *goal.mutable_speed_mps());
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ImportedGoal> ReadGoal(pugi::xml_node element, const LaneletMap& map, double time_step_s,
                                      PolygonRepairs& repairs) {
  ImportedGoal imported;
  proto::Goal goal;
  const pugi::xml_node position = element.child("position");
  if (position) {
    absl::StatusOr<Position> place = ReadPosition(position, map, repairs);
    if (!place.ok()) return place.status();
    imported.lanelets = std::move(place->lanelets);
    for (proto::Shape& shape : place->area) *goal.add_area() = std::move(shape);
  }
  if (absl::Status status = ReadStateIntervals(element, time_step_s, imported, goal); !status.ok()) return status;
  if (position && goal.area().empty()) {
    imported.note = "A goal of the planning problem has lanelets without area: it is left out.";
  } else if (!position && !goal.has_time_s() && !goal.has_yaw_rad() && !goal.has_speed_mps()) {
    imported.note = "A goal of the planning problem asks for nothing: it is left out.";
  } else {
    if (position.child("point")) {
      imported.note = "A goal of the planning problem is a point: it is reached only exactly there.";
    }
    imported.goal = std::move(goal);
  }
  return imported;
}

}  // namespace collision2d::planner
