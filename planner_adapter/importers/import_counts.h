#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_IMPORT_COUNTS_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_IMPORT_COUNTS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "planner_adapter/importers/polygon_repair.h"

namespace collision2d::planner {

// What a file contained, and what the importer had to decide about it. Of the whole file.
struct ImportCounts {
  int64_t lanelets = 0;
  int64_t static_obstacles = 0;
  int64_t moving_obstacles = 0;
  int64_t planning_problems = 0;

  // Of obstacles' shapes, positions and occupancies.
  PolygonRepairs obstacle_polygons;
  // Of the quadrilaterals between neighbouring pairs of lanelet bound points.
  PolygonRepairs lanelet_quads;

  int64_t lanelets_not_for_vehicles = 0;  // Side walks and the like: neither drivable area nor route.
  int64_t uncertain_states = 0;           // Given by a position shape or an interval; see CoverPlacements.
  int64_t set_based_trajectories = 0;     // Trajectories that became occupancies because of such states.
  int64_t single_pose_predictions = 0;    // Of dynamic obstacles with neither trajectory nor occupancy set.
  int64_t occupancy_gaps = 0;             // Ranges of steps without occupancy between two occupancies.

  // How often each element outside the format's vocabulary was met (its content was not looked at), by name.
  std::map<std::string, int64_t> unknown_elements;
};

// One sentence for each thing that was repaired, approximated or left out; nothing for what was not met.
std::vector<std::string> NotesOf(const ImportCounts& counts);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_IMPORT_COUNTS_H_
