#include "planner_adapter/road/road.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/road/road_outline.h"
#include "planner_adapter/road/testing/clearance_checker.h"
#include "planner_adapter/road/testing/clearance_oracle.h"
#include "planner_adapter/road/testing/lattice_roads.h"
#include "planner_adapter/road/testing/road_families.h"
#include "planner_adapter/road/testing/road_of.h"

namespace collision2d::planner::road_test {

using Body = std::vector<ConvexPolygon>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<RoadPoseClearance> ClearancesOf(const Road& road, const Body& body, const std::vector<Pose2>& poses) {
  std::vector<RoadPoseClearance> clearances(poses.size());
  const absl::Status status = road.Clearances(body, poses, absl::MakeSpan(clearances));
  EXPECT_TRUE(status.ok()) << status;
  return clearances;
}

RoadPoseClearance ClearanceOf(const Road& road, const Body& body, const Pose2& pose = {}) {
  return ClearancesOf(road, body, {pose})[0];
}

void ExpectSame(const RoadPoseClearance& a, const RoadPoseClearance& b) {
  EXPECT_EQ(a.clearance_m, b.clearance_m);
  EXPECT_EQ(a.is_inside, b.is_inside);
  EXPECT_EQ(a.witness_body, b.witness_body);
  EXPECT_EQ(a.witness_edge, b.witness_edge);
  EXPECT_EQ(a.direction, b.direction);
  EXPECT_EQ(a.piece, b.piece);
}

// The square [0, 8]^2 with the notch [3, 5] x [4, 8].
std::vector<OutlinePiece> Notched() { return Ring({{0, 0}, {8, 0}, {8, 8}, {5, 8}, {5, 4}, {3, 4}, {3, 8}, {0, 8}}); }

struct Known {
  const char* name;
  ConvexPolygon body;
  double clearance_m;
  bool is_inside;
  bool is_bracket = false;  // The depth is not known within kRoadClearanceError_m.
};

ConvexPolygon Rounded(const std::vector<Vec2>& vertices, double radius_m) {
  return *ConvexPolygon::Create(vertices, radius_m);
}

// Every second sector of a disc is road, and 2000 pieces meet at the center.
TEST(RoadTest, ManyCellsAroundOnePoint) {
  constexpr int kSectors = 2000;
  const auto at = [&](double sectors, double radius_m) {
    const double angle_rad = 2.0 * 3.14159265358979323846 * sectors / kSectors;
    return radius_m * Vec2{std::cos(angle_rad), std::sin(angle_rad)};
  };
  std::vector<ConvexPolygon> cells;
  std::vector<Pose2> poses;
  for (int i = 0; i < kSectors; ++i) {
    if (i % 2 == 0) cells.push_back(*ConvexPolygon::Hull({{}, at(i, 50.0), at(i + 1, 50.0)}));
    poses.push_back(Pose2{at(i + 0.5, 30.0)});
  }
  const Road road = *Road::FromCells(cells, {}, 0.0);
  const std::vector<RoadPoseClearance> clearances = ClearancesOf(road, {*ConvexPolygon::Create({Vec2{}})}, poses);
  const double half_width_m = 30.0 * std::sin(3.14159265358979323846 / kSectors);
  for (int i = 0; i < kSectors; ++i) {
    const double expected_m = i % 2 == 0 ? half_width_m : -half_width_m;
    EXPECT_NEAR(clearances[i].clearance_m, expected_m, kRoadClearanceError_m) << i;
  }
}

TEST(RoadTest, KnownClearances) {
  const Known table[] = {
      {"inside", RectangleCell({1, 1}, {2, 2}), 1.0, true},
      {"touches an edge", RectangleCell({0, 1}, {2, 2}), 0.0, true},
      {"fills the left of the notch", RectangleCell({0, 0}, {3, 8}), 0.0, true},
      {"below the notch", RectangleCell({0, 0}, {8, 4}), 0.0, true},
      {"into the notch", RectangleCell({0, 0}, {8, 4.5}), -0.5, false, true},
      {"cuts across the notch between corners", RectangleCell({0, 6}, {8, 7}), -1.0, false, true},
      {"segment across the notch", Cell({{2, 6}, {6, 6}}), -1.0, false, true},
      {"segment on the floor of the notch", Cell({{0, 4}, {8, 4}}), 0.0, true},
      {"segment along an edge and beyond", Cell({{0, 0}, {0, 9}}), -1.0, false, true},
      {"triangle with its tip on the edge", Cell({{1, 1}, {2, 0}, {3, 1}}), 0.0, true},
      {"point", Cell({{4, 3}}), 1.0, true},
      {"point on a vertex", Cell({{3, 4}}), 0.0, true},
      {"point in the notch", Cell({{4, 5}}), -1.0, false},
      {"point outside", Cell({{4, -3}}), -3.0, false},
      {"point off a corner", Cell({{-3, -4}}), -5.0, false},
      {"disc that touches", Rounded({{2, 2}}, 2.0), 0.0, true},
      {"disc inside", Rounded({{2, 2}}, 1.5), 0.5, true},
      {"disc beyond the edge", Rounded({{2, 2}}, 2.5), -0.5, false, true},
      {"capsule inside", Rounded({{2, 2}, {6, 2}}, 0.5), 1.5, true},
      {"rounded box that touches", Rounded({{1, 1}, {2, 1}, {2, 2}, {1, 2}}, 1.0), 0.0, true},
      {"rounded box beyond the edge", Rounded({{1, 1}, {2, 1}, {2, 2}, {1, 2}}, 1.25), -0.25, false, true},
      {"larger than the road", RectangleCell({-2, -2}, {10, 10}), -std::sqrt(8.0), false, true},
      {"tiny", RectangleCell({4, 3}, {4.001, 3.001}), 0.999, true},
  };
  const Road road = RoadOf(Notched());
  for (const Known& known : table) {
    SCOPED_TRACE(known.name);
    const RoadPoseClearance clearance = ClearanceOf(road, {known.body});
    EXPECT_EQ(clearance.is_inside, known.is_inside);
    EXPECT_GE(clearance.clearance_m, known.clearance_m - kRoadClearanceError_m);
    EXPECT_LE(clearance.clearance_m - clearance.depth_error_m, known.clearance_m + kRoadClearanceError_m);
    EXPECT_EQ(clearance.depth_error_m <= kRoadClearanceError_m, !known.is_bracket);
    CheckWitnesses(known.body, Pose2{}, road.pieces(), clearance);
  }
}

TEST(RoadTest, AnUlpDecides) {
  const Road road = RoadOf(Notched());
  EXPECT_TRUE(ClearanceOf(road, {RectangleCell({1, 1}, {8, 2})}).is_inside);
  const RoadPoseClearance beyond = ClearanceOf(road, {RectangleCell({1, 1}, {8.0 + 0x1p-49, 2})});
  EXPECT_FALSE(beyond.is_inside);
  EXPECT_LT(beyond.clearance_m, 0.0);
  EXPECT_GT(beyond.clearance_m, -kRoadClearanceError_m);
}

// No double is within this hole, and all of its sides are edges of the road.
TEST(RoadTest, BodyThatFillsAHoleOneUlpWide) {
  const std::vector<Vec2> hole = {{1, 1}, {4, 1.0 + 0x1p-52}, {2, 1.0 + 0x1p-52}};
  std::vector<OutlinePiece> pieces = Ring({{0, 0}, {8, 0}, {8, 8}, {0, 8}});
  for (const OutlinePiece& piece : Ring({hole[0], hole[2], hole[1]})) pieces.push_back(piece);
  const RoadPoseClearance clearance = ClearanceOf(RoadOf(pieces), {Cell(hole)});
  EXPECT_FALSE(clearance.is_inside);
  EXPECT_NEAR(clearance.clearance_m, 0.0, kRoadClearanceError_m);
  EXPECT_LT(clearance.clearance_m, 0.0);
  // The same place in a road without the hole.
  EXPECT_TRUE(ClearanceOf(RoadOf(Ring({{0, 0}, {8, 0}, {8, 8}, {0, 8}})), {Cell(hole)}).is_inside);
}

TEST(RoadTest, DirectionLeadsOffTheRoad) {
  const Road road = RoadOf(Ring({{0, 0}, {8, 0}, {8, 8}, {0, 8}}));
  EXPECT_EQ(ClearanceOf(road, {RectangleCell({2, 1}, {4, 3})}).direction, (Vec2{0, -1}));
  EXPECT_EQ(ClearanceOf(road, {RectangleCell({6, 2}, {9, 3})}).direction, (Vec2{1, 0}));
  EXPECT_EQ(ClearanceOf(road, {RectangleCell({0, 2}, {3, 3})}).direction, (Vec2{-1, 0}));
}

// A notch too shallow for a farthest point: the direction is that of a piece there, wherever the
// road is.
TEST(RoadTest, DirectionOutOfANotchShallowerThanTheTolerance) {
  for (const double y : {-3.0, 0.0, 5.0}) {
    const std::vector<OutlinePiece> pieces =
        Ring({{0, y}, {3, y}, {4, y + 1e-11}, {5, y}, {8, y}, {8, y + 8}, {0, y + 8}});
    const RoadPoseClearance clearance = ClearanceOf(RoadOf(pieces), {RectangleCell({1, y}, {7, y + 2})});
    EXPECT_FALSE(clearance.is_inside);
    EXPECT_NEAR(clearance.clearance_m, 0.0, kRoadClearanceError_m);
    EXPECT_NEAR(clearance.direction.y, -1.0, 1e-9) << y;
    // The same on a slope.
    const auto tilted = [](Vec2 p) { return Vec2{p.x - 0.3 * p.y, p.y + 0.3 * p.x}; };
    std::vector<Vec2> corners;
    for (const OutlinePiece& piece : pieces) corners.push_back(tilted(piece.from));
    const ConvexPolygon body = Cell({tilted({1, y}), tilted({7, y}), tilted({7, y + 2}), tilted({1, y + 2})});
    const RoadPoseClearance of_slope = ClearanceOf(RoadOf(Ring(corners)), {body});
    EXPECT_FALSE(of_slope.is_inside);
    EXPECT_LT(Dot(of_slope.direction, Normalized(tilted({0, 1}))), -0.99) << y;
  }
}

TEST(RoadTest, SeveralShapesHaveTheLeast) {
  const Road road = RoadOf(Notched());
  const ConvexPolygon tractor = RectangleCell({1, 1}, {2, 2});
  const ConvexPolygon trailer = RectangleCell({6, 0.5}, {7, 1.5});
  ExpectSame(ClearanceOf(road, {tractor, trailer}), ClearanceOf(road, {trailer}));
  ExpectSame(ClearanceOf(road, {trailer, tractor}), ClearanceOf(road, {trailer}));
  // Of equal ones the first.
  const ConvexPolygon twin = RectangleCell({5, 1}, {6, 2});
  ExpectSame(ClearanceOf(road, {tractor, twin}), ClearanceOf(road, {tractor}));
  ExpectSame(ClearanceOf(road, {twin, tractor}), ClearanceOf(road, {twin}));
}

TEST(RoadTest, ManyPosesAreEachAsAlone) {
  Random random(TestSeed());
  for (int i = 0; i < 2 * kRoadFamilyCount; ++i) {
    const Road road = RoadOf(RandomRoad(static_cast<RoadFamily>(i % kRoadFamilyCount), &random));
    const Body body = {RandomBody(&random), RandomBody(&random)};
    std::vector<Pose2> poses;
    for (int k = 0; k < 20; ++k) poses.push_back(RandomPoseNearEdge(body[0], road.pieces(), &random));
    const std::vector<RoadPoseClearance> all = ClearancesOf(road, body, poses);
    for (size_t k = 0; k < poses.size(); ++k) ExpectSame(all[k], ClearanceOf(road, body, poses[k]));
  }
}

TEST(RoadTest, MovingEverythingChangesNothing) {
  Random random(TestSeed() + 1);
  for (int i = 0; i < 200; ++i) {
    std::vector<OutlinePiece> pieces = RandomLatticeRoad(&random);
    const ConvexPolygon body = Cell(RandomLatticeBody(pieces, &random));
    const RoadPoseClearance here = ClearanceOf(RoadOf(pieces), {body});
    const Vec2 by{random.Integer(-100, 100) * 512.0, random.Integer(-100, 100) * 512.0};
    for (OutlinePiece& piece : pieces) piece = {piece.from + by, piece.to + by};
    const RoadPoseClearance there = ClearanceOf(RoadOf(pieces), {body}, Pose2{by});
    EXPECT_EQ(there.is_inside, here.is_inside);
    EXPECT_NEAR(there.clearance_m, here.clearance_m, kRoadClearanceError_m);
  }
}

void ExpectRefused(const absl::Status& status, const std::vector<std::string>& parts) {
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  for (const std::string& part : parts)
    EXPECT_TRUE(absl::StrContains(status.message(), part)) << status << ": " << part;
}

TEST(RoadTest, NothingIsJudgedIfNoRoadIsKnown) {
  const Road road;
  EXPECT_FALSE(road.is_known());
  EXPECT_FALSE(Road::FromScene(Scene(), 0.1)->is_known());
  const RoadPoseClearance clearance = ClearanceOf(road, {RectangleCell({0, 0}, {1, 1})}, Pose2{{1e5, 3}});
  EXPECT_TRUE(clearance.is_inside);
  EXPECT_EQ(clearance.clearance_m, std::numeric_limits<double>::infinity());
  EXPECT_EQ(clearance.piece, -1);
}

// No cells, cells without area, a border that runs back along itself.
TEST(RoadTest, NothingIsRoad) {
  const ConvexPolygon body = RectangleCell({0, 0}, {1, 1});
  for (const Road& road :
       {RoadOf({}), *Road::FromCells({}, {}, 0.1), *Road::FromCells({Cell({{0, 0}, {5, 5}})}, {}, 0.1),
        *Road::FromBorders({{"wall", {{0, 0}, {5, 5}, {0, 0}}}})}) {
    EXPECT_TRUE(road.is_known());
    const RoadPoseClearance clearance = ClearanceOf(road, {body}, Pose2{{1e5, 3}});
    EXPECT_FALSE(clearance.is_inside);
    EXPECT_EQ(clearance.clearance_m, -std::numeric_limits<double>::infinity());
    EXPECT_EQ(clearance.piece, -1);
    EXPECT_EQ(Norm(clearance.direction), 1.0);
    std::vector<TrajectoryRoadClearance> least(2);
    const std::vector<Pose2> poses(6);
    const std::vector<int> lengths = {3, 0};
    ASSERT_TRUE(road.MinimumClearances({body}, {poses, 3, lengths}, absl::MakeSpan(least)).ok());
    EXPECT_EQ(least[0].first_outside, 0);
    EXPECT_EQ(least[0].step, 0);
    EXPECT_EQ(least[1].first_outside, -1);
    EXPECT_EQ(least[1].step, -1);
  }
}

// The side of open borders changes half-way between two of them, without an edge there.
TEST(RoadBordersTest, TrajectoriesAndPosesAgreeFarFromTheEdge) {
  const Road road = *Road::FromBorders({{"corner", {{0, 100}, {0, 0}, {100, 0}}}, {"kerb", {{100, 10}, {50, 10}}}});
  const ConvexPolygon body = *ConvexPolygon::Rectangle(1.0, 1.0);
  std::vector<Pose2> poses;
  for (int x = 20; x <= 95; ++x) poses.push_back(Pose2{{static_cast<double>(x), 90.0}});
  std::vector<RoadPoseClearance> clearances(poses.size());
  ASSERT_TRUE(road.Clearances({body}, poses, absl::MakeSpan(clearances)).ok());
  int first_outside = -1;
  for (int i = static_cast<int>(poses.size()) - 1; i >= 0; --i) {
    if (!clearances[i].is_inside) first_outside = i;
  }
  EXPECT_GT(first_outside, 0);
  TrajectoryRoadClearance least;
  ASSERT_TRUE(
      road.MinimumClearances({body}, {poses, static_cast<int>(poses.size()), {}}, absl::MakeSpan(&least, 1)).ok());
  EXPECT_EQ(least.first_outside, first_outside);
}

// Coordinates at the limit.
TEST(RoadTest, RoadsAtTheLimitOfCoordinates) {
  const double limit_m = kMaxCoordinate_m;
  ExpectRefused(Road::FromCells({RectangleCell({limit_m - 10.0, 0}, {limit_m, 10})}, {}, 0.1).status(),
                {"drivable_area[0]", "beyond"});
  ExpectRefused(Road::FromCells({Rounded({{limit_m, 0}}, 1.0)}, {}, 0.0).status(), {"drivable_area[0]", "beyond"});
  EXPECT_TRUE(Road::FromCells({RectangleCell({limit_m - 10.0, 0}, {limit_m, 10})}, {}, 0.0).ok());
  EXPECT_TRUE(
      Road::FromBorders({{"", {{0, limit_m - 100}, {100, limit_m - 100}, {50, limit_m}, {0, limit_m - 100}}}}).ok());
  ExpectRefused(Road::FromBorders({{"far", {{0, 0}, {1e9, 0}, {1e9, 1e9}, {0, 0}}}}).status(),
                {"road_borders[0] (\"far\")"});
}

TEST(RoadTest, NotesNameBorders) {
  const std::vector<Vec2> ring = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}};
  const Road road = *Road::FromBorders({{"edge", ring}, {"kerb", {{2, 2}, {4, 2}, {4, 4}, {2, 2}}}});
  ASSERT_EQ(road.notes().size(), 1u);
  EXPECT_TRUE(absl::StrContains(road.notes()[0], "road_borders[1] (\"kerb\"): it is wound as the edge of a road"));
  // The road is on the left of an open line, whose ends are 0.5 m apart.
  const Road open = *Road::FromBorders({{"edge", {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0.5}}}});
  ASSERT_EQ(open.notes().size(), 1u);
  EXPECT_TRUE(absl::StrContains(open.notes()[0], "road_borders[0] (\"edge\"): its ends are 0.5 m apart"));
  const Road far = *Road::FromBorders({{"edge", {{50, 30}, {59, 30}, {59, 39}, {50, 39}, {50, 30.5}}}});
  ASSERT_EQ(far.notes().size(), 1u);
  EXPECT_TRUE(absl::StrContains(far.notes()[0], "its ends are 0.5 m apart"));
  ExpectRefused(
      Road::FromBorders({{"edge", {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0.5}}}, {"kerb", {{4, -4}, {4, 4}}}}).status(),
      {"road_borders[1] (\"kerb\")", "cannot be decided at (4, 0)"});
  ExpectRefused(Road::FromBorders({{"edge", ring}, {"kerb", {{5, 5}, {12, 5}, {12, 6}, {5, 5}}}}).status(),
                {"road_borders[0] (\"edge\")", "cannot be decided at (9, 5)"});
}

