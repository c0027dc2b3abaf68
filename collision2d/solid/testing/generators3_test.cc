// That the generators of shapes, poses and pairs produce what they promise.

#include <array>
#include <set>
#include <tuple>

#include "collision2d/geometry/tolerances.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/exact_hull3.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/fast_exact_oracle3.h"
#include "collision2d/solid/testing/near_touching_pairs3.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/point_pair3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/solid/testing/touching_pairs3.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

int VertexCount(const std::vector<Vec3>& points) {
  std::set<int> vertices;
  for (const std::array<int, 3>& t : ExactHullTriangles(points)) vertices.insert(t.begin(), t.end());
  return static_cast<int>(vertices.size());
}

double LargestEntry(const Mat3& m) {
  return std::max({NormInfinity(m.row[0]), NormInfinity(m.row[1]), NormInfinity(m.row[2])});
}

// R^T R - 1.
Mat3 OrthogonalityError(const Mat3& rotation) {
  Mat3 error = rotation.Transposed() * rotation;
  error.row[0].x -= 1.0;
  error.row[1].y -= 1.0;
  error.row[2].z -= 1.0;
  return error;
}

TEST(RandomRotation, IsOrthogonalAndUniform) {
  Random random(TestSeed());
  Vec3 mean;
  double mean_trace = 0.0;
  constexpr int kCount = 20000;
  for (int i = 0; i < kCount; ++i) {
    const Mat3 rotation = RandomRotation(&random);
    EXPECT_LE(LargestEntry(OrthogonalityError(rotation)), 1e-14);
    EXPECT_NEAR(Determinant(rotation), 1.0, 1e-14);
    mean = mean + (1.0 / kCount) * rotation.Column(0);
    mean_trace += (rotation.row[0].x + rotation.row[1].y + rotation.row[2].z) / kCount;
  }
  // Five standard deviations: of a coordinate sqrt(1/3), of the trace 1.
  EXPECT_LE(NormInfinity(mean), 5.0 * 0.58 / std::sqrt(kCount));
  EXPECT_NEAR(mean_trace, 0.0, 5.0 / std::sqrt(kCount));
}

TEST(RightAngleRotation, AreTheTwentyFour) {
  std::set<std::array<double, 9>> all;
  for (int i = 0; i < 24; ++i) {
    const Mat3 m = RightAngleRotation(i);
    EXPECT_EQ(Determinant(m), 1.0);
    EXPECT_EQ(LargestEntry(OrthogonalityError(m)), 0.0);
    // 0.0 + takes the sign from a zero.
    all.insert({0.0 + m.row[0].x, 0.0 + m.row[0].y, 0.0 + m.row[0].z, 0.0 + m.row[1].x, 0.0 + m.row[1].y,
                0.0 + m.row[1].z, 0.0 + m.row[2].x, 0.0 + m.row[2].y, 0.0 + m.row[2].z});
  }
  EXPECT_EQ(all.size(), 24u);
  EXPECT_EQ(LargestEntry(OrthogonalityError(RightAngleRotation(0))), 0.0);
  EXPECT_EQ(RightAngleRotation(0) * Vec3({1, 2, 3}), Vec3({1, 2, 3}));
}

TEST(RandomPoints3, EveryKindIsWhatItSays) {
  Random random(TestSeed());
  for (int kind = 0; kind < kShapeKind3Count; ++kind) {
    SCOPED_TRACE(Name(static_cast<ShapeKind3>(kind)));
    int most = 0;
    for (int i = 0; i < 200; ++i) {
      const std::vector<Vec3> points = RandomPoints3(static_cast<ShapeKind3>(kind), 16, &random);
      ASSERT_LE(points.size(), 16u);
      for (const Vec3& p : points) EXPECT_LE(NormInfinity(p), 4.0);
      const bool solid = !ExactHullTriangles(points).empty();
      EXPECT_TRUE(solid || MayBeFlat(static_cast<ShapeKind3>(kind)));
      most = std::max(most, static_cast<int>(points.size()));
    }
    constexpr std::array<int, kShapeKind3Count> kMost = {1, 2, 3, 16, 4, 8, 16, 16, 16, 16, 16, 16};
    EXPECT_EQ(most, kMost[kind]);
  }
}

TEST(RandomKind3, MixesAll) {
  Random random(TestSeed());
  std::array<int, kShapeKind3Count> counts = {};
  for (int i = 0; i < 6000; ++i) ++counts[static_cast<int>(RandomKind3(&random))];
  for (const int count : counts) EXPECT_GT(count, 150);
}

TEST(PointsOnSphere, AreVertices) {
  Random random(TestSeed());
  for (const int count : {8, 16, 32, 100, 1000}) {
    const std::vector<Vec3> points = PointsOnSphere(count, &random);
    for (const Vec3& p : points) EXPECT_NEAR(Norm(p), 1.0, 1e-15);
    EXPECT_EQ(VertexCount(points), count);
  }
}

