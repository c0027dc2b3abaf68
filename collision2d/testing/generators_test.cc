#include <array>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/lattice_pairs.h"
#include "collision2d/testing/moving_pairs.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

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

// Whether any of 301 instants shows contact.
bool SampledContact(const MovingPair& pair) {
  constexpr int kSteps = 300;
  for (int i = 0; i <= kSteps; ++i) {
    const double fraction = static_cast<double>(i) / kSteps;
    const Pose2 a_from_b =
        RelativePose(PoseAtFraction(pair.motion_a, fraction), PoseAtFraction(pair.motion_b, fraction));
    if (Collides(pair.a, pair.b, a_from_b)) return true;
  }
  return false;
}

TEST(PoseAtFraction, MovesTheReferenceStraight) {
  const LinearSpec motion = {Pose2::FromYaw({5.0, -2.0}, 0.5), {3.0, 4.0}, 7.0, {1.0, -2.0}};
  const Pose2 half = PoseAtFraction(motion, 0.5);
  const Vec2 moved = half * motion.reference - motion.start * motion.reference;
  EXPECT_NEAR(moved.x, 1.5, 1e-14);
  EXPECT_NEAR(moved.y, 2.0, 1e-14);
  EXPECT_NEAR(half.yaw_rad(), 0.5 + 3.5 - 2.0 * std::acos(-1.0), 1e-14);
}

TEST(MovingPairFamilies, SomePairsCollideInEach) {
  constexpr int kPairs = 2000;
  for (const MovingPairFamily& family : MovingPairFamilies()) {
    Random random(TestSeed());
    int colliding = 0;
    for (int i = 0; i < kPairs; ++i) {
      const MovingPair pair = family.generate(&random);
      EXPECT_LT(pair.start_s, pair.end_s);
      EXPECT_LE(pair.a.size(), 8);
      EXPECT_LE(pair.b.size(), 8);
      colliding += SampledContact(pair) ? 1 : 0;
    }
    EXPECT_GT(colliding, kPairs / 20) << family.name;
    EXPECT_LT(colliding, 3 * kPairs / 5) << family.name;
  }
}

// That the families are what they are named for, and not all on one side of contact.

constexpr int kPairs = 2000;

struct Counts {
  int disjoint = 0;
  int touching = 0;
  int overlapping = 0;
};

// Calls look(pair) for random pairs and counts their relations.
template <typename Look>
Counts Sample(PointPair (*make)(Random*), const Look& look) {
  Random random(TestSeed());
  ExactOracle oracle;
  Counts counts;
  for (int i = 0; i < kPairs; ++i) {
    const PointPair pair = make(&random);
    look(pair);
    oracle.SetPair(pair.a, pair.b);
    counts.disjoint += oracle.relation() == ExactRelation::kDisjoint;
    counts.touching += oracle.relation() == ExactRelation::kTouching;
    counts.overlapping += oracle.relation() == ExactRelation::kOverlapping;
  }
  return counts;
}

double Length(const std::vector<Vec2>& points) {
  double length_m = 0.0;
  for (const Vec2 p : points) {
    for (const Vec2 q : points) length_m = std::max(length_m, Norm(p - q));
  }
  return length_m;
}

void ExpectMixed(const Counts& counts) {
  EXPECT_GT(counts.disjoint, kPairs / 10);
  EXPECT_GT(counts.touching, kPairs / 10);
  EXPECT_GT(counts.overlapping, kPairs / 40);
}

TEST(LatticePairs, CollinearEdges) {
  ExpectMixed(Sample(CollinearEdges, [](const PointPair&) {}));
}

TEST(LatticePairs, VertexOnEdge) {
  ExpectMixed(Sample(VertexOnEdge, [](const PointPair&) {}));
}

TEST(LatticePairs, PointsAndSegments) {
  ExpectMixed(Sample(PointsAndSegments, [](const PointPair& pair) {
    EXPECT_LE(pair.a.size(), 2u);
    EXPECT_LE(pair.b.size(), 2u);
  }));
}

TEST(LatticePairs, SliversAreAMillionTimesAsLongAsWide) {
  const Counts counts = Sample(Slivers, [](const PointPair& pair) {
    const double length_m = Length(pair.a);
    double height_m = 0.0;
    for (const Vec2 p : pair.a) {
      height_m = std::max(height_m, std::abs(Cross(pair.a[1] - pair.a[0], p - pair.a[0])) / length_m);
    }
    // Far from the origin rounding may flatten what is small.
    if (length_m < 1e-9 * std::abs(pair.a[0].x)) return;
    EXPECT_LT(height_m, 1.5e-6 * length_m);
    EXPECT_GT(height_m, 0.3e-6 * length_m);
  });
  EXPECT_GT(counts.disjoint, kPairs / 10);
  EXPECT_GT(counts.overlapping, kPairs / 10);
}

TEST(LatticePairs, CentimetresFarOut) {
  int one_centimetre_apart = 0;
  const Counts counts = Sample(CentimetresFarOut, [&](const PointPair& pair) {
    double a_ends = -HUGE_VAL;
    double b_begins = HUGE_VAL;
    for (const Vec2 p : pair.a) {
      EXPECT_NEAR(std::abs(p.x), 1e6, 2e4);
      EXPECT_EQ(std::round(p.x * 100.0) / 100.0, p.x);
      a_ends = std::max(a_ends, p.x);
    }
    for (const Vec2 p : pair.b) b_begins = std::min(b_begins, p.x);
    one_centimetre_apart += std::abs(b_begins - a_ends - 0.01) < 1e-9;
  });
  EXPECT_GT(one_centimetre_apart, kPairs / 10);
  EXPECT_GT(counts.disjoint, kPairs / 5);
  EXPECT_GT(counts.touching, kPairs / 20);
  EXPECT_GT(counts.overlapping, kPairs / 20);
}

TEST(LatticePairs, Subnormal) {
  int ordinary_and_subnormal = 0;
  ExpectMixed(Sample(Subnormal, [&](const PointPair& pair) {
    for (const Vec2 p : pair.b) EXPECT_LT(Norm(p), 0x1p-1000);
    ordinary_and_subnormal += Length(pair.a) > 0x1p-900;
  }));
  EXPECT_GT(ordinary_and_subnormal, kPairs / 10);
}

}  // namespace
}  // namespace collision2d