TEST(RoadTest, ScenesAndRecordedBorders) {
  const std::vector<Vec2> ring = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}};
  const Body body = {RectangleCell({10, 4}, {11, 5})};
  Scene scene;
  scene.drivable_area = {RectangleCell({0, 0}, {20, 8})};
  EXPECT_EQ(ClearanceOf(*Road::FromScene(scene, 0.1), body).clearance_m, 3.0);
  scene.road_borders = {{"edge", ring}};
  EXPECT_EQ(ClearanceOf(*Road::FromScene(scene, 0.1), body).clearance_m, -2.0);
  ExpectRefused(Road::FromScene(scene, kNaN).status(), {"road_gap_m", "nan"});
  const Road recorded = *Road::FromRecordedBorders(
      {{"edge", {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0.5}}}, {"kerb", {{2, 2}, {4, 2}, {4, 4}, {2, 2}}}});
  ASSERT_EQ(recorded.notes().size(), 2u);
  EXPECT_TRUE(absl::StrContains(recorded.notes()[0], "road_borders[0] (\"edge\"): it was closed"));
  EXPECT_TRUE(absl::StrContains(recorded.notes()[1], "road_borders[1] (\"kerb\"): it is wound"));
  EXPECT_FALSE(ClearanceOf(recorded, body).is_inside);
  ExpectRefused(Road::FromRecordedBorders({{"far", {{0, 0}, {1e9, 0}, {1e9, 1e9}, {0, 0}}}}).status(), {"far"});
}

