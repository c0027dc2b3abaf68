#pragma once

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/outline_arrangement.h"

namespace collision2d::planner {

// Distances between a body and a road's edge, in long double precision. Shares no code with the
// library. The body is the hull of `ring`, vertices in counter-clockwise order, grown by a radius.

// m. The distance of a point from the nearest piece.
long double DistanceFromEdge(Vec2 p, absl::Span<const OutlinePiece> pieces);

// m. The distance of the body from the nearest piece; 0 or less if they meet. O(|ring| pieces).
long double DistanceFromEdge(absl::Span<const Vec2> ring, double radius_m, absl::Span<const OutlinePiece> pieces);

// m. The largest distance from the road of any point of the body; 0 if all of it is on the road.
// Distances from pieces are convex: where their minimum is largest, three of them are equal, or two
// on a side of the body, or it is a vertex. All such points are tried: equidistant from three lines
// or ends of pieces, or from two on a side. On the arcs of rounded corners the largest of many
// samples are refined.
// REQUIRES: the pieces are closed.
// O(n^4) for the n pieces nearby.
long double FarthestOutside(absl::Span<const Vec2> ring, double radius_m, absl::Span<const OutlinePiece> pieces);

}  // namespace collision2d::planner
