#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

TEST(Random, IsTheSameOnEveryMachine) {
  // The 10000th number of a default-seeded engine is fixed by the C++ standard; from it on, all is
  // our own arithmetic.
  Random random(5489);
  for (int i = 0; i < 9999; ++i) random.Index(2);
  EXPECT_EQ(random.Uniform(0.0, 1.0), static_cast<double>(9981545732273789042u >> 11) * 0x1p-53);
}

TEST(Random, StaysInRange) {
  Random random(TestSeed());
  for (int i = 0; i < 10000; ++i) {
    const double uniform = random.Uniform(-2.0, 3.0);
    EXPECT_TRUE(uniform >= -2.0 && uniform < 3.0) << uniform;
    const double log_uniform = random.LogUniform(1e-15, 1e-3);
    EXPECT_TRUE(log_uniform >= 0.999e-15 && log_uniform < 1.001e-3) << log_uniform;
    const int integer = random.Integer(-1, 1);
    EXPECT_TRUE(integer >= -1 && integer <= 1) << integer;
  }
}

TEST(RandomPoints, EveryKindHasItsNumberOfVertices) {
  Random random(TestSeed());
  for (int kind = 0; kind < kPolygonKindCount; ++kind) {
    int most = 0;
    for (int i = 0; i < 500; ++i) {
      const std::vector<Vec2> points = RandomPoints(static_cast<PolygonKind>(kind), 24, &random);
      most = std::max(most, ConvexPolygon::Hull(points).value().size());
    }
    constexpr std::array<int, kPolygonKindCount> kMost = {1, 2, 4, 24, 3, 24, 8, 8};
    if (static_cast<PolygonKind>(kind) == PolygonKind::kGrid) {
      EXPECT_TRUE(most >= 5 && most <= 8) << most;
    } else {
      EXPECT_EQ(most, kMost[kind]) << "kind " << kind;
    }
  }
}

TEST(RegularPolygon, HasNoLimit) { EXPECT_EQ(RegularPolygon(1000, 3.0).size(), 1000); }

TEST(RandomPose, IsAUnitRotation) {
  Random random(TestSeed());
  for (int i = 0; i < 1000; ++i) {
    const Pose2 pose = RandomPose(5.0, &random);
    EXPECT_LE(std::abs(pose.cos * pose.cos + pose.sin * pose.sin - 1.0), kUnitRotationTolerance);
    EXPECT_LE(std::max(std::abs(pose.translation.x), std::abs(pose.translation.y)), 5.0);
  }
}

TEST(RandomPair, MixIsBalancedAndRichInHardCases) {
  Random random(TestSeed());
  ExactOracle oracle;
  constexpr int kPairs = 20000;
  int colliding = 0;
  int touching = 0;
  int nearly_touching = 0;
  std::array<int, kPairFamilyCount> per_family = {};
  for (int i = 0; i < kPairs; ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), 8, &random);
    ++per_family[static_cast<int>(pair.family)];
    oracle.SetPair(pair.a.vertices(), pair.b.vertices());
    const bool collides = oracle.relation() != ExactRelation::kDisjoint;
    colliding += collides;
    touching += oracle.relation() == ExactRelation::kTouching;
    const mpq_class gap_sq = collides ? oracle.DepthSquared() : oracle.DistanceSquared();
    nearly_touching += gap_sq > 0 && gap_sq < mpq_class(1e-16) * oracle.SizeSquared();
  }
  EXPECT_GT(colliding, 0.3 * kPairs);
  EXPECT_LT(colliding, 0.7 * kPairs);
  EXPECT_GT(touching, 0.05 * kPairs);
  EXPECT_GT(nearly_touching, 0.1 * kPairs);
  for (const int count : per_family) EXPECT_GT(count, kPairs / (3 * kPairFamilyCount));
  RecordProperty("colliding", colliding);
  RecordProperty("touching", touching);
  RecordProperty("nearly_touching", nearly_touching);
}

TEST(RandomPair, TheSeedDecidesIt) {
  Random random(TestSeed());
  Random same(TestSeed());
  for (int i = 0; i < 1000; ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), 24, &random);
    const ShapePair copy = RandomPair(RandomFamily(&same), 24, &same);
    EXPECT_EQ(pair.a.vertices(), copy.a.vertices());
    EXPECT_EQ(pair.b.vertices(), copy.b.vertices());
  }
}

}  // namespace
}  // namespace collision2d
