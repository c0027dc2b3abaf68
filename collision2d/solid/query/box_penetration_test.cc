#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/axis_penetration.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/epa3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::solid::internal {
namespace {

using BoxCso = Cso3<BoxShape, BoxShape>;

bool Compute(const BoxShape& a, const BoxShape& b, const Pose3& pose, PenetrationResult* result) {
  const double magnitude_m = BoxCso(a, b, pose).Magnitude();
  return ComputeBoxPenetration(a, b, pose, magnitude_m, kEpaTouchingError * magnitude_m, result);
}

Vec3 RandomExtents(double scale, Random* random) {
  return {scale * random->Uniform(0.1, 1.0), scale * random->Uniform(0.1, 1.0), scale * random->Uniform(0.1, 1.0)};
}

// m. By how far p is outside of the box; negative inside.
double Outside(const Vec3& half, const Vec3& p) {
  return std::max({std::abs(p.x) - half.x, std::abs(p.y) - half.y, std::abs(p.z) - half.z});
}

// Turned by about `angle_rad`: nearly parallel edges.
Pose3 SlightlyTurned(double angle_rad, Random* random) {
  const Vec3 axis = RandomUnitVector(random);
  return Pose3::FromYawPitchRoll({}, angle_rad * axis.x, angle_rad * axis.y, angle_rad * axis.z);
}

// Against the exact depth of the posed corners, for any turn, nearly parallel edges, flat boxes,
// and all scales.
TEST(BoxPenetrationTest, EqualsTheExactDepth) {
  Random random(TestSeed());
  int num_overlapping = 0;
  int num_told = 0;
  const int64_t num_pairs = TestCaseCount(600);
  for (int64_t i = 0; i < num_pairs; ++i) {
    const double scale = random.LogUniform(1e-3, 1e6);
    Vec3 half_a = RandomExtents(scale, &random);
    if (random.Chance(0.1)) half_a.z = 0.0;
    const Vec3 half_b = RandomExtents(scale, &random);
    Pose3 pose{{}, RandomRotation(&random)};
    if (random.Chance(0.3)) pose = SlightlyTurned(random.LogUniform(1e-15, 1e-2), &random);
    pose.translation = random.Uniform(0.0, 2.6) * scale * RandomUnitVector(&random);
    const BoxShape a = *BoxShape::Create(half_a);
    const BoxShape b = *BoxShape::Create(half_b);
    PenetrationResult result;
    const bool is_told = Compute(a, b, pose, &result);
    ExactOracle3 oracle;
    const std::vector<Vec3> posed_b = Posed(BoxPoints(half_b), pose);
    oracle.SetPair(BoxPoints(half_a), posed_b);
    if (oracle.relation() != ExactRelation::kOverlapping) {
      EXPECT_FALSE(is_told);
      continue;
    }
    ++num_overlapping;
    if (!is_told) continue;
    ++num_told;
    const double magnitude_m = BoxCso(a, b, pose).Magnitude();
    ASSERT_TRUE(oracle.IsWithinAbsolute(mpq_class(-result.depth_m), mpq_class(0x1p-50 * magnitude_m)))
        << i << ": " << result.depth_m << " for " << -oracle.SignedDistance() << " in " << magnitude_m;
    EXPECT_EQ(result.status, SeparationStatus::kPenetrating);
    EXPECT_LE(result.lower_bound_m, result.depth_m);
    EXPECT_NEAR(Norm(result.direction), 1.0, 0x1p-50);
    EXPECT_LE(NormInfinity(result.witness_a - result.witness_b - result.depth_m * result.direction),
              0x1p-48 * magnitude_m);
    EXPECT_LE(Outside(half_a, result.witness_a), 0x1p-48 * magnitude_m);
    EXPECT_LE(Outside(half_b, pose.RotateBack(result.witness_b - pose.translation)), 0x1p-48 * magnitude_m);
  }
  EXPECT_GE(num_overlapping, 3 * num_pairs / 10);
  EXPECT_LE(num_overlapping, 7 * num_pairs / 10);
  // Nothing else needs the expansion in general position.
  EXPECT_GE(num_told, 8 * num_overlapping / 10);
}

// The expansion of the corners as a hull of points finds the same.
TEST(BoxPenetrationTest, EqualsTheExpansion) {
  Random random(TestSeed());
  for (int i = 0; i < 2000; ++i) {
    const Vec3 half_a = RandomExtents(1.0, &random);
    const Vec3 half_b = RandomExtents(1.0, &random);
    const Pose3 pose{random.Uniform(0.0, 1.0) * RandomUnitVector(&random), RandomRotation(&random)};
    PenetrationResult result;
    if (!Compute(*BoxShape::Create(half_a), *BoxShape::Create(half_b), pose, &result)) continue;
    const PointCloudShape a(BoxPoints(half_a));
    const PointCloudShape b(BoxPoints(half_b));
    const Cso3<PointCloudShape, PointCloudShape> cso(a, b, pose);
    EXPECT_NEAR(result.depth_m, ComputePenetration(cso, {}).depth_m, kEpaDepthError * cso.Magnitude());
  }
}

// A face over a corner, and an edge over an edge.
TEST(BoxPenetrationTest, ClosedForms) {
  const BoxShape box = *BoxShape::Create({1.0, 1.0, 1.0});
  PenetrationResult result;
  // Corner down, along the diagonal sqrt(3) from the centre.
  const Vec3 x = Normalized({1.0, 1.0, 1.0});
  const Vec3 y = Normalized({1.0, -1.0, 0.0});
  const Vec3 z = Cross(x, y);
  ASSERT_TRUE(Compute(box, box, {{0.125, 0.0625, 2.5}, {{y, z, x}}}, &result));
  EXPECT_NEAR(result.depth_m, std::sqrt(3.0) - 1.5, 0x1p-48);
  EXPECT_EQ(result.direction, (Vec3{0.0, 0.0, 1.0}));
  // Edges along (1, 0, 0) and (0, 1, 0) of boxes that stand on edges, sqrt(2) from the centres.
  const double h = std::sqrt(0.5);
  const Pose3 world_from_a{{}, {{{1.0, 0.0, 0.0}, {0.0, h, -h}, {0.0, h, h}}}};
  const Pose3 world_from_b{{0.25, 0.125, 2.5}, {{{h, 0.0, h}, {0.0, 1.0, 0.0}, {-h, 0.0, h}}}};
  ASSERT_TRUE(Compute(box, box, RelativePose(world_from_a, world_from_b), &result));
  EXPECT_NEAR(result.depth_m, 2.0 * std::sqrt(2.0) - 2.5, 0x1p-48);
  EXPECT_NEAR(world_from_a.Rotate(result.direction).z, 1.0, 0x1p-48);
  EXPECT_LE(NormInfinity(world_from_a * result.witness_a - Vec3{0.25, 0.0, std::sqrt(2.0)}), 0x1p-48);
}

// Not its cases: the result stays as it was.
TEST(BoxPenetrationTest, LeavesTouchingAndApart) {
  const BoxShape box = *BoxShape::Create({1.0, 1.0, 1.0});
  PenetrationResult result;
  result.depth_m = 7.0;
  EXPECT_FALSE(Compute(box, box, {{2.0, 0.5, 0.0}, Mat3::Identity()}, &result));
  EXPECT_FALSE(Compute(box, box, {{2.5, 0.5, 0.0}, Mat3::Identity()}, &result));
  EXPECT_EQ(result.depth_m, 7.0);
}

}  // namespace
}  // namespace collision2d::solid::internal
