#include "replay/importers/import_counts.h"

#include "absl/strings/str_cat.h"
#include "replay/importers/xml_reader.h"

namespace collision2d::planner {
namespace {

// How many different names a note lists; it counts the others.
constexpr int kListedNames = 20;

void AppendRepairs(absl::string_view what, const PolygonRepairs& r, std::vector<std::string>& notes) {
  const auto note = [&](int64_t count, absl::string_view text) {
    if (count > 0) notes.push_back(absl::StrCat(what, ": ", text, ": ", count, " of ", r.polygons, "."));
  };
  const auto note_vertices = [&](int64_t count, absl::string_view text) {
    if (count > 0) notes.push_back(absl::StrCat(what, ": ", text, ": ", count, " vertices."));
  };
  note(r.closing_vertex_removed, "repeated closing vertex removed");
  note_vertices(r.duplicate_vertices_removed, "repeated vertices removed");
  note(r.clockwise_reversed, "clockwise order reversed");
  note_vertices(r.collinear_vertices_removed, "collinear vertices removed");
  note(r.split_into_convex, absl::StrCat("not convex, split into ", r.convex_parts, " convex parts"));
  note(r.replaced_by_hull, "self-intersecting or too large, replaced by the convex hull");
  note(r.without_area, "without area");
}

}  // namespace

void AppendElements(absl::string_view what, const std::map<std::string, int64_t>& elements,
                    std::vector<std::string>& notes) {
  if (elements.empty()) return;
  std::string note = absl::StrCat(what, ":");
  int listed = 0;
  for (const auto& [name, count] : elements) {
    if (listed == kListedNames) break;
    absl::StrAppend(&note, listed == 0 ? " " : ", ", Quoted(name), " (", count, ")");
    ++listed;
  }
  const size_t others = elements.size() - listed;
  if (others > 0) absl::StrAppend(&note, " and ", others, " other names");
  notes.push_back(note + ".");
}

std::vector<std::string> NotesOf(const ImportCounts& counts) {
  std::vector<std::string> notes;
  const auto note = [&](int64_t count, absl::string_view text) {
    if (count > 0) notes.push_back(absl::StrCat(text, ": ", count, "."));
  };
  if (counts.static_obstacles + counts.moving_obstacles == 0) notes.push_back("The file has no obstacles.");
  AppendRepairs("Obstacle polygons", counts.obstacle_polygons, notes);
  AppendRepairs("Lanelet quadrilaterals", counts.lanelet_quads, notes);
  AppendRepairs("Goal polygons", counts.goal_polygons, notes);
  note(counts.lanelets_not_for_vehicles, "Lanelets that are not for vehicles, left out of the drivable area");
  note(counts.uncertain_states,
       "Obstacle states with an uncertain position, orientation or time, covered by the hull of all possibilities");
  note(counts.set_based_trajectories, "Trajectories with such states, imported as occupancies");
  note(counts.single_pose_predictions,
       "Dynamic obstacles with neither trajectory nor occupancy set, imported with their initial pose only");
  note(counts.occupancy_gaps, "Gaps in occupancy sets, in which the earlier occupancy is held");
  note(counts.empty_trajectories, "Trajectories without states, whose obstacles have their initial pose only");
  note(counts.repeated_initial_states,
       "First states of trajectories at the time step of the initial state, which is used");
  note(counts.changed_initial_states, "Of these, elsewhere than the initial state");
  note(counts.phantoms_without_occupancy, "Phantom obstacles without occupancy set, left out");
  note(counts.orientations_from_velocities, "States without orientation, which is that of their velocities");
  note(counts.assumed_orientations, "Initial states without orientation, which is assumed to be 0");
  note(counts.dangling_references, "References of lanelets to lanelets that the file does not have, left out");
  note(counts.shown_features, "Stop lines, signs, lights and speed limits, which are shown but not judged");
  note(counts.unplaced_features, "Stop lines, signs, lights and speed limits without a place or readable content");
  AppendElements("Elements not used", counts.unused_elements, notes);
  return notes;
}

}  // namespace collision2d::planner
