// ConvexPolygon::Hull: exhaustively on small grids, and against the definition of a hull on random
// points.

#include <iterator>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/polygon_faces.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"

namespace collision2d {
namespace {

using ::testing::UnorderedElementsAre;
using ::testing::UnorderedElementsAreArray;

// True if p lies on the segment from q to r, ends included. q may equal r.
bool IsBetween(Vec2 p, Vec2 q, Vec2 r) {
  return Orient2d(q, r, p) == 0.0 && std::min(q.x, r.x) <= p.x && p.x <= std::max(q.x, r.x) &&
         std::min(q.y, r.y) <= p.y && p.y <= std::max(q.y, r.y);
}

bool IsInTriangle(Vec2 p, Vec2 a, Vec2 b, Vec2 c) {
  const double ab = Orient2d(a, b, p);
  const double bc = Orient2d(b, c, p);
  const double ca = Orient2d(c, a, p);
  if (Orient2d(a, b, c) == 0.0) return IsBetween(p, a, b) || IsBetween(p, b, c) || IsBetween(p, c, a);
  return (ab >= 0.0 && bc >= 0.0 && ca >= 0.0) || (ab <= 0.0 && bc <= 0.0 && ca <= 0.0);
}

// A corner is a point in no triangle of the others (Caratheodory).
std::vector<Vec2> CornersByDefinition(std::vector<Vec2> points) {
  std::sort(points.begin(), points.end(), internal::LexicographicallyLess);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  std::vector<Vec2> corners;
  for (const Vec2 p : points) {
    std::vector<Vec2> others;
    std::copy_if(points.begin(), points.end(), std::back_inserter(others), [p](Vec2 q) { return q != p; });
    bool covered = false;
    for (const Vec2 a : others) {
      for (const Vec2 b : others) {
        for (const Vec2 c : others) covered = covered || IsInTriangle(p, a, b, c);
      }
    }
    if (!covered) corners.push_back(p);
  }
  return corners;
}

void ExpectHullByDefinition(const std::vector<Vec2>& points) {
  const ConvexPolygon hull = ConvexPolygon::Hull(points).value();
  ASSERT_THAT(hull.vertices(), UnorderedElementsAreArray(CornersByDefinition(points))) << HexFormat(points);
  // In order: what Create accepts.
  ASSERT_TRUE(ConvexPolygon::Create(hull.vertices()).ok()) << HexFormat(points);
}

TEST(ConvexPolygonHull, EverySubsetOfThreeByThreeGrid) {
  for (int subset = 1; subset < 512; ++subset) {
    std::vector<Vec2> points;
    for (int i = 0; i < 9; ++i) {
      if ((subset >> i) & 1) points.push_back({static_cast<double>(i % 3), static_cast<double>(i / 3)});
    }
    ASSERT_NO_FATAL_FAILURE(ExpectHullByDefinition(points));
  }
}

TEST(ConvexPolygonHull, RandomPointsInAnyOrder) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(2000); ++i) {
    std::vector<Vec2> points = RandomPoints(RandomKind(&random), 8, &random);
    // Repeated points and points on edges, or beside them by rounding.
    points.push_back(points[random.Index(static_cast<int>(points.size()))]);
    points.push_back(0.5 * points[0] + 0.5 * points.back());
    for (size_t k = points.size() - 1; k > 0; --k) std::swap(points[k], points[random.Index(static_cast<int>(k + 1))]);
    ASSERT_NO_FATAL_FAILURE(ExpectHullByDefinition(points));
  }
}

TEST(ConvexPolygonHull, DegenerateInputGivesPointsAndSegments) {
  EXPECT_EQ(ConvexPolygon::Hull({{1, 2}, {1, 2}, {1, 2}}).value().size(), 1);
  EXPECT_EQ(ConvexPolygon::Hull({{0, 0}, {3, 3}, {1, 1}, {2, 2}}).value().size(), 2);
  EXPECT_EQ(ConvexPolygon::Hull({{0, 0}, {0, 3}, {0, 1}}).value().size(), 2);
  EXPECT_EQ(ConvexPolygon::Hull({{0, 0}, {3, 3}, {1, 1}}, 0.5).value().radius_m(), 0.5);
  const ConvexPolygon segment = ConvexPolygon::Hull({{1, 1}, {0, 0}, {3, 3}}).value();
  EXPECT_THAT(segment.vertices(), UnorderedElementsAre(Vec2{0, 0}, Vec2{3, 3}));
}

