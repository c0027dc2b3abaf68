#pragma once

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/outline_arrangement.h"

namespace collision2d::planner {

// Whether the hull of `points` is on the road, which includes its edge. Shares no code with the
// library: the area of the hull on the road, summed over the pieces of the edge, equals that of the
// hull; a segment is cut where it meets the lines of pieces, and each part judged by its middle.
// REQUIRES: the pieces are the edge of a road that is on their left: closed, and no two of them
// coincide in opposite directions.

// In rational numbers. O(pieces * points), for a segment O(pieces^2).
bool IsExactlyOnRoad(absl::Span<const Vec2> points, absl::Span<const OutlinePiece> pieces);

// The largest difference of the coordinates that LatticeIsOnRoad takes.
inline constexpr int kLatticeReach = 16;

// The same in double precision, which is exact on a small lattice: a part of the hull that is not
// on the road is made of triangles between intersections of lines through points of the lattice.
// Those have denominators up to 2 * 16^2, and so the triangle an area of at least 0.5 / 512^3 =
// 3.7e-9; rounding is below 1e-10.
// REQUIRES: differences of coordinates are integers up to kLatticeReach; fewer than 200 pieces.
bool LatticeIsOnRoad(absl::Span<const Vec2> points, absl::Span<const OutlinePiece> pieces);

// Whether a point is on the road, in long double precision, for points that are farther from the
// edge than rounding.
bool PointIsOnRoad(long double x, long double y, absl::Span<const OutlinePiece> pieces);

}  // namespace collision2d::planner
