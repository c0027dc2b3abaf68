// What ConvexPolygon precomputes for the queries: circles, moments, start vertices, needle corners,
// padding.
#include <gmpxx.h>

#include <memory>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/padded_ring.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/compare_dot.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr double kLeastNumber = std::numeric_limits<double>::denorm_min();

// A polygon of any kind, in any place, and of any size: metres, subnormal, or kilometres.
ConvexPolygon RandomPolygonOfAnyScale(int max_vertices, Random* random) {
  std::vector<Vec2> points = RandomPoints(RandomKind(random), max_vertices, random);
  double scale = 1.0;
  if (random->Chance(0.5))
    scale = random->Chance(0.3) ? random->LogUniform(1e-315, 1e-20) : random->LogUniform(1e-6, 1e6);
  Vec2 offset;
  if (random->Chance(0.5)) offset = {scale * random->Uniform(-10.0, 10.0), scale * random->Uniform(-10.0, 10.0)};
  for (Vec2& point : points) point = scale * point + offset;
  return *ConvexPolygon::Hull(points);
}

// The height of a point above an edge in m. For edges that single precision has numbers for, where
// no product underflows; roundoff is far below the margin of an inner radius.
double Height_m(Vec2 from, Vec2 to, Vec2 point) {
  const double edge_x = to.x - from.x;
  const double edge_y = to.y - from.y;
  const double arm_x = point.x - from.x;
  const double arm_y = point.y - from.y;
  return (edge_x * arm_y - edge_y * arm_x) / std::sqrt(edge_x * edge_x + edge_y * edge_y);
}

// A start vertex is found by the signs of the edges' dot products, whose errors add up along the
// ring.
mpq_class RoundingOfRise(const ConvexPolygon& polygon) {
  double perimeter_m = 0.0;
  const Vec2* ring = polygon.ring();
  for (int i = 0; i < polygon.size(); ++i) perimeter_m += Norm(ring[i + 1] - ring[i]);
  return mpq_class(0x1p-49) * mpq_class(perimeter_m) + mpq_class(kLeastNumber) * (2 * polygon.size());
}

void ExpectStartVerticesAreSupportVertices(const ConvexPolygon& polygon) {
  ASSERT_FALSE(polygon.StartsAreNear());
  const mpq_class rounding = RoundingOfRise(polygon);
  for (int sector = 0; sector < internal::kDirectionSectorCount; ++sector) {
    const int start = polygon.StartVertex(sector);
    ASSERT_TRUE(0 <= start && start < polygon.size()) << HexFormat(polygon);
    const Vec2 at = polygon.ring()[start];
    for (const Vec2 v : polygon.vertices()) {
      ASSERT_LE(CompareDot(internal::kSectorMiddle[sector], at, v, rounding), 0)
          << HexFormat(polygon) << ", sector " << sector;
    }
    // Nor does an edge at the vertex, however short, rise beyond the rounding of its own direction.
    for (const Vec2 neighbor : {polygon.ring()[start - 1], polygon.ring()[start + 1]}) {
      const mpq_class length =
          abs(mpq_class(neighbor.x) - mpq_class(at.x)) + abs(mpq_class(neighbor.y) - mpq_class(at.y));
      const mpq_class rounding_of_edge = mpq_class(0x1p-50) * length + 2 * mpq_class(kLeastNumber);
      ASSERT_LE(CompareDot(internal::kSectorMiddle[sector], at, neighbor, rounding_of_edge), 0)
          << HexFormat(polygon) << ", sector " << sector;
    }
  }
}

