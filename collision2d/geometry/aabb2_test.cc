#include "collision2d/geometry/aabb2.h"

#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

Aabb2 Box(Vec2 min, Vec2 max) { return {min, max}; }

TEST(Aabb2, EmptyByDefault) {
  const Aabb2 empty;
  EXPECT_TRUE(empty.empty());
  EXPECT_FALSE(empty.Contains({0, 0}));
  EXPECT_FALSE(Overlap(empty, Box({-1, -1}, {1, 1})));
  EXPECT_TRUE(empty.Inflated(3.0).empty());
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
