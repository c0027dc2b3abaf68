#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_PIECE_SHAPES_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_PIECE_SHAPES_H_

#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "planner_adapter/road/road_outline.h"

namespace collision2d::planner {

// m. A triangle on the outer side of a piece is at most this high.
inline constexpr double kMostPieceHeight_m = 0x1p-13;

// The pieces as shapes to measure distances from: for what is on the road, the distance from the shape of a piece is that from the piece. Shapes are flat
// triangles, which lie beyond the piece, since queries of polygons are several times faster than those of segments. Where a triangle would meet another piece,
// which happens in notches and slits that are hardly wider than it is high, and for short pieces it is the segment.
// REQUIRES: `segments` are the pieces, and `map` is of them. O(n log n).
std::vector<ConvexPolygon> ShapesOfPieces(absl::Span<const OutlinePiece> pieces,
                                          absl::Span<const ConvexPolygon> segments, const StaticMap& map);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_PIECE_SHAPES_H_
