#include <array>

#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

Vec3 RandomVec(double reach, Random* random) {
  const double x = random->Uniform(-reach, reach);
  const double y = random->Uniform(-reach, reach);
  const double z = random->Uniform(-reach, reach);
  return {x, y, z};
}

Pose3 RandomPose(double reach, Random* random) {
  const Vec3 translation = RandomVec(reach, random);
  const double yaw = random->Angle();
  const double pitch = 0.5 * random->Angle();
  return Pose3::FromYawPitchRoll(translation, yaw, pitch, random->Angle());
}

BoxShape RandomBox(Random* random) {
  const double x = random->Uniform(0.5, 1.5);
  const double y = random->Uniform(0.5, 1.5);
  return *BoxShape::Create({x, y, random->Uniform(0.5, 1.5)});
}

TEST(ClosedForms3Test, Spheres) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(10000); ++i) {
    const SphereShape a = *SphereShape::Create(random.Uniform(0.0, 2.0));
    const SphereShape b = *SphereShape::Create(random.Uniform(0.0, 2.0));
    const Pose3 pose = RandomPose(2.0, &random);
    const double expected = Norm(pose.translation) - (a.radius_m() + b.radius_m());
    EXPECT_EQ(Distance(a, b, pose), std::max(expected, 0.0));
    EXPECT_EQ(Collides(a, b, pose), expected <= 0.0);
    EXPECT_EQ(ComputeSeparation(a, b, pose).signed_distance_m, expected);
  }
}

TEST(ClosedForms3Test, ConcentricSpheres) {
  const SphereShape a = *SphereShape::Create(1.0);
  const SphereShape b = *SphereShape::Create(0.25);
  EXPECT_TRUE(Collides(a, b, Pose3{}));
  EXPECT_EQ(Distance(a, b, Pose3{}), 0.0);
  const Separation3 separation = ComputeSeparation(a, b, Pose3{});
  EXPECT_EQ(separation.status, SeparationStatus::kPenetrating);
  EXPECT_EQ(separation.signed_distance_m, -1.25);
  EXPECT_EQ(Norm(separation.direction), 1.0);
}

TEST(ClosedForms3Test, EqualPoints) {
  const PointShape origin = *PointShape::Create({});
  EXPECT_TRUE(Collides(origin, origin, Pose3{}));
  EXPECT_EQ(Distance(origin, origin, Pose3{}), 0.0);
  const Separation3 separation = ComputeSeparation(origin, origin, Pose3{});
  EXPECT_EQ(separation.status, SeparationStatus::kTouching);
  EXPECT_EQ(Norm(separation.direction), 1.0);
}

// Boxes along the axes of one frame, on a grid: exact.
TEST(ClosedForms3Test, AxisAlignedBoxes) {
  Random random(TestSeed());
  int touching = 0;
  for (int64_t i = 0; i < TestCaseCount(10000); ++i) {
    std::array<double, 3> half_a{}, half_b{}, at{};
    double gap_sq = 0.0;
    double greatest = -1e9;
    for (size_t k = 0; k < 3; ++k) {
      half_a[k] = random.Integer(0, 3);
      half_b[k] = random.Integer(0, 3);
      at[k] = random.Integer(-5, 5);
      const double gap = std::abs(at[k]) - (half_a[k] + half_b[k]);
      gap_sq += gap > 0.0 ? gap * gap : 0.0;
      greatest = std::max(greatest, gap);
    }
    const BoxShape a = *BoxShape::Create({half_a[0], half_a[1], half_a[2]});
    const BoxShape b = *BoxShape::Create({half_b[0], half_b[1], half_b[2]});
    const Pose3 pose{{at[0], at[1], at[2]}, Mat3::Identity()};
    EXPECT_EQ(Collides(a, b, pose), greatest <= 0.0);
    EXPECT_NEAR(Distance(a, b, pose), std::sqrt(gap_sq), 0x1p-50 * 8.0);
    const Separation3 separation = ComputeSeparation(a, b, pose);
    touching += separation.status == SeparationStatus::kTouching ? 1 : 0;
    const double expected = gap_sq > 0.0 ? std::sqrt(gap_sq) : greatest;
    EXPECT_NEAR(separation.signed_distance_m, expected, 0x1p-50 * 8.0);
    EXPECT_EQ(separation.status, expected > 0.0   ? SeparationStatus::kSeparated
                                 : expected < 0.0 ? SeparationStatus::kPenetrating
                                                  : SeparationStatus::kTouching);
  }
  EXPECT_GT(touching, TestCaseCount(10000) / 100);
}

// m. The distance of segments p0 p1 and q0 q1, by the least of a convex function of one variable:
// the distance of a point of the one from the other.
double SegmentDistance(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1) {
  const auto distance_at = [&](double s) {
    const Vec3 p = p0 + s * (p1 - p0);
    const Vec3 q = q1 - q0;
    return Norm(p - (q0 + std::clamp(Dot(p - q0, q) / Dot(q, q), 0.0, 1.0) * q));
  };
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < 200; ++i) {
    const double first = low + (high - low) / 3.0;
    const double second = high - (high - low) / 3.0;
    (distance_at(first) < distance_at(second) ? high : low) = distance_at(first) < distance_at(second) ? second : first;
  }
  return distance_at(0.5 * (low + high));
}