TEST(ConvexPolygonHull, CircleOfThousandKeepsEveryPoint) {
  const ConvexPolygon circle = RegularPolygon(1000, 5.0);
  std::vector<Vec2> points(circle.vertices().begin(), circle.vertices().end());
  std::reverse(points.begin(), points.end());
  points.push_back({0, 0});
  EXPECT_EQ(ConvexPolygon::Hull(points).value().size(), 1000);
}

// Points that the tests of Apollo and Autoware name.
TEST(ConvexPolygonHull, PointsOfOtherLibraries) {
  const auto hull = [](std::vector<Vec2> points) { return ConvexPolygon::Hull(points).value(); };
  EXPECT_EQ(hull({{0, 0}, {0, 4}, {0, 1}, {0, 3}, {0, 2}, {1, 0}, {3, 0}, {2, 0}}).size(), 3);
  EXPECT_EQ(hull({{0, 0}, {0, 4}, {3, 0}, {3, 4}}).size(), 4);
  const ConvexPolygon seven = hull({{2, 1.3},
                                    {2.4, 1.7},
                                    {2.8, 1.8},
                                    {3.4, 1.2},
                                    {3.7, 1.6},
                                    {3.4, 2},
                                    {4.1, 3},
                                    {5.3, 2.6},
                                    {5.4, 1.2},
                                    {4.9, 0.8},
                                    {2.9, 0.7}});
  EXPECT_EQ(seven.size(), 7);
  for (const Vec2 inside : {Vec2{2.8, 1.8}, Vec2{3.4, 1.2}, Vec2{3.7, 1.6}, Vec2{3.4, 2}}) {
    EXPECT_THAT(seven.vertices(), testing::Not(testing::Contains(inside)));
  }
}

TEST(ConvexPolygonHull, RefusesBadInput) {
  EXPECT_FALSE(ConvexPolygon::Hull({}).ok());
  EXPECT_EQ(ConvexPolygon::Hull({{0, 0}, {kNaN, 0}}).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(ConvexPolygon::Hull({{0, 0}, {0, 2e8}}).ok());
  EXPECT_FALSE(ConvexPolygon::Hull({{0, 0}}, -1).ok());
  EXPECT_FALSE(ConvexPolygon::Hull({{0, 0}}, kNaN).ok());
}

}  // namespace
}  // namespace collision2d