TEST(RoadTest, AnOpenBorderIsRoad) {
  const Road road = *Road::FromBorders({{"right", {{0, 0}, {20, 0}}}});
  EXPECT_TRUE(ClearanceOf(road, {Cell({{0, 0}})}, Pose2{{5, 0}}).is_inside);
  EXPECT_FALSE(ClearanceOf(road, {Cell({{0, 0}})}, Pose2{{5, -0x1p-1000}}).is_inside);
}

TEST(RoadTest, AnIslandInARoadWithoutEnd) {
  const Road road = *Road::FromBorders({{"island", {{2, 2}, {2, 4}, {4, 4}, {4, 2}, {2, 2}}}});
  EXPECT_EQ(ClearanceOf(road, {Cell({{0, 0}})}, Pose2{{3, 7}}).clearance_m, 3.0);
  EXPECT_EQ(ClearanceOf(road, {Cell({{0, 0}})}, Pose2{{3, 2.5}}).clearance_m, -0.5);
}

TEST(RoadTest, ARoundCell) {
  const RoadPoseClearance center = ClearanceOf(*Road::FromCells({Rounded({{1, 2}}, 5.0)}, {}, 0.0), {Cell({{1, 2}})});
  EXPECT_TRUE(center.is_inside);
  EXPECT_NEAR(center.clearance_m, 5.0, 1e-3);
}

