#ifndef COLLISION2D_BATCH_BODY_CALL_H_
#define COLLISION2D_BATCH_BODY_CALL_H_

#include "absl/types/span.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::internal {

// The arguments of a call of a body at many poses against a batch, checked.
struct BodyCall {
  absl::Span<const ConvexPolygon> body;
  absl::Span<const Pose2> world_from_body;
  const PolygonBatch& batch;
};

// The lowest shape of the body at a pose that collides with an obstacle.
// REQUIRES: one does.
int FirstBodyShape(const BodyCall& call, const Pose2& world_from_body, int obstacle);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_BODY_CALL_H_
