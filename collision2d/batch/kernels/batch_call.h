#ifndef COLLISION2D_BATCH_KERNELS_BATCH_CALL_H_
#define COLLISION2D_BATCH_KERNELS_BATCH_CALL_H_

#include <algorithm>
#include <cstddef>

#include "absl/types/span.h"
#include "collision2d/batch/index/packed_tree.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/impact_result.h"

namespace collision2d::internal {

// What a call about the motion between steps knows besides: the batches of BatchCall::per_step are
// those at the start of each interval.
struct Sweep {
  absl::Span<const PolygonBatch> at_end;  // As per_step, of the same shapes.
  absl::Span<const double> step_times_s;
  ImpactOptions options;
};

// The arguments of a call, checked: a body along trajectories, and what it meets at each step.
// Poses that meet one batch are trajectories of one step. A static map is one batch that is met at
// every step, with a tree over its blocks; its shapes are in the order of the tree, and named by
// their place among the caller's.
struct BatchCall {
  absl::Span<const ConvexPolygon> body;
  absl::Span<const Pose2> world_from_body;  // [trajectory][step]
  int steps = 1;
  absl::Span<const int> lengths;            // Empty: all steps of every trajectory count.
  absl::Span<const PolygonBatch> per_step;  // A batch for each step, or one for all.
  const PackedTree* tree = nullptr;         // Not null: a tree over the blocks of the one batch.
  const int* index_of_slot = nullptr;       // Not null: the place of each shape of a static map among the caller's.
  const Sweep* sweep = nullptr;             // Not null: the call asks about the intervals between steps.

  const Pose2& PoseAt(int trajectory, int step) const {
    return world_from_body[static_cast<size_t>(trajectory) * static_cast<size_t>(steps) + static_cast<size_t>(step)];
  }

  int LengthOf(int trajectory) const { return lengths.empty() ? steps : lengths[trajectory]; }

  // How many steps, or intervals, a trajectory is asked about.
  int PlacesOf(int trajectory) const {
    return sweep == nullptr ? LengthOf(trajectory) : std::max(LengthOf(trajectory) - 1, 0);
  }

  const PolygonBatch& BatchAt(int step) const { return per_step[per_step.size() == 1 ? 0 : step]; }
  const PolygonBatch& BatchAtEnd(int interval) const { return sweep->at_end[sweep->at_end.size() == 1 ? 0 : interval]; }

  // The index by which the caller knows shape `slot` of a batch.
  int ObstacleAt(int slot) const { return index_of_slot == nullptr ? slot : index_of_slot[slot]; }
};

// The call of a body at many poses and one batch.
inline BatchCall CallOf(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                        const PolygonBatch& batch) {
  return {body, world_from_body, 1, {}, absl::MakeConstSpan(&batch, 1)};
}

// Trajectories that walk from step to step together: a step's obstacles are read from memory once
// for all of them, and their poses fill vectors until nearly all of them are done.
inline constexpr int kTrajectoriesTogether = 64;

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_KERNELS_BATCH_CALL_H_
