#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/code_generation.h"

namespace collision2d::internal {

// Relative to the number that is rounded: four times the rounding of a double to single precision.
// Proof: single_rounding.
inline constexpr double kSingleRounding = 0x1p-22;

// Single-precision numbers at or below, and at or above x, not always the next ones. If |x| <
// 2^-126 they can miss x by 2^-149.
inline float SingleAtMost(double x) { return static_cast<float>(x - kSingleRounding * std::abs(x)); }
inline float SingleAtLeast(double x) { return static_cast<float>(x + kSingleRounding * std::abs(x)); }

// A closed axis-aligned box in single precision, m; empty as constructed.
struct PackedTreeBox {
  float min_x = std::numeric_limits<float>::infinity();
  float min_y = std::numeric_limits<float>::infinity();
  float max_x = -std::numeric_limits<float>::infinity();
  float max_y = -std::numeric_limits<float>::infinity();

  void Extend(const PackedTreeBox& other) {
    min_x = std::min(min_x, other.min_x);
    min_y = std::min(min_y, other.min_y);
    max_x = std::max(max_x, other.max_x);
    max_y = std::max(max_y, other.max_y);
  }
};

// The box about all points within error_m of an oriented box, which has these halves along and
// across a unit vector.
inline PackedTreeBox AlignedBoxOf(double center_x, double center_y, double axis_x, double axis_y, double half_length,
                                  double half_width, double error_m) {
  const double reach_x = std::abs(axis_x) * half_length + std::abs(axis_y) * half_width + error_m;
  const double reach_y = std::abs(axis_y) * half_length + std::abs(axis_x) * half_width + error_m;
  return {SingleAtMost(center_x - reach_x), SingleAtMost(center_y - reach_y), SingleAtLeast(center_x + reach_x),
          SingleAtLeast(center_y + reach_y)};
}

// A tree of axis-aligned boxes without pointers: child i of node k is number 16 k + i of the level
// below, and the levels are stored one after the other in one array. The children of the lowest
// level, 0, are the caller's items, in the caller's order: see OrderForPackedTree.
class PackedTree {
 public:
  static constexpr int kWidth = 16;

  // Up to 2^27 items (2^31 shapes, 16 to an item): 2^23 nodes in level 0, then 2^19, 2^15, 2^11,
  // 2^7, 2^3, 1. A walk that keeps one node of each level thus needs no more than this many places.
  static constexpr int kMaxLevels = 7;

  // The boxes of the children, as structure of arrays. Absent children are empty boxes: [+infinity,
  // -infinity], which overlap nothing and are infinitely far away.
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
  const Node* level(int level) const { return nodes_.data() + level_begin_[static_cast<size_t>(level)]; }

  size_t memory_bytes() const { return nodes_.capacity() * sizeof(Node); }

 private:
  std::vector<Node> nodes_;
  std::array<size_t, kMaxLevels> level_begin_ = {};
  int level_count_ = 0;
};

// A point and what stands there.
struct PackedTreeEntry {
  float x;
  float y;
  int32_t index;
};

// Orders entries so that every aligned run of 16, 256, 4096, ... of them is close together: medians
// split the longer side of a run's bounding box into runs of a power of two, down to 16. Equal
// coordinates are ordered by index, so that the split, and with it which entries share a run, is
// the same for every standard library.
// REQUIRES: finite coordinates.
// O(n log n); no allocation.
// Source: Bentley 1975, k-d trees; the packing is that of bulk-loaded R-trees (Leutenegger et al.
// 1997, STR), with both axes chosen at each split in place of slices.
void OrderForPackedTree(absl::Span<PackedTreeEntry> entries);

}  // namespace collision2d::internal
