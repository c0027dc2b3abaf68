// No query reaches a bound, over random pairs and pairs about contact; the answers of Levels 1 to 3
// agree.

#include <cstdint>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/papers/decision_sphere_search.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::solid {
namespace {

// One stream of pairs for each parameter, so that they can be sharded. All levels say the same of
// each pair.
class CapHits3Test : public testing::TestWithParam<int> {};

TEST_P(CapHits3Test, NoneInRandomPairs) {
  Random random(TestSeed() + 1000 + static_cast<uint64_t>(GetParam()));
  QueryContext::Counters counters;
  const QueryContext3<PointCloudShape, PointCloudShape> context{nullptr, &counters};
  int64_t colliding = 0;
  const int64_t count = TestCaseCount(125000);
  for (int64_t i = 0; i < count; ++i) {
    const PosedPair3 pair = WithPose(RandomPair3(RandomFamily3(&random), 14, &random), random.Chance(0.5), &random);
    const PointCloudShape a(pair.a);
    const PointCloudShape b(pair.b);
    SCOPED_TRACE(absl::StrCat("pair ", i));
    const bool collide = Collides(a, b, pair.a_from_b, context);
    colliding += collide ? 1 : 0;
    const Separation3 separation = ComputeSeparation(a, b, pair.a_from_b, context);
    ASSERT_EQ(separation.status == SeparationStatus::kSeparated, !collide);
    ASSERT_EQ(Distance(a, b, pair.a_from_b, context), collide ? 0.0 : separation.signed_distance_m);
    ASSERT_EQ(DecideBySphereSearch(a, b, pair.a_from_b, context).intersects, collide);
    ASSERT_EQ(DecideByHybridSearch(a, b, pair.a_from_b, context).intersects, collide);
    ASSERT_EQ(counters.cap_hits, 0);
  }
  EXPECT_GT(colliding, count * 3 / 10);
  EXPECT_LT(colliding, count * 7 / 10);
  std::printf("cap-hits: %lld pairs, %lld colliding, %lld iterations, %lld exact, %lld caps\n",
              static_cast<long long>(count), static_cast<long long>(colliding),
              static_cast<long long>(counters.iterations), static_cast<long long>(counters.exact_path_entries),
              static_cast<long long>(counters.cap_hits));
}

INSTANTIATE_TEST_SUITE_P(Streams, CapHits3Test, testing::Range(0, 8));

}  // namespace
}  // namespace collision2d::solid
