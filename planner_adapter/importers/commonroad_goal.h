#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_GOAL_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_GOAL_H_

#include <optional>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "planner_adapter/importers/commonroad_lanelets.h"
#include "planner_adapter/importers/polygon_repair.h"
#include "planner_adapter/importers/xml_reader.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

struct ImportedGoal {
  // Not set, with a note: the goal asks for nothing, or its lanelets have no area.
  std::optional<proto::Goal> goal;
  // What a reader must know about the goal, as one sentence; may be empty.
  std::string note;
  // The lanelets that the goal names or that contain the centre of one of its shapes; indices in the map, in any order.
  std::vector<int> lanelets;
  // m/s, along the heading.
  std::optional<Interval> velocity_mps;
};

// Reads the content of a CommonRoad `goalState` element. Step k is at k * time_step_s. The goal's area is its shapes, its
// point, or the areas of its lanelets; polygons are repaired and counted. Headings over a full turn or more are any
// heading. Other quantities of the format are ignored.
// Errors (InvalidArgument, with the element's path and the value): malformed content; a lanelet that is not in the map.
absl::StatusOr<ImportedGoal> ReadGoal(pugi::xml_node element, const LaneletMap& map, double time_step_s,
                                      PolygonRepairs& repairs);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_GOAL_H_
