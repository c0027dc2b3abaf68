#include "replay/importers/lanelet_route.h"

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "replay/importers/commonroad_lanelets.h"

namespace collision2d::planner {
namespace {

using Line = std::vector<Vec2>;

const Line kCorner = {{0, 0}, {3, 0}, {3, 4}};

TEST(PolylineLengthTest, SumsTheSegments) {
  EXPECT_EQ(PolylineLength(kCorner), 7);
  EXPECT_EQ(PolylineLength(Line{{1, 1}}), 0);
  EXPECT_EQ(PolylineLength(Line{}), 0);
}

TEST(ProjectOnPolylineTest, FindsTheClosestPoint) {
  const struct {
    Line line;
    Vec2 point;
    double station_m;
    double distance_m;
    double yaw_rad;
  } cases[] = {
      {kCorner, {1, 2}, 1, 2, 0},
      {kCorner, {2, 3}, 6, 1, M_PI / 2},
      {kCorner, {-3, 4}, 0, 5, 0},
      {kCorner, {6, 8}, 7, 5, M_PI / 2},
      {{{1, 1}}, {4, 5}, 0, 5, 0},
      {{{1, 1}, {1, 1}}, {4, 5}, 0, 5, 0},
      {{{0, 0}, {0, 5}}, {0, 0}, 0, 0, M_PI / 2},
  };
  for (const auto& test : cases) {
    const PolylineProjection projection = ProjectOnPolyline(test.line, test.point);
    EXPECT_EQ(projection.station_m, test.station_m);
    EXPECT_EQ(projection.distance_m, test.distance_m);
    EXPECT_EQ(projection.yaw_rad, test.yaw_rad);
  }
}

TEST(PolylinePartTest, CutsBetweenStations) {
  EXPECT_EQ(PolylinePart(kCorner, 1, 5), (Line{{1, 0}, {3, 0}, {3, 2}}));
  EXPECT_EQ(PolylinePart(kCorner, 1, 2), (Line{{1, 0}, {2, 0}}));
  EXPECT_EQ(PolylinePart(kCorner, 3, 3), (Line{{3, 0}}));
  EXPECT_EQ(PolylinePart(kCorner, 4, 4), (Line{{3, 1}}));
  EXPECT_EQ(PolylinePart(kCorner, -1, 99), kCorner);
  EXPECT_EQ(PolylinePart(kCorner, 8, 9), (Line{{3, 4}}));
  EXPECT_EQ(PolylinePart(kCorner, -9, -8), (Line{{0, 0}}));
}

TEST(EndYawTest, IsTheLastSegmentsDirection) { EXPECT_EQ(EndYaw(kCorner), M_PI / 2); }

// A straight lanelet, 4 m wide.
Lanelet Straight(Vec2 from, Vec2 to) {
  Lanelet lanelet;
  lanelet.center_line = {from, to};
  const Vec2 side = 2.0 / Norm(to - from) * PerpendicularLeft(to - from);
  lanelet.area = {ConvexPolygon::Create({from - side, to - side, to + side, from + side}).value()};
  return lanelet;
}

// Two parallel lanes along x of three lanelets each (0, 1, 2 at y = 0 and 3, 4, 5 at y = 4), and
// one (6) that branches off from 1 to the right.
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

TEST(NearestLaneletTest, TheFirstOfTwoAtTheSameDistance) {
  EXPECT_EQ(NearestLanelet(TwoLanes(), {50, 2}, 0.0, 20.0), 0);
  EXPECT_EQ(NearestLanelet(TwoLanes(), {50, 24}, 0.0, 20.0), 3);  // At the largest distance.
}

TEST(FindRouteTest, DoesNotLeadOverLaneletsForOthers) {
  LaneletMap map = TwoLanes();
  map.lanelets[1].for_vehicles = false;
  EXPECT_EQ(Indices(FindRoute(map, 0, {2})), (std::vector<int>{0, -3, 4, 5, -2}));
  for (const int i : {3, 4, 5}) map.lanelets[i].for_vehicles = false;
  EXPECT_TRUE(FindRoute(map, 0, {2}).empty());
}

TEST(FollowStraightestTest, TheFirstOfEquallyStraightOnesCountsAndAPointHasDirection0) {
  LaneletMap map;
  map.lanelets = {Straight({0, 0}, {100, 0}), Straight({100, 0}, {200, 50}), Straight({100, 0}, {200, -50}),
                  Straight({100, 0}, {200, 100})};
  map.lanelets[0].successors = {1, 2, 3};
  std::vector<RouteStep> route = {{0, false}};
  FollowStraightest(map, 1.0, route);
  EXPECT_EQ(Indices(route), (std::vector<int>{0, 1}));
  // A lanelet that is one point.
  Lanelet point;
  point.center_line = {{100, 0}, {100, 0}};
  map.lanelets.push_back(point);
  map.lanelets[0].successors = {1, 4};
  route = {{0, false}};
  FollowStraightest(map, 1.0, route);
  EXPECT_EQ(Indices(route), (std::vector<int>{0, 4}));
}

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

TEST(MakeReferencePathTest, TheGoalDoesNotChooseAmongOtherHeadings) {
  LaneletMap map;
  map.lanelets = {AlongX(0, 100, 0), AlongX(0, 100, 0)};
  map.lanelets[1].center_line = {{0, 0}, {100, 50}};  // 0.46 rad.
  const LaneletPath path = MakeReferencePath(map, {5, 0}, 0.0, {1});
  EXPECT_EQ(path.points[1], (Vec2{10, 0}));
  EXPECT_EQ(path.notes[0], "No goal lanelet can be reached: the reference path follows the lane.");
}

TEST(MakeReferencePathTest, AtTheEndsOfTheLanelets) {
  // At the beginning nothing is missing behind the vehicle.
  EXPECT_EQ(MakeReferencePath(SmallMap(), {0, 0}, 0.0, {}).points[0], (Vec2{0, 0}));
  // Beyond the end the path goes on as far ahead of the vehicle as from elsewhere.
  const LaneletPath beyond = MakeReferencePath(SmallMap(), {210, 1}, 0.0, {});
  EXPECT_EQ(beyond.points.back(), (Vec2{210 + kLeastLengthAhead_m, 0}));
  EXPECT_EQ(beyond.notes.back(),
            "The lanelets end 0.0 m ahead of the ego vehicle: the reference path goes straight on.");
}

}  // namespace

}  // namespace collision2d::planner
