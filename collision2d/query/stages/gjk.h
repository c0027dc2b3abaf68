#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "collision2d/code_generation.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/query/stages/cso.h"
#include "collision2d/query/stages/edge_windows.h"
#include "collision2d/query/stages/facing_feature.h"
#include "collision2d/query/stages/simplex.h"

// The GJK loop in the plane.
namespace collision2d::internal {

struct GjkResult {
  // kApart if a separating direction clears its error bound, kOverlapping if a triangle of CSO
  // vertices holds the origin in its interior beyond rounding; otherwise kUndecided: the shapes
  // touch within rounding, or rounding hides the step to the closest point.
  Relation relation = Relation::kUndecided;
  bool reached_limit = false;
  int64_t iterations = 0;
  int64_t support_calls = 0;
  // The last simplex of one or two vertices; if kApart, not stopped early and below the cap, the
  // one that holds the CSO's point closest to the origin.
  Simplex simplex;
};

// Relative error of the squared length of a computed closest point: 6 u of each factor, 2 u of the
// square; doubled. No proof: of a point much nearer than the vertices it is more, and the exact
// rung decides.
inline constexpr double kNormSquaredRelativeError = 0x1p-48;

// Relative to the sum of the magnitudes of two products, of a direction and a difference of two
// points: the rounding of their sum. Proof: beyond.
inline constexpr double kBeyondError = 4.0 * 0x1p-53;

// True if the newest support point lies beyond the simplex in the direction v towards the origin by
// more than the rounding of this very difference. Differences of CSO points are taken first: the
// answer is relative to the shapes' size, not to their distance. All of the simplex is equally far
// in the direction v: it is measured from the vertex nearest to the support point, where rounding
// is least, or, if `is_late`, from each vertex.
inline bool IsBeyond(const Simplex& simplex, Vec2 v, const CsoVertex& support, bool is_late) {
  bool is_beyond = true;
  double least = 0.0;
  for (int i = 0; i < simplex.size; ++i) {
    const Vec2 step = simplex.vertex[i].point - support.point;
    const double x = v.x * step.x;
    const double y = v.y * step.y;
    const double size = std::abs(x) + std::abs(y);
    const bool is_beyond_vertex = x + y > kBeyondError * size;
    if (is_late) {
      is_beyond &= is_beyond_vertex;
    } else if (i == 0 || size < least) {
      is_beyond = is_beyond_vertex;
      least = size;
    }
  }
  return is_beyond;
}

// When the loop may end.
enum class GjkGoal {
  kAnyProof,      // With the first proof that the shapes are disjoint, or that they collide.
  kClosestPoint,  // If they are disjoint, with the closest point.
};

// The simplex with the ends of a feature.
template <typename Frame>
Simplex SimplexOf(const Cso<Frame>& cso, const FeatureEnds& ends) {
  const int n = cso.size_a();
  const int m = cso.size_b();
  const CsoVertex begin = cso.Vertex(Wrapped(ends.first_a, n), Wrapped(ends.first_b, m));
  const CsoVertex end = cso.Vertex(Wrapped(ends.second_a, n), Wrapped(ends.second_b, m));
  return ends.is_edge() ? Simplex::Of(begin, end) : Simplex::Of(begin);
}

// The ends of the feature that a simplex of one or two vertices stands for.
inline FeatureEnds EndsOf(const Simplex& simplex) {
  const CsoVertex& begin = simplex.vertex[0];
  const CsoVertex& end = simplex.vertex[simplex.size == 1 ? 0 : 1];
  return {begin.vertex_a, begin.vertex_b, end.vertex_a, end.vertex_b};
}

// Distance and witness points of a disjoint pair from the closest feature of its CSO. They are
// computed from the shapes' own vertices: an edge of the CSO is an edge of a or b (or a sum of
// such), which are exact to rounding of their own lengths; the difference of two CSO points is not.

// The ends of a feature, the one nearer to the origin's foot first: an error grows with the
// distance of the point that it is measured from.
COLLISION2D_HOT_INLINE inline FeatureEnds NearEndFirst(const FacingFeature& feature) {
  const FeatureEnds& ends = feature.ends;
  // Both products are zero for a vertex.
  const bool swap = Dot(feature.second, feature.edge) < -Dot(feature.first, feature.edge);
  return {Select(swap, ends.second_a, ends.first_a), Select(swap, ends.second_b, ends.first_b),
          Select(swap, ends.first_a, ends.second_a), Select(swap, ends.first_b, ends.second_b)};
}

// m. The distance of the origin from the line that supports the CSO at the feature; 0 if it is on
// the inner side.
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
  // The simplex was reduced by the difference of its points. If the edge is much shorter than its
  // distance from the origin, that difference is mostly rounding, and the foot can be beyond an
  // end.
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

// The barycode GJK loop from a simplex of one or two CSO vertices, for what the walk of
// facing_feature.h leaves undecided: at most `most_rounds` rounds, which a query takes from
// RoundBound.
// Source: Zhang et al., Algs 1 and 6.
// Departures: exits are taken on error bounds only; progress is measured on differences of CSO
// points; there is no absolute tolerance; no square root.
template <GjkGoal kGoal, typename Frame>
GjkResult RunGjk(const Cso<Frame>& cso, const Simplex& start, int most_rounds) {
  GjkResult result;
  Simplex& simplex = result.simplex;
  simplex = start;
  CsoVertex near = simplex.vertex[0];
  // A closest point nearer to the origin than this can prove nothing: neither certificate could
  // clear its bound.
  const double contact_m = kSupportRelativeError * cso.magnitude();
  while (NormSquared(simplex.closest) > contact_m * contact_m) {
    result.reached_limit = result.iterations == most_rounds;
    if (result.reached_limit) break;
    ++result.iterations;

    // Not the closest point, a weighted sum: it errs by the rounding of the vertices, however far
    // they are, and hides what is a little beyond the edge.
    const Vec2 v = FeatureOfSimplex(cso, simplex).v;
    near = cso.SupportAgainst(v, near);
    ++result.support_calls;
    const Vec2 w = near.point;
    if (Dot(v, w) > cso.SupportError(v, w)) {
      result.relation = Relation::kApart;
      if (kGoal == GjkGoal::kAnyProof) break;
    } else if (simplex.size == 2 && TriangleEnclosesOrigin(simplex.vertex[0].point, simplex.vertex[1].point, w)) {
      result.relation = Relation::kOverlapping;
      break;
    }
    // No vertex is added twice: after as many rounds as there are vertices only rounding goes on.
    const bool is_late = result.iterations > cso.size_a() + cso.size_b();
    if (simplex.Contains(near) || !IsBeyond(simplex, v, near, is_late)) break;
    const Simplex last = simplex;
    simplex.AddAndReduce(near);
    if (simplex.size == 3 || !simplex.Contains(near) ||
        NormSquared(simplex.closest) > (1.0 + kNormSquaredRelativeError) * NormSquared(last.closest)) {
      // Undecided, or a step that only rounding can have made: in exact arithmetic the newest
      // vertex stays in the simplex, and the closest point moves towards the origin. The next steps
      // could move it far: a short edge on the far side of a sliver is no closest feature.
      simplex = last;
      result.relation = Relation::kUndecided;
      break;
    }
  }
  return result;
}

}  // namespace collision2d::internal
