#include "planner_adapter/importers/import_counts.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

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

TEST(NotesOfTest, ListsUnknownElementsWithTheirCounts) {
  ImportCounts counts;
  counts.static_obstacles = 1;
  counts.unknown_elements = {{"bar\x07", 1}, {"foo", 3}};
  EXPECT_EQ(NotesOf(counts), std::vector<std::string>{"Unknown elements ignored: \"bar\\x07\" (1), \"foo\" (3)."});
  for (int i = 0; i < 30; ++i) counts.unknown_elements[absl::StrCat("z", 10 + i)] = 1;
  const std::string note = NotesOf(counts).front();
  EXPECT_TRUE(absl::EndsWith(note, ", \"z27\" (1) and 12 other names.")) << note;
}

}  // namespace
}  // namespace collision2d::planner
