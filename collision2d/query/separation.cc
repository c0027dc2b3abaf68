#include "collision2d/query/separation.h"

#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/closest_features.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/gjk.h"
#include "collision2d/query/near_contact.h"
#include "collision2d/query/penetration.h"
#include "collision2d/query/query_context.h"

namespace collision2d {
namespace {

template <typename Frame>
Separation HullSeparation(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame,
                          const QueryContext& context) {
  const internal::Cso<Frame> cso(a, b, frame);
  const internal::GjkResult gjk = internal::RunGjk(cso, context, internal::NoEarlyExit());
  if (gjk.verdict == internal::GjkVerdict::kOutside && !gjk.reached_cap) {
    return internal::SeparationOfSimplex(cso, gjk.simplex);
  }
  // A walk around the edges is a walk around the hull only if rounding has left the posed ring convex.
  if (gjk.verdict == internal::GjkVerdict::kInside &&
      (!Frame::kRounds || internal::IsStrictlyConvex(internal::VertexRing(b, frame, 1.0)))) {
    const Separation penetration = internal::ComputePenetration(cso);
    // A depth of the order of its own rounding is left to the exact rung.
    if (-penetration.signed_distance_m > kSupportRelativeError * cso.magnitude()) return penetration;
  }
  if (context.counters != nullptr) ++context.counters->exact_path_entries;
  Separation separation = internal::ResolveNearContact(a, b, frame, cso.is_tiny());
  if (gjk.reached_cap) separation.status = SeparationStatus::kIterationLimit;
  return separation;
}

// The separation of the shapes from that of their vertex hulls: growing both by discs moves every distance and depth by
// the sum of the radii, and the witness points along the direction.
Separation WithRadii(const Separation& hulls, double radius_a_m, double radius_b_m) {
  if (radius_a_m == 0.0 && radius_b_m == 0.0) return hulls;
  Separation grown = hulls;
  grown.signed_distance_m = hulls.signed_distance_m - (radius_a_m + radius_b_m);
  grown.witness_a = hulls.witness_a + radius_a_m * hulls.direction;
  grown.witness_b = hulls.witness_b - radius_b_m * hulls.direction;
  if (hulls.status == SeparationStatus::kIterationLimit) return grown;
  grown.status = grown.signed_distance_m > 0.0   ? SeparationStatus::kSeparated
                 : grown.signed_distance_m < 0.0 ? SeparationStatus::kPenetrating
                                                 : SeparationStatus::kTouching;
  return grown;
}

}  // namespace

Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context) {
  return WithRadii(HullSeparation(a, b, internal::SameFrame{}, context), a.radius_m(), b.radius_m());
}

Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                             QueryContext context) {
  return WithRadii(HullSeparation(a, b, internal::PosedFrame{a_from_b}, context), a.radius_m(), b.radius_m());
}

}  // namespace collision2d
