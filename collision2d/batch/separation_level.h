#ifndef COLLISION2D_BATCH_SEPARATION_LEVEL_H_
#define COLLISION2D_BATCH_SEPARATION_LEVEL_H_

#include "collision2d/batch/nearest_search.h"
#include "collision2d/batch/step_separation.h"
#include "collision2d/batch/trajectory_call.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/separation.h"

namespace collision2d::internal {

// NearestSearch by the signed distance of ComputeSeparation. Every pair that collides at the first such step is measured, once.
struct SeparationLevel {
  using Found = StepSeparation;

  static constexpr float kSlack_m = static_cast<float>(kDistanceAgreement_m);
  static_assert(kDistanceAgreement_m >= 2.0 * kDistanceRelativeError * 0x1p31);

  static double DistanceOf(const StepSeparation& found) { return found.separation.signed_distance_m; }

  StepSeparation Measure(const TrajectoryCall& call, int trajectory, const ProposedPair& pair) const {
    const StepSeparation found = {
        ComputeSeparation(call.body[pair.body_shape], call.per_step[pair.step].shape(pair.obstacle),
                          call.BodyFromObstacle(trajectory, pair.step, pair.obstacle)),
        pair.step, pair.obstacle, pair.body_shape};
    if (DistanceOf(found) <= 0.0) (*contacts)(trajectory, found);
    return found;
  }

  StepSeparation Collision(const TrajectoryCall& call, int trajectory, const ProposedPair& pair) const {
    return Measure(call, trajectory, pair);
  }

  const ContactSink* contacts;
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_SEPARATION_LEVEL_H_
