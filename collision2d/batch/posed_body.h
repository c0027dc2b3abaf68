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

// What CirclesApart reads of a body shape at a pose: a circle (p, R) relative to a shadow's origin, such that it and the
// circle (c, r) of an obstacle are apart if
// origin_power + minus_twice_x * c.x + minus_twice_y * c.y + minus_twice_radius * r > threshold.
struct PosedCircle {
  float minus_twice_x;
  float minus_twice_y;
  float minus_twice_radius;
  float threshold;  // R^2 - |p|^2, and the error of the evaluation.
};

// What the box test reads: the same promises as those of a lane of ShadowBlock.
struct PosedBox {
  float center_x;
  float center_y;
  float radius;
  float axis_x;
  float axis_y;
  float half_length;
  float half_width;
  float inner_radius;
  float error_m;
};

PosedCircle PoseCircle(const BodyShape& shape, const Pose2& world_from_body, Vec2 origin);
PosedBox PoseBox(const BodyShape& shape, const Pose2& world_from_body, Vec2 origin);

// The vertices of a body shape relative to its centre along the world's axes, as BatchShadow::vertices.
struct PosedVertices {
  // Bodies with more vertices are not tested by them.
  static constexpr int kMaxSize = 32;

  int size;
  float x[kMaxSize + 1 + kBatchLanes];
  float y[kMaxSize + 1 + kBatchLanes];
};

// REQUIRES: at most PosedVertices::kMaxSize vertices.
void PoseVertices(const ConvexPolygon& shape, const Pose2& world_from_body, PosedVertices* vertices);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_POSED_BODY_H_
