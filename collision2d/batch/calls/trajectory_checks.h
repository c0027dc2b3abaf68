#ifndef COLLISION2D_BATCH_CALLS_TRAJECTORY_CHECKS_H_
#define COLLISION2D_BATCH_CALLS_TRAJECTORY_CHECKS_H_

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/trajectory_poses.h"

// The arguments of calls along trajectories, besides those of trajectory_poses.h. Errors (InvalidArgument) name argument, index and value.
namespace collision2d::internal {

// There must be at most 2^31 - 1 pairs of a trajectory and an obstacle of some batch.
absl::Status CheckTrajectoryPairs(const Trajectories& trajectories, absl::Span<const PolygonBatch> per_step);

// Every element of `order` must be the index of a trajectory, and free_position not null.
absl::Status CheckOrder(absl::Span<const int> order, const Trajectories& trajectories, const int* free_position);

// There must be a time for each of `steps` steps, finite, each after the one before.
absl::Status CheckStepTimes(absl::Span<const double> step_times_s, int steps);

// There must be a batch for each interval between steps at its start and at its end, of the same shapes.
absl::Status CheckEnds(absl::Span<const PolygonBatch> at_start, absl::Span<const PolygonBatch> at_end, int steps);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_CALLS_TRAJECTORY_CHECKS_H_
