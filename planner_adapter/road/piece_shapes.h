#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_PIECE_SHAPES_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_PIECE_SHAPES_H_

#include "absl/types/span.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "planner_adapter/road/outline_arrangement.h"

namespace collision2d::planner {

// m. A triangle on the outer side of a piece is at most this high.
inline constexpr double kMostPieceHeight_m = 0x1p-13;

// Next to the ends of a piece, up to this many times the least gap, the side of its line does not
// show the side of the edge.
inline constexpr double kUnclearEnd = 0x1p12;

// A piece as a shape to measure distances from: for what is on the road, the distance from the
// shape is that from the piece. It is a flat triangle, which lies beyond the piece, since queries
// of polygons are several times faster than those of segments; or the segment, for a short piece
// and where the triangle would come close to another piece, which happens in notches and slits that
// are hardly wider than it is high.
struct PieceShape {
  ConvexPolygon shape;
  // Within the least gap of the shape are no pieces but those that meet at its ends, at angles of
  // 2^-7 rad or more, and all of these are longer than half of what is not clear at their ends. If
  // this shape is the nearest to a point within half of the gap, no other piece is in front of it.
  bool is_alone;
};

// REQUIRES: `segments` are the pieces, which meet only at ends, and `map` is of them. O(log n).
PieceShape ShapeOfPiece(int piece, absl::Span<const OutlinePiece> pieces, absl::Span<const ConvexPolygon> segments,
                        const StaticMap& map, double least_gap_m);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_PIECE_SHAPES_H_
