#include "collision2d/testing/exact_oracle.h"

#include <gmpxx.h>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/brute_force.h"
#include "collision2d/testing/compare_dot.h"
#include "collision2d/testing/fast_exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr ExactRelation kDisjoint = ExactRelation::kDisjoint;
constexpr ExactRelation kTouching = ExactRelation::kTouching;
constexpr ExactRelation kOverlapping = ExactRelation::kOverlapping;

struct Case {
  const char* name;
  std::vector<Vec2> a;
  std::vector<Vec2> b;
  ExactRelation relation;
  mpq_class distance_sq;
  mpq_class depth_sq;
};

TEST(ExactOracle, KnownPairsInBothOrders) {
  const std::vector<Vec2> square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const std::vector<Case> cases = {
      {"points", {{0, 0}}, {{3, 4}}, kDisjoint, 25, 0},
      {"the same point", {{3, 4}}, {{3, 4}}, kTouching, 0, 0},
      {"the same origin", {{0, 0}}, {{0, 0}}, kTouching, 0, 0},
      {"point in segment", {{0, 0}, {3, 1.5}}, {{2, 1}}, kTouching, 0, 0},
      {"point beside diagonal", {{0, 0}, {2, 1}}, {{1, 1}}, kDisjoint, mpq_class(1, 5), 0},
      {"point in line", {{0, 0}, {2, 1}}, {{4, 2}}, kDisjoint, 5, 0},
      {"crossing segments", {{0, 0}, {4, 0}}, {{1, -1}, {1, 3}}, kOverlapping, 0, 1},
      {"segments in an L", {{0, 0}, {4, 0}}, {{0, 0}, {0, 3}}, kTouching, 0, 0},
      {"collinear overlapping segments", {{0, 0}, {4, 2}}, {{2, 1}, {6, 3}}, kTouching, 0, 0},
      {"collinear segments apart", {{0, 0}, {2, 0}}, {{5, 0}, {9, 0}}, kDisjoint, 9, 0},
      {"parallel segments", {{0, 0}, {2, 0}}, {{1, 3}, {9, 3}}, kDisjoint, 9, 0},
      {"squares edge to edge", square, {{1, 0.5}, {2, 0.5}, {2, 1.5}, {1, 1.5}}, kTouching, 0, 0},
      {"squares corner to corner", square, {{1, 1}, {2, 1}, {2, 2}, {1, 2}}, kTouching, 0, 0},
      {"square and itself", square, square, kOverlapping, 0, 1},
      {"point in square", square, {{0.5, 0.25}}, kOverlapping, 0, mpq_class(1, 16)},
      {"clockwise, repeated and collinear",
       {{0, 1}, {1, 1}, {1, 0.5}, {1, 0}, {0, 0}, {0, 0}},
       {{2, 0}},
       kDisjoint,
       1,
       0},
      {"depth across a diagonal", {{0, 0}, {2, 0}, {0, 2}}, {{0.75, 0.75}}, kOverlapping, 0, mpq_class(1, 8)},
  };
  ExactOracle oracle;
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    for (const bool swapped : {false, true}) {
      oracle.SetPair(swapped ? c.b : c.a, swapped ? c.a : c.b);
      EXPECT_EQ(oracle.relation(), c.relation);
      EXPECT_EQ(oracle.DistanceSquared(), c.distance_sq);
      EXPECT_EQ(oracle.DepthSquared(), c.depth_sq);
    }
  }
}

TEST(ExactOracle, OneUlpDecidesTouching) {
  const std::vector<Vec2> square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  ExactOracle oracle;
  oracle.SetPair(square, std::vector<Vec2>{{std::nextafter(1.0, 2.0), 0.5}});
  EXPECT_EQ(oracle.relation(), kDisjoint);
  EXPECT_EQ(oracle.DistanceSquared(), mpq_class(0x1p-104));
  oracle.SetPair(square, std::vector<Vec2>{{std::nextafter(1.0, 0.0), 0.5}});
  EXPECT_EQ(oracle.relation(), kOverlapping);
  EXPECT_EQ(oracle.DepthSquared(), mpq_class(0x1p-106));
}

