// Roads whose rings touch: a corner on a side, corners on corners, sides and parts of sides on each
// other, islands on islands and on the edge, slivers. Bodies on them against exact arithmetic, in
// all orders of the rings. 32,000 bodies; as road_touching_long_test 2 10^6.

#include <array>
#include <cstdio>
#include <random>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/road/testing/lattice_roads.h"
#include "planner_adapter/road/testing/touching_rings.h"

namespace collision2d::planner {
namespace {

constexpr int64_t kDefaultCases = 32000;
constexpr int kParts = 8;
constexpr int kBodiesOfRoad = 20;

// Places the lattice in the world: units that are powers of two, of x and of y, and an origin that
// keeps every coordinate exact. Units of y as small as rounding make all rings slivers.
struct Placement {
  Vec2 unit_m;
  Vec2 origin;

  Vec2 operator*(Vec2 p) const { return {origin.x + unit_m.x * p.x, origin.y + unit_m.y * p.y}; }
};

Placement RandomPlacement(Random* random) {
  constexpr Vec2 kUnits_m[] = {{1, 1}, {0.125, 0.125}, {16, 16}, {1, 0x1p-10}, {1, 0x1p-36}, {0x1p-20, 16}};
  constexpr double kOrigins_m[] = {0.0, 0.0, -7.0, 12345.0, 65504.0};
  const Vec2 unit_m = kUnits_m[random->Index(6)];
  const auto origin = [&](double unit) { return unit < 0x1p-30 ? 0.0 : kOrigins_m[random->Index(5)]; };
  const double x = origin(unit_m.x);
  return {unit_m, {x, origin(unit_m.y)}};
}

std::vector<Vec2> Placed(const std::vector<Vec2>& points, const Placement& placement) {
  std::vector<Vec2> placed;
  for (const Vec2 p : points) placed.push_back(placement * p);
  return placed;
}

std::vector<ConvexPolygon> CellsOf(const std::vector<LatticeRing>& rings, const Placement& placement) {
  std::vector<ConvexPolygon> cells;
  for (const LatticeRing& ring : rings) cells.push_back(*ConvexPolygon::Create(Placed(ring.vertices, placement)));
  return cells;
}

// Each ring from a random one of its corners.
std::vector<OutlinePiece> BordersOf(const std::vector<LatticeRing>& rings, const Placement& placement, Random* random) {
  std::vector<OutlinePiece> pieces;
  for (const LatticeRing& ring : rings) {
    std::vector<Vec2> vertices = Placed(ring.vertices, placement);
    std::rotate(vertices.begin(), vertices.begin() + random->Index(static_cast<int>(vertices.size())), vertices.end());
    if (ring.is_island) std::reverse(vertices.begin(), vertices.end());
    for (const OutlinePiece& piece : Ring(vertices)) pieces.push_back(piece);
  }
  return pieces;
}

std::string Describe(const std::vector<LatticeRing>& rings, const std::vector<Vec2>& body, const Placement& placement) {
  std::string text =
      "body " + HexFormat(body) + " unit " + HexFormat(placement.unit_m) + " origin " + HexFormat(placement.origin);
  for (const LatticeRing& ring : rings) text += (ring.is_island ? "\nisland " : "\nring ") + HexFormat(ring.vertices);
  return text;
}

RoadPoseClearance ClearanceOf(const Road& road, const std::vector<Vec2>& body, double radius_m = 0.0) {
  const ConvexPolygon shape = *ConvexPolygon::Create(body, radius_m);
  RoadPoseClearance clearance;
  EXPECT_TRUE(road.Clearances({shape}, {Pose2{}}, absl::MakeSpan(&clearance, 1)).ok());
  return clearance;
}

class RoadTouchingTest : public testing::TestWithParam<int> {};

TEST_P(RoadTouchingTest, BodiesAreExact) {
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  const int64_t roads = TestCaseCount(kDefaultCases) / (kParts * kBodiesOfRoad);
  int64_t inside = 0;
  for (int64_t i = 0; i < roads; ++i) {
    const bool has_islands = i % 2 == 1;
    std::vector<LatticeRing> rings =
        has_islands ? RandomTouchingIslands(&random) : RandomTouchingCells(/*may_overlap=*/false, &random);
    const Placement placement = RandomPlacement(&random);
    std::shuffle(rings.begin(), rings.end(), std::mt19937_64(static_cast<uint64_t>(i)));
    const absl::StatusOr<Road> road = has_islands ? Road::Create(BordersOf(rings, placement, &random))
                                                  : Road::FromCells(CellsOf(rings, placement), {}, 0.0);
    ASSERT_TRUE(road.ok()) << road.status() << Describe(rings, {}, placement);
    for (int k = 0; k < kBodiesOfRoad; ++k) {
      const std::vector<Vec2> body = RandomBodyNear(rings, &random);
      const bool expected = IsOnRings(body, rings);
      inside += expected ? 1 : 0;
      const RoadPoseClearance clearance = ClearanceOf(*road, Placed(body, placement));
      ASSERT_EQ(clearance.is_inside, expected) << Describe(rings, body, placement);
      ASSERT_EQ(clearance.clearance_m >= 0.0, expected) << Describe(rings, body, placement);
    }
  }
  const double cases = static_cast<double>(roads * kBodiesOfRoad);
  std::printf("touching: %.0f bodies, %.1f %% inside\n", cases, 100.0 * static_cast<double>(inside) / cases);
  EXPECT_GT(static_cast<double>(inside), 0.25 * cases);
  EXPECT_LT(static_cast<double>(inside), 0.7 * cases);
}

// Where cells cross, their sides move by rounding: only bodies that touch these may be judged
// otherwise.
TEST_P(RoadTouchingTest, BodiesOnCrossingCellsAreExactButForRounding) {
  Random random(TestSeed() + 300 + static_cast<uint64_t>(GetParam()));
  const int64_t roads = TestCaseCount(kDefaultCases) / (2 * kParts * kBodiesOfRoad);
  int64_t other = 0;
  for (int64_t i = 0; i < roads; ++i) {
    const std::vector<LatticeRing> rings = RandomTouchingCells(/*may_overlap=*/true, &random);
    const Placement placement{{1, 1}, {static_cast<double>(random.Integer(0, 1) * 65504), 0}};
    const absl::StatusOr<Road> road = Road::FromCells(CellsOf(rings, placement), {}, 0.0);
    ASSERT_TRUE(road.ok()) << road.status() << Describe(rings, {}, placement);
    for (int k = 0; k < kBodiesOfRoad; ++k) {
      const std::vector<Vec2> body = RandomBodyNear(rings, &random);
      const RoadPoseClearance clearance = ClearanceOf(*road, Placed(body, placement));
      if (clearance.is_inside == IsOnRings(body, rings)) continue;
      ++other;
      // The least depth that is reported, and rounding at the largest coordinates.
      ASSERT_LT(std::abs(clearance.clearance_m), 0x1p-31) << Describe(rings, body, placement);
    }
  }
  EXPECT_LT(other, roads * kBodiesOfRoad / 10);
}

// The polygon around or within a disc.
std::vector<Vec2> PolygonOfDisc(Vec2 center, double radius_m, int size) {
  std::vector<Vec2> polygon;
  for (int i = 0; i < size; ++i) {
    const double angle = 2.0 * 3.14159265358979323846 * (i + 0.5) / size;
    polygon.push_back(center + radius_m * Vec2{std::cos(angle), std::sin(angle)});
  }
  return polygon;
}

// Discs are between polygons; the few that these do not decide are within 1e-4 of touching the
// edge.
TEST_P(RoadTouchingTest, DiscsAreExact) {
  Random random(TestSeed() + 100 + static_cast<uint64_t>(GetParam()));
  const int64_t roads = TestCaseCount(kDefaultCases) / (10 * kParts * kBodiesOfRoad);
  constexpr int kSize = 360;
  for (int64_t i = 0; i < roads; ++i) {
    const bool has_islands = i % 2 == 1;
    const std::vector<LatticeRing> rings =
        has_islands ? RandomTouchingIslands(&random) : RandomTouchingCells(/*may_overlap=*/false, &random);
    const Placement placement{{1, 1}, {}};
    const absl::StatusOr<Road> road = has_islands ? Road::Create(BordersOf(rings, placement, &random))
                                                  : Road::FromCells(CellsOf(rings, placement), {}, 0.0);
    ASSERT_TRUE(road.ok()) << road.status();
    for (int k = 0; k < kBodiesOfRoad; ++k) {
      const Vec2 center =
          RandomBodyNear(rings, &random)[0] + Vec2{random.Uniform(-0.5, 0.5), random.Uniform(-0.5, 0.5)};
      const double radius_m = random.Uniform(0.1, 1.0);
      const RoadPoseClearance clearance = ClearanceOf(*road, {center}, radius_m);
      const double chord = std::cos(3.14159265358979323846 / kSize);
      const auto fits = [&](double scaled_m) { return IsOnRings(PolygonOfDisc(center, scaled_m, kSize), rings); };
      if (fits((radius_m + 1e-5) / chord)) {
        ASSERT_TRUE(clearance.is_inside) << Describe(rings, {center}, placement) << " radius " << radius_m;
      } else if (!fits(radius_m - 1e-5)) {
        ASSERT_FALSE(clearance.is_inside) << Describe(rings, {center}, placement) << " radius " << radius_m;
      } else {
        ASSERT_LT(std::abs(clearance.clearance_m), 2e-4) << Describe(rings, {center}, placement);
      }
    }
  }
}

// A body that moves over the lattice by steps of one or two: it is first outside where the oracle
// has it, and departs by then, or by the half step before if it is outside there.
TEST_P(RoadTouchingTest, TrajectoriesLeaveWhereBodiesAreOutside) {
  Random random(TestSeed() + 200 + static_cast<uint64_t>(GetParam()));
  const int64_t roads = TestCaseCount(kDefaultCases) / (20 * kParts);
  constexpr int kSteps = 6;
  const std::vector<double> times_s = {0, 1, 2, 3, 4, 5};
  int leaving = 0;
  int staying = 0;
  for (int64_t i = 0; i < roads; ++i) {
    const bool has_islands = i % 2 == 1;
    const std::vector<LatticeRing> rings =
        has_islands ? RandomTouchingIslands(&random) : RandomTouchingCells(/*may_overlap=*/false, &random);
    const Placement placement{{1, 1}, {}};
    const absl::StatusOr<Road> road = has_islands ? Road::Create(BordersOf(rings, placement, &random))
                                                  : Road::FromCells(CellsOf(rings, placement), {}, 0.0);
    ASSERT_TRUE(road.ok()) << road.status();
    const std::vector<Vec2> small = {{0, 0}, {1, 0}, {1, 1}};
    const std::vector<Vec2> point = {{0, 0}};
    const std::vector<Vec2>& body = random.Chance(0.7) ? small : point;
    std::vector<Pose2> poses = {Pose2{RandomBodyNear(rings, &random)[0]}};
    while (static_cast<int>(poses.size()) < kSteps) {
      const double x = random.Integer(-1, 1);
      poses.push_back(Pose2{poses.back().translation + Vec2{x, static_cast<double>(random.Integer(-1, 1))}});
    }
    const auto is_on_road = [&](Vec2 at) {
      std::vector<Vec2> moved;
      for (const Vec2 p : body) moved.push_back(p + at);
      return IsOnRings(moved, rings);
    };
    int first_outside = -1;
    double first_s = 1e9;
    for (int step = kSteps - 1; step >= 0; --step) {
      if (step + 1 < kSteps && !is_on_road(0.5 * (poses[step].translation + poses[step + 1].translation))) {
        first_s = step + 0.5;
      }
      if (is_on_road(poses[step].translation)) continue;
      first_outside = step;
      first_s = step;
    }
    const ConvexPolygon shape = *ConvexPolygon::Create(body);
    const Trajectories trajectories{poses, kSteps, {}};
    TrajectoryRoadClearance least;
    ASSERT_TRUE(road->MinimumClearances({shape}, trajectories, absl::MakeSpan(&least, 1)).ok());
    std::vector<Vec2> path;
    for (const Pose2& pose : poses) path.push_back(pose.translation);
    ASSERT_EQ(least.first_outside, first_outside) << HexFormat(path) << Describe(rings, body, placement);
    SweptHit departure;
    ASSERT_TRUE(road->FirstDepartures({shape}, trajectories, times_s, {}, absl::MakeSpan(&departure, 1)).ok());
    if (first_outside == 0) continue;
    if (first_s < 1e9) {
      ++leaving;
      ASSERT_GE(departure.step, 0) << HexFormat(path) << Describe(rings, body, placement);
      ASSERT_LE(departure.free_until_s, first_s) << HexFormat(path) << Describe(rings, body, placement);
    } else {
      ++staying;
    }
    if (departure.step < 0 || body.size() == 1) continue;
    // A body with an interior is outside, or on the edge, at the end of the bracket.
    const int step = departure.step;
    const Vec2 way = poses[step + 1].translation - poses[step].translation;
    const Pose2 there{poses[step].translation + (departure.contact_by_s - step) * way};
    RoadPoseClearance clearance;
    ASSERT_TRUE(road->Clearances({shape}, {there}, absl::MakeSpan(&clearance, 1)).ok());
    ASSERT_LT(clearance.clearance_m, 1e-5) << HexFormat(path) << Describe(rings, body, placement);
  }
  EXPECT_GT(leaving, roads / 20);
  EXPECT_GT(staying, roads / 20);
}

INSTANTIATE_TEST_SUITE_P(Parts, RoadTouchingTest, testing::Range(0, kParts));

// The following roads and bodies are small enough to judge by eye.

constexpr double kInf = 1e300;

struct Case {
  std::vector<Vec2> body;
  double clearance_m;  // Minus infinity: outside by any depth.
  double radius_m = 0.0;
};

void ExpectClearances(const Road& road, const std::vector<Case>& cases) {
  for (const Case& expected : cases) {
    const RoadPoseClearance clearance = ClearanceOf(road, expected.body, expected.radius_m);
    EXPECT_EQ(clearance.is_inside, expected.clearance_m >= 0.0) << HexFormat(expected.body);
    if (expected.clearance_m < 0.0) continue;
    EXPECT_NEAR(clearance.clearance_m, expected.clearance_m, 1e-12) << HexFormat(expected.body);
  }
}

std::vector<Vec2> Box(double left, double bottom, double right, double top) {
  return {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
}

std::vector<Vec2> Square() { return Box(0, 0, 4, 4); }
std::vector<Vec2> Tip() { return {{2, 4}, {3, 6}, {1, 6}}; }

// The tip of one ring on the side of another one.
std::vector<Road> RoadsWithTip() {
  std::vector<Road> roads;
  const std::vector<std::vector<Vec2>> square_first = {Square(), Tip()};
  const std::vector<std::vector<Vec2>> tip_first = {Tip(), Square()};
  for (const std::vector<std::vector<Vec2>>& rings : {square_first, tip_first}) {
    std::vector<ConvexPolygon> cells;
    std::vector<OutlinePiece> borders;
    for (const std::vector<Vec2>& ring : rings) {
      cells.push_back(*ConvexPolygon::Create(ring));
      for (const OutlinePiece& piece : Ring(ring)) borders.push_back(piece);
    }
    for (const double gap_m : {0.0, 0.1}) roads.push_back(*Road::FromCells(cells, {}, gap_m));
    roads.push_back(*Road::Create(borders));
  }
  return roads;
}

TEST(RoadTouchingKnownTest, ATipOnASide) {
  for (const Road& road : RoadsWithTip()) {
    ExpectClearances(road, {{{{2, 2}}, 1.5, 0.5},
                            {{{2, 2}}, 2.0},
                            {Box(1.5, 2.75, 2.5, 3.25), 0.75},
                            {Box(1, 2, 3, 3.5), 0.5},
                            {{{1, 2}, {3, 2}, {2, 3}}, 1.0},
                            {Box(1, 2, 3, 4), 0.0},
                            {Square(), 0.0},
                            {Tip(), 0.0},
                            {{{1, 2}, {3, 2}, {2, 4}}, 0.0},
                            {{{2, 1}, {2, 3.9}}, 4.0 - 3.9},
                            {{{2, 1}, {2, 4}}, 0.0},
                            {{{1, 1}, {2, 4}}, 0.0},
                            {{{0, 4}, {4, 4}}, 0.0},
                            {{{1, 4}, {3, 4}}, 0.0},
                            {{{2, 4}, {2, 5}}, 0.0},
                            {{{2, 4}, {3, 6}}, 0.0},
                            {{{2, 1}, {2, 5}}, 0.0},
                            {Box(1.9, 3, 2.1, 5), -kInf},
                            {{{2.5, 3}, {2.5, 4.5}}, -kInf}});
  }
}

// Containment that Apollo's tests of polygons name: edges in common are inside.
TEST(RoadTouchingKnownTest, BoxesInPolygons) {
  const auto contains = [](const std::vector<ConvexPolygon>& cells, const std::vector<Vec2>& body) {
    return ClearanceOf(*Road::FromCells(cells, {}, 0.0), body).is_inside;
  };
  const std::vector<ConvexPolygon> small = {*ConvexPolygon::Create(Box(1, 1, 2, 2))};
  const std::vector<ConvexPolygon> square = {*ConvexPolygon::Create(Box(0, 0, 3, 3))};
  const std::vector<ConvexPolygon> large = {*ConvexPolygon::Create(Box(-10, -10, 10, 10))};
  EXPECT_TRUE(contains(square, Box(1, 1, 2, 2)));
  EXPECT_FALSE(contains(square, Box(1.5, 1.5, 4, 4)));
  EXPECT_FALSE(contains(small, Box(0, 0, 3, 3)));
  for (const std::vector<Vec2>& body : {Box(1, 1, 2, 2), Box(1.5, 1.5, 4, 4), Box(0, 0, 3, 3)}) {
    EXPECT_TRUE(contains(large, body));
  }
  // A square with a notch.
  std::vector<ConvexPolygon> notched;
  for (const std::vector<Vec2>& cell : {Box(0, 0, 4, 1), Box(0, 0, 1, 2), Box(3, 0, 4, 2)}) {
    notched.push_back(*ConvexPolygon::Create(cell));
  }
  for (const std::vector<Vec2>& cell : {std::vector<Vec2>{{1, 1}, {2, 1}, {1, 2}}, {{2, 1}, {3, 1}, {3, 2}}}) {
    notched.push_back(*ConvexPolygon::Create(cell));
  }
  EXPECT_FALSE(contains(notched, Box(0, 1, 4, 2)));
  for (const std::vector<Vec2>& body : {Box(0, 1, 1, 2), Box(3, 1, 4, 2), Box(0, 0, 4, 1)}) {
    EXPECT_TRUE(contains(notched, body));
  }
}

TEST(RoadTouchingKnownTest, AnIslandOnAnIsland) {
  const std::vector<Vec2> wedge = {{4, 4}, {5, 2}, {3, 2}};
  const std::vector<Vec2> box = {{2, 4}, {2, 6}, {6, 6}, {6, 4}};
  std::vector<std::vector<Vec2>> rings = {Box(0, 0, 8, 8), box, wedge};
  std::sort(rings.begin(), rings.end(), [](const auto& a, const auto& b) { return a[0].x < b[0].x; });
  int orders = 0;
  do {
    std::vector<OutlinePiece> pieces;
    for (const std::vector<Vec2>& ring : rings) {
      for (const OutlinePiece& piece : Ring(ring)) pieces.push_back(piece);
    }
    const Road road = *Road::Create(pieces);
    EXPECT_TRUE(road.notes().empty());
    ExpectClearances(road, {{{{4, 4.75}}, -kInf, 0.25},
                            {Box(3.75, 4.5, 4.25, 5), -kInf},
                            {{{4, 4.5}}, -kInf},
                            {{{3.8, 4.7}, {4, 4.3}, {4.2, 4.7}}, -kInf}});
    const ConvexPolygon disc = *ConvexPolygon::Create({{0, 0}}, 0.25);
    const std::vector<Pose2> poses = {Pose2{{1, 7}}, Pose2{{4, 4.75}}};
    TrajectoryRoadClearance least;
    ASSERT_TRUE(road.MinimumClearances({disc}, {poses, 2, {}}, absl::MakeSpan(&least, 1)).ok());
    EXPECT_EQ(least.first_outside, 1);
    SweptHit departure;
    ASSERT_TRUE(road.FirstDepartures({disc}, {poses, 2, {}}, {0.0, 1.0}, {}, absl::MakeSpan(&departure, 1)).ok());
    EXPECT_EQ(departure.step, 0);
    EXPECT_LT(departure.contact_by_s, 1.0);
    ++orders;
  } while (
      std::next_permutation(rings.begin(), rings.end(), [](const auto& a, const auto& b) { return a[0].x < b[0].x; }));
  EXPECT_EQ(orders, 6);
}

TEST(RoadTouchingKnownTest, CellsThatShareSidesInAllOrders) {
  const std::vector<std::vector<Vec2>> rings = {Box(0, 0, 8, 2),
                                                {{0, 2}, {3, 2}, {4, 4}, {0, 4}},
                                                {{5, 2}, {8, 2}, {8, 4}, {4, 4}},
                                                Box(0, 4, 2, 6),
                                                Box(6, 4, 8, 6),
                                                Box(0, 6, 8, 8)};
  std::array<int, 6> order = {0, 1, 2, 3, 4, 5};
  const ConvexPolygon body = *ConvexPolygon::Rectangle(1.0, 0.5);
  std::vector<Pose2> poses;
  for (const double y : {6.0, 4.0, 2.0}) {
    poses.push_back(Pose2({1, y}, UnitRotation(0.0, 1.0)));
    poses.push_back(Pose2({7, y}, UnitRotation(0.0, 1.0)));
  }
  int orders = 0;
  do {
    std::vector<ConvexPolygon> cells;
    for (const int i : order) cells.push_back(*ConvexPolygon::Create(rings[i]));
    for (const double gap_m : {0.0, 0.1}) {
      const Road road = *Road::FromCells(cells, {}, gap_m);
      EXPECT_TRUE(ClearanceOf(road, {{0.125, 5.875}}).is_inside);
      std::vector<RoadPoseClearance> clearances(poses.size());
      ASSERT_TRUE(road.Clearances({body}, poses, absl::MakeSpan(clearances)).ok());
      for (const RoadPoseClearance& clearance : clearances) EXPECT_TRUE(clearance.is_inside);
    }
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(orders, 720);
}

TEST(RoadTouchingKnownTest, ACornerOnASideOfAnOverlappedCell) {
  std::vector<ConvexPolygon> cells;
  for (const std::vector<Vec2>& ring : {std::vector<Vec2>{{7, 8}, {10, 2}, {15, 4}},
                                        {{5, 4}, {8, 1}, {12, 2}, {9, 7}},
                                        {{7, 12}, {12, 7}, {14, 10}, {13, 13}, {10, 14}},
                                        {{5, 8}, {6, 6}, {9, 3}, {12, 4}, {7, 8}},
                                        {{4, 11}, {8, 7}, {9, 10}, {4, 12}}}) {
    cells.push_back(*ConvexPolygon::Hull(ring));
  }
  for (const double gap_m : {0.0, 0.1}) {
    EXPECT_TRUE(ClearanceOf(*Road::FromCells(cells, {}, gap_m), Box(10.25, 11.25, 10.75, 11.75)).is_inside);
  }
}

// The nearest shape of a piece is a flat triangle beyond it, but a corner of 20 um is in front of
// the end of the piece.
TEST(RoadTouchingKnownTest, AHookOfMicrometresAtTheEndOfAPiece) {
  const std::vector<ConvexPolygon> cells = {*ConvexPolygon::Create({{-10, -2e-5}, {2e-5, -2e-5}, {-2, 2}}),
                                            *ConvexPolygon::Create({{-5, 0}, {0.0625, 0}, {0.0625, 3}, {-5, 3}})};
  const Road road = *Road::FromCells(cells, {}, 0.0);
  for (const double x : {-0.01, -0.001, -1e-4, -1e-5, -1e-6}) {
    EXPECT_FALSE(ClearanceOf(road, {{x, -8}}).is_inside) << x;
    EXPECT_FALSE(ClearanceOf(road, {{x, -8}, {x, -8.25}, {x + 0.5, -8.5}}).is_inside) << x;
  }
}

// Strips of cells whose corners miss each other by micrometres.
TEST(RoadTouchingKnownTest, PointsBesideFrayedEdges) {
  Random random(TestSeed() + 1);
  for (int i = 0; i < 20; ++i) {
    const double jitter_m = random.LogUniform(1e-7, 1e-3);
    std::vector<ConvexPolygon> cells;
    std::vector<OutlinePiece> pieces;
    for (int k = 0; k < 60; ++k) {
      const auto at = [&](int along, double radius_m) {
        const double angle = 0.0025 * along;
        return Vec2{radius_m * std::cos(angle) + random.Uniform(-jitter_m, jitter_m),
                    radius_m * std::sin(angle) + random.Uniform(-jitter_m, jitter_m)};
      };
      cells.push_back(*ConvexPolygon::Hull({at(k, 40.0), at(k, 44.0), at(k + 1, 44.0), at(k + 1, 40.0)}));
    }
    const Road road = *Road::FromCells(cells, {}, random.Chance(0.5) ? 0.1 : 0.0);
    for (int k = 0; k < 500; ++k) {
      const double angle = random.Uniform(0.0, 0.15);
      const double radius_m = random.Chance(0.5) ? random.Uniform(25.0, 39.5) : random.Uniform(44.5, 60.0);
      const RoadPoseClearance clearance = ClearanceOf(road, {{radius_m * std::cos(angle), radius_m * std::sin(angle)}});
      ASSERT_FALSE(clearance.is_inside) << jitter_m << ": " << radius_m << " at " << angle;
    }
  }
}

TEST(RoadTouchingKnownTest, AGridWithHoles) {
  Random random(TestSeed());
  for (int i = 0; i < 50; ++i) {
    std::vector<ConvexPolygon> cells;
    for (int x = 0; x < 5; ++x) {
      for (int y = 0; y < 5; ++y) {
        if (y == 1 && (x == 1 || x == 3)) continue;
        cells.push_back(*ConvexPolygon::Create(Box(x, y, x + 1, y + 1)));
      }
    }
    std::shuffle(cells.begin(), cells.end(), std::mt19937_64(static_cast<uint64_t>(i)));
    const Road road = *Road::FromCells(cells, {}, 0.0);
    for (int k = 0; k < 100; ++k) {
      const double left = random.Integer(0, 46) / 10.0;
      const double bottom = random.Integer(0, 48) / 10.0;
      const auto meets = [&](double hole) {
        return left < hole + 1.0 && left + 0.4 > hole && bottom < 2.0 && bottom + 0.2 > 1.0;
      };
      const std::vector<Vec2> box = Box(left, bottom, left + 0.4, bottom + 0.2);
      if (left + 0.4 > 5.0 || bottom + 0.2 > 5.0) continue;
      EXPECT_EQ(ClearanceOf(road, box).is_inside, !meets(1.0) && !meets(3.0)) << left << ", " << bottom;
    }
  }
}

}  // namespace
}  // namespace collision2d::planner
