#include "replay/importers/import_counts.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "collision2d/testing/test.h"

namespace collision2d::planner {
namespace {

TEST(NotesOfTest, SaysOnlyWhatWasMet) {
  ImportCounts counts;
  EXPECT_EQ(NotesOf(counts), std::vector<std::string>{"The file has no obstacles."});
  counts.moving_obstacles = 1;
  counts.obstacle_polygons.polygons = 9;
  EXPECT_TRUE(NotesOf(counts).empty());
}

TEST(NotesOfTest, HasASentenceForEachRepair) {
  ImportCounts counts;
  counts.static_obstacles = 1;
  counts.obstacle_polygons = {9, 1, 2, 3, 4, 5, 6, 7, 8};
  counts.goal_polygons.polygons = 2;
  counts.goal_polygons.replaced_by_hull = 1;
  counts.occupancy_gaps = 10;
  EXPECT_EQ(NotesOf(counts),
            (std::vector<std::string>{
                "Obstacle polygons: repeated closing vertex removed: 1 of 9.",
                "Obstacle polygons: repeated vertices removed: 2 vertices.",
                "Obstacle polygons: clockwise order reversed: 4 of 9.",
                "Obstacle polygons: collinear vertices removed: 3 vertices.",
                "Obstacle polygons: not convex, split into 6 convex parts: 5 of 9.",
                "Obstacle polygons: self-intersecting or too large, replaced by the convex hull: 7 of 9.",
                "Obstacle polygons: without area: 8 of 9.",
                "Goal polygons: self-intersecting or too large, replaced by the convex hull: 1 of 2.",
                "Gaps in occupancy sets, in which the earlier occupancy is held: 10.",
            }));
}

TEST(NotesOfTest, HasASentenceForEachAssumptionAndLoss) {
  ImportCounts counts;
  counts.static_obstacles = 1;
  counts.empty_trajectories = 1;
  counts.repeated_initial_states = 2;
  counts.changed_initial_states = 3;
  counts.phantoms_without_occupancy = 5;
  counts.orientations_from_velocities = 6;
  counts.assumed_orientations = 7;
  counts.dangling_references = 8;
  counts.shown_features = 10;
  counts.unplaced_features = 11;
  counts.unused_elements = {{"z", 13}};
  EXPECT_EQ(NotesOf(counts),
            (std::vector<std::string>{
                "Trajectories without states, whose obstacles have their initial pose only: 1.",
                "First states of trajectories at the time step of the initial state, which is used: 2.",
                "Of these, elsewhere than the initial state: 3.",
                "Phantom obstacles without occupancy set, left out: 5.",
                "States without orientation, which is that of their velocities: 6.",
                "Initial states without orientation, which is assumed to be 0: 7.",
                "References of lanelets to lanelets that the file does not have, left out: 8.",
                "Stop lines, signs, lights and speed limits, which are shown but not judged: 10.",
                "Stop lines, signs, lights and speed limits without a place or readable content: 11.",
                "Elements not used: \"z\" (13).",
            }));
}

TEST(NotesOfTest, ListsElementsWithTheirCounts) {
  ImportCounts counts;
  counts.static_obstacles = 1;
  counts.unused_elements = {{"bar\x07", 1}, {"foo", 3}};
  EXPECT_EQ(NotesOf(counts), std::vector<std::string>{"Elements not used: \"bar\\x07\" (1), \"foo\" (3)."});
  for (int i = 0; i < 30; ++i) counts.unused_elements[absl::StrCat("z", 10 + i)] = 1;
  const std::string note = NotesOf(counts).front();
  EXPECT_TRUE(absl::EndsWith(note, ", \"z27\" (1) and 12 other names.")) << note;
}

}  // namespace

}  // namespace collision2d::planner
