#ifndef COLLISION2D_BATCH_PACKED_TREE_ORDER_H_
#define COLLISION2D_BATCH_PACKED_TREE_ORDER_H_

#include <cstdint>

#include "absl/types/span.h"

namespace collision2d::internal {

// A point and what stands there.
struct PackedTreeEntry {
  float x;
  float y;
  int32_t index;
};

// Orders entries so that every aligned run of 16, 256, 4096, ... of them lies close together: medians split the longer side of
// a run's bounding box into runs of a power of two, down to 16. Equal coordinates are ordered by index, so that the split, and with it which
// entries share a run, is the same for every standard library.
// REQUIRES: finite coordinates.
// O(n log n); no allocation.
// Source: Bentley 1975, k-d trees; the packing is that of bulk-loaded R-trees (Leutenegger et al. 1997, STR), with both axes chosen at
// each split in place of slices.
void OrderForPackedTree(absl::Span<PackedTreeEntry> entries);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_PACKED_TREE_ORDER_H_
