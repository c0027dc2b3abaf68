#include "collision2d/geometry/convex_decomposition.h"

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

using Ring = std::vector<Vec2>;

// Exact arithmetic: the oracle shares no predicate with the code under test.
struct RationalPoint {
  mpq_class x;
  mpq_class y;
};

RationalPoint Exact(Vec2 p) { return {mpq_class(p.x), mpq_class(p.y)}; }

int Side(const RationalPoint& a, const RationalPoint& b, const RationalPoint& c) {
  return sgn(mpq_class((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)));
}

int Side(Vec2 a, Vec2 b, Vec2 c) { return Side(Exact(a), Exact(b), Exact(c)); }

mpq_class TwiceArea(absl::Span<const Vec2> ring) {
  mpq_class sum = 0;
  for (size_t i = 0; i < ring.size(); ++i) {
    const RationalPoint p = Exact(ring[i]);
    const RationalPoint q = Exact(ring[(i + 1) % ring.size()]);
    sum += p.x * q.y - p.y * q.x;
  }
  return sum;
}

// True if an edge of `a` has all of `b` on its outer side; for convex polygons, in one order or the
// other, exactly the case of disjoint interiors.
bool SomeEdgeSeparates(const ConvexPolygon& a, const ConvexPolygon& b) {
  for (int i = 0; i < a.size(); ++i) {
    const Vec2 p = a.vertices()[i];
    const Vec2 q = a.vertices()[(i + 1) % a.size()];
    if (std::all_of(b.vertices().begin(), b.vertices().end(), [&](Vec2 v) { return Side(p, q, v) <= 0; })) return true;
  }
  return false;
}

// True if the point is inside the ring by crossing parity. REQUIRES: not on the boundary.
bool Inside(absl::Span<const Vec2> ring, const RationalPoint& p) {
  bool inside = false;
  for (size_t i = 0; i < ring.size(); ++i) {
    const RationalPoint a = Exact(ring[i]);
    const RationalPoint b = Exact(ring[(i + 1) % ring.size()]);
    if ((a.y > p.y) == (b.y > p.y)) continue;
    if ((Side(a, b, p) > 0) == (b.y > a.y)) inside = !inside;
  }
  return inside;
}

bool ProperlyCross(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  return Side(a, b, c) * Side(a, b, d) < 0 && Side(c, d, a) * Side(c, d, b) < 0;
}

// Asserts all that the header promises of the parts.
void ExpectExactCover(const Ring& ring, const std::vector<ConvexPolygon>& parts) {
  EXPECT_GE(parts.size(), 1u);
  EXPECT_LE(parts.size(), ring.size() - 2);
  mpq_class area = 0;
  for (const ConvexPolygon& part : parts) {
    const mpq_class part_area = TwiceArea(part.vertices());
    EXPECT_GT(part_area, 0);
    area += part_area;
    EXPECT_EQ(part.radius_m(), 0.0);
    RationalPoint centroid = {0, 0};
    for (int i = 0; i < part.size(); ++i) {
      const Vec2 p = part.vertices()[i];
      const Vec2 q = part.vertices()[(i + 1) % part.size()];
      EXPECT_GT(Side(p, q, part.vertices()[(i + 2) % part.size()]), 0) << "corner " << i << " is not strictly convex";
      EXPECT_NE(std::find(ring.begin(), ring.end(), p), ring.end()) << "vertex " << i << " is not of the input";
      centroid.x += mpq_class(p.x) / part.size();
      centroid.y += mpq_class(p.y) / part.size();
      for (size_t k = 0; k < ring.size(); ++k) {
        EXPECT_FALSE(ProperlyCross(p, q, ring[k], ring[(k + 1) % ring.size()])) << "leaves the polygon";
      }
    }
    EXPECT_TRUE(Inside(ring, centroid));
  }
  EXPECT_EQ(area, TwiceArea(ring));
  for (size_t i = 0; i < parts.size(); ++i) {
    for (size_t j = i + 1; j < parts.size(); ++j) {
      EXPECT_TRUE(SomeEdgeSeparates(parts[i], parts[j]) || SomeEdgeSeparates(parts[j], parts[i]))
          << "parts " << i << " and " << j << " overlap";
    }
  }
}

std::string Print(const Ring& ring) {
  std::string text;
  for (const Vec2 v : ring) absl::StrAppend(&text, "(", v.x, ", ", v.y, ") ");
  return text;
}

