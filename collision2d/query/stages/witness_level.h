#pragma once

#include <cstdint>
#include <limits>

#include "absl/base/attributes.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/exact_support.h"
#include "collision2d/query/exact/penetration.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/query/stages/cso.h"
#include "collision2d/query/stages/edge_windows.h"
#include "collision2d/query/stages/gjk.h"
#include "collision2d/query/stages/ladder.h"

namespace collision2d::internal {

// Level 3 of two vertex hulls, without what is made of the features that it finds.

// The vertices of both shapes in the query frame.
template <typename Frame>
VertexRing RingOfA(const Cso<Frame>& cso) {
  return {cso.a(), nullptr, 1.0, true};
}
template <typename Frame>
VertexRing RingOfB(const Cso<Frame>& cso) {
  return {cso.b(), cso.frame().pose(), 1.0, cso.is_b_convex()};
}

// A Level (ladder.h) whose answers are those of `Answers`:
//   Result, kInvalid, OfFeature(cso, feature, result), OfNearContact(pair, reached_limit, counters)
//   as those of a Level
//   OfPenetration(cso, bounds, visits, result)   the answer for hulls that overlap, by
//   ComputePenetration; returns the depth, m
template <typename Answers>
struct WitnessLevel : Answers {
  using Result = typename Answers::Result;
  static constexpr GjkGoal kGoal = GjkGoal::kClosestPoint;
  // ComputeSeparation orders the shapes, since the result depends on their order.
  static constexpr bool kOrdersShapes = false;
  static constexpr bool kNeedsFeature = true;

  static WindowDistance Windows(const EdgeWindows& windows, bool /*are_distant*/) {
    return {RelateByWindows(windows), false, 0.0};
  }
  template <typename Frame>
  static bool DecideContact(const Cso<Frame>& /*cso*/, const EdgeWindows& /*windows*/, WindowDistance* /*seen*/) {
    return false;
  }
  template <typename Frame>
  static bool OfWindows(const Cso<Frame>& cso, const WindowDistance& seen, const QueryContext& context,
                        Result* result) {
    return seen.relation == Relation::kOverlapping &&
           OfOverlap(cso, std::numeric_limits<double>::infinity(), context, result);
  }
  // A depth of the order of its own rounding is no answer: the exact rung computes it.
  template <typename Frame>
  static bool OfOverlap(const Cso<Frame>& cso, double facing_depth_m, const QueryContext& context, Result* result) {
    int64_t visits = 0;
    constexpr double kInner = 1.0 - kCircleRelativeError;
    const double depth_m = Answers::OfPenetration(
        cso,
        {facing_depth_m, cso.a().center(), cso.frame().ToQueryFrame(cso.b().center()),
         kInner * cso.a().inner_radius_m(), kInner * cso.b().inner_radius_m(), kSupportRelativeError * cso.magnitude()},
        &visits, result);
    if (context.counters != nullptr) context.counters->depth_vertices += visits;
    return depth_m > kSupportRelativeError * cso.magnitude();
  }
};

// The answer for shapes whose inner circles overlap.
template <typename Level, typename Frame>
ABSL_ATTRIBUTE_NOINLINE typename Level::Result OverlapOf(const ConvexPolygon& a, const ConvexPolygon& b,
                                                         const Frame& frame, const QueryContext& context) {
  typename Level::Result penetration;
  if (!Level::OfOverlap(Cso<Frame>(a, b, frame), std::numeric_limits<double>::infinity(), context, &penetration)) {
    penetration = AskWindows<Level>(a, b, frame, /*are_distant=*/false, context);
  }
  return penetration;
}

template <typename Level, typename Frame>
COLLISION2D_HOT_INLINE inline typename Level::Result SeparateIn(const Frame& frame, const ConvexPolygon& a,
                                                                const ConvexPolygon& b, const QueryContext& context) {
  const Cso<Frame> cso(a, b, frame);
  if (InnerCirclesOverlap(cso)) {
    return OverlapOf<Level, Frame>(a, b, frame, context);
  }
  return AskWindows<Level>(a, b, frame, CirclesAreBeyond(cso, 0.0), context);
}

// Grows the vertex hulls by discs: every distance and depth changes by the sum of the radii, and
// the witness points move along the direction.
inline void AddRadii(double radius_a_m, double radius_b_m, Separation* separation) {
  if ((radius_a_m == 0.0 && radius_b_m == 0.0) || separation->status == SeparationStatus::kInvalid) return;
  separation->signed_distance_m -= radius_a_m + radius_b_m;
  separation->witness_a = separation->witness_a + radius_a_m * separation->direction;
  separation->witness_b = separation->witness_b - radius_b_m * separation->direction;
  if (separation->status == SeparationStatus::kIterationLimit) return;
  separation->status = separation->signed_distance_m > 0.0   ? SeparationStatus::kSeparated
                       : separation->signed_distance_m < 0.0 ? SeparationStatus::kPenetrating
                                                             : SeparationStatus::kTouching;
}

}  // namespace collision2d::internal
