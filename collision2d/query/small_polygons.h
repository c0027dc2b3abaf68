#ifndef COLLISION2D_QUERY_SMALL_POLYGONS_H_
#define COLLISION2D_QUERY_SMALL_POLYGONS_H_

#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// Two polygons of few vertices: all edges of both against all vertices of the other, several edges at a time and without
// a branch. What a search saves of so few edges it loses again to mispredicted branches and to waiting for one result
// after the other.
// `ring_a` and `ring_b` are padded rings (ConvexPolygon::ring()) of n, m >= 3 vertices in one frame, in which they are strictly
// convex, but for rounding of posed vertices that changes a cross product of an edge and an arm by less than edge_error_m2;
// extent_m (m) bounds the distance between any two of their vertices.
// Verdicts are certain: kUndecided, if rounding could change them. The same bits on every instruction set.
// O(n m) operations; no allocation.
// Source: Gottschalk 1996, separating axes.

enum class SmallPolygonsVerdict { kUndecided, kDisjoint, kOverlapping };

// Above these numbers of vertices the walk of facing_feature.h, and the search of penetration.h, are as fast.
inline constexpr int kMaxTestedSize = 16;
inline constexpr int kMaxMeasuredSize = 4;
inline constexpr int kMaxDepthSize = 24;

// Whether two polygons are disjoint.
SmallPolygonsVerdict TestSmallPolygons(const Vec2* ring_a, int n, const Vec2* ring_b, int m, double extent_m,
                                       double edge_error_m2);

struct SmallPolygonsDistance {
  SmallPolygonsVerdict verdict;
  // m. If disjoint; within 4 units in the last place of the larger of a diameter and the distance (docs/numerics.md). The
  // same for (a, b) and (b, a).
  double distance_m;
};

// Also how far apart they are. Undecided too, if an edge is shorter than kSquaresUnderflow_m.
SmallPolygonsDistance MeasureSmallPolygons(const Vec2* ring_a, int n, const Vec2* ring_b, int m, double extent_m,
                                           double edge_error_m2);

struct SmallPolygonsDepth {
  SmallPolygonsVerdict verdict;
  // If overlapping: the edge, by its first vertex, through which the polygons come apart with the least translation, within
  // rounding of the depth, and the other polygon's vertex that is deepest behind it. Of several that are equal, the first,
  // those of a before those of b.
  bool edge_is_of_a;
  int edge;
  int vertex;
};

// Also how they penetrate. Undecided as MeasureSmallPolygons.
SmallPolygonsDepth FindDepthOfSmallPolygons(const Vec2* ring_a, int n, const Vec2* ring_b, int m, double extent_m,
                                            double edge_error_m2);

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_SMALL_POLYGONS_H_
