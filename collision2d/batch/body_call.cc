#include "collision2d/batch/body_call.h"

#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"

namespace collision2d::internal {

int FirstBodyShape(const BodyCall& call, const Pose2& world_from_body, int obstacle) {
  const int last = static_cast<int>(call.body.size()) - 1;
  const Pose2 body_from_obstacle = RelativePose(world_from_body, call.batch.world_from_shape(obstacle));
  int shape = 0;
  while (shape < last && !Collides(call.body[shape], call.batch.shape(obstacle), body_from_obstacle)) ++shape;
  return shape;
}

}  // namespace collision2d::internal
