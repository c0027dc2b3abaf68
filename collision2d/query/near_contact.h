#ifndef COLLISION2D_QUERY_NEAR_CONTACT_H_
#define COLLISION2D_QUERY_NEAR_CONTACT_H_

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/separation_result.h"

namespace collision2d::internal {

// The last rung of every query: pairs that touch within rounding are decided by the signs of exact orientations of
// their vertices in the query frame.

// The vertices of a shape in the query frame, without storage for them. After posing, rounding may have made a corner
// straight or reflex by an ulp, or may have merged vertices: what counts is the hull of the rounded vertices.
class VertexRing {
 public:
  // `scale` is a power of two by which the vertices are multiplied after posing.
  VertexRing(const ConvexPolygon& shape, SameFrame /*frame*/, double scale)
      : vertices_(shape.vertices()), query_from_shape_(nullptr), scale_(scale) {}
  // `frame` must outlive the ring.
  VertexRing(const ConvexPolygon& shape, const PosedFrame& frame, double scale)
      : vertices_(shape.vertices()), query_from_shape_(&frame.a_from_b), scale_(scale) {}

  int size() const { return static_cast<int>(vertices_.size()); }
  // Posing has rounded the vertices; otherwise they are those of a ConvexPolygon, which are strictly convex.
  bool is_rounded() const { return query_from_shape_ != nullptr; }
  Vec2 operator[](int i) const {
    return scale_ * (query_from_shape_ == nullptr ? vertices_[i] : *query_from_shape_ * vertices_[i]);
  }

 private:
  absl::Span<const Vec2> vertices_;
  const Pose2* query_from_shape_;  // Null: they are in the query frame.
  double scale_;
};

// True if the ring is a point, a segment, or the boundary of a strictly convex polygon in counter-clockwise order.
// Exact.
bool IsStrictlyConvex(const VertexRing& ring);

enum class ExactRelation {
  kDisjoint,
  kTouching,     // The origin is on the boundary of the CSO, or in a CSO without interior.
  kOverlapping,  // The origin is in the interior of the CSO: any small translation keeps them together.
};

// How the hulls of the two rings lie to each other. Exact; no allocation; O(n m) orientations, and O(n^2 + m^2) more
// for a ring that rounding has made non-convex.
ExactRelation RelateExactly(const VertexRing& a, const VertexRing& b);

// The separation of the hulls of the two rings over all pairs of an edge and a vertex, the sign by RelateExactly.
// Exact sign; relative error of the distance a few u as long as it is much smaller than the shapes. Cost as
// RelateExactly.
Separation ResolveNearContact(const VertexRing& a, const VertexRing& b);

// A power of two that takes a length to about 2^480: products of two lengths of a pair then neither overflow nor, from
// that size down to 2^-900 of it, underflow. Lengths below 2^-480 are not taken as far: coordinates must stay
// finite too.
inline double NearContactScale(double length_m) {
  int exponent = 0;
  std::frexp(length_m, &exponent);
  return std::ldexp(1.0, std::min(480 - exponent, 960));
}

// As above for the shapes of a pair, scaled, which is exact. `extent_m` bounds the distances between their
// points.
template <typename Frame>
Separation ResolveNearContact(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame, double extent_m) {
  const double scale = NearContactScale(extent_m);
  Separation separation = ResolveNearContact(VertexRing(a, SameFrame{}, scale), VertexRing(b, frame, scale));
  const double back = 1.0 / scale;
  const double distance_m = back * separation.signed_distance_m;
  // The sign is exact and must not be lost where the distance is less than the smallest double.
  const bool vanished = distance_m == 0.0 && separation.signed_distance_m != 0.0;
  separation.signed_distance_m =
      vanished ? std::copysign(std::numeric_limits<double>::denorm_min(), separation.signed_distance_m) : distance_m;
  separation.witness_a = back * separation.witness_a;
  separation.witness_b = back * separation.witness_b;
  return separation;
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_NEAR_CONTACT_H_
