#include <algorithm>
#include <cmath>
#include <cstdint>

#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/decision_sphere_search.h"
#include "collision2d/solid/papers/sphere_search.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

// Against exact answers on every family of pairs: decision_families_test.cc.
namespace collision2d::solid {
namespace {

// A ball and a box that is up to 100 times as large: by the distance of the centre from the box.
TEST(HybridSearchTest, LargeBoxAndSmallSphere) {
  Random random(TestSeed());
  QueryContext::Counters counters;
  QueryContext3<BoxShape, SphereShape> context;
  context.counters = &counters;
  int64_t hits = 0;
  int64_t seeds = 0;
  const int64_t count = TestCaseCount(200000);
  for (int64_t i = 0; i < count; ++i) {
    const double x = random.Uniform(1.0, 50.0);
    const double y = random.Uniform(1.0, 50.0);
    const double z = random.Uniform(1.0, 50.0);
    const double radius = random.Uniform(0.0, 1.0);
    const BoxShape box = *BoxShape::Create({x, y, z});
    const SphereShape sphere = *SphereShape::Create(radius);
    const double cx = random.Uniform(-1.2, 1.2) * x;
    const double cy = random.Uniform(-1.2, 1.2) * y;
    const double cz = random.Uniform(-1.2, 1.2) * z;
    const Pose3 pose = {{cx, cy, cz}, RandomRotation(&random)};
    const Vec3 out{std::max(std::abs(cx) - x, 0.0), std::max(std::abs(cy) - y, 0.0), std::max(std::abs(cz) - z, 0.0)};
    const double gap = Norm(out) - radius;
    SphereSearchSeed seed;
    const DecisionResult result = DecideByHybridSearch(box, sphere, pose, context, &seed);
    ASSERT_NE(result.status, DecisionStatus::kIterationLimit) << i;
    if (std::abs(gap) > 1e-9) {
      ASSERT_EQ(result.status, DecisionStatus::kCertain) << i;
      ASSERT_EQ(result.intersects, gap <= 0.0) << i;
    }
    hits += result.intersects ? 1 : 0;
    seeds += seed.size == 4 ? 1 : 0;
  }
  EXPECT_GT(hits, count * 3 / 10);
  EXPECT_LT(hits, count * 7 / 10);
  EXPECT_GT(seeds, hits * 99 / 100);
  EXPECT_EQ(counters.cap_hits, 0);
  EXPECT_LT(counters.support_calls, 5 * count);
}

TEST(HybridSearchTest, CommonCenters) {
  const BoxShape box = *BoxShape::Create({1.0, 2.0, 3.0});
  const SphereShape sphere = *SphereShape::Create(0.5);
  EXPECT_TRUE(DecideByHybridSearch(box, box, Pose3{}).intersects);
  EXPECT_TRUE(DecideByHybridSearch(box, sphere, Pose3{}).intersects);
  EXPECT_TRUE(DecideByHybridSearch(sphere, sphere, Pose3{}).intersects);
  const SphereShape point = *SphereShape::Create(0.0);
  EXPECT_TRUE(DecideByHybridSearch(point, point, Pose3{}).intersects);
  EXPECT_FALSE(DecideByHybridSearch(point, point, Pose3{{1e-9, 0.0, 0.0}, {}}).intersects);
}

}  // namespace
}  // namespace collision2d::solid
