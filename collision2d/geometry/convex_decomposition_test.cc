#include "collision2d/geometry/convex_decomposition.h"

#include <gmpxx.h>

#include <random>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"

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

// True if the point is inside the outer ring and no hole, by crossing parity. REQUIRES: not on the
// boundary.
bool Inside(absl::Span<const Ring> rings, const RationalPoint& p) {
  bool inside = false;
  for (const Ring& ring : rings) {
    for (size_t i = 0; i < ring.size(); ++i) {
      const RationalPoint a = Exact(ring[i]);
      const RationalPoint b = Exact(ring[(i + 1) % ring.size()]);
      if ((a.y > p.y) == (b.y > p.y)) continue;
      if ((Side(a, b, p) > 0) == (b.y > a.y)) inside = !inside;
    }
  }
  return inside;
}

bool ProperlyCross(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  return Side(a, b, c) * Side(a, b, d) < 0 && Side(c, d, a) * Side(c, d, b) < 0;
}

// Asserts all that the header promises of the parts. The first ring is the outer one.
void ExpectExactCover(const std::vector<Ring>& rings, const std::vector<ConvexPolygon>& parts) {
  size_t vertices = 0;
  mpq_class expected_area = 0;
  for (const Ring& ring : rings) {
    vertices += ring.size();
    const mpq_class area = abs(TwiceArea(ring));
    expected_area += &ring == &rings.front() ? area : -area;
  }
  EXPECT_GE(parts.size(), 1u);
  EXPECT_LE(parts.size(), vertices - 2 + 2 * (rings.size() - 1));
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
      EXPECT_TRUE(std::any_of(rings.begin(), rings.end(),
                              [&](const Ring& ring) { return std::find(ring.begin(), ring.end(), p) != ring.end(); }))
          << "vertex " << i << " is not of the input";
      centroid.x += mpq_class(p.x) / part.size();
      centroid.y += mpq_class(p.y) / part.size();
      for (const Ring& ring : rings) {
        for (size_t k = 0; k < ring.size(); ++k) {
          EXPECT_FALSE(ProperlyCross(p, q, ring[k], ring[(k + 1) % ring.size()])) << "leaves the polygon";
        }
      }
    }
    EXPECT_TRUE(Inside(rings, centroid));
  }
  EXPECT_EQ(area, expected_area);
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

