#ifndef COLLISION2D_QUERY_COLLIDES_H_
#define COLLISION2D_QUERY_COLLIDES_H_

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/query_context.h"

namespace collision2d {

// Level 1: true if the shapes share a point. Shapes are closed: touching is a collision.
// Both shapes are in one frame, or b is moved into the frame of a by a_from_b.
// REQUIRES: a_from_b is a finite unit rotation (kUnitRotationTolerance) with a translation within
// kMaxCoordinate_m. Exact if both radii are 0: for the hulls of the given vertices, those of b as
// posed by Pose2::operator* in double precision. The same for (a, b) and (b, a) in one frame, for
// every compiler and machine.
// If a radius is positive: true if the distance of the vertex hulls, as computed, is at most the
// sum of the radii; it can differ from the exact answer only where the two differ by less than the
// error of Distance.
// Returns true, the safe answer, at once for a pose that is not finite.
// No allocation.
// Near-constant in practice, in contact too; O(n + m) at most. For slivers in contact that posing
// may fold (convexity_margin_m) O((n + m) r) in r rounds; r is near log2(n + m), and at most the
// number of the coordinates' digits.
// Sources: Zhang et al., Barycode-based GJK, Alg 6; Gottschalk 1996, separating axes.
// Departures: circles, a few edges of each shape in SIMD and a walk on the CSO's boundary come
// before GJK (docs/architecture.md); every exit carries an error bound, and exact orientations
// decide what the bounds leave undecided, beginning where the search ended.
bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context = {});
bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context = {});

}  // namespace collision2d

#endif  // COLLISION2D_QUERY_COLLIDES_H_
