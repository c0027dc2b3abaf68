#ifndef COLLISION2D_BATCH_PACKED_TREE_H_
#define COLLISION2D_BATCH_PACKED_TREE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/packed_tree_box.h"

namespace collision2d::internal {

// A tree of axis-aligned boxes without pointers: child i of node k is number 16 k + i of the level below, and the
// levels lie one after the other in one array. The children of the lowest level, 0, are the caller's items, in the
// caller's order: see OrderForPackedTree.
class PackedTree {
 public:
  static constexpr int kWidth = 16;

  // Up to 2^27 items (2^31 shapes, 16 to an item): 2^23 nodes in level 0, then 2^19, 2^15, 2^11, 2^7, 2^3, 1. A walk
  // that keeps one node of each level thus needs no more than this many places.
  static constexpr int kMaxLevels = 7;

  // The boxes of the children, as structure of arrays. Absent children are empty boxes: [+infinity, -infinity], which
  // overlap nothing and are infinitely far away.
  struct alignas(64) Node {
    Node();
    void SetChild(int i, const PackedTreeBox& box);

    float min_x[kWidth];
    float min_y[kWidth];
    float max_x[kWidth];
    float max_y[kWidth];
  };

  // Without items.
  PackedTree() = default;

  // O(n). REQUIRES: at most 2^27 boxes.
  explicit PackedTree(absl::Span<const PackedTreeBox> items);

  // 0 without items, as in a tree that has been moved from.
  int level_count() const { return nodes_.empty() ? 0 : level_count_; }

  // REQUIRES: 0 <= level < level_count(). The highest level has one node.
  const Node* level(int level) const { return nodes_.data() + level_begin_[level]; }

  int64_t memory_bytes() const { return static_cast<int64_t>(nodes_.capacity() * sizeof(Node)); }

 private:
  std::vector<Node> nodes_;
  std::array<size_t, kMaxLevels> level_begin_ = {};
  int level_count_ = 0;
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_PACKED_TREE_H_