void ExpectDecomposes(const Ring& ring, const std::vector<Ring>& holes = {}) {
  SCOPED_TRACE(Print(ring));
  const absl::StatusOr<std::vector<ConvexPolygon>> parts = DecomposeIntoConvex(ring, holes);
  ASSERT_TRUE(parts.ok()) << parts.status();
  std::vector<Ring> rings = {ring};
  rings.insert(rings.end(), holes.begin(), holes.end());
  ExpectExactCover(rings, *parts);
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
  const struct {
    Ring ring;
    const char* message;
  } cases[] = {
      {{}, "vertices: 0 without repeated ones; at least 3 are needed"},
      {{{0, 0}, {1, 0}, {1, 0}, {0, 0}}, "vertices: 2 without repeated ones; at least 3"},
      {{{kNaN, 0}, {1, 0}, {0, 1}}, "vertices[0]: (nan, 0) is not finite"},
      {{{0, 0}, {1, kNaN}, {0, 1}}, "vertices[1]: (1, nan) is not finite"},
      {{{0, 0}, {-1e9, 0}, {0, 1}}, "vertices[1]: (-1000000000, 0) is not finite"},
      {{{0, 0}, {1, 0}, {0, 1e9}}, "vertices[2]: (0, 1000000000) is not finite or beyond 1e+08 m"},
      {{{0, 0}, {1, 1}, {3, 3}, {2, 2}}, "vertices[0..3] are collinear: the polygon has no area"},
      {{{0, 0}, {2, 2}, {2, 0}, {0, 2}}, "edges vertices[0]-vertices[1] and vertices[2]-vertices[3] cross"},
      {{{0, 2}, {0, 0}, {2, 0}, {1, 1}, {0, 0}, {-1, 1}}, "the boundary crosses itself at vertices[4] and vertices[1]"},
      {{{1, 0}, {0, 0}, {0, 1}, {-0.5, 0.5}, {0, 0}, {0.5, 0.5}},
       "the boundary crosses itself at vertices[1] and vertices[4]"},
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
  EXPECT_TRUE(absl::StrContains(as_many.status().message(), "vertices: 1 without")) << as_many.status();
  EXPECT_FALSE(DecomposeIntoConvex(Ring(kMaxDecomposedVertices), {Ring(1)}).ok());
}

TEST(DecomposeIntoConvexTest, TakesRingsAsOthersWriteThem) {
  const Ring l_shape = {{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}};
  const auto vertices_of = [](const Ring& ring) {
    const std::vector<ConvexPolygon> parts = DecomposeIntoConvex(ring).value();
    std::vector<Ring> vertices;
    for (const ConvexPolygon& part : parts) vertices.emplace_back(part.vertices().begin(), part.vertices().end());
    return vertices;
  };
  const Ring closed = {{0, 0}, {0, 0}, {4, 0}, {4, 2}, {4, 2}, {2, 2}, {2, 4}, {0, 4}, {0, 0}, {0, 0}};
  EXPECT_EQ(vertices_of(closed), vertices_of(l_shape));
  ExpectDecomposes(Ring(l_shape.rbegin(), l_shape.rend()));
  ExpectDecomposes(Ring(closed.rbegin(), closed.rend()));
}

TEST(DecomposeIntoConvexTest, LeavesHolesOut) {
  std::mt19937_64 random(20261130);
  std::uniform_real_distribution<double> jitter(0.0, 0.9);
  const Ring square = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  ExpectDecomposes(square, {{{0.5, 0.5}, {1.5, 0.5}, {1, 1.5}}});
  for (int i = 0; i < 10; ++i) {
    // A field of holes in a spiky outline, in either direction, in any order.
    const int columns = 1 + i % 5;
    Ring outer;
    for (int k = 0; k < 4 * columns; ++k) {
      const double t = static_cast<double>(k % columns) / columns * 10.0;
      const double out = jitter(random);
      outer.push_back(k < columns       ? Vec2{t, -out}
                      : k < 2 * columns ? Vec2{10.0 + out, t}
                      : k < 3 * columns ? Vec2{10.0 - t, 10.0 + out}
                                        : Vec2{-out, 10.0 - t});
    }
    std::vector<Ring> holes;
    for (int x = 0; x < columns; ++x) {
      for (int y = 0; y < columns; ++y) {
        Ring hole = StarShaped(random, 3 + (x + y + i) % 5, {0.0, 0.0});
        for (Vec2& v : hole) v = Vec2{(x + 0.5) * 9.0 / columns + 0.5, (y + 0.5) * 9.0 / columns + 0.5} + 0.01 * v;
        if ((x + y) % 2 == 0) std::reverse(hole.begin(), hole.end());
        holes.push_back(hole);
      }
    }
    std::shuffle(holes.begin(), holes.end(), random);
    ExpectDecomposes(outer, holes);
    for (Ring& hole : holes) {
      for (Vec2& v : hole) v = v + Vec2{4.5e6, -7.1e5};
    }
    for (Vec2& v : outer) v = v + Vec2{4.5e6, -7.1e5};
    ExpectDecomposes(outer, holes);
  }
}

TEST(DecomposeIntoConvexTest, HolesMayTouch) {
  const Ring square = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
  // At a corner of the outer ring; within an edge of it; twice, which leaves two faces.
  ExpectDecomposes(square, {{{0, 0}, {3, 1}, {1, 3}}});
  ExpectDecomposes(square, {{{4, 0}, {5, 2}, {3, 2}}});
  ExpectDecomposes(square, {{{4, 0}, {6, 4}, {4, 9}, {3, 4}}});
  ExpectDecomposes(square, {{{0, 4}, {4, 4}, {9, 9}}, {{0, 4}, {4, 3}, {2, 2}}});
  // A vertex of the outer ring within an edge of the hole.
  ExpectDecomposes({{0, 0}, {9, 0}, {9, 9}, {5, 4}, {0, 9}}, {{{4, 4}, {6, 4}, {5, 2}}});
  // Two that share their leftmost corner; a ring of them, with an island inside; one beside it.
  ExpectDecomposes(square, {{{2, 4}, {4, 3}, {4, 4}}, {{2, 4}, {4, 6}, {3, 7}}});
  ExpectDecomposes(square, {{{2, 2}, {4, 1}, {6, 2}}, {{6, 2}, {7, 4}, {4, 6}}, {{4, 6}, {1, 5}, {2, 2}}});
  ExpectDecomposes(
      square, {{{2, 2}, {4, 1}, {6, 2}}, {{6, 2}, {7, 4}, {4, 6}}, {{4, 6}, {1, 5}, {2, 2}}, {{4, 3}, {5, 3}, {4, 4}}});
  // A tip that touches an edge from outside, where the edge goes straight on.
  ExpectDecomposes({{0, 0}, {10, 0}, {10, 10}, {0, 10}, {0, 8}, {3, 8}, {4, 2}, {5, 8}, {8, 8}, {8, 2}, {0, 2}});
  // The ring itself goes around the hole.
  ExpectDecomposes({{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {1, 2}, {2, 2}, {2, 1}});
}

TEST(DecomposeIntoConvexTest, RefusesWhatIsNoHole) {
  const Ring square = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
  const Ring inner = {{2, 2}, {7, 2}, {7, 7}, {2, 7}};
  const struct {
    std::vector<Ring> holes;
    const char* message;
  } cases[] = {
      {{{}}, "holes[0]: 0 without repeated ones; at least 3 are needed"},
      {{inner, {{3, 3}, {4, 4}, {5, 5}}}, "holes[1][0..2] are collinear"},
      {{{{3, 3}, {4, NAN}, {5, 5}}}, "holes[0][1]: (4, nan) is not finite"},
      {{{{3, 3}, {10, 4}, {5, 5}}}, "edges vertices[1]-vertices[2] and holes[0][1]-holes[0][0] cross"},
      {{square}, "overlap"},
      {{{{1, 0}, {2, 0}, {1, 1}}}, "edges vertices[0]-vertices[1] and holes[0][1]-holes[0][0] overlap"},
      {{{{12, 3}, {14, 3}, {13, 5}}}, "holes[0][0] (12, 3) is outside the outer ring, or inside another hole"},
      {{{{-2, 3}, {-1, 3}, {-1, 5}}}, "holes[0][0] (-2, 3) is outside"},
      {{{{-2, -2}, {20, -2}, {0, 20}}}, "holes[0][0] (-2, -2) is outside"},
      {{inner, {{3, 3}, {5, 4}, {4, 5}}}, "holes[1][0] (3, 3) is outside the outer ring, or inside another hole"},
      {{{{3, 3}, {5, 4}, {4, 5}}, inner}, "holes[0][0] (3, 3) is outside the outer ring, or inside another hole"},
      // Touching, from the wrong side.
      {{{{9, 4}, {12, 3}, {12, 5}}}, "the boundary crosses itself at holes[0][0] and holes[0][0] (9, 4)"},
      {{{{0, 0}, {-2, -1}, {-1, -2}}}, "the boundary crosses itself at vertices[0] and holes[0][0] (0, 0)"},
      {{inner, {{2, 2}, {4, 3}, {3, 4}}}, "the boundary crosses itself at holes[0][0] and holes[1][0] (2, 2)"},
  };
  for (const auto& test : cases) {
    const absl::StatusOr<std::vector<ConvexPolygon>> parts = DecomposeIntoConvex(square, test.holes);
    ASSERT_FALSE(parts.ok()) << test.message;
    EXPECT_EQ(parts.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_TRUE(absl::StrContains(parts.status().message(), test.message)) << test.message << ": " << parts.status();
  }
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
        ExpectExactCover({ring}, *parts);
      } else {
        ++refused;
        EXPECT_FALSE(IsSimple(ring)) << Print(ring) << parts.status();
      }
    });
  }
  EXPECT_GT(decomposed, 1800);
  EXPECT_GT(refused, 1000);
}