void ExpectDecomposes(const Ring& ring) {
  SCOPED_TRACE(Print(ring));
  const absl::StatusOr<std::vector<ConvexPolygon>> parts = DecomposeIntoConvex(ring);
  ASSERT_TRUE(parts.ok()) << parts.status();
  ExpectExactCover(ring, *parts);
}

// A polygon around a centre with random radii.
Ring StarShaped(std::mt19937_64& random, int n, Vec2 center) {
  std::uniform_real_distribution<double> radius(0.5, 40.0);
  Ring ring;
  for (int i = 0; i < n; ++i) {
    const double angle = 2.0 * M_PI * i / n;
    const double r = radius(random);
    ring.push_back({center.x + r * std::cos(angle), center.y + r * std::sin(angle)});
  }
  return ring;
}

// Teeth of random height on a bar.
Ring Comb(std::mt19937_64& random, int teeth) {
  std::uniform_real_distribution<double> height(1.5, 9.0);
  Ring ring = {{0.0, 0.0}, {2.0 * teeth, 0.0}};
  for (int i = teeth - 1; i >= 0; --i) {
    ring.push_back({2.0 * i + 2.0, 1.0});
    ring.push_back({2.0 * i + 1.0, height(random)});
  }
  ring.push_back({0.0, 1.0});
  return ring;
}

// A corridor wound up `turns` times.
Ring Spiral(std::mt19937_64& random, int turns, int corners_per_turn) {
  std::uniform_real_distribution<double> jitter(0.0, 0.2);
  Ring outer;
  Ring inner;
  for (int i = 0; i <= turns * corners_per_turn; ++i) {
    const double angle = 2.0 * M_PI * i / corners_per_turn;
    const double r = 2.0 + angle;
    outer.push_back({(r + jitter(random)) * std::cos(angle), (r + jitter(random)) * std::sin(angle)});
    inner.push_back({(r - 2.0) * std::cos(angle), (r - 2.0) * std::sin(angle)});
  }
  outer.insert(outer.end(), inner.rbegin(), inner.rend());
  return outer;
}

// A skyline with integer corners and a vertex at every integer point of its boundary: mostly
// collinear ones.
Ring Skyline(std::mt19937_64& random, int columns) {
  std::uniform_int_distribution<int> height(1, 6);
  Ring ring;
  for (int x = 0; x < columns; ++x) ring.push_back({1.0 * x, 0.0});
  int y = 0;
  for (int x = columns; x > 0; --x) {
    const int top = height(random);
    while (y != top) {
      ring.push_back({1.0 * x, 1.0 * y});
      y += y < top ? 1 : -1;
    }
    ring.push_back({1.0 * x, 1.0 * y});
  }
  for (; y > 0; --y) ring.push_back({0.0, 1.0 * y});
  return ring;
}

TEST(DecomposeIntoConvexTest, ReturnsAConvexPolygonAsOnePart) {
  const Ring ring = {{0, 0}, {1, 0}, {4, 0}, {4, 4}, {2, 4}, {0, 4}};
  const absl::StatusOr<std::vector<ConvexPolygon>> parts = DecomposeIntoConvex(ring);
  ASSERT_TRUE(parts.ok()) << parts.status();
  ASSERT_EQ(parts->size(), 1u);
  const Ring expected = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
  EXPECT_EQ(Ring(parts->front().vertices().begin(), parts->front().vertices().end()), expected);
}

