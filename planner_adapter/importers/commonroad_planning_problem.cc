#include "planner_adapter/importers/commonroad_planning_problem.h"

#include <algorithm>
#include <optional>

#include "planner_adapter/importers/commonroad_goal.h"
#include "planner_adapter/importers/commonroad_state.h"
#include "planner_adapter/importers/xml_reader.h"

namespace collision2d::planner {
namespace {

absl::Status ReadInitialState(pugi::xml_node element, double time_step_s, PlanningProblem& problem) {
  const absl::StatusOr<pugi::xml_node> child = RequiredChild(element, "initialState");
  if (!child.ok()) return child.status();
  PolygonRepairs not_reported;
  const absl::StatusOr<ImportedState> state = ReadState(*child, not_reported);
  if (!state.ok()) return state.status();
  if (!state->velocity_mps.has_value()) {
    problem.notes.push_back("The initial state of the planning problem has no velocity, which is assumed to be 0.");
  }
  if (state->orientation == ImportedState::Orientation::kAssumed) {
    problem.notes.push_back("The initial state of the planning problem has no orientation, which is assumed to be 0.");
  }
  if (state->orientation == ImportedState::Orientation::kFromVelocities) {
    problem.notes.push_back(
        "The initial state of the planning problem has no orientation, which is that of its velocities.");
  }
  const Interval velocity_mps = state->velocity_mps.value_or(Interval());
  if (!state->exact() || !velocity_mps.exact()) {
    problem.notes.push_back("The initial state of the planning problem is uncertain: its middle is used.");
  }
  proto::EgoState& ego = problem.ego_state;
  ego.set_time_s(static_cast<double>(state->steps.first) * time_step_s);
  ego.set_x(state->center.x);
  ego.set_y(state->center.y);
  ego.set_yaw_rad(state->placement.yaw_rad.middle());
  ego.set_speed_mps(velocity_mps.middle());
  if (state->acceleration_mps2.has_value()) ego.set_acceleration_mps2(state->acceleration_mps2->middle());
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<PlanningProblem> ReadPlanningProblem(pugi::xml_node element, const LaneletMap& map, double time_step_s,
                                                    PolygonRepairs& goal_polygons) {
  PlanningProblem problem;
  absl::StatusOr<std::string> id = ReadAttribute(element, "id");
  if (!id.ok()) return id.status();
  problem.id = *std::move(id);
  if (absl::Status status = ReadInitialState(element, time_step_s, problem); !status.ok()) return status;
  problem.desired_speed_mps = std::max(0.0, problem.ego_state.speed_mps());
  bool speed_known = false;
  for (const pugi::xml_node goal : element.children("goalState")) {
    const absl::StatusOr<ImportedGoal> imported = ReadGoal(goal, map, time_step_s, goal_polygons);
    if (!imported.ok()) return imported.status();
    if (imported->goal.has_value()) problem.goals.push_back(*imported->goal);
    if (!imported->note.empty()) problem.notes.push_back(imported->note);
    problem.goal_lanelets.insert(problem.goal_lanelets.end(), imported->lanelets.begin(), imported->lanelets.end());
    const std::optional<Interval>& velocity_mps = imported->velocity_mps;
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
