#ifndef COLLISION2D_BATCH_KERNELS_FITTED_BOX_H_
#define COLLISION2D_BATCH_KERNELS_FITTED_BOX_H_

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
  double radius_m;  // The shape's.
  // Whether the box less its radius on every side is the hull of the vertices, within 2^-24 of the
  // sum of its halves: that of a rectangle, a segment or a point. The shape is then this core,
  // rounded by the radius.
  bool core_is_exact;
  bool is_exact;  // Whether the box is the shape in this sense: core_is_exact, and radius 0.
};

// The direction of an edge, or the x axis for kFrameAxis.
Vec2 BoxAxis(const ConvexPolygon& shape, uint8_t axis_edge);

// A box that holds the shape: the smallest one that is along the x axis or an edge (at most 16 of
// the first 255), or the one along an edge that is the shape. O(n).
FittedBox FitBox(const ConvexPolygon& shape);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_KERNELS_FITTED_BOX_H_
