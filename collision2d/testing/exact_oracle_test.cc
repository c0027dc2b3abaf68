#include "collision2d/testing/exact_oracle.h"

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/brute_force.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

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

// The two oracles share no step but the definition.
TEST(ExactOracle, AgreesWithBruteForce) {
  Random random(TestSeed());
  ExactOracle oracle;
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), 12, &random);
    const double extent_m = std::max(pair.a.max_coordinate_m(), pair.b.max_coordinate_m());
    // Below this, squares in brute force lose bits.
    if (extent_m < 1e-120) continue;
    oracle.SetPair(pair.a.vertices(), pair.b.vertices());
    const double brute_force_m = BruteForceSignedDistance(pair.a.vertices(), pair.b.vertices());
    ASSERT_TRUE(oracle.IsWithinAbsolute(brute_force_m, kBruteForceRelativeError * extent_m))
        << brute_force_m << " m for " << HexFormat(pair.a) << " and " << HexFormat(pair.b);
  }
}

}  // namespace
}  // namespace collision2d
