#include "planner_adapter/importers/lanelet_path.h"

#include <cmath>
#include <string>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"
#include "planner_adapter/importers/commonroad_lanelets.h"

namespace collision2d::planner {
namespace {

using Line = std::vector<Vec2>;

// A lanelet along x with a centre point every 10 m, 4 m wide.
Lanelet AlongX(double from, double to, double y) {
  Lanelet lanelet;
  for (double x = from; x <= to; x += 10.0) lanelet.center_line.push_back({x, y});
  lanelet.area = {ConvexPolygon::Create({{from, y - 2}, {to, y - 2}, {to, y + 2}, {from, y + 2}}).value()};
  return lanelet;
}

// Lanelets 0 and 1, one after the other, and 2 to the left of 1.
LaneletMap SmallMap() {
  LaneletMap map;
  map.lanelets = {AlongX(0, 100, 0), AlongX(100, 200, 0), AlongX(100, 200, 4)};
  map.lanelets[0].successors = {1};
  map.lanelets[1].left = 2;
  map.lanelets[2].right = 1;
  return map;
}

TEST(MakeReferencePathTest, FollowsTheLaneAndGoesOnStraight) {
  const LaneletPath path = MakeReferencePath(SmallMap(), {30, 0.5}, 0.1, {});
  ASSERT_EQ(path.points.size(), 21u);  // Of two times eleven, the joint once.
  EXPECT_EQ(path.points.front(), (Vec2{0, 0}));
  EXPECT_EQ(path.points.back(), (Vec2{200, 0}));
  EXPECT_TRUE(path.notes.empty());

  const LaneletPath near_the_end = MakeReferencePath(SmallMap(), {150, 0.5}, 0.1, {});
  EXPECT_EQ(near_the_end.points.back(), (Vec2{250, 0}));
  EXPECT_EQ(near_the_end.notes,
            std::vector<std::string>{
                "The lanelets end 50.0 m ahead of the ego vehicle: the reference path goes straight on."});
}

TEST(MakeReferencePathTest, StopsFollowingAfterTheLimit) {
  LaneletMap map;
  for (int i = 0; i < 20; ++i) {
    map.lanelets.push_back(AlongX(100 * i, 100 * i + 100, 0));
    if (i > 0) map.lanelets[i - 1].successors = {i};
  }
  EXPECT_EQ(MakeReferencePath(map, {110, 0}, 0.0, {}).points.back(), (Vec2{500, 0}));
  // A goal farther away is still reached.
  EXPECT_EQ(MakeReferencePath(map, {110, 0}, 0.0, {9}).points.back(), (Vec2{1000, 0}));
}

TEST(MakeReferencePathTest, ChangesTheLaneGradually) {
  const LaneletPath path = MakeReferencePath(SmallMap(), {50, 0}, 0.0, {2});
  ASSERT_GE(path.points.size(), 5u);
  EXPECT_EQ(path.points.front(), (Vec2{0, 0}));
  EXPECT_EQ(path.points.back(), (Vec2{200, 4}));
  for (size_t i = 1; i < path.points.size(); ++i) {
    const Vec2 step = path.points[i] - path.points[i - 1];
    EXPECT_GT(step.x, 0.0);
    EXPECT_LE(std::abs(std::atan2(step.y, step.x)), std::atan2(4.0, kLaneChangeLength_m) + 1e-12);
  }
  // Beginning on the lanelet that is left: not before the vehicle.
  const LaneletPath late = MakeReferencePath(SmallMap(), {120, 0}, 0.0, {2});
  const Line expected = {{100, 0}, {110, 0}, {120, 0}, {150, 4}, {160, 4}, {170, 4}, {180, 4}, {190, 4}, {200, 4}};
  EXPECT_EQ(Line(late.points.begin(), late.points.begin() + 9), expected);
}

TEST(MakeReferencePathTest, LetsTheGoalChooseAmongSimilarHeadings) {
  LaneletMap map;
  map.lanelets = {AlongX(0, 100, 0), AlongX(0, 100, 0)};
  map.lanelets[1].center_line = {{0, 0}, {100, 10}};
  EXPECT_EQ(MakeReferencePath(map, {5, 0}, 0.0, {}).points[1], (Vec2{10, 0}));
  EXPECT_EQ(MakeReferencePath(map, {5, 0}, 0.0, {1}).points[1], (Vec2{100, 10}));
}

TEST(MakeReferencePathTest, CopesWithoutALanelet) {
  const LaneletPath nearest = MakeReferencePath(SmallMap(), {-5, 10}, 0.0, {});
  EXPECT_EQ(nearest.points[0], (Vec2{-6, 0}));  // Begins behind the vehicle.
  EXPECT_EQ(nearest.points[1], (Vec2{0, 0}));
  EXPECT_EQ(nearest.notes,
            std::vector<std::string>{
                "The ego vehicle is in no lanelet of its direction: the reference path follows the nearest one."});
  for (const LaneletPath& straight :
       {MakeReferencePath(SmallMap(), {50, 40}, M_PI, {}), MakeReferencePath(LaneletMap(), {50, 40}, M_PI, {}),
        MakeReferencePath(SmallMap(), {50, 0}, M_PI, {})}) {
    ASSERT_EQ(straight.points.size(), 2u);
    EXPECT_NEAR(straight.points[1].x, -50, 1e-12);
    EXPECT_EQ(straight.notes, std::vector<std::string>{
                                  "No lanelet near the ego vehicle: the reference path is a straight line ahead."});
  }
}

TEST(MakeReferencePathTest, NotesAnUnreachableGoal) {
  const LaneletPath path = MakeReferencePath(SmallMap(), {150, 4}, 0.0, {0});
  EXPECT_EQ(path.points.front(), (Vec2{100, 4}));
  ASSERT_EQ(path.notes.size(), 2u);
  EXPECT_EQ(path.notes[0], "No goal lanelet can be reached: the reference path follows the lane.");
}

TEST(MakeReferencePathTest, DropsPointsThatAreNoiseInDirection) {
  LaneletMap map;
  map.lanelets = {AlongX(0, 200, 0)};
  map.lanelets[0].center_line.insert(map.lanelets[0].center_line.begin() + 3, {20.01, 0.05});
  EXPECT_EQ(MakeReferencePath(map, {50, 0}, 0.0, {}).points.size(), 21u);
  // Nothing but such points: no direction to follow.
  map.lanelets[0].center_line = {{50, 0}, {50.01, 0}};
  EXPECT_EQ(MakeReferencePath(map, {50, 0}, 0.0, {}).points.back(), (Vec2{150, 0}));
}

}  // namespace
}  // namespace collision2d::planner
