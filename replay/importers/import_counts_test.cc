#include "replay/importers/import_counts.h"

#include <cstdint>
#include <map>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

using Counts = std::map<std::string, int64_t>;

ElementCensus Count(const std::string& xml) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(xml.c_str()));
  return CountElements(document.document_element());
}

TEST(CountElementsTest, CountsUnknownOnesByNameAndPlace) {
  EXPECT_EQ(Count("<commonRoad/>").unknown, Counts());
  EXPECT_EQ(Count("<commonRoad><lanelet><leftBound><point><x/><y/><z/></point></leftBound><foo/></lanelet>"
                  "<foo><bar/></foo><point/></commonRoad>")
                .unknown,
            (Counts{{"foo", 2}, {"point", 1}}));
  // What has text only.
  EXPECT_EQ(Count("<commonRoad><dynamicObstacle><type>car<foo/></type></dynamicObstacle></commonRoad>").unknown,
            (Counts{{"foo", 1}}));
}

TEST(CountElementsTest, DoesNotLookIntoWhatIsNotUsed) {
  const ElementCensus census = Count(
      "<commonRoad><trafficSign><anything/></trafficSign><scenarioTags><urban/></scenarioTags>"
      "<dynamicObstacle><signalSeries><foo/></signalSeries><initialState><yawRate><foo/></yawRate>"
      "</initialState></dynamicObstacle></commonRoad>");
  EXPECT_EQ(census.unknown, Counts());
  EXPECT_EQ(census.unused, (Counts{{"signalSeries", 1}, {"yawRate", 1}}));
}

TEST(CountElementsTest, CountsWhatIsNotUsed) {
  EXPECT_EQ(Count("<commonRoad><location/><intersection/><lanelet><leftBound><point><x/><y/><z/></point><lineMarking/>"
                  "</leftBound><userOneWay/><stopLine/></lanelet><dynamicObstacle><initialState><velocityY/>"
                  "</initialState><trajectory><state><orientation/><velocityY/></state></trajectory></dynamicObstacle>"
                  "</commonRoad>")
                .unused,
            (Counts{{"intersection", 1}, {"lineMarking", 1}, {"userOneWay", 1}, {"velocityY", 1}, {"z", 1}}));
}

TEST(CountElementsTest, CountsWhatIsThereTwiceOrExcluded) {
  const ElementCensus census = Count(
      "<commonRoad id='1' id='2'><dynamicObstacle><shape><rectangle/><rectangle><length/><length/></rectangle></shape>"
      "<shape/><trajectory><state><time><exact/><intervalStart/><intervalEnd/></time><time/><position><circle/"
      "><point><x/><x/></point>"
      "<point/></position></state><state/></trajectory><trajectory/></dynamicObstacle><planningProblem><goalState>"
      "<position><lanelet/><lanelet/><rectangle/></position></goalState></planningProblem></commonRoad>");
  EXPECT_EQ(census.superfluous, (Counts{{"attribute id", 1},
                                        {"circle", 1},
                                        {"intervalEnd", 1},
                                        {"intervalStart", 1},
                                        {"length", 1},
                                        {"point", 1},
                                        {"rectangle", 1},
                                        {"shape", 1},
                                        {"time", 1},
                                        {"trajectory", 1},
                                        {"x", 1}}));
  EXPECT_EQ(census.unknown, Counts());
}

TEST(CountElementsTest, EndsOnDeepNesting) {
  std::string xml = "<commonRoad>";
  for (int i = 0; i < 100000; ++i) xml += "<shape>";
  for (int i = 0; i < 100000; ++i) xml += "</shape>";
  EXPECT_EQ(Count(xml + "</commonRoad>").unknown, (Counts{{"shape", 1}}));
}

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
  counts.static_motions = 4;
  counts.phantoms_without_occupancy = 5;
  counts.orientations_from_velocities = 6;
  counts.assumed_orientations = 7;
  counts.dangling_references = 8;
  counts.shown_features = 10;
  counts.unplaced_features = 11;
  counts.superfluous_elements = {{"shape", 12}};
  counts.unused_elements = {{"z", 13}};
  EXPECT_EQ(NotesOf(counts),
            (std::vector<std::string>{
                "Trajectories without states, whose obstacles have their initial pose only: 1.",
                "First states of trajectories at the time step of the initial state, which is used: 2.",
                "Of these, elsewhere than the initial state: 3.",
                "Trajectories and occupancy sets of static obstacles, left out: 4.",
                "Phantom obstacles without occupancy set, left out: 5.",
                "States without orientation, which is that of their velocities: 6.",
                "Initial states without orientation, which is assumed to be 0: 7.",
                "References of lanelets to lanelets that the file does not have, left out: 8.",
                "Stop lines, signs, lights and speed limits, which are shown but not judged: 10.",
                "Stop lines, signs, lights and speed limits without a place or readable content: 11.",
                "Elements beside one that was used instead: \"shape\" (12).",
                "Elements not used: \"z\" (13).",
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