TEST(ExactOracle, HoldsTheWholeRangeOfDoubles) {
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  ExactOracle oracle;
  oracle.SetPair(std::vector<Vec2>{{-huge, 0}, {huge, 0}}, std::vector<Vec2>{{huge, tiny}, {-huge, tiny}});
  EXPECT_EQ(oracle.relation(), kDisjoint);
  EXPECT_EQ(oracle.DistanceSquared(), mpq_class(tiny) * mpq_class(tiny));
  EXPECT_EQ(oracle.SizeSquared(), 4 * mpq_class(huge) * mpq_class(huge));
  oracle.SetPair(std::vector<Vec2>{{-huge, 0}, {huge, 0}}, std::vector<Vec2>{{huge, tiny}, {-huge, -tiny}});
  EXPECT_EQ(oracle.relation(), kOverlapping);
}

TEST(ExactOracle, IsWithinDecidesAtTheBoundary) {
  ExactOracle oracle;
  // Distance 5, size 5; depth 1, size sqrt(2).
  oracle.SetPair(std::vector<Vec2>{{0, 0}}, std::vector<Vec2>{{3, 4}});
  EXPECT_TRUE(oracle.IsWithin(5.0, 0.0));
  EXPECT_FALSE(oracle.IsWithin(std::nextafter(5.0, 6.0), 0.0));
  EXPECT_FALSE(oracle.IsWithin(std::nextafter(5.0, 4.0), 0.0));
  EXPECT_TRUE(oracle.IsWithin(6.25, 0.25));
  EXPECT_FALSE(oracle.IsWithin(std::nextafter(6.25, 7.0), 0.25));
  EXPECT_TRUE(oracle.IsWithin(3.75, 0.25));
  EXPECT_FALSE(oracle.IsWithin(std::nextafter(3.75, 3.0), 0.25));
  EXPECT_FALSE(oracle.IsWithin(-5.0, 0.25));
  EXPECT_FALSE(oracle.IsWithin(std::nan(""), 1e9));
  EXPECT_TRUE(oracle.IsWithin(-5.0, 2.0));
  EXPECT_FALSE(oracle.IsWithin(std::nextafter(-5.0, -6.0), 2.0));

  const std::vector<Vec2> square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  oracle.SetPair(square, square);
  EXPECT_TRUE(oracle.IsWithin(-1.0, 0.0));
  EXPECT_FALSE(oracle.IsWithin(1.0, 0.0));
  EXPECT_TRUE(oracle.IsWithinAbsolute(-1.25, 0.25));
  EXPECT_FALSE(oracle.IsWithinAbsolute(std::nextafter(-1.25, -2.0), 0.25));
  EXPECT_TRUE(oracle.IsWithinAbsolute(0.5, 1.5));
  EXPECT_FALSE(oracle.IsWithinAbsolute(std::nextafter(0.5, 1.0), 1.5));
}

// Vertices of a random shape at most: many in one pair of ten.
int MostVertices(int64_t i) { return i % 10 == 0 ? 100 : 12; }

// The two oracles share no step but the definition.
TEST(ExactOracle, AgreesWithBruteForce) {
  Random random(TestSeed());
  ExactOracle oracle;
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), MostVertices(i), &random);
    const double extent_m = std::max(pair.a.max_coordinate_m(), pair.b.max_coordinate_m());
    // Below this, squares in brute force lose bits.
    if (extent_m < 1e-120) continue;
    oracle.SetPair(pair.a.vertices(), pair.b.vertices());
    const double brute_force_m = BruteForceSignedDistance(pair.a.vertices(), pair.b.vertices());
    ASSERT_TRUE(oracle.IsWithinAbsolute(brute_force_m, kBruteForceRelativeError * extent_m))
        << brute_force_m << " m for " << HexFormat(pair.a) << " and " << HexFormat(pair.b);
  }
}

TEST(ExactOracle, ThousandsOfVertices) {
  const ConvexPolygon many = RegularPolygon(2000, 1.0);
  for (const auto& [x, distance_m] : {std::pair<double, double>{5.0, 3.0}, {0.5, -1.5}}) {
    std::vector<Vec2> beside;
    for (const Vec2 v : many.vertices()) beside.push_back(v + Vec2{x, 0.0});
    ExactOracle oracle;
    oracle.SetPair(many.vertices(), beside);
    EXPECT_TRUE(oracle.IsWithin(distance_m, 1e-5)) << x;
    EXPECT_FALSE(oracle.IsWithin(distance_m + 1e-3, 1e-5)) << x;
  }
}

