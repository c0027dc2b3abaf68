#include "collision2d/solid/query/magnified_shape.h"

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::solid::internal {
namespace {

static_assert(std::is_same_v<MagnifiedType<BoxShape, BoxShape>, MagnifiedHull>);
static_assert(std::is_same_v<MagnifiedType<BoxShape, EllipsoidShape>, MagnifiedShape>);
static_assert(kIsVertexHull<MagnifiedHull> && !kIsVertexHull<MagnifiedShape>);

constexpr double kTiny_m = 0x1p-300;

Vec3 RandomDirection(Random* random) {
  return {random->Uniform(-1.0, 1.0), random->Uniform(-1.0, 1.0), random->Uniform(0.1, 1.0)};
}

TEST(MagnifiedShape, ScaleBringsLengthsNearOne) {
  for (const double length_m : {0x1p-1074, 0x1p-1022, kTiny_m, 0x1.8p-101}) {
    const double scale = MagnifyingScale(length_m);
    EXPECT_EQ(std::ldexp(1.0, std::ilogb(scale)), scale);
    EXPECT_LT(scale * length_m, 1.0);
    if (length_m >= 0x1p-1000) {
      EXPECT_GE(scale * length_m, 0.5);
    }
  }
}

// Vertices are posed first and then magnified, to the bit; the support point is the highest of
// them.
TEST(MagnifiedShape, HullOfPosedVertices) {
  Random random(TestSeed());
  const BoxShape box = *BoxShape::Create({kTiny_m, 0.5 * kTiny_m, 0.25 * kTiny_m});
  for (int64_t i = 0; i < TestCaseCount(200); ++i) {
    Pose3 pose = RandomPose3(1.0, &random);
    pose.translation = kTiny_m * pose.translation;
    for (const Pose3* posed : {static_cast<const Pose3*>(nullptr), static_cast<const Pose3*>(&pose)}) {
      const MagnifiedHull hull(box, posed, 1.0 / kTiny_m);
      const Vec3 direction = RandomDirection(&random);
      NoHint hint;
      const Vec3 support = hull.Support(direction, &hint);
      bool is_vertex = false;
      ASSERT_EQ(hull.num_vertices(), 8);
      for (int k = 0; k < 8; ++k) {
        const Vec3 vertex = box.vertex(k);
        ASSERT_EQ(hull.vertex(k), (1.0 / kTiny_m) * (posed != nullptr ? pose * vertex : vertex));
        ASSERT_LE(Dot(direction, hull.vertex(k)), Dot(direction, support));
        ASSERT_LE(NormInfinity(hull.vertex(k)), hull.Magnitude());
        is_vertex = is_vertex || hull.vertex(k) == support;
      }
      ASSERT_TRUE(is_vertex);
    }
  }
}

TEST(MagnifiedShape, SmoothShapesKeepTheirSupportMapping) {
  Random random(TestSeed() + 1);
  const EllipsoidShape ellipsoid = *EllipsoidShape::Create({kTiny_m, 2.0 * kTiny_m, 3.0 * kTiny_m});
  for (int64_t i = 0; i < TestCaseCount(200); ++i) {
    Pose3 pose = RandomPose3(1.0, &random);
    pose.translation = kTiny_m * pose.translation;
    const MagnifiedShape magnified(ellipsoid, &pose, 1.0 / kTiny_m);
    const Vec3 direction = RandomDirection(&random);
    NoHint hint;
    ASSERT_EQ(magnified.Support(direction, &hint),
              (1.0 / kTiny_m) * (pose * ellipsoid.Support(pose.RotateBack(direction), &hint)));
    ASSERT_EQ(magnified.Center(), (1.0 / kTiny_m) * (pose * ellipsoid.Center()));
  }
}

}  // namespace
}  // namespace collision2d::solid::internal