TEST(RoadTest, TheLastCornerIsRoad) {
  EXPECT_TRUE(ClearanceOf(RoadOf(Notched()), {Cell({{8, 8}})}).is_inside);
  EXPECT_FALSE(ClearanceOf(RoadOf(Notched()), {Cell({{8, 8.0 + 0x1p-49}})}).is_inside);
}

// Far from its origin all vertices of a tiny body are the same point, first and last ones too.
TEST(RoadTest, ABodyWhoseVerticesRoundingMerges) {
  const Road road = RoadOf(Ring({{1e7, 1e7}, {1e7 + 8, 1e7}, {1e7 + 8, 1e7 + 8}, {1e7, 1e7 + 8}}));
  const ConvexPolygon body = Cell({{0, 0}, {1e-9, 0}, {1e-9, 1}, {0, 1}});
  EXPECT_NEAR(ClearanceOf(road, {body}, Pose2{{1e7 + 4, 1e7 - 3}}).clearance_m, -3.0, 1e-8);
  EXPECT_TRUE(ClearanceOf(road, {body}, Pose2{{1e7 + 4, 1e7 + 3}}).is_inside);
}

TEST(RoadTest, OnItsWayABodyWhoseVerticesRoundingMergesIsAsDeep) {
  const Road road = RoadOf(Ring({{1e7, 1e7}, {1e7 + 8, 1e7}, {1e7 + 8, 1e7 + 8}, {1e7, 1e7 + 8}}));
  const ConvexPolygon body = Cell({{0, 0}, {1, 0}, {0, 1e-10}});
  const std::vector<Pose2> poses = {
      {{1e7 + 4, 1e7 + 3}}, {{1e7 + 4, 1e7 - 1}}, {{1e7 + 4, 1e7 - 3}}, {{1e7 + 4, 1e7 - 2}}};
  TrajectoryRoadClearance least;
  ASSERT_TRUE(road.MinimumClearances({body}, {poses, 4}, absl::MakeSpan(&least, 1)).ok());
  EXPECT_EQ(least.first_outside, 1);
  EXPECT_EQ(least.step, 2);
  EXPECT_NEAR(least.least.clearance_m, -3.0, 1e-8);
}

