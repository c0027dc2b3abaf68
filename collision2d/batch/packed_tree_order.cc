#include "collision2d/batch/packed_tree_order.h"

#include <algorithm>
#include <cstddef>

#include "absl/types/span.h"
#include "collision2d/batch/packed_tree.h"
#include "collision2d/batch/packed_tree_box.h"

namespace collision2d::internal {
namespace {

bool LessInX(const PackedTreeEntry& a, const PackedTreeEntry& b) {
  return a.x < b.x || (a.x == b.x && a.index < b.index);
}
bool LessInY(const PackedTreeEntry& a, const PackedTreeEntry& b) {
  return a.y < b.y || (a.y == b.y && a.index < b.index);
}
bool LessInIndex(const PackedTreeEntry& a, const PackedTreeEntry& b) { return a.index < b.index; }

}  // namespace

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
