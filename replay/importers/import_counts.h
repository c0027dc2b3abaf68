#pragma once

#include <cstdint>
#include <map>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "replay/importers/polygon_repair.h"

// What an import ignored, repaired or decided: counts of elements outside of what is used, and the
// notes of a whole file.

namespace collision2d::planner {

// How often elements occur of which the importer uses nothing, by name.
struct ElementCensus {
  // At a place where the CommonRoad format (2018b, 2020a) does not define them.
  std::map<std::string, int64_t> unknown;
  // Known, but not used:
  //   of the scenario    intersection
  //   of a lanelet       userOneWay, userBidirectional
  //   of a bound         lineMarking
  //   of a point         z
  //   of an obstacle     initialSignalState, signalSeries
  //   of a state         what is not time, position, orientation, velocity or acceleration, and a
  //                      velocityY beside an orientation
  // Location and scenarioTags describe no part of a scene and are not counted; stop lines, signs,
  // lights and speed limits are counted where they are read (ImportRoadFeatures).
  std::map<std::string, int64_t> unused;
  // Elements that repeat an earlier one although the format permits one, and elements that others
  // exclude: shapes next to the point of a position, the ends of an interval next to `exact`. An
  // attribute that is given twice counts as "attribute x".
  std::map<std::string, int64_t> superfluous;
};

// Counts the elements below `root`; the content of those that are unknown or not used is passed
// over. O(elements), without recursion.
ElementCensus CountElements(pugi::xml_node root);

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
  int64_t static_motions = 0;                // Trajectories and occupancy sets of static obstacles, dropped.
  int64_t phantoms_without_occupancy = 0;    // Phantom obstacles that occupy nothing, left out.
  int64_t orientations_from_velocities = 0;  // See ImportedState::Orientation.
  int64_t assumed_orientations = 0;
  int64_t dangling_references = 0;  // From lanelets to lanelets that do not exist, left out.
  int64_t shown_features = 0;       // Stop lines, signs, lights and speed limits that the page shows.
  int64_t unplaced_features = 0;    // Those that have no place, or cannot be read.

  // The number of occurrences of each element outside the format's vocabulary, by name. Its content
  // is ignored.
  std::map<std::string, int64_t> unknown_elements;
  // As above, of elements that the format knows and the importer does not use.
  std::map<std::string, int64_t> unused_elements;
  // As above, of elements that are dropped because the format has one of them and an earlier one
  // was used, or because others exclude them.
  std::map<std::string, int64_t> superfluous_elements;
};

// Appends a note `what: "name" (count), ...`; nothing if there are no elements.
void AppendElements(absl::string_view what, const std::map<std::string, int64_t>& elements,
                    std::vector<std::string>& notes);

// Returns one sentence for each thing that was repaired, approximated or dropped, and none for
// things that did not occur.
std::vector<std::string> NotesOf(const ImportCounts& counts);

}  // namespace collision2d::planner
