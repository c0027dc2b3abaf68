#pragma once

#include <cstdint>

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/exact_support.h"
#include "collision2d/query/separation_result.h"

// The penetration depth of two polygons, over all edges of their CSO.
namespace collision2d::internal {

// Up to this number of vertices all edges of both polygons are compared with all vertices of the
// other, several edges at a time and without a branch: among so few edges, a search that skips some
// loses more to mispredicted branches and to waiting for one result after the other.
inline constexpr int kMaxFewVertices = 24;

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

// The edge behind which the other polygon reaches least, through which they come apart with the
// least translation, within rounding of the depth. Among equal ones the first; those of a come
// before those of b. `ring_a` and `ring_b` are padded rings (ConvexPolygon::ring()) of n, m
// vertices in one frame, 3 <= n, m <= kMaxFewVertices. `own_b` is null unless b is posed. In
// shallowest_edge.cc.
// REQUIRES: the polygons overlap, and their rings are strictly convex but for rounding. The same
// bits on every instruction set. O(n m) operations; no allocation.
// Source: Gottschalk 1996, separating axes.
ShallowestEdge FindShallowestEdgeOfFew(const Vec2* ring_a, int n, const Vec2* ring_b, int m, const OwnEdges* own_b);
// The same edge, and whether another one is at most tie_m less shallow.
ShallowestEdge FindShallowestEdgeAndTie(const Vec2* ring_a, int n, const Vec2* ring_b, int m, const OwnEdges* own_b,
                                        double tie_m);

// Two points that face each other across an edge: one on the ring that has the edge, one on the
// other ring.
struct FacingPoints {
  Vec2 on_owner;
  Vec2 on_other;
};

// The facing points if the innermost vertex overhangs the edge, because edges of the owner or of
// the other ring are parallel to it within rounding: the pair between the edge's end and the vertex
// that loses the least height.
FacingPoints FindPointsBesideEdge(const VertexRing& owner, int edge, Vec2 normal, const VertexRing& other,
                                  int innermost, double allowed_m);

// The deepest points of two rings that come apart through an edge of `owner`: `edge` is its first
// vertex, `normal` its outward unit normal, `innermost` the vertex of `other` that reaches farthest
// behind it. The point of the owner is the foot of that vertex on the edge, if it has one. A loss
// of height of up to allowed_m is not reduced further.
// O(1); O(n + m) if many edges are nearly parallel.
inline FacingPoints FindDeepestPoints(const VertexRing& owner, int edge, Vec2 normal, const VertexRing& other,
                                      int innermost, double allowed_m) {
  const Vec2 deepest = other[innermost];
  const Vec2 from = owner[edge];
  const Vec2 to = owner[owner.Next(edge)];
  const Vec2 along = PerpendicularLeft(normal);
  const double begin = Dot(along, from - deepest);
  const double end = Dot(along, to - deepest);
  if (begin <= 0.0 && 0.0 < end) return {from + (-begin / (end - begin)) * (to - from), deepest};
  return FindPointsBesideEdge(owner, edge, normal, other, innermost, allowed_m);
}

// What excludes edges from the search for the depth.
struct DepthBounds {
  // m. A bound on the depth: that behind the facing edge, rounded up, or infinity.
  double facing_depth_m;
  // Discs inside of the hulls, their centres in the query frame; radius 0: none.
  Vec2 center_a;
  Vec2 center_b;
  double inner_radius_a_m;
  double inner_radius_b_m;
  // m. Bounds the rounding of a height.
  double rounding_m;
};

// The penetration of two hulls that overlap: the least depth over all edges of the CSO, each of
// which is an edge of a or of b. The global minimum; its error is that of HeightAboveEdge. The
// depth of hulls that only touch may come out with either sign.
// Adds the edges and vertices that it looks at, unless there are few, to `visits`.
// O(n + m): while the edges of one ring turn, the other's support point goes around once. For few
// vertices O(n m), in SIMD. Source: van den Bergen 2001, section 4, without expansion, since in the
// plane all edges are known beforehand; the support points by rotating calipers (Toussaint 1983).
Separation ComputePenetration(const VertexRing& a, const VertexRing& b, const DepthBounds& bounds, int64_t* visits);

// The same penetration with the features that are deepest.
struct DeepestFeature {
  Separation penetration;
  // The vertex that is deepest behind the shallowest edge.
  Vec2 vertex;
  // Whether all other edges and vertices are certainly less deep: by more than bounds.rounding_m.
  bool is_unique;
};
DeepestFeature ComputeDeepestFeature(const VertexRing& a, const VertexRing& b, const DepthBounds& bounds,
                                     int64_t* visits);

}  // namespace collision2d::internal
