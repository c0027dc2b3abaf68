#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/query_context3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

// All three levels of vertex hulls against exact arithmetic, over random pairs of every family: flat, thin, touching by
// every kind of feature, by ulps, at all scales, and far from the origin.
namespace collision2d::solid {
namespace {

using Context = QueryContext3<PointCloudShape, PointCloudShape>;

SeparationStatus Expected(ExactRelation relation) {
  return relation == ExactRelation::kDisjoint   ? SeparationStatus::kSeparated
         : relation == ExactRelation::kTouching ? SeparationStatus::kTouching
                                                : SeparationStatus::kPenetrating;
}

// How a pair is posed.
enum class Posing { kNone, kExact, kRounded };

class OracleFamilies3Test : public testing::TestWithParam<Posing> {
 protected:
  void CheckPair(const PosedPair3& pair) {
    oracle_.SetPair(pair.a, Posed(pair.b, pair.a_from_b));
    const bool collide = oracle_.relation() != ExactRelation::kDisjoint;
    colliding_ += collide ? 1 : 0;
    const PointCloudShape a(pair.a);
    const PointCloudShape b(pair.b);
    const Context context{nullptr, &counters_};
    ASSERT_EQ(Collides(a, b, pair.a_from_b, context), collide);
    const double distance_m = Distance(a, b, pair.a_from_b, context);
    ASSERT_EQ(distance_m == 0.0, collide);
    const Separation3 separation = ComputeSeparation(a, b, pair.a_from_b, context);
    ASSERT_EQ(separation.status, Expected(oracle_.relation()));
    const double bound = kDistance3RelativeError * internal::Cso3(a, b, pair.a_from_b).Magnitude();
    ASSERT_NEAR(Norm(separation.direction), 1.0, 0x1p-50);
    if (oracle_.relation() == ExactRelation::kOverlapping) return;
    ASSERT_LE(Norm(separation.witness_a + separation.signed_distance_m * separation.direction - separation.witness_b),
              2.0 * bound);
    if (collide) return;
    ASSERT_EQ(distance_m, separation.signed_distance_m);
    ASSERT_NEAR(distance_m, oracle_.SignedDistance(), bound);
  }

  ExactOracle3 oracle_;
  QueryCounters counters_;
  int64_t colliding_ = 0;
};

TEST_P(OracleFamilies3Test, AllLevels) {
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  const int64_t count = TestCaseCount(9000);
  for (int64_t i = 0; i < count; ++i) {
    const PairFamily3 family = RandomFamily3(&random);
    const PointPair3 points = RandomPair3(family, 14, &random);
    const PosedPair3 pair = GetParam() == Posing::kNone ? PosedPair3{points.a, points.b, Pose3{}}
                                                        : WithPose(points, GetParam() == Posing::kExact, &random);
    SCOPED_TRACE(absl::StrCat(Name(family), " ", i));
    ASSERT_NO_FATAL_FAILURE(CheckPair(pair));
  }
  EXPECT_EQ(counters_.cap_hits, 0);
  EXPECT_GT(colliding_, 3 * count / 10);
  EXPECT_LT(colliding_, 7 * count / 10);
  EXPECT_GT(counters_.exact_path_entries, 0);
}

INSTANTIATE_TEST_SUITE_P(Posings, OracleFamilies3Test,
                         testing::Values(Posing::kNone, Posing::kExact, Posing::kRounded));

}  // namespace
}  // namespace collision2d::solid
