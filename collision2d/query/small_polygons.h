#ifndef COLLISION2D_QUERY_SMALL_POLYGONS_H_
#define COLLISION2D_QUERY_SMALL_POLYGONS_H_

#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

enum class SmallPolygonsVerdict { kUndecided, kDisjoint, kOverlapping };

// Above this many vertices the walk of facing_feature.h is as fast.
inline constexpr int kMaxSmallPolygonSize = 8;

// Whether two polygons of few vertices are disjoint: the separating axis test over all edges of both, several at a time
// and without a branch. What GJK saves of so few edges it loses again to mispredicted branches and to waiting for one
// result after the other.
// `ring_a` and `ring_b` are padded rings (ConvexPolygon::ring()) of 3 <= n, m <= kMaxSmallPolygonSize vertices in one
// frame; extent_m (m) bounds the distance of every vertex from `origin`.
// The verdict is certain on every instruction set: kUndecided, if rounding could change it.
// O(n m) operations; no allocation.
// Source: Gottschalk 1996 for the theorem.
SmallPolygonsVerdict TestSmallPolygons(const Vec2* ring_a, int n, const Vec2* ring_b, int m, Vec2 origin,
                                       double extent_m);

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_SMALL_POLYGONS_H_
