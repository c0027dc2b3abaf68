#include "collision2d/solid/papers/isa_gjk.h"

#include <cstdint>

#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::solid {
namespace {

using Warm = WarmStart3<PointCloudShape, PointCloudShape>;
using Context = QueryContext3<PointCloudShape, PointCloudShape>;

// A body that passes another, turning slowly: the answer is that of a cold query, and mostly one
// support pair is enough.
TEST(IsaGjkTest, OneSupportPairWhileCoherent) {
  Random random(TestSeed());
  int64_t queries = 0;
  int64_t at_most_one_pair = 0;
  int64_t colliding = 0;
  for (int64_t run = 0; run < TestCaseCount(100); ++run) {
    const PointCloudShape a(PointsOnSphere(32, &random));
    const PointCloudShape b(PointsOnSphere(32, &random));
    const double aside = random.Uniform(-2.5, 2.5);
    const double turn = random.Uniform(-1.0, 1.0);
    Warm warm;
    Warm tracked;
    for (int step = 0; step <= 200; ++step) {
      const double t = -2.0 + 0.02 * step;
      const Pose3 pose = Pose3::FromYawPitchRoll({t, aside, 0.3 * t}, turn * t, 0.5 * turn * t, t);
      QueryContext::Counters counters;
      const bool collides = CollidesCoherently(a, b, pose, &warm, &counters);
      ASSERT_EQ(collides, Collides(a, b, pose));
      ASSERT_NEAR(Distance(a, b, pose, Context{&tracked, nullptr}), Distance(a, b, pose), 64.0 * 0x1p-53);
      ++queries;
      at_most_one_pair += counters.support_calls <= 1 ? 1 : 0;
      colliding += collides ? 1 : 0;
    }
  }
  EXPECT_GE(at_most_one_pair, 95 * queries / 100);
  EXPECT_GT(colliding, 2 * queries / 10);
  EXPECT_LT(colliding, 8 * queries / 10);
}

}  // namespace
}  // namespace collision2d::solid
