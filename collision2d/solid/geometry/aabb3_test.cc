#include "collision2d/solid/geometry/vec3.h"
#include "gtest/gtest.h"

namespace collision2d::solid {
namespace {

Aabb3 Box(const Vec3& min, const Vec3& max) {
  Aabb3 box;
  box.Extend(min);
  box.Extend(max);
  return box;
}

TEST(Aabb3, IsEmptyAsConstructed) {
  const Aabb3 box;
  EXPECT_TRUE(box.empty());
  EXPECT_FALSE(box.Contains({0, 0, 0}));
  EXPECT_FALSE(Overlap(box, Box({-1, -1, -1}, {1, 1, 1})));
  EXPECT_TRUE(box.Inflated(5.0).empty());
}

TEST(Aabb3, ContainsWhatItWasExtendedBy) {
  Aabb3 box = Box({1, -2, 3}, {-1, 2, 4});
  EXPECT_EQ(box.min, (Vec3{-1, -2, 3}));
  EXPECT_EQ(box.max, (Vec3{1, 2, 4}));
  EXPECT_EQ(box.center(), (Vec3{0, 0, 3.5}));
  EXPECT_TRUE(box.Contains({1, 2, 4}));
  EXPECT_FALSE(box.Contains({1, 2, 4.5}));
  box.Extend(Aabb3());
  EXPECT_EQ(box.max, (Vec3{1, 2, 4}));
  box.Extend(Box({7, 7, 7}, {8, 8, 8}));
  EXPECT_EQ(box.max, (Vec3{8, 8, 8}));
}

TEST(Aabb3, TouchingBoxesOverlapInEveryAxis) {
  const Aabb3 box = Box({0, 0, 0}, {1, 1, 1});
  const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vec3& axis : axes) {
    for (const double side : {-1.0, 1.0}) {
      EXPECT_TRUE(Overlap(box, Box(box.min + side * axis, box.max + side * axis)));
      const double apart = side * 1.0625;
      EXPECT_FALSE(Overlap(box, Box(box.min + apart * axis, box.max + apart * axis)));
      EXPECT_TRUE(Overlap(box.Inflated(0.0625), Box(box.min + apart * axis, box.max + apart * axis)));
    }
  }
}

}  // namespace
}  // namespace collision2d::solid