// One vertex of a regular polygon drawn out to an edge of a few units in the last place.
TEST(ConvexPolygonStartVertex, EndsOfAShortEdge) {
  Random random(TestSeed());
  int64_t checked = 0;
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    std::vector<Vec2> points;
    const int n = 3 + random.Index(6);
    const double heading_rad = random.Uniform(0.0, 6.28);
    for (int k = 0; k < n; ++k) {
      const double angle_rad = heading_rad + 6.2831853 * k / n;
      points.push_back({100.0 * std::cos(angle_rad), 100.0 * std::sin(angle_rad)});
    }
    points.push_back({points[0].x + 0x1p-46 * random.Index(4), points[0].y + 0x1p-46 * random.Index(4)});
    const ConvexPolygon polygon = *ConvexPolygon::Hull(points);
    if (polygon.size() == n + 1) ++checked;
    ASSERT_NO_FATAL_FAILURE(ExpectStartVerticesAreSupportVertices(polygon));
  }
  EXPECT_GT(checked, TestCaseCount(20000) / 10);
}

TEST(ConvexPolygonInnerRadius, CircleIsInsideOfEveryEdge) {
  Random random(TestSeed());
  int64_t with_circle = 0;
  const int64_t count = TestCaseCount(20000);
  for (int64_t i = 0; i < count; ++i) {
    const ConvexPolygon polygon = RandomPolygonOfAnyScale(24, &random);
    ASSERT_GE(polygon.inner_radius_m(), 0.0f);
    ASSERT_TRUE(polygon.size() >= 3 || polygon.inner_radius_m() == 0.0f) << HexFormat(polygon);
    if (polygon.inner_radius_m() == 0.0f) continue;
    ++with_circle;
    const Vec2* ring = polygon.ring();
    for (int k = 0; k < polygon.size(); ++k) {
      ASSERT_GT(Height_m(ring[k], ring[k + 1], polygon.center()), polygon.inner_radius_m()) << HexFormat(polygon);
    }
  }
  // A sample without circles would test nothing.
  EXPECT_GT(with_circle, count / 3);
}

TEST(ConvexPolygonInnerRadius, NearlyTheDistanceToTheNearestEdge) {
  const double square = ConvexPolygon::Rectangle(2.0, 2.0, {5.0, -3.0})->inner_radius_m();
  EXPECT_LT(square, 1.0);
  EXPECT_GT(square, 1.0 - 0x1p-18);
  const double with_radius =
      ConvexPolygon::Create(ConvexPolygon::Rectangle(4.0, 2.0)->vertices(), 0.5)->inner_radius_m();
  EXPECT_LT(with_radius, 1.0) << "of the hull, without the radius";
  const double triangle = ConvexPolygon::Create({{0, 0}, {6, 0}, {3, 6}})->inner_radius_m();
  EXPECT_NEAR(triangle, 3.0 / std::sqrt(5.0), 0x1p-18);
}

TEST(ConvexPolygonInnerRadius, ZeroWithoutACircleAboutTheCenter) {
  EXPECT_EQ(ConvexPolygon::Create({{1, 2}})->inner_radius_m(), 0.0f);
  EXPECT_EQ(ConvexPolygon::Create({{1, 2}}, 3.0)->inner_radius_m(), 0.0f);
  EXPECT_EQ(ConvexPolygon::Create({{1, 2}, {3, 5}})->inner_radius_m(), 0.0f);
  // An edge is the diagonal of the box: its centre is on that edge.
  EXPECT_EQ(ConvexPolygon::Create({{0, 0}, {2, 0}, {10, 10}})->inner_radius_m(), 0.0f);
  EXPECT_EQ(ConvexPolygon::Create({{0, 0}, {9, 1}, {10, 4}})->inner_radius_m(), 0.0f);
  // So thin that the error of heights would count.
  EXPECT_EQ(ConvexPolygon::Rectangle(1e3, 1e3 * 0x1p-30)->inner_radius_m(), 0.0f);
  EXPECT_GT(ConvexPolygon::Rectangle(1e3, 1e3 * 0x1p-27)->inner_radius_m(), 0.0f);
  // Below the smallest normal number of single precision.
  EXPECT_EQ(ConvexPolygon::Rectangle(1e-40, 1e-40)->inner_radius_m(), 0.0f);
}

