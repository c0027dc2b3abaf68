#ifndef COLLISION2D_QUERY_COLLIDES_H_
#define COLLISION2D_QUERY_COLLIDES_H_

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/query_context.h"

namespace collision2d {

// Level 1: returns true if the shapes share a point; touching is a collision. Both are in one
// frame, or b is moved into the frame of a by a_from_b.
// REQUIRES: a_from_b is a finite unit rotation (kUnitRotationTolerance) with a translation within
// kMaxCoordinate_m. Returns true, the safe answer, at once for a pose that is not finite.
// - Both radii 0: exact, for the hulls of the given vertices, those of b as posed by
//   Pose2::operator* in double precision. The same for (a, b) and (b, a) in one frame, on every
//   machine.
// - A positive radius: true if the distance of the vertex hulls, as computed, is at most the sum.
// No allocation. Near-constant in practice; worst case, and sources: docs/numerics.md, "Contracts
// in full".
bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context = {});
bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context = {});

}  // namespace collision2d

#endif  // COLLISION2D_QUERY_COLLIDES_H_