const std::vector<Vec2> kUnitSquare = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

TEST(ClosestPointOnSegment, EveryRegion) {
  EXPECT_EQ(ClosestPointOnSegment({-1, 1}, {0, 0}, {2, 0}), (Vec2{0, 0}));
  EXPECT_EQ(ClosestPointOnSegment({1, 1}, {0, 0}, {2, 0}), (Vec2{1, 0}));
  EXPECT_EQ(ClosestPointOnSegment({3, 1}, {0, 0}, {2, 0}), (Vec2{2, 0}));
  EXPECT_EQ(ClosestPointOnSegment({3, 1}, {5, 5}, {5, 5}), (Vec2{5, 5}));
}

struct DistanceCase {
  std::vector<Vec2> a;
  std::vector<Vec2> b;
  double signed_distance_m;
};

TEST(BruteForceSignedDistance, KnownPairsInBothOrders) {
  const std::vector<DistanceCase> cases = {
      {{{0, 0}}, {{3, 4}}, 5},                                                // Point, point.
      {{{1, 1}}, {{1, 1}}, 0},                                                // The same point.
      {{{0, 0}, {2, 0}}, {{1, 3}}, 3},                                        // Segment, point beside.
      {{{0, 0}, {2, 0}}, {{5, 4}}, 5},                                        // Segment, point beyond the end.
      {{{0, 0}, {2, 0}}, {{3, 0}}, 1},                                        // In line.
      {{{0, 0}, {2, 0}}, {{1, 0}}, 0},                                        // On it.
      {{{0, 0}, {2, 0}}, {{3, 0}, {5, 0}}, 1},                                // Segments in line.
      {{{0, 0}, {4, 0}}, {{1, -1}, {1, 3}}, -1},                              // Crossing: b moves up by 1.
      {kUnitSquare, {{3, 0}, {4, 0}, {4, 1}, {3, 1}}, 2},                     // Edge, edge.
      {kUnitSquare, {{4, 5}, {5, 5}, {5, 6}}, 5},                             // Vertex, vertex.
      {kUnitSquare, {{1, 0}, {2, 0}, {2, 1}, {1, 1}}, 0},                     // Touching.
      {kUnitSquare, {{0.75, -1}, {3, -1}, {3, 3}, {0.75, 3}}, -0.25},         // Overlapping.
      {kUnitSquare, {{0.5, 0.25}}, -0.25},                                    // Point within.
      {{{-4, -4}, {4, -4}, {4, 4}, {-4, 4}}, {{2, 0}, {1, 1}, {1, -1}}, -3},  // Nested.
  };
  for (const DistanceCase& c : cases) {
    EXPECT_DOUBLE_EQ(BruteForceSignedDistance(c.a, c.b), c.signed_distance_m);
    EXPECT_DOUBLE_EQ(BruteForceSignedDistance(c.b, c.a), c.signed_distance_m);
  }
}

using Points = std::vector<Vec2>;

TEST(FastExactOracle, KnownPairs) {
  FastExactOracle oracle;
  const Points square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  EXPECT_TRUE(oracle.Collide(square, square));
  EXPECT_TRUE(oracle.Collide(square, Points{{1, 1}}));
  EXPECT_FALSE(oracle.Collide(square, Points{{1 + 0x1p-52, 1}}));
  EXPECT_TRUE(oracle.Collide(Points{{0.5, 0.5}}, square));
  EXPECT_TRUE(oracle.Collide(Points{{-1, 0.5}, {2, 0.5}}, square));
  EXPECT_FALSE(oracle.Collide(Points{{-1, 0.5}, {-0x1p-50, 0.5}}, square));
  EXPECT_TRUE(oracle.Collide(Points{{3, 3}}, Points{{3, 3}}));
  EXPECT_FALSE(oracle.Collide(Points{{3, 3}}, Points{{3, 4}}));
  EXPECT_EQ(oracle.slow_count(), 0);
}