namespace collision2d::internal {
namespace {

using Ring = std::vector<Vec2>;

// The walks as points.
std::vector<Ring> WalksOf(const Ring& ring, const std::vector<Ring>& holes = {}) {
  const absl::StatusOr<PolygonFaces> faces = FindFaces(ring, holes);
  EXPECT_TRUE(faces.ok()) << faces.status();
  std::vector<Ring> walks;
  for (const std::vector<int>& walk : faces->walks) {
    Ring& points = walks.emplace_back();
    for (const int number : walk) points.push_back(faces->points[number]);
  }
  return walks;
}

TEST(FindFacesTest, LeavesASimpleRingAsItIs) {
  const Ring ring = {{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}};
  EXPECT_EQ(WalksOf(ring), std::vector<Ring>{ring});
  EXPECT_EQ(WalksOf({{0, 0}, {2, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}}), std::vector<Ring>{ring});
}

TEST(FindFacesTest, NamesThePairOfEdges) {
  const struct {
    const char* name;
    Ring ring;
    const char* message;
  } cases[] = {
      {"bow tie", {{0, 0}, {2, 2}, {2, 0}, {0, 2}}, "edges vertices[0]-vertices[1] and vertices[2]-vertices[3] cross"},
      {"spike",
       {{0, 0}, {4, 0}, {4, 4}, {4, 2}, {0, 4}},
       "edges vertices[1]-vertices[2] and vertices[2]-vertices[3] overlap"},
      {"spike at the first vertex",
       {{6, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 0}},
       "edges vertices[0]-vertices[1] and vertices[4]-vertices[0] overlap"},
      {"bridge to a hole",
       {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {3, 3}, {3, 6}, {6, 6}, {6, 3}, {3, 3}},
       "edges vertices[4]-vertices[5] and vertices[9]-vertices[0] overlap"},
      {"part of an edge twice",
       {{0, 0}, {6, 0}, {6, 2}, {4, 2}, {4, 0}, {2, 0}, {2, 2}, {0, 2}},
       "edges vertices[0]-vertices[1] and vertices[4]-vertices[5] overlap"},
      {"through a common vertex",
       {{0, 0}, {2, 2}, {4, 4}, {4, 0}, {2, 2}, {0, 4}},
       "the boundary crosses itself at vertices[1] and vertices[4] (2, 2)"},
      {"a vertex through an edge",
       {{0, 0}, {4, 4}, {4, 0}, {2, 2}, {0, 4}},
       "the boundary crosses itself at vertices[3] and vertices[3] (2, 2)"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.name);
    const absl::StatusOr<PolygonFaces> faces = FindFaces(test.ring, {});
    ASSERT_FALSE(faces.ok());
    EXPECT_EQ(faces.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(faces.status().message(), test.message);
  }
}

TEST(FindFacesTest, WalksAroundFaces) {
  const struct {
    const char* name;
    Ring ring;
    std::vector<Ring> holes;
    std::vector<Ring> expected;
  } cases[] = {
      {"two squares at a corner",
       {{0, 0}, {2, 0}, {2, 2}, {4, 2}, {4, 4}, {2, 4}, {2, 2}, {0, 2}},
       {},
       {{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, {{4, 2}, {4, 4}, {2, 4}, {2, 2}}}},
      {"a vertex on an edge",
       {{0, 0}, {8, 0}, {8, 4}, {4, 0}, {0, 4}},
       {},
       {{{0, 0}, {4, 0}, {0, 4}}, {{8, 0}, {8, 4}, {4, 0}}}},
      {"a hole at a corner",
       {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {1, 2}, {2, 2}, {2, 1}},
       {},
       {{{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {1, 2}, {2, 2}, {2, 1}}}},
      {"a hole with a bridge",
       {{0, 0}, {9, 0}, {9, 9}, {0, 9}},
       {{{3, 3}, {5, 3}, {4, 5}}},
       {{{0, 0}, {3, 3}, {4, 5}, {5, 3}, {3, 3}, {0, 0}, {9, 0}, {9, 9}, {0, 9}}}},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.name);
    EXPECT_EQ(WalksOf(test.ring, test.holes), test.expected);
  }
}

TEST(RingOrientationTest, TellsTheSense) {
  Ring ring = {{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}};
  for (size_t start = 0; start < ring.size(); ++start) {
    EXPECT_EQ(RingOrientation(ring), 1);
    EXPECT_EQ(RingOrientation(Ring(ring.rbegin(), ring.rend())), -1);
    std::rotate(ring.begin(), ring.begin() + 1, ring.end());
  }
  EXPECT_EQ(RingOrientation(Ring{{0, 0}, {4, 0}, {2, 0}}), 0);
}

TEST(WithoutFlatVerticesTest, KeepsEveryRealCorner) {
  const Ring ring = {{1, 0}, {2, 0}, {4, 0}, {4, 1}, {4, 4}, {2, 1}, {0, 4}, {0, 0}};
  const Ring expected = {{4, 0}, {4, 4}, {2, 1}, {0, 4}, {0, 0}};
  EXPECT_EQ(WithoutFlatVertices(ring), expected);
  // 0.1, 0.2 and 0.3 in both coordinates are not collinear with (0, 0) in doubles: 3 * 0.1 > 0.3.
  const Ring nearly = {{0, 0}, {0.1, 0.1}, {0.3, 0x1.3333333333334p-2}, {0, 1}};
  EXPECT_EQ(WithoutFlatVertices(nearly), nearly);
}

}  // namespace
}  // namespace collision2d::internal
