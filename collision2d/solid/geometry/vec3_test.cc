#include "collision2d/solid/geometry/vec3.h"

#include <limits>

#include "gtest/gtest.h"

namespace collision2d::solid {
namespace {

TEST(Vec3, IsZeroByDefault) { EXPECT_EQ(Vec3(), (Vec3{0, 0, 0})); }

TEST(Vec3, Arithmetic) {
  EXPECT_EQ((Vec3{1, 2, 3} + Vec3{3, 5, 7}), (Vec3{4, 7, 10}));
  EXPECT_EQ((Vec3{1, 2, 3} - Vec3{3, 5, 7}), (Vec3{-2, -3, -4}));
  EXPECT_EQ((-Vec3{1, -2, 3}), (Vec3{-1, 2, -3}));
  EXPECT_EQ((2.0 * Vec3{1, -2, 3}), (Vec3{2, -4, 6}));
}

TEST(Vec3, EqualityComparesAllCoordinates) {
  EXPECT_TRUE((Vec3{1, 2, 3} == Vec3{1, 2, 3}));
  EXPECT_TRUE((Vec3{1, 2, 3} != Vec3{0, 2, 3}));
  EXPECT_TRUE((Vec3{1, 2, 3} != Vec3{1, 0, 3}));
  EXPECT_TRUE((Vec3{1, 2, 3} != Vec3{1, 2, 0}));
}

TEST(Vec3, Products) {
  EXPECT_EQ(Dot({1, 2, 3}, {4, 5, 6}), 32);
  EXPECT_EQ(Cross({1, 0, 0}, {0, 1, 0}), (Vec3{0, 0, 1})) << "right-handed";
  EXPECT_EQ(Cross({1, 2, 3}, {4, 5, 6}), (Vec3{-3, 6, -3}));
}

TEST(Vec3, Norms) {
  EXPECT_EQ(NormSquared({2, 3, 6}), 49);
  EXPECT_EQ(Norm({2, 3, 6}), 7);
  EXPECT_EQ(Norm1({2, -3, 6}), 11);
  EXPECT_EQ(NormInfinity({2, -7, 6}), 7);
}

TEST(Vec3, NormHoldsWhereSquaresDoNot) {
  EXPECT_EQ(Norm({0, 0, 0}), 0);
  EXPECT_EQ(Norm({0x2p-1000, 0x3p-1000, 0x6p-1000}), 0x7p-1000);
  EXPECT_EQ(Norm({0x2p+1000, 0x3p+1000, 0x6p+1000}), 0x7p+1000);
}

TEST(Vec3, NormalizedIsAUnitVectorAtAnyScale) {
  for (const double scale : {0x1p-1000, 1.0, 0x1p+1000}) {
    const Vec3 unit = Normalized(scale * Vec3{2, 3, 6});
    EXPECT_DOUBLE_EQ(unit.x, 2.0 / 7.0);
    EXPECT_DOUBLE_EQ(unit.y, 3.0 / 7.0);
    EXPECT_DOUBLE_EQ(unit.z, 6.0 / 7.0);
  }
}

TEST(Vec3, FiniteOnlyIfAllCoordinatesAre) {
  EXPECT_TRUE(IsFinite({1, 2, 3}));
  EXPECT_FALSE(IsFinite({std::numeric_limits<double>::quiet_NaN(), 2, 3}));
  EXPECT_FALSE(IsFinite({1, std::numeric_limits<double>::infinity(), 3}));
  EXPECT_FALSE(IsFinite({1, 2, -std::numeric_limits<double>::infinity()}));
}

}  // namespace
}  // namespace collision2d::solid
