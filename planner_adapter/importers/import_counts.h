#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_IMPORT_COUNTS_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_IMPORT_COUNTS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "planner_adapter/importers/polygon_repair.h"

namespace collision2d::planner {

// Counts of what a file contained and of what the importer had to decide about it, for the whole file.
struct ImportCounts {
  int64_t lanelets = 0;
  int64_t static_obstacles = 0;
  int64_t moving_obstacles = 0;
  int64_t planning_problems = 0;

  // Repairs of obstacles' shapes, positions and occupancies.
  PolygonRepairs obstacle_polygons;
  // Repairs of the quadrilaterals between neighbouring pairs of lanelet bound points.
  PolygonRepairs lanelet_quads;
  // Repairs of goals.
  PolygonRepairs goal_polygons;

  int64_t lanelets_not_for_vehicles = 0;  // Sidewalks and the like: neither drivable area nor route.
  int64_t uncertain_states = 0;           // Given by a position shape or an interval; see CoverPlacements.
  int64_t set_based_trajectories = 0;     // Trajectories that became occupancies because of such states.
  int64_t single_pose_predictions = 0;    // For dynamic obstacles with neither trajectory nor occupancy set.
  int64_t occupancy_gaps = 0;             // Ranges of steps without occupancy between two occupancies.

  // The number of occurrences of each element outside the format's vocabulary, by name. Its content is ignored.
  std::map<std::string, int64_t> unknown_elements;
};

// Returns one sentence for each thing that was repaired, approximated or dropped, and none for things that did not
// occur.
std::vector<std::string> NotesOf(const ImportCounts& counts);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_IMPORT_COUNTS_H_
