#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "replay/importers/polygon_repair.h"

// What an import ignored, repaired or decided: the notes of a whole file.

namespace collision2d::planner {

// Counts of what a file contained and of what the importer had to decide about it, for the whole
// file.
struct ImportCounts {
  int64_t lanelets = 0;
  int64_t static_obstacles = 0;
  int64_t moving_obstacles = 0;

  // Repairs of obstacles' shapes, positions and occupancies.
  PolygonRepairs obstacle_polygons;
  // Repairs of the quadrilaterals between neighbouring pairs of lanelet bound points.
  PolygonRepairs lanelet_quads;
  // Repairs of goals.
  PolygonRepairs goal_polygons;

  int64_t lanelets_not_for_vehicles = 0;     // Sidewalks and the like: neither drivable area nor route.
  int64_t uncertain_states = 0;              // Given by a position shape or an interval; see CoverPlacements.
  int64_t set_based_trajectories = 0;        // Trajectories that became occupancies because of such states.
  int64_t single_pose_predictions = 0;       // For dynamic obstacles with neither trajectory nor occupancy set.
  int64_t occupancy_gaps = 0;                // Ranges of steps without occupancy between two occupancies.
  int64_t empty_trajectories = 0;            // Trajectories without states: the obstacle has its initial pose only.
  int64_t repeated_initial_states = 0;       // First states of trajectories at the step of the initial state, dropped.
  int64_t changed_initial_states = 0;        // Those of them that are elsewhere than the initial state.
  int64_t phantoms_without_occupancy = 0;    // Phantom obstacles that occupy nothing, left out.
  int64_t orientations_from_velocities = 0;  // See ImportedState::Orientation.
  int64_t assumed_orientations = 0;
  int64_t dangling_references = 0;  // From lanelets to lanelets that do not exist, left out.
  int64_t shown_features = 0;       // Stop lines, signs, lights and speed limits that the page shows.
  int64_t unplaced_features = 0;    // Those that have no place, or cannot be read.

  // How often elements occur that are not read, by name: unknown ones, those that the importer does
  // not use, and those beside another that excludes them.
  std::map<std::string, int64_t> unused_elements;
};

// Appends a note `what: "name" (count), ...`; nothing if there are no elements.
void AppendElements(absl::string_view what, const std::map<std::string, int64_t>& elements,
                    std::vector<std::string>& notes);

// Returns one sentence for each thing that was repaired, approximated or dropped, and none for
// things that did not occur.
std::vector<std::string> NotesOf(const ImportCounts& counts);

}  // namespace collision2d::planner