TEST(ConvexPolygonSecondMoments, AgreeWithDouble) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const ConvexPolygon polygon = RandomPolygonOfAnyScale(24, &random);
    double xx = 0.0, xy = 0.0, yy = 0.0;
    for (const Vec2 v : polygon.vertices()) {
      const double x = v.x - polygon.center().x;
      const double y = v.y - polygon.center().y;
      xx += x * x / polygon.size();
      xy += x * y / polygon.size();
      yy += y * y / polygon.size();
    }
    // Eight bits of mantissa are kept, or the upper half of the smallest numbers of single
    // precision.
    const double error = 0x1p-7 * (xx + yy) + 0x1p16 * std::numeric_limits<float>::denorm_min();
    ASSERT_NEAR(polygon.second_moments().xx, xx, error) << HexFormat(polygon);
    ASSERT_NEAR(polygon.second_moments().xy, xy, error) << HexFormat(polygon);
    ASSERT_NEAR(polygon.second_moments().yy, yy, error) << HexFormat(polygon);
  }
}

TEST(ConvexPolygonStartVertex, SupportsTheMiddleOfTheSector) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(10000); ++i) {
    ASSERT_NO_FATAL_FAILURE(ExpectStartVerticesAreSupportVertices(RandomPolygonOfAnyScale(40, &random)));
  }
  for (int n = 3; n <= 256; ++n) {
    ASSERT_NO_FATAL_FAILURE(ExpectStartVerticesAreSupportVertices(RegularPolygon(n, 10.0))) << "n = " << n;
  }
}

TEST(ConvexPolygonStartVertex, NearASupportVertexOfManyVertices) {
  for (const int n : {257, 300, 511, 512, 1000, 5000}) {
    const ConvexPolygon polygon = RegularPolygon(n, 1000.0);
    ASSERT_EQ(polygon.size(), n);
    ASSERT_TRUE(polygon.StartsAreNear());
    for (int sector = 0; sector < internal::kDirectionSectorCount; ++sector) {
      const int start = polygon.StartVertex(sector);
      ASSERT_TRUE(0 <= start && start < n) << "n = " << n << ", sector " << sector;
      int best = 0;
      for (int i = 1; i < n; ++i) {
        if (CompareDot(internal::kSectorMiddle[sector], polygon.vertices()[best], polygon.vertices()[i], 0) > 0)
          best = i;
      }
      const int apart = std::abs(best - start);
      EXPECT_LE(std::min(apart, n - apart), n / 256 + 1)
          << "n = " << n << ", sector " << sector << ": start " << start << ", support vertex " << best;
    }
  }
}

TEST(ConvexPolygonNeedleCorner, NoneOfOrdinaryShapes) {
  EXPECT_FALSE(ConvexPolygon::Create({{1, 2}})->has_needle_corner());
  EXPECT_FALSE(ConvexPolygon::Rectangle(1e6, 1.0)->has_needle_corner());
  EXPECT_FALSE(ConvexPolygon::Rectangle(1e-3, 1e3, {1e6, 1e6})->has_needle_corner());
  // A corner that is nearly straight is no needle; neither is one of 10^-11 rad.
  EXPECT_FALSE(ConvexPolygon::Create({{0, 0}, {1, -0x1p-50}, {2, 0}, {1, 1}})->has_needle_corner());
  EXPECT_FALSE(ConvexPolygon::Create({{0, 0}, {1, 0}, {1, 1e-11}})->has_needle_corner());
  for (const int n : {3, 4, 5, 6, 7, 24, 100, 1000}) {
    EXPECT_FALSE(RegularPolygon(n, 5.0).has_needle_corner()) << "n = " << n;
  }
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(1000); ++i) {
    const std::vector<Vec2> rectangle = RandomPoints(PolygonKind::kRectangle, 4, &random);
    ASSERT_FALSE(ConvexPolygon::Hull(rectangle)->has_needle_corner()) << HexFormat(rectangle);
  }
}

