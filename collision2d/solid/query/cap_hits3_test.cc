// No query reaches a bound, over random pairs and pairs about contact; the answers of Levels 1 to 3
// agree.

#include <cstdio>

#include "absl/strings/str_cat.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/decision_sphere_search.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/point_pair3.h"
#include "collision2d/testing/test.h"

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
    ASSERT_EQ(counters.limit_hits, 0);
  }
  EXPECT_GT(colliding, count * 3 / 10);
  EXPECT_LT(colliding, count * 7 / 10);
  std::printf("cap-hits: %lld pairs, %lld colliding, %lld iterations, %lld exact, %lld caps\n",
              static_cast<long long>(count), static_cast<long long>(colliding),
              static_cast<long long>(counters.iterations), static_cast<long long>(counters.exact_path_entries),
              static_cast<long long>(counters.limit_hits));
}

std::vector<Vec3> Scaled(std::vector<Vec3> points, double factor) {
  for (Vec3& point : points) point = factor * point;
  return points;
}

// Shapes of any two sizes, one perhaps far below the other's rounding, while b moves by steps of
// any length: the warm start of one pose is used for the next.
TEST_P(CapHits3Test, NoneOfWarmStartsAtAnyTwoScales) {
  Random random(TestSeed() + 2000 + static_cast<uint64_t>(GetParam()));
  const auto power = [&random](int least) { return std::ldexp(1.0, least + random.Index(21 - least)); };
  QueryContext::Counters counters;
  for (int64_t i = 0, count = TestCaseCount(25000); i < count; ++i) {
    PointPair3 points =
        RandomPair3(random.Chance(0.5) ? PairFamily3::kIndependent : PairFamily3::kLattice, 14, &random);
    if (random.Chance(0.3)) points.a.resize(2);
    if (random.Chance(0.3)) points.b.resize(2);
    const double size_a = power(-300);
    const double size_b = random.Chance(0.2) ? size_a : power(-300);
    const PointCloudShape a(Scaled(points.a, size_a));
    const PointCloudShape b(Scaled(points.b, size_b));
    WarmStart3<PointCloudShape, PointCloudShape> warm;
    Pose3 a_from_b = WithPose(points, random.Chance(0.5), &random).a_from_b;
    a_from_b.translation = (random.Chance(0.5) ? size_a : size_b) * a_from_b.translation;
    // A point of b on one of a, up to rounding.
    if (random.Chance(0.5)) {
      const Vec3 end = points.b[0];
      const Vec3 on_b = end + random.Uniform(0.0, 1.0) * (points.b.back() - end);
      a_from_b.translation = size_a * points.a[0] - a_from_b.Rotate(size_b * (random.Chance(0.5) ? end : on_b));
    }
    for (int step = 0; step < 6; ++step) {
      SCOPED_TRACE(absl::StrCat("pair ", i, ", step ", step));
      const double magnitude_m = a.Magnitude() + b.Magnitude() + NormInfinity(a_from_b.translation);
      const Separation3 cold = ComputeSeparation(a, b, a_from_b, {nullptr, &counters});
      const Separation3 tracked = ComputeSeparation(a, b, a_from_b, {&warm, &counters});
      ASSERT_NEAR(Norm(cold.direction), 1.0, 1e-15);
      ASSERT_NEAR(Norm(tracked.direction), 1.0, 1e-15);
      ASSERT_NEAR(tracked.signed_distance_m, cold.signed_distance_m, 0x1p-40 * magnitude_m);
      ASSERT_EQ(Collides(a, b, a_from_b, {&warm, &counters}), cold.status != SeparationStatus::kSeparated);
      ASSERT_NEAR(Distance(a, b, a_from_b, {&warm, &counters}), std::max(cold.signed_distance_m, 0.0),
                  0x1p-40 * magnitude_m);
      ASSERT_EQ(counters.limit_hits, 0);
      a_from_b.translation = a_from_b.translation +
                             power(-320) * Vec3{random.Uniform(-1, 1), random.Uniform(-1, 1), random.Uniform(-1, 1)};
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Streams, CapHits3Test, testing::Range(0, 8));

}  // namespace
}  // namespace collision2d::solid
