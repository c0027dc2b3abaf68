#pragma once

#include <cmath>

#include "absl/base/optimization.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/stages/cso.h"

// The walk along the CSO to the feature that faces the origin.
namespace collision2d::internal {

// Three CSO points around the origin prove that the shapes overlap.

// True if q lies counter-clockwise of p, seen from the origin, for certain: the cross product
// clears its error bound.
inline bool TurnsLeft(Vec2 p, Vec2 q) {
  const double left = p.x * q.y;
  const double right = p.y * q.x;
  // The last term keeps products that lost bits to underflow from passing.
  return left - right > kCrossRelativeError * (std::abs(left) + std::abs(right)) + 0x1p-1000;
}

// True if the origin is inside the triangle for certain.
inline bool TriangleEnclosesOrigin(Vec2 a, Vec2 b, Vec2 c) {
  return (TurnsLeft(a, b) & TurnsLeft(b, c) & TurnsLeft(c, a)) | (TurnsLeft(b, a) & TurnsLeft(c, b) & TurnsLeft(a, c));
}

// The ends of a feature, as vertices of a and b; twice the same for a vertex. Indices of padded
// rings: see Wrapped.
struct FeatureEnds {
  int first_a;
  int first_b;
  int second_a;
  int second_b;

  bool is_edge() const { return first_a != second_a || first_b != second_b; }
};

// The part of the CSO's boundary that faces the origin: the edge that holds the origin's foot, or
// the vertex that is nearer than both edges at it. If it is proved that the origin is outside, it
// is the CSO's closest feature.
// Kept flat, so that it stays in registers.
struct FacingFeature {
  FeatureEnds ends;
  // The points of the CSO at its ends; `second` is another vertex next to `first`, if the feature
  // is a vertex.
  Vec2 first;
  Vec2 second;
  // From first to second: an edge of a or of b, not a difference of differences. Zero for a vertex.
  Vec2 edge;
  // Orthogonal to the edge and as long, towards the inner side of the CSO; the point itself for a
  // vertex.
  Vec2 v;
  // +1 if the edge runs counter-clockwise, else -1.
  double turn;
  // v . x for the points x of the feature, and the bound on how far any v . x of the CSO can be
  // below it.
  double reach;
  double reach_error;
  int steps;
  bool reached_limit;

  // The shapes are certainly disjoint, and the feature is the closest one.
  bool IsOutside() const { return reach > reach_error; }
  // The origin is so near to the feature that rounding hides which side it is on.
  bool IsNearContact() const { return std::abs(reach) <= reach_error; }
};

// The index in [0, n) of a vertex of a padded ring, -n <= k < 2 n.
constexpr int Wrapped(int k, int n) { return k < 0 ? k + n : k >= n ? k - n : k; }

// The reach of a feature that proves nothing.
inline constexpr double kUndecidedReach = -1.0;

// True if the shapes penetrate for certain: the origin is in the triangle of the facing edge and an
// inner point of the CSO. No branch, which would be mispredicted in contact; a facing vertex has a
// positive reach.
COLLISION2D_HOT_INLINE inline bool IsInside(const FacingFeature& feature, Vec2 inner) {
  return (feature.reach < -feature.reach_error) & TurnsLeft(feature.turn * feature.second, inner) &
         TurnsLeft(inner, feature.turn * feature.first);
}

// True if both shapes allow the walk below.
template <typename Frame>
COLLISION2D_HOT_INLINE inline bool MayWalk(const Cso<Frame>& cso) {
  return !(cso.a().has_needle_corner() | cso.b().has_needle_corner());
}

// Walks along the CSO's boundary from `start` towards the origin.
// The next edge of the CSO is the one of a and of b that turns less, which one cross product
// decides; the walk goes to its far end while the origin's foot is beyond it. The distance to the
// origin falls with every step, so that no vertex is visited twice and there are at most n + m
// steps.
// REQUIRES: MayWalk. At needle corners the edges of a and b could be antiparallel within rounding,
// and the cross product could not decide which turns less. Without needle corners every vertex on
// the way is a support point within rounding, and the feature supports the CSO (docs/numerics.md).
// Source: Lin and Canny 1991, closest-feature walk, on the CSO's ring rather than on both shapes;
// the first direction is our own.
template <typename Frame>
COLLISION2D_HOT_INLINE inline FacingFeature WalkToFacingFeature(const Cso<Frame>& cso, const CsoStart& start) {
  int i = start.vertex_a;
  int j = start.vertex_b;
  int steps = 0;
  bool turned_back = false;
  // A point has no edge, and the cross product with it is zero: as if the edges were parallel,
  // where b's is taken.
  const bool b_is_point = cso.size_b() == 1;
  const bool are_points = b_is_point & (cso.size_a() == 1);
  // On which side of the start the origin is.
  bool forward = Cross(cso.vertex_a(i) - cso.vertex_b(j), start.direction) > 0.0;
  while (true) {
    const Vec2 w = cso.vertex_a(i) - cso.vertex_b(j);
    const int step = Sign(forward);
    const double turn = step;
    const bool edge_is_of_a = b_is_point | (turn * Cross(cso.EdgeOfA(i, i + step), -cso.EdgeOfB(j, j + step)) > 0.0);
    const int next_i = i + (step & -static_cast<int>(edge_is_of_a));
    const int next_j = j + (step & (static_cast<int>(edge_is_of_a) - 1));
    const Vec2 next_w = cso.vertex_a(next_i) - cso.vertex_b(next_j);
    const Vec2 edge = cso.EdgeOfA(i, next_i) - cso.EdgeOfB(j, next_j);  // One of the two is zero.
    const bool is_past_start = Dot(w, edge) < 0.0;
    const bool is_before_end = Dot(next_w, edge) >= 0.0;
    const Vec2 inward = turn * PerpendicularLeft(edge);
    // Both shapes turn away on the other side too, and the origin is outside: where the corner is
    // straight within rounding, it could as well be inside.
    const bool is_vertex = !is_past_start & (Dot(w, cso.EdgeOfA(i, i - step)) >= 0.0) &
                           (Dot(w, cso.EdgeOfB(j, j - step)) <= 0.0) & ((Dot(inward, w) > 0.0) | are_points);
    if (ABSL_PREDICT_TRUE((is_past_start & is_before_end) | is_vertex)) {
      // One of the two by weights, not by a branch.
      const double edge_weight = static_cast<double>(!is_vertex);
      const double vertex_weight = static_cast<double>(is_vertex);
      const Vec2 v = edge_weight * inward + vertex_weight * w;
      return {{i, j, Select(is_vertex, i, next_i), Select(is_vertex, j, next_j)},
              w,
              next_w,
              edge_weight * edge,
              v,
              turn,
              Dot(v, w),
              cso.SupportError(v, w),
              steps,
              false};
    }
    if (is_before_end) {
      // A vertex, but of which kind is in doubt.
      if (steps > 0 || turned_back) return {{i, j, i, j}, w, w, Vec2{}, w, turn, kUndecidedReach, 0.0, steps, false};
      turned_back = true;
      forward = !forward;
      continue;
    }
    if (ABSL_PREDICT_FALSE(steps == cso.size_a() + cso.size_b())) {
      return {{i, j, i, j}, w, w, Vec2{}, w, turn, kUndecidedReach, 0.0, steps, true};
    }
    ++steps;
    i = Wrapped(next_i, cso.size_a());
    j = Wrapped(next_j, cso.size_b());
  }
}

}  // namespace collision2d::internal
