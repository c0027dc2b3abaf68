#include "collision2d/geometry/box_overlaps.h"

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"

namespace collision2d::internal {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

Pairs Found(const std::vector<Aabb2>& boxes) {
  Pairs pairs;
  BoxOverlaps().ForEach(boxes, [&](int i, int j) { pairs.push_back(std::minmax(i, j)); });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

Pairs Expected(const std::vector<Aabb2>& boxes) {
  Pairs pairs;
  for (size_t i = 0; i < boxes.size(); ++i) {
    for (size_t j = i + 1; j < boxes.size(); ++j) {
      if (Overlap(boxes[i], boxes[j])) pairs.push_back({static_cast<int>(i), static_cast<int>(j)});
    }
  }
  return pairs;
}

TEST(BoxOverlapsTest, NoneAndOne) {
  EXPECT_EQ(Found({}), Pairs());
  EXPECT_EQ(Found({{{1.0, 2.0}, {1.0, 2.0}}}), Pairs());
}

TEST(BoxOverlapsTest, TouchingCounts) {
  EXPECT_EQ(Found({{{0.0, 0.0}, {1.0, 1.0}}, {{1.0, 1.0}, {2.0, 2.0}}, {{2.5, 0.0}, {3.0, 3.0}}}), Pairs({{0, 1}}));
}

// On a grid boxes touch, coincide, contain each other, and are points and segments. So many are
// divided, by many lower ends or by few.
TEST(BoxOverlapsTest, EachPairOnceAsByAllPairs) {
  Random random(20261130);
  size_t overlapping = 0;
  size_t all = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<Aabb2> boxes(static_cast<size_t>(random.Integer(0, 1000)));
    const int columns = random.Integer(0, 100);
    const int rows = random.Integer(0, 100);
    for (Aabb2& box : boxes) {
      const Vec2 corner = {0.5 * random.Integer(0, columns), 0.5 * random.Integer(0, rows)};
      const bool is_long = random.Chance(0.1);
      box.Extend(corner);
      box.Extend(corner + Vec2{0.5 * random.Integer(0, is_long ? columns : 4), 0.5 * random.Integer(0, 4)});
      if (random.Chance(0.05)) box.Extend(Vec2{box.min.x, 0.5 * rows});
    }
    const Pairs expected = Expected(boxes);
    ASSERT_EQ(Found(boxes), expected) << round;
    overlapping += expected.size();
    all += boxes.size() * boxes.size() / 2;
  }
  EXPECT_GT(overlapping, all / 100);
  EXPECT_LT(overlapping, all / 2);
}

// Rows and columns that do not meet: each axis alone would pair all boxes of one kind.
TEST(BoxOverlapsTest, RowsAndColumnsOfManyBoxes) {
  constexpr int kCount = 100'000;
  std::vector<Aabb2> boxes;
  for (int i = 0; i < kCount; ++i) {
    const double at = 2.0 * i;
    boxes.push_back({{at, -1.0}, {at + 1.0, 0.0}});
    boxes.push_back({{-2.0, at}, {-1.0, at + 1.0}});
  }
  EXPECT_EQ(Found(boxes), Pairs());
}

}  // namespace
}  // namespace collision2d::internal
