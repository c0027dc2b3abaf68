#include "collision2d/batch/index/packed_tree.h"

#include "absl/types/span.h"
#include "collision2d/testing/test.h"

namespace collision2d::internal {
namespace {

PackedTreeBox ChildBox(const PackedTree::Node& node, int64_t i) {
  return {node.min_x[i], node.min_y[i], node.max_x[i], node.max_y[i]};
}

bool Contains(const PackedTreeBox& outer, const PackedTreeBox& inner) {
  return outer.min_x <= inner.min_x && outer.min_y <= inner.min_y && inner.max_x <= outer.max_x &&
         inner.max_y <= outer.max_y;
}

TEST(PackedTree, WithoutItems) {
  EXPECT_EQ(PackedTree().level_count(), 0);
  EXPECT_EQ(PackedTree(absl::Span<const PackedTreeBox>()).level_count(), 0);
}

// Every box of an item or a node is in the box that its parent has for it, and what is beyond them
// is empty.
TEST(PackedTree, ParentsHoldTheirChildren) {
  Random random(TestSeed());
  struct Case {
    int64_t items;
    int levels;
  };
  for (const Case& c : {Case{1, 1}, Case{15, 1}, Case{16, 1}, Case{17, 2}, Case{256, 2}, Case{257, 3}, Case{4097, 4}}) {
    std::vector<PackedTreeBox> items;
    for (int64_t i = 0; i < c.items; ++i) {
      const auto x = static_cast<float>(random.Uniform(-9.0, 9.0));
      const auto y = static_cast<float>(random.Uniform(-9.0, 9.0));
      items.push_back({x, y, x + static_cast<float>(random.Uniform(0.0, 1.0)), y});
    }
    const PackedTree tree(items);
    ASSERT_EQ(tree.level_count(), c.levels) << c.items;
    int64_t children = c.items;
    for (int level = 0; level < tree.level_count(); ++level) {
      const int64_t nodes = (children + PackedTree::kWidth - 1) / PackedTree::kWidth;
      for (int64_t i = 0; i < nodes * PackedTree::kWidth; ++i) {
        const PackedTreeBox box = ChildBox(tree.level(level)[i / PackedTree::kWidth], i % PackedTree::kWidth);
        if (i >= children) {
          ASSERT_EQ(box.min_x, std::numeric_limits<float>::infinity());
          ASSERT_EQ(box.max_y, -std::numeric_limits<float>::infinity());
          continue;
        }
        if (level == 0) {
          const PackedTreeBox& item = items[static_cast<size_t>(i)];
          ASSERT_TRUE(Contains(box, item) && Contains(item, box));
          continue;
        }
        for (int64_t k = 0; k < PackedTree::kWidth; ++k) {
          ASSERT_TRUE(Contains(box, ChildBox(tree.level(level - 1)[i], k))) << level << " " << i;
        }
      }
      children = nodes;
    }
    EXPECT_EQ(children, 1);
  }
}

// A permutation, and of a square of n points runs of 16 are about as small as they can be: a
// quarter of the side of 16^2 points.
TEST(PackedTreeOrder, RunsLieCloseTogether) {
  Random random(TestSeed());
  for (const int count : {0, 1, 16, 17, 255, 4096, 5000}) {
    std::vector<PackedTreeEntry> entries;
    for (int i = 0; i < count; ++i) {
      const auto x = static_cast<float>(random.Uniform(0.0, 1.0));
      entries.push_back({x, static_cast<float>(random.Uniform(0.0, 1.0)), i});
    }
    OrderForPackedTree(absl::MakeSpan(entries));
    std::vector<bool> seen(count, false);
    for (const PackedTreeEntry& entry : entries) seen[entry.index] = true;
    EXPECT_EQ(std::count(seen.begin(), seen.end(), true), count);
    for (const int run : {16, 256}) {
      double sum_of_sides = 0.0;
      const int runs = count / run;
      for (int i = 0; i < runs; ++i) {
        PackedTreeBox box;
        for (int k = i * run; k < (i + 1) * run; ++k)
          box.Extend({entries[k].x, entries[k].y, entries[k].x, entries[k].y});
        sum_of_sides += box.max_x - box.min_x + box.max_y - box.min_y;
      }
      // A square of its share of the unit square has two sides of sqrt(run / count).
      if (runs == 0) continue;
      EXPECT_LT(sum_of_sides / runs, 1.2 * 2.0 * std::sqrt(1.0 * run / count)) << count << " " << run;
    }
  }
}

TEST(PackedTreeOrder, EqualPointsByIndex) {
  std::vector<PackedTreeEntry> entries;
  for (int i = 0; i < 300; ++i) entries.push_back({1.0f, 2.0f, (i * 7) % 300});
  OrderForPackedTree(absl::MakeSpan(entries));
  for (int i = 0; i < 300; ++i) EXPECT_EQ(entries[i].index, i);
}

TEST(PackedTreeBox, RoundsOutward) {
  Random random(TestSeed());
  for (int i = 0; i < 100000; ++i) {
    const double x = random.Sign() * random.LogUniform(1e-30, 1e9);
    ASSERT_LE(SingleAtMost(x), x);
    ASSERT_GE(SingleAtLeast(x), x);
    ASSERT_LE(SingleAtLeast(x) - SingleAtMost(x), 0x1p-20 * std::abs(x));
  }
}

}  // namespace
}  // namespace collision2d::internal
