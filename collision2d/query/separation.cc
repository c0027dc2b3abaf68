#include "collision2d/query/separation.h"

#include <array>
#include <cstddef>
#include <limits>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/geometry/hot_inline.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/canonical_order.h"
#include "collision2d/query/circle_test.h"
#include "collision2d/query/closest_features.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/first_look.h"
#include "collision2d/query/gjk.h"
#include "collision2d/query/near_contact.h"
#include "collision2d/query/penetration.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/select.h"
#include "collision2d/query/small_polygons.h"

namespace collision2d {
namespace {

// Whether the depth is not of the order of its own rounding; if it is, it is left to the exact rung.
template <typename Frame>
bool IsDeep(const internal::Cso<Frame>& cso, const Separation& penetration) {
  return -penetration.signed_distance_m > kSupportRelativeError * cso.magnitude();
}

// The vertices of both shapes in the query frame.
template <typename Frame>
internal::VertexRing RingOfA(const internal::Cso<Frame>& cso) {
  return {cso.a(), nullptr, 1.0, true};
}
template <typename Frame>
internal::VertexRing RingOfB(const internal::Cso<Frame>& cso) {
  return {cso.b(), cso.frame().pose(), 1.0, cso.is_b_convex()};
}

// True, and the separation, of polygons of at most kMost vertices that penetrate for certain; without knowing it before.
template <int kMost, typename Frame>
bool FindSmallPenetration(const internal::Cso<Frame>& cso, Separation* penetration) {
  if (!internal::HaveFewVertices(cso.a(), cso.b(), kMost) || !cso.is_b_convex()) return false;
  const internal::SmallRingOfB<Frame, kMost> ring_b(cso);
  const internal::SmallPolygonsDepth depth = internal::FindDepthOfSmallPolygons(
      cso.ring_a(), cso.size_a(), ring_b.get(), cso.size_b(), cso.extent(), cso.edge_posing_m2());
  if (depth.verdict != internal::SmallPolygonsVerdict::kOverlapping) return false;
  *penetration = internal::PenetrationThrough(RingOfA(cso), RingOfB(cso), depth.edge, depth.vertex, depth.edge_is_of_a);
  return IsDeep(cso, *penetration);
}

// The same for Penetration. Apart, so that the posed ring is not on the stack of the exact rung.
template <typename Frame>
ABSL_ATTRIBUTE_NOINLINE bool FindPenetrationOfFew(const internal::Cso<Frame>& cso, Separation* penetration) {
  return FindSmallPenetration<internal::kMaxDepthSize>(cso, penetration);
}

// Of hulls that penetrate for certain. `facing_depth_m`: see DepthBounds; `ends` those of a feature near contact, if it is.
template <typename Frame>
Separation Penetration(const internal::Cso<Frame>& cso, double facing_depth_m, const internal::FeatureEnds& ends,
                       const QueryContext& context) {
  Separation penetration;
  if (FindPenetrationOfFew(cso, &penetration)) return penetration;
  int64_t visits = 0;
  constexpr double kInner = 1.0 - kCircleRelativeError;
  penetration = internal::ComputePenetration(
      RingOfA(cso), RingOfB(cso),
      {facing_depth_m, cso.a().center(), cso.frame().ToQueryFrame(cso.b().center()), kInner * cso.a().inner_radius_m(),
       kInner * cso.b().inner_radius_m(), kSupportRelativeError * cso.magnitude()},
      &visits);
  if (context.counters != nullptr) context.counters->depth_vertices += visits;
  if (IsDeep(cso, penetration)) return penetration;
  return internal::NearContactSeparation(internal::NearContactAt(cso, ends), context.counters);
}

// Of hulls of which the facing feature has decided nothing.
template <typename Frame>
ABSL_ATTRIBUTE_NOINLINE Separation HullSeparationAgain(const ConvexPolygon& a, const ConvexPolygon& b,
                                                       const Frame& frame, internal::LookedAt first,
                                                       const QueryContext& context) {
  const internal::Cso<Frame> cso(a, b, frame);
  const internal::GjkResult gjk = internal::LookAgain<internal::GjkGoal::kClosestPoint>(cso, first);
  internal::Report(cso, first, gjk, context);
  const internal::FeatureEnds ends = internal::LastFeature(first, gjk);
  if (gjk.verdict == internal::GjkVerdict::kInside) {
    return Penetration(cso, std::numeric_limits<double>::infinity(), ends, context);
  }
  if (gjk.verdict == internal::GjkVerdict::kOutside && !gjk.reached_cap) {
    return internal::SeparationOfFeature(cso, internal::FeatureOfSimplex(cso, gjk.simplex));
  }
  Separation separation = internal::NearContactSeparation(internal::NearContactAt(cso, ends), context.counters);
  if (gjk.reached_cap) separation.status = SeparationStatus::kIterationLimit;
  return separation;
}

template <typename Frame>
ABSL_ATTRIBUTE_NOINLINE Separation HullPenetration(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame,
                                                   double facing_depth_m, const internal::FeatureEnds& ends,
                                                   const QueryContext& context) {
  return Penetration(internal::Cso<Frame>(a, b, frame), facing_depth_m, ends, context);
}

template <typename Frame>
COLLISION2D_HOT_INLINE inline Separation HullSeparation(const ConvexPolygon& a, const ConvexPolygon& b,
                                                        const Frame& frame, const QueryContext& context) {
  const internal::Cso<Frame> cso(a, b, frame);
  if (Separation penetration;
      !internal::CirclesAreBeyond(cso, 0.0) && FindSmallPenetration<internal::kMaxMeasuredSize>(cso, &penetration)) {
    return penetration;
  }
  if (ABSL_PREDICT_FALSE(!internal::MayWalk(cso))) {
    return HullSeparationAgain(a, b, frame, internal::NotLookedAt(cso), context);
  }
  const internal::CsoStart start = internal::StartOf(cso, context.warm_start);
  const internal::FacingFeature feature = internal::WalkToFacingFeature(cso, start);
  const bool is_outside = feature.IsOutside();
  const bool is_inside = internal::IsInside(cso, start, feature) || internal::InnerCirclesOverlap(cso);
  if (ABSL_PREDICT_FALSE(!(is_outside | is_inside))) {
    return HullSeparationAgain(a, b, frame, internal::Summary(feature), context);
  }
  internal::Report(cso, feature, context);
  if (is_outside) return internal::SeparationOfFeature(cso, feature);
  const double facing_depth_m = feature.ends.is_edge() && feature.reach < -feature.reach_error
                                    ? (feature.reach_error - feature.reach) / Norm(feature.v)
                                    : std::numeric_limits<double>::infinity();
  return HullPenetration(a, b, frame, facing_depth_m, feature.ends, context);
}

// Grows the shapes from their vertex hulls by discs: that moves every distance and depth by the sum of the radii, and the
// witness points along the direction.
void AddRadii(double radius_a_m, double radius_b_m, Separation* separation) {
  if (radius_a_m == 0.0 && radius_b_m == 0.0) return;
  separation->signed_distance_m -= radius_a_m + radius_b_m;
  separation->witness_a = separation->witness_a + radius_a_m * separation->direction;
  separation->witness_b = separation->witness_b - radius_b_m * separation->direction;
  if (separation->status == SeparationStatus::kIterationLimit) return;
  separation->status = separation->signed_distance_m > 0.0   ? SeparationStatus::kSeparated
                       : separation->signed_distance_m < 0.0 ? SeparationStatus::kPenetrating
                                                             : SeparationStatus::kTouching;
}

// The separation of the shapes in the other order, if swapped; without a branch on the order, which is random.
Separation InCallersOrder(const Separation& separation, bool swapped) {
  const std::array<Vec2, 2> witness = {separation.witness_a, separation.witness_b};
  const auto index = static_cast<size_t>(swapped);
  return {separation.signed_distance_m, witness[index], witness[1 - index],
          static_cast<double>(internal::Sign(!swapped)) * separation.direction, separation.status};
}

}  // namespace

Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context) {
  return internal::InCanonicalOrder(
      a, b, context.warm_start, [&](const ConvexPolygon& first, const ConvexPolygon& second, bool swapped) {
        Separation ordered = HullSeparation(first, second, internal::SameFrame{}, context);
        AddRadii(first.radius_m(), second.radius_m(), &ordered);
        return InCallersOrder(ordered, swapped);
      });
}

Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                             QueryContext context) {
  Separation separation = HullSeparation(a, b, internal::PosedFrame{a_from_b}, context);
  AddRadii(a.radius_m(), b.radius_m(), &separation);
  return separation;
}

}  // namespace collision2d
