#include "planner_adapter/importers/lanelet_route.h"

#include <cmath>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"
#include "planner_adapter/importers/commonroad_lanelets.h"

namespace collision2d::planner {
namespace {

// A straight lanelet, 4 m wide.
Lanelet Straight(Vec2 from, Vec2 to) {
  Lanelet lanelet;
  lanelet.center_line = {from, to};
  const Vec2 side = 2.0 / Norm(to - from) * PerpendicularLeft(to - from);
  lanelet.area = {ConvexPolygon::Create({from - side, to - side, to + side, from + side}).value()};
  return lanelet;
}

// Two parallel lanes along x of three lanelets each (0, 1, 2 at y = 0 and 3, 4, 5 at y = 4), and one (6) that branches
// off from 1 to the right.
LaneletMap TwoLanes() {
  LaneletMap map;
  for (const double y : {0.0, 4.0}) {
    for (int i = 0; i < 3; ++i) map.lanelets.push_back(Straight({100.0 * i, y}, {100.0 * i + 100.0, y}));
  }
  map.lanelets.push_back(Straight({200, 0}, {250, -50}));
  for (const int i : {0, 1, 3, 4}) map.lanelets[i].successors = {i + 1};
  map.lanelets[1].successors = {6, 2};
  for (int i = 0; i < 3; ++i) {
    map.lanelets[i].left = i + 3;
    map.lanelets[i + 3].right = i;
  }
  return map;
}

std::vector<int> Indices(const std::vector<RouteStep>& route) {
  std::vector<int> indices;
  for (const RouteStep& step : route) indices.push_back(step.by_lane_change ? -step.lanelet : step.lanelet);
  return indices;
}

TEST(LaneletsAtTest, OrdersByHeadingAndRefusesTheOppositeDirection) {
  LaneletMap map = TwoLanes();
  map.lanelets.push_back(Straight({0, 0}, {100, 50}));  // 7: 0.46 rad.
  map.lanelets.push_back(Straight({100, 0}, {0, 0}));   // 8: opposite.
  const std::vector<StartLanelet> found = LaneletsAt(map, {2, 1}, 0.4);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].lanelet, 7);
  EXPECT_NEAR(found[0].heading_error_rad, std::atan(0.5) - 0.4, 1e-12);
  EXPECT_EQ(found[1].lanelet, 0);
  EXPECT_TRUE(LaneletsAt(map, {50, 2.5}, M_PI).empty());
  EXPECT_EQ(LaneletsAt(map, {50, 1.0}, M_PI)[0].lanelet, 8);
  map.lanelets[0].for_vehicles = false;
  EXPECT_TRUE(LaneletsAt(map, {90, -1}, 0.0).empty());
}

TEST(NearestLaneletTest, LooksWithinTheDistanceAndDirection) {
  const LaneletMap map = TwoLanes();
  EXPECT_EQ(NearestLanelet(map, {50, -10}, 0.0, 20.0), 0);
  EXPECT_EQ(NearestLanelet(map, {50, 10}, 0.0, 20.0), 3);
  EXPECT_EQ(NearestLanelet(map, {50, 30}, 0.0, 20.0), kNoLanelet);
  EXPECT_EQ(NearestLanelet(map, {50, 10}, M_PI, 20.0), kNoLanelet);
  EXPECT_EQ(NearestLanelet(LaneletMap(), {0, 0}, 0.0, 20.0), kNoLanelet);
}

TEST(FindRouteTest, PrefersFewLaneChangesThenFewLanelets) {
  const LaneletMap map = TwoLanes();
  EXPECT_EQ(Indices(FindRoute(map, 0, {2})), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(Indices(FindRoute(map, 0, {6})), (std::vector<int>{0, 1, 6}));
  EXPECT_EQ(Indices(FindRoute(map, 0, {0})), (std::vector<int>{0}));
  const std::vector<RouteStep> change = FindRoute(map, 3, {6});
  ASSERT_EQ(change.size(), 4u);
  EXPECT_EQ(change[0].by_lane_change + change[1].by_lane_change + change[2].by_lane_change, 1);
  EXPECT_EQ(change.back().lanelet, 6);
  EXPECT_TRUE(FindRoute(map, 6, {0}).empty());
  EXPECT_TRUE(FindRoute(map, 0, {}).empty());
}

TEST(FollowStraightestTest, TurnsAsLittleAsPossibleUntilLongEnough) {
  LaneletMap map = TwoLanes();
  std::vector<RouteStep> route = {{0, false}};
  FollowStraightest(map, 150.0, route);
  EXPECT_EQ(Indices(route), (std::vector<int>{0, 1, 2}));
  route = {{0, false}};
  FollowStraightest(map, 100.0, route);
  EXPECT_EQ(Indices(route), (std::vector<int>{0, 1}));
  // A ring road ends where it began.
  map.lanelets[2].successors = {0};
  route = {{0, false}};
  FollowStraightest(map, 1e6, route);
  EXPECT_EQ(Indices(route), (std::vector<int>{0, 1, 2}));
}

}  // namespace
}  // namespace collision2d::planner
