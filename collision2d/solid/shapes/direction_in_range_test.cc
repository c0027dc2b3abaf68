#include <limits>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "gtest/gtest.h"

namespace collision2d::solid::internal {
namespace {

TEST(DirectionInRange, BringsEveryLengthIntoRange) {
  for (const double norm : {0x1p-1074, 0x1p-1022, 1e-300, 0x1p-101, 0x1p-100, 1.0, 0x1p100, 0x1p101, 1e300,
                            std::numeric_limits<double>::max()}) {
    const Vec3 scaled = DirectionInRange({norm, 0.0, -norm});
    EXPECT_GE(NormInfinity(scaled), kMinDirectionNorm) << norm;
    EXPECT_LE(NormInfinity(scaled), kMaxDirectionNorm) << norm;
    EXPECT_EQ(scaled.z, -scaled.x);
  }
}

TEST(DirectionInRange, DotProductsNeitherOverflowNorUnderflow) {
  for (const double norm : {0x1p-1074, 0x1p-201, 1e-20, 1.0, 0x1p399, std::numeric_limits<double>::max()}) {
    const Vec3 d = ForDotProducts({norm, norm, norm});
    // Twice the largest coordinate and the smallest one, of three.
    EXPECT_LT(Dot(d, {2e8, 2e8, 2e8}), std::numeric_limits<double>::infinity());
    EXPECT_GE(0x1p-1074 * d.x, std::numeric_limits<double>::min());
  }
}

TEST(DirectionInRange, LeavesDirectionsInRangeAsTheyAre) {
  const Vec3 d{1e-20, -3.0, 1e-300};
  EXPECT_EQ(DirectionInRange(d), d);
}

}  // namespace
}  // namespace collision2d::solid::internal
