#ifndef COLLISION2D_QUERY_SMALL_POLYGONS_H_
#define COLLISION2D_QUERY_SMALL_POLYGONS_H_

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/relation.h"

namespace collision2d::internal {

// How two polygons of few vertices penetrate: all edges of both against all vertices of the other, several edges at a time and
// without a branch. What a search saves of so few edges it loses again to mispredicted branches and to waiting for one result
// after the other.

// Above this number of vertices the search of penetration.h is as fast.
inline constexpr int kMaxDepthSize = 24;

struct SmallPolygonsDepth {
  // kOverlapping, if that is certain; otherwise kUndecided.
  Relation relation;
  // If overlapping: the edge, by its first vertex, through which the polygons come apart with the least translation, within
  // rounding of the depth, and the other polygon's vertex that is deepest behind it. Of several that are equal, the first,
  // those of a before those of b.
  bool edge_is_of_a;
  int edge;
  int vertex;
};

// `ring_a` and `ring_b` are padded rings (ConvexPolygon::ring()) of n, m >= 3 vertices in one frame, in which they are strictly
// convex, but for rounding of posed vertices that changes a cross product of an edge and an arm by less than edge_error_m2;
// extent_m (m) bounds the distance between any two of their vertices.
// Undecided, if an edge is shorter than kSquaresUnderflow_m. The same bits on every instruction set.
// O(n m) operations; no allocation.
// Source: Gottschalk 1996, separating axes.
SmallPolygonsDepth FindDepthOfSmallPolygons(const Vec2* ring_a, int n, const Vec2* ring_b, int m, double extent_m,
                                            double edge_error_m2);

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_SMALL_POLYGONS_H_
