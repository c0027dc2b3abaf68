#ifndef COLLISION2D_BATCH_COLLISION_WALK_H_
#define COLLISION2D_BATCH_COLLISION_WALK_H_

#include "absl/types/span.h"
#include "collision2d/batch/step_hit.h"
#include "collision2d/batch/trajectory_call.h"

namespace collision2d::internal {

// first[i]: the first collision of trajectories[i] (an index), as FirstCollision.
// REQUIRES: at most kTrajectoriesTogether trajectories; as many elements of `first`.
void WalkToFirstCollisions(const TrajectoryCall& call, absl::Span<const int> trajectories, StepHit* first);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_COLLISION_WALK_H_
