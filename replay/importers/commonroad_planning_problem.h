#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/v1/scene.pb.h"
#include "replay/importers/commonroad_lanelets.h"
#include "replay/importers/polygon_repair.h"
#include "replay/importers/xml_reader.h"

// Planning problems of CommonRoad: the initial state and the goals of the ego vehicle.

namespace collision2d::planner {

struct ImportedGoal {
  // Not set, with a note: the goal asks for nothing, or its lanelets have no area.
  std::optional<v1::Goal> goal;
  // What a reader must know about the goal, as one sentence; may be empty.
  std::string note;
  // The lanelets that the goal names or that contain the centre of one of its shapes; indices in
  // the map, in any order.
  std::vector<int> lanelets;
  // m/s, along the heading.
  std::optional<UncertainNumber> velocity_mps;
};

// Reads the content of a CommonRoad `goalState` element. Step k is at k * time_step_s. The goal's
// area is its shapes, its point, or the areas of its lanelets; polygons are repaired and counted.
// Headings over a full turn or more are any heading. Other quantities of the format are ignored.
// Errors (InvalidArgument, with the element's path and the value): malformed content; a lanelet
// that is not in the map.
absl::StatusOr<ImportedGoal> ReadGoal(XmlElement element, const LaneletMap& map, double time_step_s,
                                      PolygonRepairs& repairs);

// m/s. A goal whose mean velocity is at most this specifies where to stop, not how fast to drive.
inline constexpr double kLeastGoalSpeed_mps = 1.0;

struct PlanningProblem {
  std::string id;
  // Step k is at k * time_step_s; the speed is along the orientation.
  v1::EgoState ego_state;
  // The middle of the first goal's velocity interval that is above kLeastGoalSpeed_mps; otherwise
  // the initial speed if it is forward; otherwise 0.
  double desired_speed_mps = 0.0;
  // The lanelets that the goals name or that contain the centre of a goal's shape; indices in the
  // map, without repeats.
  std::vector<int> goal_lanelets;
  // Those that can be reached and ask for something (ReadGoal), in the document's order.
  std::vector<v1::Goal> goals;
  // What was approximated or left out, one sentence each.
  std::vector<std::string> notes;
};

// Reads the content of a CommonRoad `planningProblem` element. An uncertain initial state is
// replaced by its middle, with a note; one without velocity or orientation has 0, with a note.
// Polygons of goals are repaired and counted.
// Errors (InvalidArgument, with the element's path and the value): the id or the initial state is
// missing; malformed content; a goal lanelet that is not in the map.
absl::StatusOr<PlanningProblem> ReadPlanningProblem(XmlElement element, const LaneletMap& map, double time_step_s,
                                                    PolygonRepairs& goal_polygons);

}  // namespace collision2d::planner
