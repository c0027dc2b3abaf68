#ifndef COLLISION2D_QUERY_EXACT_DEEPEST_POINTS_H_
#define COLLISION2D_QUERY_EXACT_DEEPEST_POINTS_H_

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/vertex_ring.h"

namespace collision2d::internal {

// Two points that face each other across an edge: one on the ring that has the edge, one on the other ring.
struct FacingPoints {
  Vec2 on_owner;
  Vec2 on_other;
};

// The facing points if the innermost vertex overhangs the edge, because edges of the owner or of the other ring are parallel to it
// within rounding: the pair between the edge's end and the vertex that loses the least height.
FacingPoints FindPointsBesideEdge(const VertexRing& owner, int edge, Vec2 normal, const VertexRing& other,
                                  int innermost, double allowed_m);

// The deepest points of two rings that come apart through an edge of `owner`: `edge` is its first vertex, `normal` its outward
// unit normal, `innermost` the vertex of `other` that reaches farthest behind it. The point of the owner is the foot of that
// vertex on the edge, if it has one. A loss of height of up to allowed_m is not reduced further.
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

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_EXACT_DEEPEST_POINTS_H_