// Parts by their outline: those of each are what DecomposeIntoConvex returns of it.
TEST(DecomposeOutlinesTest, NamesTheOutlineOfEachPart) {
  const Ring reflex = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  const Ring clockwise_and_closed = {{5, 5}, {5, 6}, {6, 5}, {5, 5}};
  const Ring square = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
  const Ring hole = {{3, 3}, {4, 3}, {4, 4}};
  const std::vector<Outline> outlines = {{reflex}, {clockwise_and_closed}, {square, {hole}}};
  const absl::StatusOr<OutlineParts> parts = DecomposeOutlines(outlines);
  ASSERT_TRUE(parts.ok()) << parts.status();
  ASSERT_EQ(parts->outlines.size(), parts->shapes.size());
  std::vector<std::vector<ConvexPolygon>> by_outline(outlines.size());
  for (size_t i = 0; i < parts->shapes.size(); ++i) by_outline[parts->outlines[i]].push_back(parts->shapes[i]);
  EXPECT_EQ(by_outline[0].size(), 2u);
  EXPECT_EQ(by_outline[1].size(), 1u);
  ExpectExactCover({reflex}, by_outline[0]);
  ExpectExactCover({square, hole}, by_outline[2]);
  EXPECT_TRUE(std::is_sorted(parts->outlines.begin(), parts->outlines.end()));
  EXPECT_TRUE(DecomposeOutlines({})->shapes.empty());
  const std::vector<Outline> wrong = {{reflex}, {{{0, 0}, {1, 0}}}};
  EXPECT_EQ(DecomposeOutlines(wrong).status().message(),
            "outlines[1]: vertices: 2 without repeated ones; at least 3 are needed");
}

