#include "collision2d/solid/query/face_plane.h"

#include <cmath>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::solid::internal {
namespace {

// Slivers down to the last place: the normal is known within its bound, by both ways.
TEST(FacePlaneTest, ErrorBoundsHold) {
  Random random(TestSeed());
  for (int i = 0; i < 20000; ++i) {
    const Vec3 p = random.Uniform(0.1, 2.0) * RandomUnitVector(&random);
    const Vec3 q = random.Uniform(0.1, 2.0) * RandomUnitVector(&random);
    const Vec3 r = p + random.Uniform(-2.0, 2.0) * (q - p) + random.LogUniform(1e-15, 1.0) * RandomUnitVector(&random);
    const FacePlane accurate = AccuratePlane(p, q, r);
    if (!accurate.is_known()) continue;
    EXPECT_NEAR(Norm(accurate.normal), 1.0, kAccurateNormalError);
    EXPECT_TRUE(accurate.is_accurate);
    EXPECT_NEAR(accurate.offset, Dot(accurate.normal, p), 0x1p-50 * Norm(p));
    const FacePlane rounded = RoundedPlane(p, q, r);
    if (!rounded.is_known()) continue;
    const double length = std::sqrt(rounded.length_sq);
    // The lengths differ by no more than the normals.
    EXPECT_LE(Norm(rounded.normal - length * accurate.normal),
              2.0 * rounded.normal_error + length * (accurate.normal_error + 0x1p-51));
  }
}

TEST(FacePlaneTest, UnknownIfDegenerate) {
  EXPECT_FALSE(RoundedPlane({0, 0, 0}, {1, 1, 1}, {2, 2, 2}).is_known());
  EXPECT_FALSE(AccuratePlane(Vec3{0, 0, 0}, Vec3{1, 1, 1}, Vec3{2, 2, 2}).is_known());
  EXPECT_FALSE(AccuratePlane(Vec3{1, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 0, 0}).is_known());
}

// Across one unit in the last place, and on the plane itself.
TEST(FacePlaneTest, SideIsExact) {
  const Vec3 p{0.1, 0.2, 0.3};
  const Vec3 q{1.1, 0.2, 0.3};
  const Vec3 r{0.1, 1.2, 0.3};
  EXPECT_TRUE(IsBeyondPlane(p, q, r, {0.4, 0.4, std::nextafter(0.3, 1.0)}));
  EXPECT_FALSE(IsBeyondPlane(p, q, r, {0.4, 0.4, 0.3}));
  EXPECT_FALSE(IsBeyondPlane(p, q, r, {0.4, 0.4, std::nextafter(0.3, 0.0)}));
}

}  // namespace
}  // namespace collision2d::solid::internal