TEST(PolygonalSphere, HasExactlyItsVertices) {
  for (const int count : {5, 6, 8, 10, 16, 32, 100, 317, 1000}) {
    const std::vector<Vec3> points = PolygonalSphere(count);
    ASSERT_EQ(static_cast<int>(points.size()), count);
    for (const Vec3& p : points) EXPECT_NEAR(Norm(p), 1.0, 1e-15);
    EXPECT_EQ(VertexCount(points), count);
  }
}

TEST(RandomPrism, IsConvexWithTwoBases) {
  Random random(TestSeed());
  for (int i = 0; i < 100; ++i) {
    const int count = random.Integer(3, 12);
    EXPECT_EQ(VertexCount(RandomPrism(count, &random)), 2 * count);
  }
}

TEST(RandomTouchingPair, TouchesExactlyAndSoDoItsGaps) {
  Random random(TestSeed());
  FastExactOracle3 oracle;
  for (int kind = 0; kind < kContactKind3Count; ++kind) {
    SCOPED_TRACE(Name(static_cast<ContactKind3>(kind)));
    for (int i = 0; i < 500; ++i) {
      const TouchingPair3 pair = RandomTouchingPair(static_cast<ContactKind3>(kind), &random);
      for (const std::vector<Vec3>& points : {pair.points.a, pair.points.b}) {
        EXPECT_TRUE(points.size() >= 4 && points.size() <= 14) << points.size();
        EXPECT_FALSE(ExactHullTriangles(points).empty());
        for (const Vec3& p : points) EXPECT_LT(NormInfinity(p), 1024.0);
        EXPECT_EQ(oracle.Relation(points, std::vector<Vec3>{pair.contact}), ExactRelation::kTouching);
      }
      EXPECT_EQ(oracle.Relation(pair.points.a, pair.points.b), ExactRelation::kTouching);
      for (const double gap : {0x1p-40, 0x1p-20, 1.0}) {
        const PointPair3 apart = WithGap(pair, gap);
        const PointPair3 deep = WithGap(pair, -gap);
        EXPECT_EQ(oracle.Relation(apart.a, apart.b), ExactRelation::kDisjoint);
        EXPECT_EQ(oracle.Relation(deep.a, deep.b), ExactRelation::kOverlapping);
        for (size_t k = 0; k < apart.b.size(); ++k) {
          EXPECT_EQ(apart.b[k] - pair.points.b[k], gap * pair.apart);
        }
      }
    }
  }
}

// The dimension of the face that a direction supports, and a vector in it. `highest` is its height
// over `contact`.
struct Feature {
  double highest = 0.0;
  int dimension = 0;
  Vec3 along;
};

Feature FeatureOf(const std::vector<Vec3>& points, const Vec3& contact, const Vec3& normal) {
  Feature feature;
  for (const Vec3& p : points) feature.highest = std::max(feature.highest, Dot(normal, p - contact));
  for (const Vec3& p : points) {
    if (Dot(normal, p - contact) != feature.highest || p == contact) continue;
    if (feature.dimension == 0) {
      feature.dimension = 1;
      feature.along = p - contact;
    } else if (Cross(feature.along, p - contact) != Vec3{}) {
      feature.dimension = 2;
    }
  }
  return feature;
}

TEST(RandomTouchingPair, FeaturesAreThoseOfItsKind) {
  constexpr std::array<std::array<int, 2>, kContactKind3Count> kDimensions = {
      {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 1}, {1, 2}, {2, 2}}};
  Random random(TestSeed());
  for (int kind = 0; kind < kContactKind3Count; ++kind) {
    SCOPED_TRACE(Name(static_cast<ContactKind3>(kind)));
    for (int i = 0; i < 500; ++i) {
      const TouchingPair3 pair = RandomTouchingPair(static_cast<ContactKind3>(kind), &random);
      const Feature a = FeatureOf(pair.points.a, pair.contact, pair.normal);
      const Feature b = FeatureOf(pair.points.b, pair.contact, -pair.normal);
      EXPECT_EQ(a.highest, 0.0);
      EXPECT_EQ(b.highest, 0.0);
      EXPECT_EQ(std::min(a.dimension, b.dimension), kDimensions[kind][0]);
      EXPECT_EQ(std::max(a.dimension, b.dimension), kDimensions[kind][1]);
      if (kDimensions[kind] == std::array<int, 2>{1, 1}) {
        const bool parallel = Cross(a.along, b.along) == Vec3{};
        EXPECT_EQ(parallel, static_cast<ContactKind3>(kind) == ContactKind3::kEdgeEdgeParallel);
      }
    }
  }
}

TEST(ExactGapPair, IsWhatItsGapSays) {
  Random random(TestSeed());
  FastExactOracle3 oracle;
  int counts[3] = {};
  constexpr int kPairs = 3000;
  for (int i = 0; i < kPairs; ++i) {
    double gap = 0.0;
    const PointPair3 pair = ExactGapPair(static_cast<ContactKind3>(i % kContactKind3Count), &random, &gap);
    const ExactRelation relation = oracle.Relation(pair.a, pair.b);
    EXPECT_EQ(relation, gap > 0.0    ? ExactRelation::kDisjoint
                        : gap == 0.0 ? ExactRelation::kTouching
                                     : ExactRelation::kOverlapping);
    ++counts[static_cast<int>(relation)];
  }
  for (const int count : counts) EXPECT_GT(count, kPairs / 4);
}