TEST(DecomposeIntoConvexTest, MergesTrianglesAcrossDiagonals) {
  // An L has two convex parts at least; a cross five without new vertices.
  EXPECT_EQ(DecomposeIntoConvex({{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}})->size(), 2u);
  const Ring cross = {{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {2, 2}, {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}};
  ExpectDecomposes(cross);
  EXPECT_LE(DecomposeIntoConvex(cross)->size(), 5u);
}

TEST(DecomposeIntoConvexTest, CoversRandomPolygonsExactly) {
  std::mt19937_64 random(20240501);
  for (int i = 0; i < 40; ++i) {
    ExpectDecomposes(StarShaped(random, 4 + i, {0.0, 0.0}));
    ExpectDecomposes(StarShaped(random, 4 + i, {4.5e6, -7.1e5}));
    ExpectDecomposes(Comb(random, 1 + i / 2));
    ExpectDecomposes(Skyline(random, 1 + i / 2));
  }
  for (int corners = 3; corners < 12; ++corners) ExpectDecomposes(Spiral(random, 3, corners));
}

TEST(DecomposeIntoConvexTest, CoversALargePolygonExactly) {
  std::mt19937_64 random(7);
  ExpectDecomposes(StarShaped(random, 300, {1.0, 2.0}));
}

TEST(DecomposeIntoConvexTest, DecomposesNearlyCollinearChains) {
  // A chain of vertices that bends in and out by one unit in the last place.
  Ring ring = {{0.0, -1.0}, {64.0, -1.0}};
  for (int x = 64; x >= 0; --x) {
    ring.push_back({1.0 * x, x % 3 == 0 ? 1.0 : x % 3 == 1 ? 1.0 + 0x1p-52 : 1.0 - 0x1p-53});
  }
  ExpectDecomposes(ring);
}

TEST(DecomposeIntoConvexTest, DecomposesBoundariesThatTouchThemselves) {
  ExpectDecomposes({{0, 0}, {2, 0}, {2, 2}, {4, 2}, {4, 4}, {2, 4}, {2, 2}, {0, 2}});
  ExpectDecomposes({{0, 0}, {8, 0}, {8, 4}, {4, 0}, {0, 4}});
  ExpectDecomposes({{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}});
  // Two vertices on one edge, which rises or falls, in either order; and two on two edges.
  ExpectDecomposes({{0, 0}, {8, 0}, {8, 4}, {6, 0}, {4, 4}, {2, 0}, {0, 4}});
  ExpectDecomposes({{8, 8}, {0, 8}, {0, 4}, {2, 8}, {4, 4}, {6, 8}, {8, 4}});
  ExpectDecomposes({{0, 0}, {8, 0}, {8, 8}, {5, 0}, {4, 8}, {0, 6}, {3, 9}, {0, 9}});
  // Twice at one point of an edge.
  ExpectDecomposes({{0, 0}, {8, 0}, {8, 4}, {4, 0}, {5, 4}, {3, 4}, {4, 0}, {0, 4}});
  // Petals around one vertex.
  Ring flower;
  for (int i = 0; i < 12; ++i) {
    const double angle = M_PI * i / 6.0;
    flower.insert(flower.end(),
                  {{0, 0}, {std::cos(angle), std::sin(angle)}, {std::cos(angle + 0.4), std::sin(angle + 0.4)}});
  }
  ExpectDecomposes(flower);
}

TEST(DecomposeIntoConvexTest, RefusesWhatIsNotASimplePolygon) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const struct {
    Ring ring;
    const char* message;
  } cases[] = {
      {{}, "vertices: 0; at least 3 are needed"},
      {{{0, 0}, {1, 0}}, "vertices: 2; at least 3 are needed"},
      {{{kNan, 0}, {1, 0}, {0, 1}}, "vertices[0]: (nan, 0) is not finite"},
      {{{0, 0}, {1, kNan}, {0, 1}}, "vertices[1]: (1, nan) is not finite"},
      {{{0, 0}, {-1e9, 0}, {0, 1}}, "vertices[1]: (-1000000000, 0) is not finite"},
      {{{0, 0}, {1, 0}, {0, 1e9}}, "vertices[2]: (0, 1000000000) is not finite or beyond 1e+08 m"},
      {{{0, 0}, {0, 0}, {1, 0}, {0, 1}}, "vertices[1]: (0, 0) repeats vertices[0]"},
      {{{0, 0}, {1, 0}, {1, 0}, {0, 1}}, "vertices[2]: (1, 0) repeats vertices[1]"},
      {{{0, 0}, {1, 0}, {0, 1}, {0, 0}}, "vertices[0]: (0, 0) repeats vertices[3]"},
      {{{0, 0}, {1, 1}, {3, 3}, {2, 2}}, "vertices[0..3] are collinear: the polygon has no area"},
      {{{0, 0}, {2, 2}, {2, 0}, {0, 2}}, "edges vertices[0]-vertices[1] and vertices[2]-vertices[3] cross"},
      {{{0, 0}, {0, 1}, {1, 1}, {1, 0}}, "vertices[0..3] are in clockwise order"},
      {{{0, 2}, {0, 0}, {2, 0}, {1, 1}, {0, 0}, {-1, 1}}, "the boundary crosses itself at vertices[1] and vertices[4]"},
      {{{1, 0}, {0, 0}, {0, 1}, {-0.5, 0.5}, {0, 0}, {0.5, 0.5}},
       "the boundary crosses itself at vertices[1] and vertices[4]"},
      {{{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {1, 2}, {2, 2}, {2, 1}},
       "a hole touches the boundary at vertices[0] (0, 0)"},
  };
  for (const auto& test : cases) {
    const absl::StatusOr<std::vector<ConvexPolygon>> parts = DecomposeIntoConvex(test.ring);
    ASSERT_FALSE(parts.ok()) << test.message;
    EXPECT_TRUE(absl::StrContains(parts.status().message(), test.message)) << parts.status();
  }
  const absl::StatusOr<std::vector<ConvexPolygon>> too_many = DecomposeIntoConvex(Ring(kMaxDecomposedVertices + 1));
  ASSERT_FALSE(too_many.ok());
  EXPECT_TRUE(absl::StrContains(too_many.status().message(), "more than the limit of 10000"));
  const absl::StatusOr<std::vector<ConvexPolygon>> as_many = DecomposeIntoConvex(Ring(kMaxDecomposedVertices));
  EXPECT_TRUE(absl::StrContains(as_many.status().message(), "vertices[1]: (0, 0) repeats")) << as_many.status();
}

TEST(DecomposeIntoConvexTest, AcceptsALastVertexOnTheLineOfTheFirstEdge) {
  ExpectDecomposes({{0, 0}, {2, 0}, {2, 2}, {-1, 2}, {-1, 0}});
}

TEST(DecomposeIntoConvexTest, AcceptsCoordinatesAtTheLimit) {
  ExpectDecomposes({{-1e8, -1e8}, {1e8, -1e8}, {0, 0}, {1e8, 1e8}, {-1e8, 1e8}});
}

// Every closed walk over `length` different points of the 3 x 3 grid that begins at its smallest
// point.
template <typename Visit>
void ForEachGridRing(int length, Visit visit) {
  std::vector<int> walk;
  const auto extend = [&](auto& self, unsigned used) -> void {
    if (static_cast<int>(walk.size()) == length) {
      Ring ring;
      for (const int k : walk) ring.push_back({1.0 * (k % 3), 1.0 * (k / 3)});
      visit(ring);
      return;
    }
    for (int k = walk.empty() ? 0 : walk.front() + 1; k < 9; ++k) {
      if ((used >> k & 1u) != 0) continue;
      walk.push_back(k);
      self(self, used | 1u << k);
      walk.pop_back();
    }
  };
  extend(extend, 0);
}

// Whether non-neighbouring edges share a point or neighbouring ones overlap, by exact orientation
// and grid points only.
bool IsSimple(const Ring& ring) {
  const int n = static_cast<int>(ring.size());
  const auto on_segment = [](Vec2 a, Vec2 p, Vec2 b) { return Side(a, b, p) == 0 && Dot(p - a, p - b) <= 0.0; };
  for (int i = 0; i < n; ++i) {
    const Vec2 a = ring[i];
    const Vec2 b = ring[(i + 1) % n];
    for (int j = 0; j < n; ++j) {
      if (j != i && j != (i + 1) % n && on_segment(a, ring[j], b)) return false;
      if (ProperlyCross(a, b, ring[j], ring[(j + 1) % n])) return false;
    }
  }
  return true;
}

TEST(DecomposeIntoConvexTest, AgreesWithTheOracleOnEverySmallGridPolygon) {
  int decomposed = 0;
  int refused = 0;
  for (int length = 3; length <= 6; ++length) {
    ForEachGridRing(length, [&](const Ring& ring) {
      const absl::StatusOr<std::vector<ConvexPolygon>> parts = DecomposeIntoConvex(ring);
      if (parts.ok()) {
        ++decomposed;
        SCOPED_TRACE(Print(ring));
        ExpectExactCover(ring, *parts);
      } else {
        ++refused;
        EXPECT_FALSE(IsSimple(ring) && TwiceArea(ring) > 0) << Print(ring) << parts.status();
      }
    });
  }
  EXPECT_GT(decomposed, 900);
  EXPECT_GT(refused, 1000);
}

using Ring = std::vector<Vec2>;

}  // namespace

}  // namespace collision2d
