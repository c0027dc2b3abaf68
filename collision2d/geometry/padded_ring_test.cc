#include "collision2d/geometry/padded_ring.h"

#include <gmpxx.h>

#include <array>
#include <memory>
#include <type_traits>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/compare_dot.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d::internal {
namespace {

static_assert(std::is_nothrow_move_constructible_v<PaddedRing> && std::is_nothrow_move_assignable_v<PaddedRing>);

// All sizes up to ten times that of an inline ring, those around the table of start vertices, and a
// large one.
std::vector<int> Sizes() {
  std::vector<int> sizes;
  for (int n = 1; n <= 70; ++n) sizes.push_back(n);
  sizes.insert(sizes.end(), {255, 256, 257, 512, 513, 2000});
  return sizes;
}

// A point, a segment, or a polygon; no two vertices are equal, and none is the origin.
std::vector<Vec2> Vertices(int n, Vec2 center = {10, -7}) {
  std::vector<Vec2> vertices;
  for (int i = 0; i < n; ++i) {
    const double angle_rad = 0.3 + 2.0 * 3.141592653589793 * i / n;
    vertices.push_back(center + Vec2{3.0 * std::cos(angle_rad), 3.0 * std::sin(angle_rad)});
  }
  return vertices;
}

bool IsInside(const PaddedRing& ring, const Vec2* vertex) {
  const auto begin = reinterpret_cast<uintptr_t>(&ring);
  const auto at = reinterpret_cast<uintptr_t>(vertex);
  return begin <= at && at < begin + sizeof(PaddedRing);
}

void ExpectPadded(const PaddedRing& ring, absl::Span<const Vec2> vertices) {
  const int n = static_cast<int>(vertices.size());
  ASSERT_EQ(ring.size(), n);
  EXPECT_EQ(IsInside(ring, ring.vertices()), n <= PaddedRing::kInlineSize);
  for (int k = -1; k <= n; ++k) ASSERT_EQ(ring.vertices()[k], vertices[(k + n) % n]) << "k = " << k;
  for (int i = 0; n >= 4 && i < n; ++i) {
    const int first = ring.WindowAround(i);
    ASSERT_LT(first, i);
    ASSERT_GT(first + 4, i);
    for (int k = first; k <= first + 4; ++k) ASSERT_EQ(ring.vertices()[k], vertices[(k + n) % n]) << "k = " << k;
  }
}

void ExpectSame(const PaddedRing& ring, const PaddedRing& expected) {
  ASSERT_NO_FATAL_FAILURE(
      ExpectPadded(ring, absl::MakeConstSpan(expected.vertices(), static_cast<size_t>(expected.size()))));
  EXPECT_EQ(ring.convexity_margin_m(), expected.convexity_margin_m());
  EXPECT_EQ(ring.StartsAreNear(), expected.StartsAreNear());
  for (int sector = 0; sector < kDirectionSectorCount; ++sector) {
    EXPECT_EQ(ring.StartVertex(sector), expected.StartVertex(sector)) << "sector " << sector;
  }
}

TEST(PaddedRing, NeighboursWrapAround) {
  for (const int n : Sizes()) {
    SCOPED_TRACE(n);
    const std::vector<Vec2> vertices = Vertices(n);
    ASSERT_NO_FATAL_FAILURE(ExpectPadded(PaddedRing(vertices), vertices));
  }
}

// The vertices of a quadrilateral fill a cache line. Rings on the heap are packed instead.
TEST(PaddedRing, AlignedForLinesOfACache) {
  for (const int n : Sizes()) {
    if (n > PaddedRing::kInlineSize) continue;
    SCOPED_TRACE(n);
    const auto polygon = std::make_unique<ConvexPolygon>(*ConvexPolygon::Create(Vertices(n)));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(polygon->ring()) % 64, 0u);
  }
}

TEST(PaddedRing, CopiesAreIndependent) {
  for (const int n : Sizes()) {
    SCOPED_TRACE(n);
    const PaddedRing original{Vertices(n)};
    auto source = std::make_unique<PaddedRing>(original);
    const PaddedRing copy = *source;
    std::vector<PaddedRing> assigned;
    // Assigned to a ring inside of the object, and to ones on the heap.
    for (const int m : {1, 6, 7, 2000}) assigned.emplace_back(Vertices(m, {-20, 30}));
    for (PaddedRing& each : assigned) each = *source;
    *source = PaddedRing(Vertices(9, {100, 100}));
    source.reset();
    ASSERT_NO_FATAL_FAILURE(ExpectSame(copy, original));
    for (const PaddedRing& each : assigned) ASSERT_NO_FATAL_FAILURE(ExpectSame(each, original));
    PaddedRing& itself = assigned.front();
    assigned.front() = itself;
    ASSERT_NO_FATAL_FAILURE(ExpectSame(itself, original));
  }
}