// Segments beside the edge, and across it.
TEST(RoadTest, SegmentsNearTheEdge) {
  for (const double y : {-1.0, -0x1p-40, 0.0, 0x1p-40, 1.0}) {
    const RoadPoseClearance along = ClearanceOf(RoadOf(Notched()), {Cell({{1, y}, {7, y}})});
    EXPECT_EQ(along.is_inside, y >= 0.0) << y;
    if (std::abs(y) == 1.0) {
      EXPECT_NEAR(along.clearance_m, y, 1e-12);
    }
  }
  EXPECT_FALSE(ClearanceOf(RoadOf(Notched()), {Cell({{1, -1}, {7, 1}})}).is_inside);
}

// The mean of its vertices is not inside of such a triangle.
TEST(RoadTest, ASliver) {
  for (const double x : {0.0, 16.0}) {
    const ConvexPolygon sliver = Cell({{x + 1, 1}, {x + 3, 1}, {x + 2, 1.0 + 0x1p-52}});
    EXPECT_EQ(ClearanceOf(RoadOf(Notched()), {sliver}).is_inside, x == 0.0);
  }
}

// The same on an edge, on either side of it.
TEST(RoadTest, ASliverOnTheEdge) {
  const Road road = RoadOf(Ring({{0, 1}, {8, 1}, {8, 8}, {0, 8}}));
  EXPECT_TRUE(ClearanceOf(road, {Cell({{1, 1}, {3, 1}, {2, 1.0 + 0x1p-52}})}).is_inside);
  EXPECT_FALSE(ClearanceOf(road, {Cell({{1, 1}, {2, 1.0 - 0x1p-53}, {3, 1}})}).is_inside);
}

