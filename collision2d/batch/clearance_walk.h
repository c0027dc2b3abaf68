#ifndef COLLISION2D_BATCH_CLEARANCE_WALK_H_
#define COLLISION2D_BATCH_CLEARANCE_WALK_H_

#include "absl/types/span.h"
#include "collision2d/batch/step_hit.h"
#include "collision2d/batch/step_separation.h"
#include "collision2d/batch/trajectory_call.h"

namespace collision2d::internal {

// nearest[i]: the least distance along trajectory begin + i, if it is at most limit_m[begin + i], as MinimumClearance and
// MinimumDistance. limit_m: none, or one for each trajectory of the call.
void WalkToNearest(const TrajectoryCall& call, absl::Span<const double> limit_m, int begin,
                   absl::Span<StepNearest> nearest);

// The same of signed distances, as LeastSeparation.
void WalkToLeastSeparation(const TrajectoryCall& call, absl::Span<const double> limit_m, int begin,
                           absl::Span<StepSeparation> least, const ContactSink& contacts);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_CLEARANCE_WALK_H_