TEST(PaddedRing, MovedFromIsThePointAtTheOrigin) {
  const PaddedRing origin{{Vec2{0, 0}}};
  EXPECT_EQ(origin.StartVertex(0), 0);
  for (const int n : Sizes()) {
    SCOPED_TRACE(n);
    const PaddedRing original{Vertices(n)};
    PaddedRing source = original;
    PaddedRing taken = std::move(source);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(taken, original));
    ASSERT_NO_FATAL_FAILURE(ExpectSame(source, origin));
    for (const int m : {1, 6, 7, 2000}) {
      PaddedRing assigned{Vertices(m, {-20, 30})};
      assigned = std::move(taken);
      ASSERT_NO_FATAL_FAILURE(ExpectSame(assigned, original));
      ASSERT_NO_FATAL_FAILURE(ExpectSame(taken, origin));
      taken = assigned;
    }
    PaddedRing& itself = taken;
    taken = std::move(itself);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(taken, original));
    // A ring that was moved from can be moved from again, and assigned to.
    const PaddedRing empty = std::move(source);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(empty, origin));
    ASSERT_NO_FATAL_FAILURE(ExpectSame(source, origin));
    source = original;
    ASSERT_NO_FATAL_FAILURE(ExpectSame(source, original));
  }
}

// A start vertex is the highest one in the direction of the middle of its sector. Of more than 256
// vertices the table names only every second, third, ... one.
TEST(PaddedRing, StartVertexIsHighestInItsSector) {
  for (const int n : Sizes()) {
    SCOPED_TRACE(n);
    const std::vector<Vec2> vertices = Vertices(n);
    const PaddedRing ring{vertices};
    EXPECT_EQ(ring.StartsAreNear(), n > 256);
    const int stride = (n + 255) / 256;
    for (int sector = 0; sector < kDirectionSectorCount; ++sector) {
      const int start = ring.StartVertex(sector);
      ASSERT_TRUE(0 <= start && start < n) << "sector " << sector;
      // No vertex is above all of the few that an entry stands for, by more than the rounding of
      // coordinates of 13 m.
      for (const Vec2 v : vertices) {
        bool is_above_all = true;
        for (int k = 0; k < stride; ++k) {
          const Vec2 near = vertices[(start + k) % n];
          is_above_all = is_above_all && CompareDot(kSectorMiddle[sector], near, v, mpq_class(0x1p-47)) > 0;
        }
        ASSERT_FALSE(is_above_all) << "sector " << sector << ", start " << start;
      }
    }
  }
}

// The orientation of three points, exactly.
mpq_class Turn(const std::array<mpq_class, 6>& xy) {
  return (xy[0] - xy[4]) * (xy[3] - xy[5]) - (xy[1] - xy[5]) * (xy[2] - xy[4]);
}

// Whether all corners of a polygon turn left wherever each coordinate of each vertex is moved by at
// most `reach_m`. The orientation of a corner is linear in each of its six coordinates: it is least
// where all of them have moved all the way.
bool StaysConvex(absl::Span<const Vec2> vertices, const mpq_class& reach_m) {
  const size_t n = vertices.size();
  for (size_t i = 0; i < n; ++i) {
    std::array<mpq_class, 6> xy;
    for (unsigned signs = 0; signs < 64; ++signs) {
      for (size_t k = 0; k < 6; ++k) {
        const Vec2 v = vertices[(i + k / 2) % n];
        xy[k] = mpq_class(k % 2 == 0 ? v.x : v.y) + ((signs >> k & 1) != 0 ? reach_m : mpq_class(-reach_m));
      }
      if (sgn(Turn(xy)) <= 0) return false;
    }
  }
  return true;
}

mpq_class QuarterOfMargin(const PaddedRing& ring) { return mpq_class(ring.convexity_margin_m()) / 4; }

