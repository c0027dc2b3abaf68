#include "collision2d/geometry/vec2.h"

#include "gtest/gtest.h"

namespace collision2d {
namespace {

TEST(Vec2, IsZeroByDefault) { EXPECT_EQ(Vec2(), (Vec2{0, 0})); }

TEST(Vec2, Arithmetic) {
  EXPECT_EQ((Vec2{1, 2} + Vec2{3, 5}), (Vec2{4, 7}));
  EXPECT_EQ((Vec2{1, 2} - Vec2{3, 5}), (Vec2{-2, -3}));
  EXPECT_EQ((-Vec2{1, -2}), (Vec2{-1, 2}));
  EXPECT_EQ((2.0 * Vec2{1, -2}), (Vec2{2, -4}));
}

TEST(Vec2, EqualityComparesBothCoordinates) {
  EXPECT_TRUE((Vec2{1, 2} == Vec2{1, 2}));
  EXPECT_TRUE((Vec2{1, 2} != Vec2{1, 3}));
  EXPECT_TRUE((Vec2{1, 2} != Vec2{0, 2}));
  EXPECT_TRUE((Vec2{0.0, 0.0} == Vec2{-0.0, 0.0}));
}

TEST(Vec2, Products) {
  EXPECT_EQ(Dot({1, 2}, {3, 5}), 13);
  EXPECT_EQ(Cross({1, 2}, {3, 5}), -1);
  EXPECT_EQ(Cross({1, 0}, {0, 1}), 1) << "counter-clockwise is positive";
  EXPECT_EQ(NormSquared({3, 4}), 25);
}

TEST(Vec2, NormHoldsWhereSquaresDoNot) {
  EXPECT_EQ(Norm({3, 4}), 5);
  EXPECT_EQ(Norm({0, 0}), 0);
  EXPECT_EQ(Norm({0x3p-1000, 0x4p-1000}), 0x5p-1000);
  EXPECT_EQ(Norm({0x3p+1000, 0x4p+1000}), 0x5p+1000);
}

TEST(Vec2, PerpendicularLeftTurnsCounterClockwise) {
  EXPECT_EQ(PerpendicularLeft({1, 0}), (Vec2{0, 1}));
  EXPECT_EQ(PerpendicularLeft({2, 3}), (Vec2{-3, 2}));
}

TEST(Vec2, LexicographicOrder) {
  EXPECT_TRUE(internal::LexicographicallyLess({0, 5}, {1, 0}));
  EXPECT_FALSE(internal::LexicographicallyLess({1, 0}, {0, 5}));
  EXPECT_TRUE(internal::LexicographicallyLess({1, 0}, {1, 5}));
  EXPECT_FALSE(internal::LexicographicallyLess({1, 5}, {1, 0}));
  EXPECT_FALSE(internal::LexicographicallyLess({1, 5}, {1, 5}));
}

}  // namespace
}  // namespace collision2d
