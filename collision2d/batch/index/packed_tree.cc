#include "collision2d/batch/index/packed_tree.h"

#include "absl/base/macros.h"

namespace collision2d::internal {
namespace {

size_t NodeCount(size_t child_count) { return (child_count + PackedTree::kWidth - 1) / PackedTree::kWidth; }

PackedTreeBox BoundsOf(const PackedTree::Node& node) {
  return {*std::min_element(node.min_x, node.min_x + PackedTree::kWidth),
          *std::min_element(node.min_y, node.min_y + PackedTree::kWidth),
          *std::max_element(node.max_x, node.max_x + PackedTree::kWidth),
          *std::max_element(node.max_y, node.max_y + PackedTree::kWidth)};
}

bool LessInX(const PackedTreeEntry& a, const PackedTreeEntry& b) {
  return a.x < b.x || (a.x == b.x && a.index < b.index);
}
bool LessInY(const PackedTreeEntry& a, const PackedTreeEntry& b) {
  return a.y < b.y || (a.y == b.y && a.index < b.index);
}
bool LessInIndex(const PackedTreeEntry& a, const PackedTreeEntry& b) { return a.index < b.index; }

}  // namespace

PackedTree::Node::Node() {
  for (int i = 0; i < kWidth; ++i) SetChild(i, PackedTreeBox());
}

void PackedTree::Node::SetChild(int i, const PackedTreeBox& box) {
  min_x[i] = box.min_x;
  min_y[i] = box.min_y;
  max_x[i] = box.max_x;
  max_y[i] = box.max_y;
}

PackedTree::PackedTree(absl::Span<const PackedTreeBox> items) {
  ABSL_ASSERT(items.size() <= size_t{1} << 27);
  if (items.empty()) return;
  size_t node_count = 0;
  for (size_t children = items.size(); level_count_ == 0 || children > 1; ++level_count_) {
    level_begin_[level_count_] = node_count;
    children = NodeCount(children);
    node_count += children;
  }
  nodes_.resize(node_count);
  for (size_t i = 0; i < items.size(); ++i) nodes_[i / kWidth].SetChild(static_cast<int>(i % kWidth), items[i]);
  for (int level = 1; level < level_count_; ++level) {
    const size_t below = level_begin_[level - 1];
    for (size_t i = 0; below + i < level_begin_[level]; ++i) {
      nodes_[level_begin_[level] + i / kWidth].SetChild(static_cast<int>(i % kWidth), BoundsOf(nodes_[below + i]));
    }
  }
}

void OrderForPackedTree(absl::Span<PackedTreeEntry> entries) {
  if (entries.size() <= PackedTree::kWidth) {
    std::sort(entries.begin(), entries.end(), LessInIndex);
    return;
  }
  size_t left_size = PackedTree::kWidth;
  while (2 * left_size < entries.size()) left_size *= 2;
  PackedTreeBox box;
  for (const PackedTreeEntry& entry : entries) box.Extend({entry.x, entry.y, entry.x, entry.y});
  const bool is_wide = box.max_x - box.min_x >= box.max_y - box.min_y;
  std::nth_element(entries.begin(), entries.begin() + left_size, entries.end(), is_wide ? LessInX : LessInY);
  OrderForPackedTree(entries.first(left_size));
  OrderForPackedTree(entries.subspan(left_size));
}

}  // namespace collision2d::internal