TEST(ConvexPolygonNeedleCorner, SegmentsAndNeedles) {
  EXPECT_TRUE(ConvexPolygon::Create({{1, 2}, {3, 5}})->has_needle_corner());
  EXPECT_TRUE(ConvexPolygon::Create({{0, 0}, {0x1p-1070, 0}})->has_needle_corner());
  const std::vector<Vec2> needle = {{0, 0}, {1, 0}, {1, 1e-13}};
  for (int first = 0; first < 3; ++first) {
    const std::vector<Vec2> turned = {needle[first], needle[(first + 1) % 3], needle[(first + 2) % 3]};
    EXPECT_TRUE(ConvexPolygon::Create(turned)->has_needle_corner()) << "sharp corner at " << (3 - first) % 3;
  }
}

void ExpectPaddedRing(const ConvexPolygon& polygon, absl::Span<const Vec2> vertices) {
  const int n = static_cast<int>(vertices.size());
  ASSERT_EQ(polygon.size(), n);
  EXPECT_EQ(polygon.vertices().data(), polygon.ring());
  for (int k = -1; k <= n; ++k) EXPECT_EQ(polygon.ring()[k], vertices[(k + n) % n]) << "k = " << k;
}

void ExpectSamePrecomputed(const ConvexPolygon& copy, const ConvexPolygon& original) {
  EXPECT_EQ(copy.center(), original.center());
  EXPECT_EQ(copy.radius_m(), original.radius_m());
  EXPECT_EQ(copy.bounding_radius_m(), original.bounding_radius_m());
  EXPECT_EQ(copy.inner_radius_m(), original.inner_radius_m());
  EXPECT_EQ(copy.second_moments().xx, original.second_moments().xx);
  EXPECT_EQ(copy.second_moments().xy, original.second_moments().xy);
  EXPECT_EQ(copy.second_moments().yy, original.second_moments().yy);
  EXPECT_EQ(copy.convexity_margin_m(), original.convexity_margin_m());
  EXPECT_EQ(copy.has_needle_corner(), original.has_needle_corner());
  EXPECT_EQ(copy.StartsAreNear(), original.StartsAreNear());
  for (int sector = 0; sector < internal::kDirectionSectorCount; ++sector) {
    EXPECT_EQ(copy.StartVertex(sector), original.StartVertex(sector));
  }
}

// Up to six vertices are stored inline, more on the heap.
TEST(ConvexPolygonRing, PaddedAlsoInCopiesAndMoves) {
  for (const int n : {3, 4, 6, 7, 20, 1000}) {
    SCOPED_TRACE(n);
    const ConvexPolygon original = RegularPolygon(n, 2.0);
    const std::vector<Vec2> vertices(original.vertices().begin(), original.vertices().end());
    ExpectPaddedRing(original, vertices);

    auto source = std::make_unique<ConvexPolygon>(original);
    const ConvexPolygon copy = *source;
    ConvexPolygon assigned = *ConvexPolygon::Create({{7, 7}});
    assigned = *source;
    const ConvexPolygon moved = std::move(*source);
    source.reset();
    ConvexPolygon move_assigned = RegularPolygon(30, 1.0);
    move_assigned = ConvexPolygon(original);
    for (const ConvexPolygon* each : std::vector<const ConvexPolygon*>{&copy, &assigned, &moved, &move_assigned}) {
      ExpectPaddedRing(*each, vertices);
      ExpectSamePrecomputed(*each, original);
    }
  }
}

