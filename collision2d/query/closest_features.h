#ifndef COLLISION2D_QUERY_CLOSEST_FEATURES_H_
#define COLLISION2D_QUERY_CLOSEST_FEATURES_H_

#include <cmath>

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/subdistance/simplex.h"

namespace collision2d::internal {

// Distance in m and unit direction from a to b that the final simplex of a disjoint pair stands for. Computed anew from
// the shapes' own vertices: the edge of the CSO as a sum of edges of a and b, which are exact to rounding of their
// lengths. REQUIRES: simplex.size is 1 or 2 and its closest point is not the origin.
struct Gap {
  double distance_m;
  Vec2 direction;
};

template <typename Frame>
Gap GapOfSimplex(const Cso<Frame>& cso, const Simplex& simplex) {
  const CsoVertex& p = simplex.vertex[0];
  if (simplex.size == 1) return {Norm(p.point), Normalized(-p.point)};
  const CsoVertex& q = simplex.vertex[1];
  const Vec2 edge =
      (cso.vertex_a(q.vertex_a) - cso.vertex_a(p.vertex_a)) - (cso.vertex_b(q.vertex_b) - cso.vertex_b(p.vertex_b));
  // The error grows with the distance of the point taken.
  const Vec2 nearer = NormSquared(p.point) < NormSquared(q.point) ? p.point : q.point;
  const double area = Cross(edge, nearer);
  const Vec2 left = PerpendicularLeft(edge);
  return {std::abs(area) / Norm(edge), Normalized(area > 0.0 ? -left : left)};
}

// The closest points of a and b, in the query frame.
template <typename Frame>
Separation SeparationOfSimplex(const Cso<Frame>& cso, const Simplex& simplex) {
  const Gap gap = GapOfSimplex(cso, simplex);
  const CsoVertex& p = simplex.vertex[0];
  Vec2 on_a = cso.vertex_a(p.vertex_a);
  Vec2 on_b = cso.vertex_b(p.vertex_b);
  if (simplex.size == 2) {
    const CsoVertex& q = simplex.vertex[1];
    on_a = on_a + simplex.lambda[1] * (cso.vertex_a(q.vertex_a) - on_a);
    on_b = on_b + simplex.lambda[1] * (cso.vertex_b(q.vertex_b) - on_b);
  }
  return {gap.distance_m, on_a, on_b, gap.direction, SeparationStatus::kSeparated};
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_CLOSEST_FEATURES_H_
