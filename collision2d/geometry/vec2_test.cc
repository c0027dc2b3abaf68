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

Aabb2 Box(Vec2 min, Vec2 max) { return {min, max}; }

TEST(Aabb2, EmptyByDefault) {
  const Aabb2 empty;
  EXPECT_TRUE(empty.empty());
  EXPECT_FALSE(empty.Contains({0, 0}));
  EXPECT_FALSE(Overlap(empty, Box({-1, -1}, {1, 1})));
  EXPECT_TRUE(empty.Inflated(3.0).empty());
  EXPECT_TRUE(Box({0, 1}, {1, 0}).empty());
  EXPECT_TRUE(Box({1, 0}, {0, 1}).empty());
}

TEST(Aabb2, ExtendsByPoints) {
  Aabb2 box;
  box.Extend(Vec2{1, 2});
  EXPECT_FALSE(box.empty());
  EXPECT_TRUE(box.Contains({1, 2}));
  EXPECT_FALSE(box.Contains({1, 2.5}));
  box.Extend(Vec2{-1, 5});
  EXPECT_EQ(box.min, (Vec2{-1, 2}));
  EXPECT_EQ(box.max, (Vec2{1, 5}));
  EXPECT_EQ(box.center(), (Vec2{0, 3.5}));
}

TEST(Aabb2, ExtendsByBoxes) {
  Aabb2 box = Box({0, 0}, {1, 1});
  box.Extend(Aabb2());
  EXPECT_EQ(box.min, (Vec2{0, 0}));
  EXPECT_EQ(box.max, (Vec2{1, 1}));
  box.Extend(Box({-2, 0.5}, {0.5, 3}));
  EXPECT_EQ(box.min, (Vec2{-2, 0}));
  EXPECT_EQ(box.max, (Vec2{1, 3}));
}

TEST(Aabb2, ContainsItsBoundary) {
  const Aabb2 box = Box({0, 0}, {2, 1});
  for (const Vec2 p : {Vec2{0, 0}, Vec2{2, 1}, Vec2{2, 0.5}, Vec2{1, 0.5}}) EXPECT_TRUE(box.Contains(p));
  for (const Vec2 p : {Vec2{-0.1, 0}, Vec2{2.1, 1}, Vec2{1, 1.1}, Vec2{1, -0.1}}) EXPECT_FALSE(box.Contains(p));
}

TEST(Aabb2, TouchingBoxesOverlap) {
  const Aabb2 box = Box({0, 0}, {2, 1});
  EXPECT_TRUE(Overlap(box, Box({2, 1}, {3, 3})));
  EXPECT_TRUE(Overlap(box, Box({-1, -1}, {0, 5})));
  EXPECT_TRUE(Overlap(box, Box({0.5, 0.5}, {0.6, 0.6})));
  EXPECT_FALSE(Overlap(box, Box({2.1, 0}, {3, 1})));
  EXPECT_FALSE(Overlap(box, Box({0, 1.1}, {2, 2})));
  EXPECT_FALSE(Overlap(box, Box({-2, 0}, {-0.1, 1})));
  EXPECT_FALSE(Overlap(box, Box({0, -2}, {2, -0.1})));
}

TEST(Aabb2, InflatedMovesEverySide) {
  const Aabb2 box = Box({0, 0}, {2, 1}).Inflated(0.5);
  EXPECT_EQ(box.min, (Vec2{-0.5, -0.5}));
  EXPECT_EQ(box.max, (Vec2{2.5, 1.5}));
}

TEST(Aabb2, CenterOfHugeBoxDoesNotOverflow) {
  EXPECT_EQ(Box({-1.5e308, 1.5e308}, {1.5e308, 1.5e308}).center(), (Vec2{0, 1.5e308}));
}

}  // namespace
}  // namespace collision2d
