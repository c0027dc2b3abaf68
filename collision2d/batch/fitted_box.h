#ifndef COLLISION2D_BATCH_FITTED_BOX_H_
#define COLLISION2D_BATCH_FITTED_BOX_H_

#include <cstdint>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// A box about the centre() of a shape, in the shape's frame.
struct FittedBox {
  uint8_t axis_edge;     // The edge that the axis is along; kFrameAxis: the x axis.
  Vec2 axis;             // Unit vector.
  double half_length_m;  // Along the axis. Both halves hold the shape's radius and are rounded up.
  double half_width_m;
  // Whether the box is the shape, within 2^-24 of the sum of the halves: a rectangle, a segment or a point, of radius 0.
  bool is_exact;
};

// The direction of an edge, or the x axis for kFrameAxis.
Vec2 BoxAxis(const ConvexPolygon& shape, uint8_t axis_edge);

// A box that holds the shape. It is along the edges of a rectangle, along a segment, and along the axes of the frame for
// other shapes. O(n).
FittedBox FitBox(const ConvexPolygon& shape);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_FITTED_BOX_H_
