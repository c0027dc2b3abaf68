// Round shapes: closed forms, concentric pairs, and coherent motion.

#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/papers/isa_gjk.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/epa3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

// Error bound of a smooth distance for pairs of about 1 m: 2^-44 of Cso3::Magnitude(), which is
// below 32 m.
constexpr double kSmoothError_m = 0x1p-39;

Pose3 At(const Vec3& translation) { return {translation, Mat3::Identity()}; }

TEST(SmoothShapes3Test, UprightCylinders) {
  Random random(TestSeed());
  int64_t colliding = 0;
  for (int i = 0; i < 2000; ++i) {
    const double ha = random.Uniform(0.1, 1.0);
    const double ra = random.Uniform(0.1, 1.0);
    const double hb = random.Uniform(0.1, 1.0);
    const double rb = random.Uniform(0.1, 1.0);
    const CylinderShape a = *CylinderShape::Create(ha, ra);
    const CylinderShape b = *CylinderShape::Create(hb, rb);
    const Vec3 t{random.Uniform(-1.3, 1.3), random.Uniform(-1.3, 1.3), random.Uniform(-1.3, 1.3)};
    const double across_m = std::sqrt(t.x * t.x + t.y * t.y) - ra - rb;
    const double up_m = std::abs(t.z) - ha - hb;
    const bool collide = across_m <= 0.0 && up_m <= 0.0;
    colliding += collide ? 1 : 0;
    const Separation3 separation = ComputeSeparation(a, b, At(t));
    if (collide) {
      const double depth_m = std::min(-across_m, -up_m);
      if (depth_m < kSmoothError_m) continue;
      ASSERT_TRUE(Collides(a, b, At(t)));
      ASSERT_EQ(separation.status, SeparationStatus::kPenetrating);
      ASSERT_LE(-separation.signed_distance_m, depth_m * (1.0 + 2.0 * kEpaRelativeTolerance) + kSmoothError_m);
      ASSERT_GE(-separation.signed_distance_m, depth_m - kSmoothError_m);
    } else {
      const double x = std::max(across_m, 0.0);
      const double z = std::max(up_m, 0.0);
      const double distance_m = std::sqrt(x * x + z * z);
      if (distance_m < kSmoothError_m) continue;
      ASSERT_FALSE(Collides(a, b, At(t)));
      ASSERT_NEAR(separation.signed_distance_m, distance_m, kSmoothError_m);
    }
  }
  EXPECT_GT(colliding, 400);
  EXPECT_LT(colliding, 1600);
}

// A sphere above, beside and below a cone: the distance of its centre from the cone's triangle, in
// the plane through the axis.
TEST(SmoothShapes3Test, ConeAndSphere) {
  Random random(TestSeed());
  for (int i = 0; i < 2000; ++i) {
    const double h = random.Uniform(0.2, 1.0);
    const double r = random.Uniform(0.2, 1.0);
    const double radius_m = random.Uniform(0.05, 0.5);
    const Vec3 c{random.Uniform(-2.0, 2.0), random.Uniform(-2.0, 2.0), random.Uniform(-2.0, 2.0)};
    const double x = std::sqrt(c.x * c.x + c.y * c.y);
    // The nearest of the base and of the slope from (r, -h) to (0, h).
    const double base_m = std::sqrt(std::pow(std::max(x - r, 0.0), 2) + std::pow(c.z + h, 2));
    const double along = std::min(1.0, std::max(0.0, (-r * (x - r) + 2.0 * h * (c.z + h)) / (r * r + 4.0 * h * h)));
    const double slope_m = std::sqrt(std::pow(x - r + r * along, 2) + std::pow(c.z + h - 2.0 * h * along, 2));
    const bool inside = c.z >= -h && 2.0 * h * (x - r) + r * (c.z + h) <= 0.0;
    const double distance_m = (inside ? 0.0 : std::min(base_m, slope_m)) - radius_m;
    if (std::abs(distance_m) < kSmoothError_m || inside) continue;
    const ConeShape cone = *ConeShape::Create(h, r);
    const SphereShape sphere = *SphereShape::Create(radius_m);
    ASSERT_EQ(Collides(cone, sphere, At(c)), distance_m < 0.0);
    ASSERT_NEAR(Distance(cone, sphere, At(c)), std::max(distance_m, 0.0), kSmoothError_m);
    // The core of the sphere, a point, is outside of the cone: no penetration of the cores.
    ASSERT_NEAR(ComputeSeparation(cone, sphere, At(c)).signed_distance_m, distance_m, kSmoothError_m);
  }
}

