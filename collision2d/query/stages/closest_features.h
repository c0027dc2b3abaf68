#ifndef COLLISION2D_QUERY_STAGES_CLOSEST_FEATURES_H_
#define COLLISION2D_QUERY_STAGES_CLOSEST_FEATURES_H_

#include <algorithm>
#include <array>
#include <cmath>

#include "collision2d/geometry/hot_path.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/query/stages/cso.h"
#include "collision2d/query/stages/facing_feature.h"
#include "collision2d/query/stages/select.h"
#include "collision2d/query/stages/simplex.h"

namespace collision2d::internal {

// Distance and witness points of a disjoint pair from the closest feature of its CSO. They are computed from the shapes' own
// vertices: an edge of the CSO is an edge of a or b (or a sum of such), which are exact to rounding of their own lengths;
// the difference of two CSO points is not.

// The ends of a feature, the one nearer to the origin's foot first: an error grows with the distance of the point that it
// is measured from.
COLLISION2D_HOT_INLINE inline FeatureEnds NearEndFirst(const FacingFeature& feature) {
  const FeatureEnds& ends = feature.ends;
  // Both products are zero for a vertex.
  const bool swap = Dot(feature.second, feature.edge) < -Dot(feature.first, feature.edge);
  return {Select(swap, ends.second_a, ends.first_a), Select(swap, ends.second_b, ends.first_b),
          Select(swap, ends.first_a, ends.second_a), Select(swap, ends.first_b, ends.second_b)};
}

// m. The distance of the origin from the line that supports the CSO at the feature; 0 if it is on the inner side.
template <typename Frame>
COLLISION2D_HOT_INLINE inline double DistanceOfFeature(const Cso<Frame>& cso, const FacingFeature& feature) {
  const FeatureEnds ends = NearEndFirst(feature);
  return std::max(Dot(feature.v, cso.vertex_a(ends.first_a) - cso.vertex_b(ends.first_b)), 0.0) / Norm(feature.v);
}

// The closest points of a and b, in the query frame, and the direction between them.
template <typename Frame>
COLLISION2D_HOT_INLINE inline Separation SeparationOfFeature(const Cso<Frame>& cso, const FacingFeature& feature) {
  const FeatureEnds ends = NearEndFirst(feature);
  const Vec2 near_a = cso.vertex_a(ends.first_a);
  const Vec2 near_b = cso.vertex_b(ends.first_b);
  const Vec2 near = near_a - near_b;
  const double length = Norm(feature.v);
  // Where the origin's foot is on the edge, as a part of it; 0 for a vertex.
  const double along = std::min(std::abs(Dot(near, feature.edge)) / length / length, 1.0);
  return {Dot(feature.v, near) / length, near_a + along * (cso.vertex_a(ends.second_a) - near_a),
          near_b + along * (cso.vertex_b(ends.second_b) - near_b), Vec2{-feature.v.x / length, -feature.v.y / length},
          SeparationStatus::kSeparated};
}

// The feature of one vertex.
inline FacingFeature VertexFeature(const CsoVertex& vertex) {
  FacingFeature feature{};
  feature.ends = {vertex.vertex_a, vertex.vertex_b, vertex.vertex_a, vertex.vertex_b};
  feature.first = vertex.point;
  feature.second = vertex.point;
  feature.v = vertex.point;
  return feature;
}

// The feature that a simplex of one or two vertices stands for.
// REQUIRES: its closest point is not the origin.
template <typename Frame>
FacingFeature FeatureOfSimplex(const Cso<Frame>& cso, const Simplex& simplex) {
  const CsoVertex& first = simplex.vertex[0];
  if (simplex.size == 1) return VertexFeature(first);
  const CsoVertex& second = simplex.vertex[1];
  const Vec2 edge = (cso.vertex_a(second.vertex_a) - cso.vertex_a(first.vertex_a)) -
                    (cso.vertex_b(second.vertex_b) - cso.vertex_b(first.vertex_b));
  // The simplex was reduced by the difference of its points. If the edge is much shorter than its distance from the origin,
  // that difference is mostly rounding, and the foot can be beyond an end.
  if (!(Dot(first.point, edge) < 0.0)) return VertexFeature(first);
  if (!(Dot(second.point, edge) > 0.0)) return VertexFeature(second);
  FacingFeature feature = VertexFeature(first);
  feature.ends.second_a = second.vertex_a;
  feature.ends.second_b = second.vertex_b;
  feature.second = second.point;
  feature.edge = edge;
  feature.v = PerpendicularLeft(edge);
  if (Dot(feature.v, simplex.closest) < 0.0) feature.v = -feature.v;
  return feature;
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_STAGES_CLOSEST_FEATURES_H_
