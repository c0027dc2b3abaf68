#ifndef COLLISION2D_BATCH_DISTANCE_LEVEL_H_
#define COLLISION2D_BATCH_DISTANCE_LEVEL_H_

#include "collision2d/batch/nearest_search.h"
#include "collision2d/batch/step_hit.h"
#include "collision2d/batch/trajectory_call.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/distance.h"

namespace collision2d::internal {

// NearestSearch by Distance.
struct DistanceLevel {
  using Found = StepNearest;

  static constexpr float kSlack_m = 0.0f;

  static double DistanceOf(const StepNearest& found) { return found.distance_m; }

  static StepNearest Measure(const TrajectoryCall& call, int trajectory, const ProposedPair& pair) {
    return {Distance(call.body[pair.body_shape], call.per_step[pair.step].shape(pair.obstacle),
                     call.BodyFromObstacle(trajectory, pair.step, pair.obstacle)),
            pair.step, pair.obstacle, pair.body_shape};
  }

  static StepNearest Collision(const TrajectoryCall&, int, const ProposedPair& pair) {
    return {0.0, pair.step, pair.obstacle, pair.body_shape};
  }
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_DISTANCE_LEVEL_H_