// Two ellipsoids whose surfaces touch a common plane at opposite points: the distance is the gap
// between, along the normal.
TEST(SmoothShapes3Test, EllipsoidsAcrossAPlane) {
  Random random(TestSeed());
  for (int i = 0; i < 2000; ++i) {
    const Vec3 n = RandomUnitVector(&random);
    const auto radii = [&] {
      return Vec3{random.Uniform(0.2, 1.0), random.Uniform(0.2, 1.0), random.Uniform(0.2, 1.0)};
    };
    const Vec3 ra = radii();
    const Vec3 rb = radii();
    // The point of an ellipsoid with outward normal n.
    const auto top = [&n](const Vec3& r) {
      const Vec3 scaled{r.x * n.x, r.y * n.y, r.z * n.z};
      const double length = Norm(scaled);
      return Vec3{r.x * scaled.x / length, r.y * scaled.y / length, r.z * scaled.z / length};
    };
    const double gap_m = random.LogUniform(1e-9, 1.0);
    const Pose3 pose = At(top(ra) + gap_m * n + top(rb));
    const EllipsoidShape a = *EllipsoidShape::Create(ra);
    const EllipsoidShape b = *EllipsoidShape::Create(rb);
    ASSERT_FALSE(Collides(a, b, pose));
    ASSERT_NEAR(Distance(a, b, pose), gap_m, kSmoothError_m);
    const Separation3 separation = ComputeSeparation(a, b, pose);
    ASSERT_NEAR(separation.signed_distance_m, gap_m, kSmoothError_m);
    // The other way round they overlap by the gap, if it is much less than the radii of curvature.
    if (gap_m > 1e-3) continue;
    const Separation3 deep = ComputeSeparation(a, b, At(top(ra) - gap_m * n + top(rb)));
    ASSERT_EQ(deep.status, SeparationStatus::kPenetrating);
    ASSERT_NEAR(deep.signed_distance_m, -gap_m, 2.0 * kEpaRelativeTolerance * gap_m + kSmoothError_m);
  }
}

template <typename A, typename B>
void CheckConcentric(const A& a, const B& b, double least_depth_m, double error_m) {
  QueryContext::Counters counters;
  const Separation3 separation = ComputeSeparation(a, b, Pose3{}, QueryContext3<A, B>{nullptr, &counters});
  EXPECT_NEAR(Norm(separation.direction), 1.0, 0x1p-50);
  EXPECT_TRUE(separation.status == SeparationStatus::kPenetrating ||
              separation.status == SeparationStatus::kIterationLimit);
  EXPECT_EQ(counters.limit_hits > 0, separation.status == SeparationStatus::kIterationLimit);
  EXPECT_LE(separation.signed_distance_m, -least_depth_m + error_m);
  EXPECT_GE(separation.signed_distance_m, -least_depth_m * (1.0 + 0x1p-3));
  EXPECT_TRUE(Collides(a, b, Pose3{}));
  EXPECT_EQ(Distance(a, b, Pose3{}), 0.0);
}

// Every direction, or many, are as good: the search ends with a depth that frees, and the status
// says if its room was full.
TEST(SmoothShapes3Test, ConcentricPairs) {
  const EllipsoidShape round = *EllipsoidShape::Create({1.0, 1.0, 1.0});
  const EllipsoidShape flat = *EllipsoidShape::Create({1.0, 1.0, 0.25});
  CheckConcentric(*SphereShape::Create(1.0), *SphereShape::Create(0.5), 1.5, 0.0);
  CheckConcentric(round, round, 2.0, kSmoothError_m);
  CheckConcentric(flat, round, 1.25, kSmoothError_m);
  CheckConcentric(round, *SphereShape::Create(0.5), 1.5, kSmoothError_m);
  CheckConcentric(*BoxShape::Create({1.0, 1.0, 1.0}), *BoxShape::Create({0.5, 0.5, 0.5}), 1.5, 0x1p-48);
  CheckConcentric(*BoxShape::Create({1.0, 1.0, 1.0}), *SphereShape::Create(0.5), 1.5, 0x1p-48);
  CheckConcentric(*CylinderShape::Create(1.0, 0.5), *CylinderShape::Create(1.0, 0.5), 1.0, kSmoothError_m);
  CheckConcentric(*CapsuleShape::Create({-1, 0, 0}, {1, 0, 0}, 0.5), *SphereShape::Create(0.5), 1.0, 0x1p-48);
}

// A cylinder passes an ellipsoid, turning: warm answers are cold ones, but for the rounding of the
// support points.
TEST(SmoothShapes3Test, CoherentMotion) {
  using Warm = WarmStart3<CylinderShape, EllipsoidShape>;
  Random random(TestSeed());
  const CylinderShape a = *CylinderShape::Create(0.8, 0.5);
  const EllipsoidShape b = *EllipsoidShape::Create({0.9, 0.6, 0.3});
  int64_t queries = 0;
  int64_t colliding = 0;
  int64_t one_pair = 0;
  for (int run = 0; run < 30; ++run) {
    const double aside_m = random.Uniform(-1.5, 1.5);
    const double turn = random.Uniform(-1.0, 1.0);
    Warm warm;
    Warm tracked;
    for (int step = 0; step <= 200; ++step) {
      const double t = -2.0 + 0.02 * step;
      const Pose3 pose = Pose3::FromYawPitchRoll({t, aside_m, 0.3 * t}, turn * t, 0.5 * turn * t, t);
      QueryContext::Counters counters;
      const double distance_m = Distance(a, b, pose);
      const bool collides = CollidesCoherently(a, b, pose, &warm, &counters);
      ASSERT_EQ(counters.limit_hits, 0);
      if (distance_m > kSmoothError_m || distance_m == 0.0) {
        ASSERT_EQ(collides, distance_m == 0.0);
      }
      ASSERT_NEAR(Distance(a, b, pose, {&tracked, nullptr}), distance_m, kSmoothError_m);
      ++queries;
      colliding += collides ? 1 : 0;
      one_pair += counters.support_calls <= 1 ? 1 : 0;
    }
  }
  EXPECT_GT(colliding, queries / 10);
  EXPECT_LT(colliding, 8 * queries / 10);
  EXPECT_GE(one_pair, 95 * queries / 100);
}

}  // namespace
}  // namespace collision2d::solid
