// That the families are what they are named for, and not all on one side of contact.

#include "collision2d/testing/lattice_pairs.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

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