TEST(ConvexPolygonRing, MovedFromIsThePointAtTheOrigin) {
  const ConvexPolygon point = *ConvexPolygon::Create({{0, 0}});
  for (const int n : {1, 2, 4, 6, 7, 3000}) {
    SCOPED_TRACE(n);
    ConvexPolygon source = n < 3 ? *ConvexPolygon::Hull({{7, 8}, {7.0 + n - 1, 9}}, 0.5) : RegularPolygon(n, 2.0);
    const ConvexPolygon taken = std::move(source);
    ExpectPaddedRing(source, {{0, 0}});
    ExpectSamePrecomputed(source, point);
    // Such an object can be assigned to, and moved again.
    ConvexPolygon other = std::move(source);
    ExpectPaddedRing(other, {{0, 0}});
    source = taken;
    ExpectSamePrecomputed(source, taken);
    other = std::move(source);
    ExpectPaddedRing(source, {{0, 0}});
    ConvexPolygon& same = other;
    other = std::move(same);
    ExpectSamePrecomputed(other, taken);
  }
}

TEST(ConvexPolygonRing, WindowHoldsTheVertexAmidOthers) {
  for (const int n : {4, 5, 6, 7, 8, 30}) {
    const ConvexPolygon polygon = RegularPolygon(n, 2.0);
    const Vec2* const ring = polygon.ring();
    for (int i = 0; i < n; ++i) {
      SCOPED_TRACE(testing::Message() << "vertex " << i << " of " << n);
      const int first = polygon.WindowAround(i);
      EXPECT_LT(first, i);
      EXPECT_GT(first + 4, i);
      if (n > 6) {
        EXPECT_EQ(first, i - 2);
      }
      for (int k = first; k <= first + 4; ++k) EXPECT_EQ(ring[k], ring[(k + n) % n]);
    }
  }
}

// Every corner moved straight towards the middle of its neighbours, or over it, by what the margin
// allows in each coordinate and by what it does not.
TEST(ConvexPolygonConvexityMargin, CornersMayMoveByAQuarterOfIt) {
  Random random(TestSeed());
  int64_t with_margin = 0;
  for (int64_t i = 0; i < TestCaseCount(5000); ++i) {
    const ConvexPolygon polygon = RandomPolygonOfAnyScale(12, &random);
    if (polygon.size() < 3 || polygon.convexity_margin_m() == 0.0) continue;
    ++with_margin;
    const double quarter_m = 0.25 * polygon.convexity_margin_m();
    for (int64_t k = 0; k < 20; ++k) {
      std::vector<Vec2> moved(polygon.vertices().begin(), polygon.vertices().end());
      for (Vec2& v : moved) {
        v = v + quarter_m * Vec2{static_cast<double>(random.Sign()), static_cast<double>(random.Sign())};
      }
      ASSERT_TRUE(internal::IsStrictlyConvexRing(moved)) << HexFormat(polygon);
    }
  }
  EXPECT_GT(with_margin, TestCaseCount(5000) / 2);
  // The height of a corner above the line through its neighbours bounds the margin from above.
  for (int n = 3; n <= 100; ++n) {
    const ConvexPolygon polygon = RegularPolygon(n, 10.0);
    const Vec2* const ring = polygon.ring();
    const double height_m = -Height_m(ring[-1], ring[1], ring[0]);
    EXPECT_LT(polygon.convexity_margin_m(), height_m);
    EXPECT_GT(polygon.convexity_margin_m(), 0.2 * height_m);
  }
  EXPECT_GT(ConvexPolygon::Create({{1, 2}})->convexity_margin_m(), 1e30);
  EXPECT_EQ(ConvexPolygon::Create({{0, 0}, {3, 4}})->convexity_margin_m(), 4.0);
  EXPECT_EQ(ConvexPolygon::Create({{0, 0}, {1, 0}, {1e-17, 1e-300}})->convexity_margin_m(), 0.0);
}

TEST(ConvexPolygonRing, PointAndSegment) {
  const std::vector<Vec2> point = {{1, 2}};
  const std::vector<Vec2> segment = {{1, 2}, {3, 5}};
  ExpectPaddedRing(*ConvexPolygon::Create(point), point);
  ExpectPaddedRing(*ConvexPolygon::Create(segment), segment);
}

}  // namespace
}  // namespace collision2d