// Every triangle of the grid as a hole of every ring on it, and of a square around the grid with
// every other triangle as a hole.
TEST(DecomposeIntoConvexTest, AgreesWithTheOracleOnEverySmallGridHole) {
  std::vector<Ring> triangles, rings;
  ForEachGridRing(3, [&](const Ring& ring) {
    if (TwiceArea(ring) > 0) triangles.push_back(ring);
  });
  for (int length = 3; length <= 4; ++length) {
    ForEachGridRing(length, [&](const Ring& ring) {
      if (IsSimple(ring) && TwiceArea(ring) > 0) rings.push_back(ring);
    });
  }
  const Ring around = {{-1, -1}, {3, -1}, {3, 3}, {-1, 3}};
  int decomposed = 0;
  const auto check = [&](const Ring& outer, const std::vector<Ring>& holes, bool is_valid) {
    const absl::StatusOr<std::vector<ConvexPolygon>> parts = DecomposeIntoConvex(outer, holes);
    ASSERT_TRUE(parts.ok() || !is_valid) << Print(outer) << Print(holes.back()) << parts.status();
    if (!parts.ok()) return;
    ++decomposed;
    SCOPED_TRACE(Print(outer) + Print(holes.back()));
    std::vector<Ring> all = {outer};
    all.insert(all.end(), holes.begin(), holes.end());
    ExpectExactCover(all, *parts);
  };
  for (size_t i = 0; i < triangles.size(); ++i) {
    const Ring& hole = triangles[i];
    for (const Ring& outer : rings) {
      // Half as large, so that it also is inside of one.
      Ring small;
      for (const Vec2 v : hole) small.push_back(Vec2{0.5, 0.25} + 0.5 * v);
      check(outer, {hole}, false);
      check(outer, {small}, false);
    }
    // A third of all pairs.
    for (size_t k = i % 3; k < triangles.size(); k += 3) {
      check(around, {hole, triangles[k]}, false);
      Ring apart;
      for (const Vec2 v : triangles[k]) apart.push_back(0.25 * (v - Vec2{2.5, 2.5}));
      check({{-2, -2}, {4, -2}, {4, 4}, {-2, 4}}, {hole, apart}, true);
    }
  }
  EXPECT_GT(decomposed, 2500);
}

}  // namespace
}  // namespace collision2d