TEST(FastExactOracle, SegmentsOfOneLine) {
  FastExactOracle oracle;
  const Points segment = {{3, 0}, {1, 0}};
  EXPECT_TRUE(oracle.Collide(segment, Points{{0, 0}, {1, 0}}));
  EXPECT_TRUE(oracle.Collide(segment, Points{{2, 0}}));
  EXPECT_FALSE(oracle.Collide(segment, Points{{5, 0}, {4, 0}}));
  EXPECT_FALSE(oracle.Collide(segment, Points{{0, 0}}));
  EXPECT_FALSE(oracle.Collide(segment, Points{{1, 1}, {3, 1}}));
  EXPECT_TRUE(oracle.Collide(Points{{0, 1}, {0, 3}}, Points{{0, 3}, {0, 5}}));
}

// The same answers as the oracle of unlimited integers, which decides what does not fit.
TEST(FastExactOracle, AgreesWithExactOracle) {
  Random random(TestSeed());
  ExactOracle exact;
  for (int family = 0; family < kPairFamilyCount; ++family) {
    FastExactOracle fast;
    const int64_t pairs = TestCaseCount(5000);
    int64_t colliding = 0;
    for (int64_t i = 0; i < pairs; ++i) {
      const ShapePair pair = RandomPair(static_cast<PairFamily>(family), MostVertices(i), &random);
      exact.SetPair(pair.a.vertices(), pair.b.vertices());
      const bool collides = exact.relation() != ExactRelation::kDisjoint;
      ASSERT_EQ(fast.Collide(pair.a.vertices(), pair.b.vertices()), collides)
          << "a = " << HexFormat(pair.a) << "\nb = " << HexFormat(pair.b);
      colliding += collides;
    }
    const char* name = Name(static_cast<PairFamily>(family));
    EXPECT_GT(colliding, 0) << name;
    EXPECT_LT(fast.slow_count(), pairs * 2 / 3) << name;
    RecordProperty(name, static_cast<int>(fast.slow_count()));
  }
}

TEST(CompareDot, TiesAndTheirNeighbors) {
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(CompareDot({1.0, 2.0}, {3.0, 4.0}, {4.0, 5.0}, 3), 0);
  EXPECT_EQ(CompareDot({1.0, 2.0}, {3.0, 4.0}, {4.0, 5.0}, mpq_class(3.0) + mpq_class(least)), -1);
  EXPECT_EQ(CompareDot({1.0, 2.0}, {3.0, 4.0}, {4.0, 5.0}, mpq_class(3.0) - mpq_class(least)), 1);
  // Rounded to doubles, the difference of the points would be 2^60.
  EXPECT_EQ(CompareDot({1.0, 0.0}, {-1.0, 0.0}, {0x1p60, 0.0}, mpq_class(0x1p60)), 1);
  // The products underflow.
  EXPECT_EQ(CompareDot({least, 0.0}, {0.0, 0.0}, {least, 0.0}, 0), 1);
  // The difference overflows.
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(CompareDot({1.0, 1.0}, {-most, most}, {most, -most}, 0), 0);
}

// Integers of up to 20 bits, whose dot products are exact in double precision; the bound is off by
// nothing, by little, or by 1.
TEST(CompareDot, AgreesWithIntegers) {
  Random random(TestSeed());
  int64_t ties = 0;
  const int64_t count = TestCaseCount(20000);
  for (int64_t i = 0; i < count; ++i) {
    const int most = 1 << random.Integer(1, 20);
    const auto number = [&] { return static_cast<double>(random.Integer(-most, most)); };
    const Vec2 direction = {number(), number()};
    const Vec2 from = {number(), number()};
    const Vec2 to = {number(), number()};
    const double dot = direction.x * (to.x - from.x) + direction.y * (to.y - from.y);
    const double step = random.Integer(-1, 1);
    ties += step == 0.0 ? 1 : 0;
    const double tiny = std::ldexp(step, -1000);
    ASSERT_EQ(CompareDot(direction, from, to, mpq_class(dot) - mpq_class(tiny)), (step > 0.0) - (step < 0.0));
    ASSERT_EQ(CompareDot(direction, from, to, mpq_class(dot) - mpq_class(step)), (step > 0.0) - (step < 0.0));
  }
  EXPECT_GT(ties, count / 6);
}

}  // namespace
}  // namespace collision2d
