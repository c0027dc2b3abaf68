// What the walks of queries read of a view of obstacles.

#ifndef COLLISION2D_BATCH_KERNELS_OBSTACLE_LAYER_H_
#define COLLISION2D_BATCH_KERNELS_OBSTACLE_LAYER_H_

#include "absl/types/span.h"
#include "collision2d/batch/index/packed_tree.h"
#include "collision2d/batch/polygon_batch.h"

namespace collision2d::internal {

// One kind of obstacles that a body meets: a batch at each step, or a static map, which is one
// batch that is met at every step, with a tree over its blocks. The shapes of a map are in the
// order of the tree, and named by their place among the caller's.
struct ObstacleLayer {
  absl::Span<const PolygonBatch> batches;  // One for each step (or interval, at its start), or one for all.
  absl::Span<const PolygonBatch> at_end;   // As batches, of the same shapes; for calls about motion.
  bool is_same_at_all_steps = false;
  const PackedTree* tree = nullptr;    // Not null: a tree over the blocks of the one batch.
  const int* index_of_slot = nullptr;  // Not null: the place of each shape of a static map among the caller's.
  int first_obstacle = 0;              // The index by which the caller knows the first of them.

  const PolygonBatch& BatchAt(int step) const { return batches[is_same_at_all_steps ? 0 : step]; }
  const PolygonBatch& BatchAtEnd(int interval) const { return at_end[is_same_at_all_steps ? 0 : interval]; }

  // The index by which the caller knows shape `slot` of a batch.
  int ObstacleAt(int slot) const { return first_obstacle + (index_of_slot == nullptr ? slot : index_of_slot[slot]); }
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_KERNELS_OBSTACLE_LAYER_H_
