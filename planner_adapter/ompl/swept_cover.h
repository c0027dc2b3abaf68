#ifndef COLLISION2D_PLANNER_ADAPTER_OMPL_SWEPT_COVER_H_
#define COLLISION2D_PLANNER_ADAPTER_OMPL_SWEPT_COVER_H_

#include "collision2d/geometry/convex_polygon.h"
#include "planner_adapter/ompl/motion_piece.h"

namespace collision2d::planner {

// A convex shape that contains everything within margin_m of `shape` at every instant of the piece, in the frame of the body at the piece's start. It
// is the hull of the shape's bounding box at both ends, grown by how far a point's way departs from its chord: for a point at distance r from the centre of a turn by
// w, at most r w^2 / 8.
// REQUIRES: margin_m exceeds the rounding of the piece's poses; lengths of at most kMaxCoordinate_m / 4.
ConvexPolygon SweptCover(const ConvexPolygon& shape, const MotionPiece& piece, double margin_m);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_OMPL_SWEPT_COVER_H_
