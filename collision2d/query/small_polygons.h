#ifndef COLLISION2D_QUERY_SMALL_POLYGONS_H_
#define COLLISION2D_QUERY_SMALL_POLYGONS_H_

#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

enum class SmallPolygonsVerdict { kUndecided, kDisjoint, kOverlapping };

// What separates two polygons of few vertices, or does not: the separating axis test over all edges of both, several at a
// time, without a branch. All that GJK saves of these few edges, it loses again to mispredicted branches.
// `ring_a` and `ring_b` are padded rings (ConvexPolygon::ring()) of 3 <= n, m vertices in one frame. `extent_m` bounds
// the distance of every vertex from `origin`, and `posing_m` the magnitude of coordinates that were rounded by posing, 0
// if none were.
// The verdict is certain: kUndecided, if rounding could change it, and if there are more vertices than pay.
// O(n m) operations; no allocation.
// Source: Gottschalk 1996 for the theorem.
SmallPolygonsVerdict TestSmallPolygons(const Vec2* ring_a, int n, const Vec2* ring_b, int m, Vec2 origin,
                                       double extent_m, double posing_m);

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_SMALL_POLYGONS_H_