TEST(RoadTest, BodyWithoutShapesIsInside) {
  const RoadPoseClearance clearance = ClearanceOf(RoadOf(Notched()), {});
  EXPECT_TRUE(clearance.is_inside);
  EXPECT_EQ(clearance.clearance_m, std::numeric_limits<double>::infinity());
}

TEST(RoadTest, BadPiecesAreRefused) {
  const double infinity = std::numeric_limits<double>::infinity();
  ExpectRefused(Road::Create({{{0, 0}, {1, 0}}, {{1, 0}, {kNaN, 2}}}).status(), {"pieces[1]", "nan"});
  ExpectRefused(Road::Create({{{0, -infinity}, {1, 0}}}).status(), {"pieces[0]", "inf"});
  ExpectRefused(Road::Create({{{0, 0}, {1.1e8, 0}}}).status(), {"pieces[0]"});
  ExpectRefused(Road::Create({{{0, 0}, {1, 0}}, {{1, 0}, {3, 3}}, {{2.5, 7}, {2.5, 7}}}).status(),
                {"pieces[2]", "2.5"});
}

TEST(RoadTest, BadPosesAreRefusedAndNothingIsWritten) {
  for (const Road& road : {RoadOf(Notched()), Road()}) {
    const Body body = {RectangleCell({0, 0}, {1, 1}), RectangleCell({1, 0}, {2, 1})};
    std::vector<RoadPoseClearance> clearances(3);
    for (RoadPoseClearance& clearance : clearances) clearance.clearance_m = 77.0;
    const std::vector<Pose2> nan = {Pose2{}, Pose2{}, Pose2{{1.0, kNaN}}};
    ExpectRefused(road.Clearances(body, nan, absl::MakeSpan(clearances)), {"[2]", "nan"});
    const std::vector<Pose2> rotation = {Pose2{}, Pose2({}, UnitRotation(1.5, 0.0)), Pose2{}};
    ExpectRefused(road.Clearances(body, rotation, absl::MakeSpan(clearances)), {"[1]", "1.5"});
    const std::vector<Pose2> two = {Pose2{}, Pose2{}};
    ExpectRefused(road.Clearances(body, two, absl::MakeSpan(clearances)), {"clearances", "3", "2"});
    for (const RoadPoseClearance& clearance : clearances) EXPECT_EQ(clearance.clearance_m, 77.0);
  }
}

