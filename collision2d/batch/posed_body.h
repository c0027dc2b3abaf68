#ifndef COLLISION2D_BATCH_POSED_BODY_H_
#define COLLISION2D_BATCH_POSED_BODY_H_

#include "collision2d/batch/batch_shadow.h"
#include "collision2d/batch/fitted_box.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// A shape of a body, as every pose of a call needs it.
struct BodyShape {
  BodyShape() = default;
  explicit BodyShape(const ConvexPolygon& shape);

  const ConvexPolygon* polygon;
  FittedBox box;
};

// The vertices of a body shape relative to its centre along the world's axes, as BatchShadow::vertices.
struct PosedVertices {
  // Bodies with more vertices are not tested by them.
  static constexpr int kMaxSize = 32;
  // What follows the vertices, all the first one: a vector may be loaded from any index up to the size. Whatever happened
  // to be in memory could be subnormal, with which some processors compute a hundred times slower.
  static constexpr int kTail = 1 + kBatchLanes / 2;

  int size;
  float x[kMaxSize + kTail];
  float y[kMaxSize + kTail];
};

// REQUIRES: at most PosedVertices::kMaxSize vertices.
void PoseVertices(const ConvexPolygon& shape, const Pose2& world_from_body, PosedVertices* vertices);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_POSED_BODY_H_
