#ifndef COLLISION2D_BATCH_TRAJECTORY_CALL_H_
#define COLLISION2D_BATCH_TRAJECTORY_CALL_H_

#include <cstddef>

#include "absl/types/span.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::internal {

// The arguments of a call of a body along trajectories, checked. Poses that meet one batch are trajectories of one step.
struct TrajectoryCall {
  absl::Span<const ConvexPolygon> body;
  absl::Span<const Pose2> world_from_body;  // [trajectory][step]
  int steps;
  absl::Span<const int> lengths;  // Empty: all steps of every trajectory count.
  absl::Span<const PolygonBatch> per_step;

  const Pose2& PoseAt(int trajectory, int step) const {
    return world_from_body[static_cast<size_t>(trajectory) * static_cast<size_t>(steps) + static_cast<size_t>(step)];
  }

  Pose2 BodyFromObstacle(int trajectory, int step, int obstacle) const {
    return RelativePose(PoseAt(trajectory, step), per_step[step].world_from_shape(obstacle));
  }

  int LengthOf(int trajectory) const { return lengths.empty() ? steps : lengths[trajectory]; }
};

// Trajectories that walk from step to step together: a step's obstacles are read from memory once for all of them, and their
// poses fill vectors until nearly all of them are done.
inline constexpr int kTrajectoriesTogether = 64;

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_TRAJECTORY_CALL_H_