TEST(RoadTest, MovedRoadAnswers) {
  Road first = RoadOf(Notched());
  const Road second = std::move(first);
  EXPECT_EQ(ClearanceOf(second, {RectangleCell({1, 1}, {2, 2})}).clearance_m, 1.0);
}

// Borders on the right, y = 0, and on the left, y = 6, of a road in the direction of x; the road is
// on the left of each.
std::vector<OutlinePiece> StraightBorders() {
  return PiecesOfBorders({{"right", {{0, 0}, {10, 0}, {20, 0}}}, {"left", {{20, 6}, {0, 6}}}});
}

TEST(RoadBordersTest, KnownClearances) {
  const Known table[] = {
      {"between", RectangleCell({5, 2}, {8, 4}), 2.0, true},
      {"touches the left border", RectangleCell({5, 2}, {8, 6}), 0.0, true},
      {"across the left border", RectangleCell({5, 2}, {8, 7}), -1.0, false},
      {"across both borders", RectangleCell({5, -1}, {8, 8}), -2.0, false, true},
      {"beyond the right border", RectangleCell({5, -3}, {8, -2}), -3.0, false},
      {"disc across", Rounded({{10, 1}}, 1.5), -0.5, false},
      {"beyond the end of the borders, between", RectangleCell({23, 2}, {26, 4}), std::sqrt(13.0), true},
      {"beyond the end of the borders, outside", Cell({{24, -3}}), -5.0, false},
  };
  const Road road = RoadOf(StraightBorders());
  for (const Known& known : table) {
    SCOPED_TRACE(known.name);
    const RoadPoseClearance clearance = ClearanceOf(road, {known.body});
    EXPECT_EQ(clearance.is_inside, known.is_inside);
    EXPECT_GE(clearance.clearance_m, known.clearance_m - kRoadClearanceError_m);
    EXPECT_LE(clearance.clearance_m - clearance.depth_error_m, known.clearance_m + kRoadClearanceError_m);
    EXPECT_EQ(clearance.depth_error_m <= kRoadClearanceError_m, !known.is_bracket);
    CheckWitnesses(known.body, Pose2{}, road.pieces(), clearance);
  }
}

// Winding borders, a right one and a left one, each of many pieces.
std::vector<OutlinePiece> WindingBorders(Random* random) {
  RoadLine right;
  RoadLine left;
  const double phase = random->Angle();
  for (int i = 0; i <= 15; ++i) {
    const double y = 3.0 * std::sin(0.4 * i + phase);
    right.points.push_back({3.0 * i, y});
    left.points.insert(left.points.begin(), {3.0 * i + 0.5, y + random->Uniform(4.0, 6.0)});
  }
  return PiecesOfBorders({right, left});
}