// |signed distance| relative to the size.
double RelativeGap(ExactOracle3* oracle, const PointPair3& pair) {
  oracle->SetPair(pair.a, pair.b);
  return std::abs(oracle->SignedDistance()) / oracle->Size();
}

TEST(NearTouchingPairs3, AreNearContactOnBothSides) {
  Random random(TestSeed());
  ExactOracle3 oracle;
  constexpr int kPairs = 1400;
  int rounded_hits = 0;
  int ulp_hits = 0;
  int ulp_near = 0;
  int tiny = 0;
  for (int i = 0; i < kPairs; ++i) {
    const auto kind = static_cast<ContactKind3>(i % kContactKind3Count);
    const double gap = RelativeGap(&oracle, RoundedGapPair(kind, &random));
    EXPECT_LE(gap, 0.02);
    tiny += gap < 1e-9;
    rounded_hits += oracle.relation() != ExactRelation::kDisjoint;
    ulp_near += RelativeGap(&oracle, UlpPair(kind, &random)) < 1e-12;
    ulp_hits += oracle.relation() != ExactRelation::kDisjoint;
  }
  EXPECT_TRUE(rounded_hits > kPairs * 3 / 10 && rounded_hits < kPairs * 7 / 10) << rounded_hits;
  EXPECT_TRUE(ulp_hits > kPairs * 3 / 10 && ulp_hits < kPairs * 7 / 10) << ulp_hits;
  EXPECT_EQ(ulp_near, kPairs);
  EXPECT_GT(tiny, kPairs / 4);
}

TEST(RandomPair3, EveryFamilyKeepsItsLimits) {
  Random random(TestSeed());
  FastExactOracle3 oracle;
  for (int family = 0; family < kPairFamily3Count; ++family) {
    SCOPED_TRACE(Name(static_cast<PairFamily3>(family)));
    int counts[3] = {};
    double largest = 0.0;
    constexpr int kPairs = 2000;
    for (int i = 0; i < kPairs; ++i) {
      const PointPair3 pair = RandomPair3(static_cast<PairFamily3>(family), 14, &random);
      for (const std::vector<Vec3>* points : {&pair.a, &pair.b}) {
        ASSERT_TRUE(!points->empty() && points->size() <= 14);
        for (const Vec3& p : *points) largest = std::max(largest, NormInfinity(p));
      }
      ++counts[static_cast<int>(oracle.Relation(pair.a, pair.b))];
    }
    EXPECT_LE(largest, kMaxCoordinate_m);
    const auto f = static_cast<PairFamily3>(family);
    const int hits = counts[1] + counts[2];
    if (f == PairFamily3::kNested) {
      EXPECT_GT(hits, kPairs * 9 / 10);
      continue;
    }
    EXPECT_TRUE(hits > kPairs * 3 / 10 && hits < kPairs * 7 / 10) << counts[0] << " " << counts[1] << " " << counts[2];
    EXPECT_TRUE(counts[1] > kPairs / 20 || (f != PairFamily3::kLattice && f != PairFamily3::kExactGap)) << counts[1];
  }
}

TEST(RandomPair3, MixIsBalanced) {
  Random random(TestSeed());
  FastExactOracle3 oracle;
  constexpr int kPairs = 10000;
  int hits = 0;
  for (int i = 0; i < kPairs; ++i) {
    const PointPair3 pair = RandomPair3(RandomFamily3(&random), 14, &random);
    hits += oracle.Collide(pair.a, pair.b);
  }
  EXPECT_TRUE(hits > kPairs * 4 / 10 && hits < kPairs * 6 / 10) << hits;
}

TEST(WithPose, ExactlyKeepsAndElseNearlyKeepsThePair) {
  Random random(TestSeed());
  FastExactOracle3 oracle;
  int changed = 0;
  constexpr int kPairs = 500;
  for (int i = 0; i < kPairs; ++i) {
    const PointPair3 pair = ExactGapPair(static_cast<ContactKind3>(i % kContactKind3Count), &random, nullptr);
    const PosedPair3 exact = WithPose(pair, true, &random);
    EXPECT_EQ(Posed(exact.b, exact.a_from_b), pair.b);
    const PosedPair3 nearly = WithPose(pair, false, &random);
    const std::vector<Vec3> posed = Posed(nearly.b, nearly.a_from_b);
    for (size_t k = 0; k < posed.size(); ++k) EXPECT_LE(NormInfinity(posed[k] - pair.b[k]), 1e-11);
    changed += posed != pair.b;
  }
  EXPECT_GT(changed, kPairs / 4);
}

}  // namespace
}  // namespace collision2d::solid
