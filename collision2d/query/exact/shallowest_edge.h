#ifndef COLLISION2D_QUERY_EXACT_SHALLOWEST_EDGE_H_
#define COLLISION2D_QUERY_EXACT_SHALLOWEST_EDGE_H_

#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// Finds the edge through which two polygons of few vertices come apart with the least translation.
// Compares all edges of both with all vertices of the other, several edges at a time and without a
// branch: among so few edges, a search that skips some loses more to mispredicted branches and to
// waiting for one result after the other.

// Above this number of vertices the search of penetration.h is as fast.
inline constexpr int kMaxFewVertices = 24;

// The edges of a posed polygon: posing rounds its vertices, and so turns short edges by any angle.
struct OwnEdges {
  // The padded ring in the shape's own frame.
  const Vec2* ring;
  // The rotation into the query frame, times the scale of the latter.
  double cos;
  double sin;
};

struct ShallowestEdge {
  // False if an edge is shorter than kSquaresUnderflow_m.
  bool is_found;
  bool edge_is_of_a;
  // The edge, by its first vertex, and the other polygon's vertex that is deepest behind it.
  int edge;
  int vertex;
  // Whether another edge of either polygon is as shallow within a tolerance, if that is asked for.
  bool has_tie = false;
};

// The edge behind which the other polygon reaches least, within rounding of the depth. Among equal
// ones the first; those of a come before those of b. `ring_a` and `ring_b` are padded rings
// (ConvexPolygon::ring()) of n, m vertices in one frame, 3 <= n, m <= kMaxFewVertices. `own_b` is
// null unless b is posed.
// REQUIRES: the polygons overlap, and their rings are strictly convex but for rounding. The same
// bits on every instruction set. O(n m) operations; no allocation.
// Source: Gottschalk 1996, separating axes.
ShallowestEdge FindShallowestEdgeOfFew(const Vec2* ring_a, int n, const Vec2* ring_b, int m, const OwnEdges* own_b);
// The same edge, and whether another one is at most tie_m less shallow.
ShallowestEdge FindShallowestEdgeAndTie(const Vec2* ring_a, int n, const Vec2* ring_b, int m, const OwnEdges* own_b,
                                        double tie_m);

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_EXACT_SHALLOWEST_EDGE_H_