// Whether a point is on the right of the piece nearest to it, if that is one piece, and not its
// end.
bool IsClearlyOutside(Vec2 p, absl::Span<const OutlinePiece> pieces, double* depth_m) {
  double second_m = std::numeric_limits<double>::infinity();
  *depth_m = second_m;
  const OutlinePiece* nearest = nullptr;
  for (const OutlinePiece& piece : pieces) {
    const double distance_m = static_cast<double>(DistanceFromEdge(p, {piece}));
    if (distance_m < *depth_m) {
      second_m = *depth_m;
      *depth_m = distance_m;
      nearest = &piece;
    } else {
      second_m = std::min(second_m, distance_m);
    }
  }
  const bool is_one = second_m > *depth_m + 1e-9 && *depth_m > 1e-9;
  return is_one && Cross(nearest->to - nearest->from, p - nearest->from) < 0.0;
}

// No sample of a body that is inside is outside, and none of one that is not is deeper than the
// bound of its depth.
TEST(RoadBordersTest, SamplesAgree) {
  Random random(TestSeed() + 2);
  int inside = 0;
  int deep = 0;
  for (int i = 0; i < 1000; ++i) {
    const Road road = RoadOf(WindingBorders(&random));
    const ConvexPolygon body = *ConvexPolygon::Rectangle(random.Uniform(1.0, 6.0), random.Uniform(0.5, 3.0));
    const Pose2 pose = RandomPoseNearEdge(body, road.pieces(), &random);
    // Around the ends of borders a body gets from one side to the other without meeting a piece.
    const double reach_m = body.bounding_radius_m();
    if (pose.translation.x < reach_m + 1.0 || pose.translation.x > 44.5 - reach_m) continue;
    const RoadPoseClearance clearance = ClearanceOf(road, {body}, pose);
    CheckWitnesses(body, pose, road.pieces(), clearance);
    inside += clearance.is_inside ? 1 : 0;
    double deepest_m = 0.0;
    for (int k = 0; k < 400; ++k) {
      const Vec2 size = body.vertices()[2] - body.vertices()[0];
      const Vec2 p = body.vertices()[0] + Vec2{(k % 20) / 19.0 * size.x, (k / 20) / 19.0 * size.y};
      double depth_m = 0.0;
      if (IsClearlyOutside(pose * p, road.pieces(), &depth_m)) deepest_m = std::max(deepest_m, depth_m);
    }
    EXPECT_TRUE(deepest_m == 0.0 || !clearance.is_inside);
    EXPECT_LE(deepest_m, std::max(0.0, clearance.depth_error_m - clearance.clearance_m) + kRoadClearanceError_m);
    deep += deepest_m > 0.0 ? 1 : 0;
    ASSERT_FALSE(HasFailure()) << i << " " << HexFormat(body) << " " << HexFormat(pose);
  }
  EXPECT_GT(inside, 60);
  EXPECT_GT(deep, 60);
}

TEST(RoadTest, ABodyThatReachesBeyondLegalCoordinatesIsRefused) {
  const Road road = *Road::Create(Ring({{-9, -9}, {9, -9}, {9, 9}, {-9, 9}}));
  const ConvexPolygon body = *ConvexPolygon::Rectangle(4.0, 2.0);
  const std::vector<Pose2> poses = {Pose2{}, Pose2{{kMaxCoordinate_m, 0.0}}};
  std::vector<RoadPoseClearance> clearances(2);
  const absl::Status status = road.Clearances({body}, poses, absl::MakeSpan(clearances));
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("world_from_body[1]: "), std::string::npos) << status;
  TrajectoryRoadClearance least;
  EXPECT_FALSE(road.MinimumClearances({body}, {poses, 2, {}}, absl::MakeSpan(&least, 1)).ok());
  EXPECT_TRUE(road.Clearances({body}, {Pose2{{kMaxCoordinate_m - 8.0, 0.0}}}, absl::MakeSpan(&clearances[0], 1)).ok());
  EXPECT_TRUE(
      road.Clearances({Cell({{0, 0}})}, {Pose2{{kMaxCoordinate_m - 0.5, 0.0}}}, absl::MakeSpan(&clearances[0], 1))
          .ok());
  EXPECT_LT(clearances[0].clearance_m, -0.9 * kMaxCoordinate_m);
}

}  // namespace collision2d::planner::road_test
