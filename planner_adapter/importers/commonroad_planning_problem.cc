#include "planner_adapter/importers/commonroad_planning_problem.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/importers/commonroad_shapes.h"
#include "planner_adapter/importers/commonroad_state.h"
#include "planner_adapter/importers/polygon_repair.h"
#include "planner_adapter/importers/shape_placement.h"
#include "planner_adapter/importers/xml_reader.h"

namespace collision2d::planner {
namespace {

absl::Status ReadInitialState(pugi::xml_node element, double time_step_s, PlanningProblem& problem) {
  const absl::StatusOr<pugi::xml_node> child = RequiredChild(element, "initialState");
  if (!child.ok()) return child.status();
  PolygonRepairs not_reported;
  const absl::StatusOr<ImportedState> state = ReadState(*child, not_reported);
  if (!state.ok()) return state.status();
  if (!state->velocity_mps.has_value()) return ElementError(*child, "element velocity is missing");
  if (!state->exact() || !state->velocity_mps->exact()) {
    problem.notes.push_back("The initial state of the planning problem is uncertain: its middle is used.");
  }
  proto::EgoState& ego = problem.ego_state;
  ego.set_time_s(static_cast<double>(state->steps.first) * time_step_s);
  ego.set_x(state->center.x);
  ego.set_y(state->center.y);
  ego.set_yaw_rad(state->placement.yaw_rad.middle());
  ego.set_speed_mps(state->velocity_mps->middle());
  if (state->acceleration_mps2.has_value()) ego.set_acceleration_mps2(state->acceleration_mps2->middle());
  return absl::OkStatus();
}

// Adds the lanelets of a goal's position.
absl::Status ReadGoalPosition(pugi::xml_node position, const LaneletMap& map, std::vector<int>& goals) {
  if (position.child("lanelet")) {
    for (const pugi::xml_node reference : position.children("lanelet")) {
      const absl::StatusOr<int> lanelet = ReadLaneletReference(reference, map);
      if (!lanelet.ok()) return lanelet.status();
      goals.push_back(*lanelet);
    }
    return absl::OkStatus();
  }
  std::vector<Vec2> places;
  if (const pugi::xml_node point = position.child("point"); point) {
    const absl::StatusOr<Vec2> place = ReadPoint(point);
    if (!place.ok()) return place.status();
    places.push_back(*place);
  } else {
    PolygonRepairs not_reported;
    const absl::StatusOr<std::vector<proto::Shape>> shapes = ReadShapes(position, not_reported);
    if (!shapes.ok()) return shapes.status();
    for (const proto::Shape& shape : *shapes) {
      const absl::StatusOr<ConvexPolygon> outline = OutlineOf(shape);
      if (!outline.ok()) return ElementError(position, outline.status().message());
      places.push_back(outline->center());
    }
  }
  for (size_t i = 0; i < map.lanelets.size(); ++i) {
    const Lanelet& lanelet = map.lanelets[i];
    const bool inside =
        std::any_of(places.begin(), places.end(), [&lanelet](Vec2 place) { return Contains(lanelet, place); });
    if (inside) goals.push_back(static_cast<int>(i));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<PlanningProblem> ReadPlanningProblem(pugi::xml_node element, const LaneletMap& map, double time_step_s) {
  PlanningProblem problem;
  absl::StatusOr<std::string> id = ReadAttribute(element, "id");
  if (!id.ok()) return id.status();
  problem.id = *std::move(id);
  if (absl::Status status = ReadInitialState(element, time_step_s, problem); !status.ok()) return status;
  problem.desired_speed_mps = std::max(0.0, problem.ego_state.speed_mps());
  bool speed_known = false;
  for (const pugi::xml_node goal : element.children("goalState")) {
    if (const pugi::xml_node position = goal.child("position"); position) {
      if (absl::Status status = ReadGoalPosition(position, map, problem.goal_lanelets); !status.ok()) return status;
    }
    if (const pugi::xml_node velocity = goal.child("velocity"); velocity) {
      const absl::StatusOr<Interval> interval = ReadInterval(velocity);
      if (!interval.ok()) return interval.status();
      if (!speed_known && interval->middle() > kLeastGoalSpeed_mps) {
        problem.desired_speed_mps = interval->middle();
        speed_known = true;
      }
    }
  }
  std::sort(problem.goal_lanelets.begin(), problem.goal_lanelets.end());
  problem.goal_lanelets.erase(std::unique(problem.goal_lanelets.begin(), problem.goal_lanelets.end()),
                              problem.goal_lanelets.end());
  return problem;
}

}  // namespace collision2d::planner