TEST(ClosedForms3Test, Capsules) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(3000); ++i) {
    const Vec3 a0 = RandomVec(1.0, &random), a1 = RandomVec(1.0, &random);
    const Vec3 b0 = RandomVec(1.0, &random), b1 = RandomVec(1.0, &random);
    const CapsuleShape a = *CapsuleShape::Create(a0, a1, random.Uniform(0.0, 0.5));
    const CapsuleShape b = *CapsuleShape::Create(b0, b1, random.Uniform(0.0, 0.5));
    const Pose3 pose = RandomPose(1.0, &random);
    const double core_m = SegmentDistance(a0, a1, pose * b0, pose * b1);
    const double expected = core_m - (a.radius_m() + b.radius_m());
    // Ternary search ends where differences of the distance vanish in rounding.
    EXPECT_NEAR(Distance(a, b, pose), std::max(expected, 0.0), 1e-14);
    EXPECT_NEAR(ComputeSeparation(a, b, pose).signed_distance_m, expected, 1e-14);
    if (std::abs(expected) > 1e-14) {
      EXPECT_EQ(Collides(a, b, pose), expected < 0.0);
    }
  }
}

// A sphere as an ellipsoid: a smooth core.
TEST(ClosedForms3Test, SmoothShapes) {
  Random random(TestSeed());
  QueryContext::Counters counters;
  int64_t colliding = 0;
  for (int64_t i = 0; i < TestCaseCount(2000); ++i) {
    const double radius_a = random.Uniform(0.5, 1.5);
    const double radius_b = random.Uniform(0.5, 1.5);
    const EllipsoidShape a = *EllipsoidShape::Create({radius_a, radius_a, radius_a});
    const EllipsoidShape b = *EllipsoidShape::Create({radius_b, radius_b, radius_b});
    const Pose3 pose = RandomPose(2.0, &random);
    const QueryContext3<EllipsoidShape, EllipsoidShape> context{nullptr, &counters};
    const double expected = Norm(pose.translation) - (radius_a + radius_b);
    colliding += expected < 0.0 ? 1 : 0;
    EXPECT_EQ(Collides(a, b, pose, context), expected < 0.0);
    EXPECT_NEAR(Distance(a, b, pose, context), std::max(expected, 0.0), 1e-12);
  }
  EXPECT_GT(colliding, 3 * TestCaseCount(2000) / 10);
  EXPECT_LT(colliding, 7 * TestCaseCount(2000) / 10);
  EXPECT_EQ(counters.limit_hits, 0);
}

TEST(ClosedForms3Test, TinyAndHugePairs) {
  for (const double size : {0x1p-1000, 0x1p-300, 0x1p-100, 0x1p-20, 1.0, 0x1p20}) {
    const BoxShape box = *BoxShape::Create({size, size, size});
    const Pose3 apart{{3.0 * size, 0.0, 0.0}, Mat3::Identity()};
    const Pose3 touching{{2.0 * size, 0.0, 0.0}, Mat3::Identity()};
    const Pose3 within{{1.5 * size, 0.0, 0.0}, Mat3::Identity()};
    EXPECT_FALSE(Collides(box, box, apart));
    EXPECT_TRUE(Collides(box, box, touching));
    EXPECT_TRUE(Collides(box, box, within));
    EXPECT_EQ(Distance(box, box, apart), size);
    EXPECT_EQ(Distance(box, box, touching), 0.0);
    EXPECT_EQ(ComputeSeparation(box, box, apart).signed_distance_m, size);
    EXPECT_EQ(ComputeSeparation(box, box, touching).status, SeparationStatus::kTouching);
    EXPECT_EQ(ComputeSeparation(box, box, within).signed_distance_m, -0.5 * size);
  }
}

// The order of the shapes, and tracking, change nothing beyond rounding; no allocation; no cap
// hits.
TEST(ClosedForms3Test, SwapTrackingCounters) {
  Random random(TestSeed());
  QueryContext::Counters counters;
  int64_t colliding = 0;
  const BoxShape a = RandomBox(&random);
  const BoxShape b = RandomBox(&random);
  WarmStart3<BoxShape, BoxShape> warm;
  const int64_t count = TestCaseCount(300000);
  const int64_t before = AllocationCount();
  for (int64_t i = 0; i < count; ++i) {
    const Pose3 pose = RandomPose(3.0, &random);
    const bool collides = Collides(a, b, pose, {nullptr, &counters});
    const double distance_m = Distance(a, b, pose, {nullptr, &counters});
    ASSERT_EQ(collides, distance_m == 0.0);
    ASSERT_NEAR(Distance(b, a, pose.Inverse()), distance_m, 64.0 * 0x1p-53);
    // The last query's simplex has nothing to do with this pose.
    ASSERT_NEAR(Distance(a, b, pose, {&warm, &counters}), distance_m, 64.0 * 0x1p-53);
    ASSERT_EQ(Collides(a, b, pose, {&warm, &counters}), collides);
    colliding += collides ? 1 : 0;
  }
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_EQ(counters.limit_hits, 0);
  EXPECT_GT(colliding, 3 * count / 10);
  EXPECT_LT(colliding, 7 * count / 10);
}

}  // namespace
}  // namespace collision2d::solid
