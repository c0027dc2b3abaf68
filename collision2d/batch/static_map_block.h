#ifndef COLLISION2D_BATCH_STATIC_MAP_BLOCK_H_
#define COLLISION2D_BATCH_STATIC_MAP_BLOCK_H_

#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/packed_tree.h"
#include "collision2d/batch/static_map_boxes.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// The oriented boxes of 16 map shapes, as structure of arrays. Absent shapes are points 10^30 m away, where
// they are apart from all, and at an infinite squared distance.
struct alignas(64) MapBlock {
  MapBlock();
  void Set(int i, const OrientedBox& box);

  float x[PackedTree::kWidth];
  float y[PackedTree::kWidth];
  float axis_x[PackedTree::kWidth];
  float axis_y[PackedTree::kWidth];
  float half_x[PackedTree::kWidth];
  float half_y[PackedTree::kWidth];
};

// The items of `tree` are the bounds of `blocks`. Boxes are relative to `origin`.
struct MapBoxes {
  const PackedTree& tree;
  absl::Span<const MapBlock> blocks;
  Vec2 origin;
};

// The body at pose `pose`, those of its boxes whose bits are set, and the map shape in `slot` (16 times its block's
// number, plus its place there).
struct MapCandidate {
  int pose;
  int slot;
  uint32_t body_boxes;
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_STATIC_MAP_BLOCK_H_
