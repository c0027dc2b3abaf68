#include "collision2d/solid/query/exact_closest3.h"

#include <array>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/slender_pairs3.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid::internal {
namespace {

constexpr double kUnitRoundoff = 0x1p-53;

// Holds the answer for two sets of points against rational numbers.
class Judge {
 public:
  void Check(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    const auto vertex_a = [&a](int i) { return a[static_cast<size_t>(i)]; };
    const auto vertex_b = [&b](int i) { return b[static_cast<size_t>(i)]; };
    double magnitude_m = 0.0;
    for (const std::vector<Vec3>* points : {&a, &b}) {
      for (const Vec3& p : *points) magnitude_m = std::max(magnitude_m, NormInfinity(p));
    }
    if (magnitude_m == 0.0) return;
    // Sums of a few doubles, which may be subnormal.
    const double rounding_m = 32.0 * kUnitRoundoff * magnitude_m + 4.0 * 0x1p-1074;
    oracle_.SetPair(a, b);
    ExactClosest3 closest;
    const Relation status = FindExactClosest({static_cast<int>(a.size()), vertex_a},
                                             {static_cast<int>(b.size()), vertex_b}, Vec3{0.3, -0.5, 0.8}, &closest);
    ASSERT_NE(status, Relation::kUndecided);
    most_rounds_ = std::max(most_rounds_, closest.rounds);
    Vec3 on_a;
    Vec3 on_b;
    double sum = 0.0;
    for (int i = 0; i < closest.size; ++i) {
      ASSERT_GT(closest.weight[i], 0.0);
      on_a = on_a + closest.weight[i] * vertex_a(closest.vertex_a[i]);
      on_b = on_b + closest.weight[i] * vertex_b(closest.vertex_b[i]);
      sum += closest.weight[i];
    }
    ASSERT_NEAR(sum, 1.0, 16.0 * kUnitRoundoff);
    if (status == Relation::kTouching) {
      // Or nearer than the grid.
      ++meeting_;
      ASSERT_TRUE(oracle_.relation() != ExactRelation::kDisjoint ||
                  oracle_.SignedDistance() <= kExactGridError * magnitude_m);
      ASSERT_LE(NormInfinity(on_a - on_b), rounding_m);
      return;
    }
    ++apart_;
    ASSERT_EQ(oracle_.relation(), ExactRelation::kDisjoint);
    const double exact_m = oracle_.SignedDistance();
    ASSERT_NEAR(closest.distance_m, exact_m,
                16.0 * kUnitRoundoff * exact_m + kExactGridError * magnitude_m + 0x1p-1074);
    // The difference of the points is from b to a.
    ASSERT_LE(NormInfinity(on_a - on_b - closest.distance_m * closest.direction), rounding_m);
    if (exact_m > 0x1p-40 * magnitude_m) {
      ASSERT_LE(NormInfinity(closest.direction + Normalized(oracle_.Direction())), 16.0 * kUnitRoundoff);
    }
  }

  int64_t apart() const { return apart_; }
  int64_t meeting() const { return meeting_; }
  int most_rounds() const { return most_rounds_; }

 private:
  ExactOracle3 oracle_;
  int64_t apart_ = 0;
  int64_t meeting_ = 0;
  int most_rounds_ = 0;
};

TEST(ExactClosest3Test, RandomPairs) {
  Random random(TestSeed());
  Judge judge;
  for (int64_t i = 0; i < TestCaseCount(3000); ++i) {
    SCOPED_TRACE(i);
    const PosedPair3 pair = WithPose(RandomPair3(RandomFamily3(&random), 14, &random), random.Chance(0.5), &random);
    ASSERT_NO_FATAL_FAILURE(judge.Check(pair.a, Posed(pair.b, pair.a_from_b)));
  }
  EXPECT_GT(judge.apart(), 500);
  EXPECT_GT(judge.meeting(), 500);
  EXPECT_LT(judge.most_rounds(), 30);
}

TEST(ExactClosest3Test, SlenderPairs) {
  Random random(TestSeed());
  Judge judge;
  for (int64_t i = 0; i < TestCaseCount(1000); ++i) {
    SCOPED_TRACE(i);
    const SlenderPairs3 pairs =
        RandomSlenderPairs3(static_cast<SlenderFamily3>(random.Index(kSlenderFamily3Count)), 2, &random);
    for (const Pose3& pose : pairs.a_from_b) ASSERT_NO_FATAL_FAILURE(judge.Check(pairs.a, Posed(pairs.b, pose)));
  }
  EXPECT_GT(judge.apart(), 300);
  EXPECT_GT(judge.meeting(), 300);
}

// The gap of two points is below the grid that the others ask for.
TEST(ExactClosest3Test, NearerThanTheGrid) {
  Judge judge;
  judge.Check({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, {{0.0, 0.0, 0x1p-300}});
  EXPECT_EQ(judge.meeting(), 1);
  // On the grid again.
  judge.Check({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, {{0.0, 0.0, 0x1p-100}});
  EXPECT_EQ(judge.apart(), 1);
}

TEST(ExactClosest3Test, WeightsOfTriangle) {
  // A needle of 2^-50 about an edge that the foot is at the middle of.
  const double w = 0x1p-50;
  const std::array<Vec3, 3> on_a = {Vec3{-1.0, -w, 3.0}, {1.0, -w, 3.0}, {0.0, 3.0 * w, 3.0}};
  const std::array<double, 3> weights = ExactWeightsOfTriangle(on_a, {});
  EXPECT_EQ(weights[0], 0.375);
  EXPECT_EQ(weights[1], 0.375);
  EXPECT_EQ(weights[2], 0.25);
  // Corners that do not take part.
  EXPECT_EQ(ExactWeightsOfTriangle({Vec3{1.0, 0.0, 0.0}, {5.0, 1.0, 0.0}, {5.0, -1.0, 0.0}}, {}),
            (std::array<double, 3>{1.0, 0.0, 0.0}));
  EXPECT_EQ(ExactWeightsOfTriangle({Vec3{5.0, 0.0, 0.0}, {1.0, 1.0, 0.0}, {1.0, -3.0, 0.0}}, {}),
            (std::array<double, 3>{0.0, 0.75, 0.25}));
}

}  // namespace
}  // namespace collision2d::solid::internal
