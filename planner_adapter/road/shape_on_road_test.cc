#include "planner_adapter/road/shape_on_road.h"

#include <numeric>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/road/testing/clearance_oracle.h"
#include "planner_adapter/road/testing/containment_oracle.h"
#include "planner_adapter/road/testing/hex_pieces.h"
#include "planner_adapter/road/testing/lattice_roads.h"

namespace collision2d::planner {
namespace {

std::vector<Vec2> Grid(int low, int high) {
  std::vector<Vec2> points;
  for (int x = low; x <= high; ++x) {
    for (int y = low; y <= high; ++y) points.push_back({static_cast<double>(x), static_cast<double>(y)});
  }
  return points;
}

// Of integers: the part of the segment that is strictly on the left of every side has a length.
bool PassesThrough(const std::vector<Vec2>& hull, Vec2 from, Vec2 to) {
  double begin = 0.0;
  double end = 1.0;
  for (size_t i = 0; i < hull.size(); ++i) {
    const Vec2 side = hull[(i + 1) % hull.size()] - hull[i];
    const double at_from = Cross(side, from - hull[i]);
    const double at_to = Cross(side, to - hull[i]);
    if (at_from <= 0.0 && at_to <= 0.0) return false;
    if (at_from <= 0.0) begin = std::max(begin, at_from / (at_from - at_to));
    if (at_to <= 0.0) end = std::min(end, at_from / (at_from - at_to));
  }
  return end - begin > 1e-9;
}

TEST(HullContainmentTest, AllTrianglesAndSegmentsOfAGrid) {
  const std::vector<Vec2> corners = Grid(0, 2);
  const std::vector<Vec2> ends = Grid(-1, 2);
  int crossings = 0;
  int cases = 0;
  for (const Vec2 a : corners) {
    for (const Vec2 b : corners) {
      for (const Vec2 c : corners) {
        if (Cross(b - a, c - a) <= 0.0) continue;
        for (const Vec2 from : ends) {
          for (const Vec2 to : ends) {
            if (from == to) continue;
            const bool passes = PassesThrough({a, b, c}, from, to);
            ASSERT_EQ(CrossesInterior({a, b, c}, from, to), passes) << HexFormat(std::vector<Vec2>{a, b, c, from, to});
            crossings += passes ? 1 : 0;
            ++cases;
          }
        }
      }
    }
  }
  EXPECT_GT(crossings, 0.1 * cases);
}

TEST(HullContainmentTest, CrossingIsExact) {
  const std::vector<Vec2> box = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  EXPECT_FALSE(CrossesInterior(box, {-1, 1}, {2, 1}));
  EXPECT_TRUE(CrossesInterior(box, {-1, 1}, {2, 1.0 - 0x1p-52}));
  EXPECT_FALSE(CrossesInterior(box, {0, 2}, {2, 0}));
  EXPECT_TRUE(CrossesInterior(box, {0, 2}, {2, -0x1p-50}));
  EXPECT_TRUE(CrossesInterior(box, {0.25, 0.25}, {0.75, 0.75}));
}

TEST(HullContainmentTest, InteriorIsExact) {
  const std::vector<Vec2> triangle = {{0, 0}, {4, 0}, {0, 4}};
  EXPECT_TRUE(IsInterior(triangle, {1, 1}));
  EXPECT_TRUE(IsInterior(triangle, {2, 2.0 - 0x1p-51}));
  EXPECT_FALSE(IsInterior(triangle, {2, 2}));
  EXPECT_FALSE(IsInterior(triangle, {0, 0}));
  EXPECT_FALSE(IsInterior(triangle, {1, -0x1p-1000}));
}

TEST(HullContainmentTest, PiecesAlongASide) {
  const Vec2 a{0, 0};
  const Vec2 b{4, 2};
  EXPECT_TRUE(RunsAgainst(a, b, {b, a}));
  EXPECT_TRUE(RunsAgainst(a, b, {{8, 4}, {-2, -1}}));
  EXPECT_TRUE(RunsAgainst(a, b, {{2, 1}, {-2, -1}}));
  EXPECT_TRUE(RunsAgainst(b, a, {{-2, -1}, {2, 1}}));
  EXPECT_FALSE(RunsAgainst(a, b, {a, b}));
  EXPECT_FALSE(RunsAgainst(b, a, {b, a}));
  EXPECT_FALSE(RunsAgainst(a, b, {{8, 4}, {4, 2}}));    // They share a point.
  EXPECT_FALSE(RunsAgainst(a, b, {{0, 0}, {-4, -2}}));  // As before, at the other end.
  EXPECT_FALSE(RunsAgainst(a, b, {{4, 2.0 + 0x1p-51}, {0, 0}}));
  EXPECT_TRUE(RunsAgainst({1, 4}, {1, 0}, {{1, 1}, {1, 3}}));
}

TEST(HullContainmentTest, AllSegmentsOfTheLattice) {
  Random random(TestSeed());
  const std::vector<Vec2> points = Grid(0, 5);
  int leaving = 0;
  int staying = 0;
  for (int i = 0; i < 60; ++i) {
    const std::vector<OutlinePiece> pieces = RandomLatticeRoad(&random);
    const OutlineVertices vertices(pieces);
    std::vector<int> all(pieces.size());
    std::iota(all.begin(), all.end(), 0);
    for (const Vec2 from : points) {
      const Vec2 to = points[random.Index(static_cast<int>(points.size()))];
      if (from == to) continue;
      const SegmentRelation relation = RelateSegment(from, to, pieces, all, vertices);
      const bool touches = DistanceFromEdge({from, to}, 0.0, pieces) < 1e-12L;
      const bool is_on_road = LatticeIsOnRoad({from, to}, pieces);
      const SegmentRelation expected = !touches     ? SegmentRelation::kUntouched
                                       : is_on_road ? SegmentRelation::kStays
                                                    : SegmentRelation::kLeaves;
      ASSERT_EQ(relation, expected) << HexFormat(std::vector<Vec2>{from, to}) << "\n" << HexPieces(pieces);
      leaving += expected == SegmentRelation::kLeaves ? 1 : 0;
      staying += expected == SegmentRelation::kStays ? 1 : 0;
    }
  }
  EXPECT_GT(leaving, 200);
  EXPECT_GT(staying, 200);
}

}  // namespace

}  // namespace collision2d::planner
