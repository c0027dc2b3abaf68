#ifndef COLLISION2D_QUERY_CLOSEST_FEATURES_H_
#define COLLISION2D_QUERY_CLOSEST_FEATURES_H_

#include <algorithm>
#include <cmath>

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/subdistance/simplex.h"

namespace collision2d::internal {

// What the final simplex of a disjoint pair stands for, computed anew from the shapes' own vertices: an edge of the CSO
// is a sum of edges of a and b, which are exact to rounding of their own lengths; the difference of two CSO points is
// not.
// REQUIRES, of each function: simplex.size is 1 or 2 and its closest point is not the origin.

// The edge of the CSO between the two vertices of the simplex, from the one that is nearer to the origin: an error
// grows with the distance of the point that it is measured from.
struct CsoEdge {
  CsoVertex near;
  CsoVertex far;
  Vec2 vector;
};

template <typename Frame>
CsoEdge EdgeOfSimplex(const Cso<Frame>& cso, const Simplex& simplex) {
  const bool first_is_near = NormSquared(simplex.vertex[0].point) < NormSquared(simplex.vertex[1].point);
  const CsoVertex& near = simplex.vertex[first_is_near ? 0 : 1];
  const CsoVertex& far = simplex.vertex[first_is_near ? 1 : 0];
  return {near, far,
          (cso.vertex_a(far.vertex_a) - cso.vertex_a(near.vertex_a)) -
              (cso.vertex_b(far.vertex_b) - cso.vertex_b(near.vertex_b))};
}

// m. The distance.
template <typename Frame>
double DistanceOfSimplex(const Cso<Frame>& cso, const Simplex& simplex) {
  if (simplex.size == 1) return Norm(simplex.vertex[0].point);
  const CsoEdge edge = EdgeOfSimplex(cso, simplex);
  return std::abs(Cross(Normalized(edge.vector), edge.near.point));
}

// The closest points of a and b, in the query frame, and the direction between them.
template <typename Frame>
Separation SeparationOfSimplex(const Cso<Frame>& cso, const Simplex& simplex) {
  if (simplex.size == 1) {
    const CsoVertex& only = simplex.vertex[0];
    return {Norm(only.point), cso.vertex_a(only.vertex_a), cso.vertex_b(only.vertex_b), Normalized(-only.point),
            SeparationStatus::kSeparated};
  }
  const CsoEdge edge = EdgeOfSimplex(cso, simplex);
  const Vec2 unit = Normalized(edge.vector);
  const double height = Cross(unit, edge.near.point);
  const Vec2 left = PerpendicularLeft(unit);
  // Where the origin's foot is on the edge, as a part of it.
  const double along = std::clamp(-Dot(unit, edge.near.point) / Norm(edge.vector), 0.0, 1.0);
  const Vec2 near_a = cso.vertex_a(edge.near.vertex_a);
  const Vec2 near_b = cso.vertex_b(edge.near.vertex_b);
  return {std::abs(height), near_a + along * (cso.vertex_a(edge.far.vertex_a) - near_a),
          near_b + along * (cso.vertex_b(edge.far.vertex_b) - near_b), height > 0.0 ? -left : left,
          SeparationStatus::kSeparated};
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_CLOSEST_FEATURES_H_