TEST(PaddedRingConvexityMargin, QuarterOfItKeepsRegularPolygonsConvexAndEightDoNot) {
  for (int n = 3; n <= 70; ++n) {
    SCOPED_TRACE(n);
    const std::vector<Vec2> vertices = Vertices(n);
    const mpq_class quarter_m = QuarterOfMargin(PaddedRing(vertices));
    EXPECT_TRUE(StaysConvex(vertices, quarter_m));
    EXPECT_FALSE(StaysConvex(vertices, 8 * quarter_m));
  }
}

// Rings of any scale, slivers and subnormal ones too.
TEST(PaddedRingConvexityMargin, QuarterOfItKeepsAnyPolygonConvex) {
  Random random(TestSeed());
  int64_t polygons = 0;
  int64_t with_margin = 0;
  for (int64_t i = 0; i < TestCaseCount(300); ++i) {
    const ConvexPolygon shape = RandomPolygon(10, &random);
    const int exponent = random.Chance(0.2) ? random.Integer(-1074, -1015) : random.Integer(-20, 20);
    std::vector<Vec2> points;
    for (const Vec2 v : shape.vertices()) points.push_back({std::ldexp(v.x, exponent), std::ldexp(v.y, exponent)});
    const ConvexPolygon scaled = *ConvexPolygon::Hull(points);
    if (scaled.size() < 3) continue;
    const PaddedRing ring{scaled.vertices()};
    ++polygons;
    with_margin += ring.convexity_margin_m() > 0.0;
    ASSERT_TRUE(StaysConvex(scaled.vertices(), QuarterOfMargin(ring))) << HexFormat(scaled);
  }
  EXPECT_GT(with_margin, polygons / 2);
}

// Corners that are straight but for a few units in the last place.
TEST(PaddedRingConvexityMargin, NearlyStraightCorners) {
  Random random(TestSeed());
  int64_t with_margin = 0;
  const int64_t count = TestCaseCount(300);
  for (int64_t i = 0; i < count; ++i) {
    const Vec2 offset = {random.Uniform(-1e3, 1e3), random.Uniform(-1e3, 1e3)};
    const Vec2 side = {random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
    const Vec2 on_side = random.Uniform(0.01, 0.99) * side;
    const Vec2 middle = on_side - random.LogUniform(1e-17, 1e-9) * PerpendicularLeft(side);
    const ConvexPolygon polygon =
        *ConvexPolygon::Hull({offset, offset + side, offset + middle, offset + PerpendicularLeft(side)});
    if (polygon.size() < 3) continue;
    const PaddedRing ring{polygon.vertices()};
    with_margin += ring.convexity_margin_m() > 0.0 && polygon.size() == 4;
    ASSERT_TRUE(StaysConvex(polygon.vertices(), QuarterOfMargin(ring))) << HexFormat(polygon);
  }
  EXPECT_GT(with_margin, count / 10);
}

TEST(PaddedRingConvexityMargin, AnyCornerCounts) {
  std::vector<Vec2> vertices = {{0, -1e-9}, {1, 0}, {0, 1}, {-1, 0}};
  for (size_t i = 0; i < vertices.size(); ++i) {
    EXPECT_TRUE(StaysConvex(vertices, QuarterOfMargin(PaddedRing(vertices)))) << i;
    std::rotate(vertices.begin(), vertices.begin() + 1, vertices.end());
  }
}

TEST(PaddedRingConvexityMargin, EndsOfASegmentStayApart) {
  for (const int exponent : {-1074, -1073, -1070, -1030, -3, 0, 26}) {
    for (const Vec2 end : {Vec2{1, 0}, Vec2{0, -1}, Vec2{1, 1}, Vec2{3, 5}, Vec2{-7, 2}}) {
      const Vec2 to = {std::ldexp(end.x, exponent), std::ldexp(end.y, exponent)};
      const mpq_class moved_m = 2 * QuarterOfMargin(PaddedRing(std::vector<Vec2>{{0, 0}, to}));
      EXPECT_TRUE(abs(mpq_class(to.x)) > moved_m || abs(mpq_class(to.y)) > moved_m) << HexFormat(to);
    }
  }
  EXPECT_EQ(PaddedRing(std::vector<Vec2>{{1, 1}, {4, 5}}).convexity_margin_m(), 4.0);
}

TEST(PaddedRingConvexityMargin, OfAPointIsHuge) {
  EXPECT_GT(PaddedRing(std::vector<Vec2>{{1, 2}}).convexity_margin_m(), 0x1p1000);
}

}  // namespace
}  // namespace collision2d::internal
