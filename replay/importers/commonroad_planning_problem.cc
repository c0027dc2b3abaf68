#include "replay/importers/commonroad_planning_problem.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/scene_limits.h"
#include "replay/importers/commonroad_state.h"

namespace collision2d::planner {
namespace {

// Where a goal is.
struct Position {
  std::vector<v1::Shape> area;
  std::vector<int> lanelets;
};

absl::StatusOr<Position> ReadLanelets(XmlElement position, const LaneletMap& map) {
  Position result;
  for (const XmlElement& reference : position.children({"lanelet"})) {
    ASSIGN_OR_RETURN(const int lanelet, ReadLaneletReference(reference, map));
    result.lanelets.push_back(lanelet);
    for (const ConvexPolygon& part : map.lanelets[lanelet].area) result.area.push_back(ToShape(part));
  }
  return result;
}

absl::StatusOr<std::vector<v1::Shape>> ReadArea(XmlElement position, PolygonRepairs& repairs) {
  const XmlElement point = position.child("point");
  if (!point) return ReadShapes(position, repairs);
  ASSIGN_OR_RETURN(const Vec2 place, ReadPoint(point));
  const absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Create({place});
  if (!shape.ok()) return ElementError(point, shape.status().message());
  return std::vector<v1::Shape>{ToShape(*shape)};
}

absl::StatusOr<Position> ReadPosition(XmlElement position, const LaneletMap& map, PolygonRepairs& repairs) {
  if (position.child("lanelet")) return ReadLanelets(position, map);
  Position result;
  ASSIGN_OR_RETURN(result.area, ReadArea(position, repairs));
  std::vector<Vec2> places;
  for (const v1::Shape& shape : result.area) {
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

void SetInterval(const UncertainNumber& interval, v1::Interval& out) {
  out.set_min(interval.low);
  out.set_max(interval.high);
}

absl::Status ReadStateIntervals(XmlElement element, double time_step_s, ImportedGoal& imported, v1::Goal& goal) {
  if (const XmlElement time = element.child("time"); time) {
    ASSIGN_OR_RETURN(const StepRange steps, ReadStepRange(time));
    SetInterval({static_cast<double>(steps.first) * time_step_s, static_cast<double>(steps.last) * time_step_s},
                *goal.mutable_time_s());
  }
  if (const XmlElement orientation = element.child("orientation"); orientation) {
    ASSIGN_OR_RETURN(const UncertainNumber yaw_rad, ReadUncertainNumber(orientation));
    if (yaw_rad.high - yaw_rad.low <= kMaxYawSpan_rad) SetInterval(yaw_rad, *goal.mutable_yaw_rad());
  }
  if (const XmlElement velocity = element.child("velocity"); velocity) {
    ASSIGN_OR_RETURN(const UncertainNumber speed_mps, ReadUncertainNumber(velocity));
    imported.velocity_mps = speed_mps;
    SetInterval(speed_mps, *goal.mutable_speed_mps());
  }
  return absl::OkStatus();
}

absl::Status ReadInitialState(XmlElement element, double time_step_s, PlanningProblem& problem) {
  ASSIGN_OR_RETURN(const XmlElement child, RequiredChild(element, "initialState"));
  PolygonRepairs not_reported;
  ASSIGN_OR_RETURN(const ImportedState state, ReadState(child, not_reported));
  if (!state.velocity_mps.has_value()) {
    problem.notes.push_back("The initial state of the planning problem has no velocity, which is assumed to be 0.");
  }
  if (state.orientation == ImportedState::Orientation::kAssumed) {
    problem.notes.push_back("The initial state of the planning problem has no orientation, which is assumed to be 0.");
  }
  if (state.orientation == ImportedState::Orientation::kFromVelocities) {
    problem.notes.push_back(
        "The initial state of the planning problem has no orientation, which is that of its velocities.");
  }
  const UncertainNumber velocity_mps = state.velocity_mps.value_or(UncertainNumber());
  if (!state.exact() || !velocity_mps.exact()) {
    problem.notes.push_back("The initial state of the planning problem is uncertain: its middle is used.");
  }
  v1::EgoState& ego = problem.ego_state;
  ego.set_time_s(static_cast<double>(state.steps.first) * time_step_s);
  ego.set_x(state.center.x);
  ego.set_y(state.center.y);
  ego.set_yaw_rad(state.placement.yaw_rad.middle());
  ego.set_speed_mps(velocity_mps.middle());
  if (state.acceleration_mps2.has_value()) ego.set_acceleration_mps2(state.acceleration_mps2->middle());
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ImportedGoal> ReadGoal(XmlElement element, const LaneletMap& map, double time_step_s,
                                      PolygonRepairs& repairs) {
  ImportedGoal imported;
  v1::Goal goal;
  const XmlElement position = element.child("position");
  if (position) {
    ASSIGN_OR_RETURN(Position place, ReadPosition(position, map, repairs));
    imported.lanelets = std::move(place.lanelets);
    for (v1::Shape& shape : place.area) *goal.add_area() = std::move(shape);
  }
  if (absl::Status status = ReadStateIntervals(element, time_step_s, imported, goal); !status.ok()) return status;
  if (position && goal.area().empty()) {
    imported.note = "A goal of the planning problem has lanelets without area: it is left out.";
  } else if (!position && !goal.has_time_s() && !goal.has_yaw_rad() && !goal.has_speed_mps()) {
    imported.note = "A goal of the planning problem asks for nothing: it is left out.";
  } else {
    if (!position.child("lanelet") && position.child("point")) {
      imported.note = "A goal of the planning problem is a point: it is reached only exactly there.";
    }
    imported.goal = std::move(goal);
  }
  return imported;
}

absl::StatusOr<PlanningProblem> ReadPlanningProblem(XmlElement element, const LaneletMap& map, double time_step_s,
                                                    PolygonRepairs& goal_polygons) {
  PlanningProblem problem;
  ASSIGN_OR_RETURN(problem.id, ReadAttribute(element, "id"));
  if (absl::Status status = ReadInitialState(element, time_step_s, problem); !status.ok()) return status;
  problem.desired_speed_mps = std::max(0.0, problem.ego_state.speed_mps());
  bool speed_known = false;
  for (const XmlElement& goal : element.children({"goalState"})) {
    ASSIGN_OR_RETURN(const ImportedGoal imported, ReadGoal(goal, map, time_step_s, goal_polygons));
    if (imported.goal.has_value()) problem.goals.push_back(*imported.goal);
    if (!imported.note.empty()) problem.notes.push_back(imported.note);
    problem.goal_lanelets.insert(problem.goal_lanelets.end(), imported.lanelets.begin(), imported.lanelets.end());
    const std::optional<UncertainNumber>& velocity_mps = imported.velocity_mps;
    if (!speed_known && velocity_mps.has_value() && velocity_mps->middle() > kLeastGoalSpeed_mps) {
      problem.desired_speed_mps = velocity_mps->middle();
      speed_known = true;
    }
  }
  std::sort(problem.goal_lanelets.begin(), problem.goal_lanelets.end());
  problem.goal_lanelets.erase(std::unique(problem.goal_lanelets.begin(), problem.goal_lanelets.end()),
                              problem.goal_lanelets.end());
  return problem;
}

}  // namespace collision2d::planner
