#include "collision2d/query/separation.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/base/attributes.h"
#include "collision2d/query/canonical_order.h"
#include "collision2d/query/ladder.h"
#include "collision2d/query/penetration.h"
#include "collision2d/query/select.h"
#include "collision2d/query/vertex_ring.h"

namespace collision2d {
namespace internal {
namespace {

// Whether the depth is above the order of its own rounding; if not, the exact rung computes it.
template <typename Frame>
bool IsDeep(const Cso<Frame>& cso, const Separation& penetration) {
  return -penetration.signed_distance_m > kSupportRelativeError * cso.magnitude();
}

// The vertices of both shapes in the query frame.
template <typename Frame>
VertexRing RingOfA(const Cso<Frame>& cso) {
  return {cso.a(), nullptr, 1.0, true};
}
template <typename Frame>
VertexRing RingOfB(const Cso<Frame>& cso) {
  return {cso.b(), cso.frame().pose(), 1.0, cso.is_b_convex()};
}

struct SeparationLevel {
  using Result = Separation;
  static constexpr GjkGoal kGoal = GjkGoal::kClosestPoint;
  // ComputeSeparation orders the shapes, since the result depends on their order.
  static constexpr bool kOrdersShapes = false;
  static constexpr bool kNeedsFeature = true;
  static constexpr Result kInvalid = {0.0, {}, {}, {1.0, 0.0}, SeparationStatus::kInvalid};

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
  template <typename Frame>
  static Result OfFeature(const Cso<Frame>& cso, const FacingFeature& feature) {
    return SeparationOfFeature(cso, feature);
  }
  template <typename Frame>
  static bool OfOverlap(const Cso<Frame>& cso, double facing_depth_m, const QueryContext& context, Result* result) {
    int64_t visits = 0;
    constexpr double kInner = 1.0 - kCircleRelativeError;
    *result = ComputePenetration(
        RingOfA(cso), RingOfB(cso),
        {facing_depth_m, cso.a().center(), cso.frame().ToQueryFrame(cso.b().center()),
         kInner * cso.a().inner_radius_m(), kInner * cso.b().inner_radius_m(), kSupportRelativeError * cso.magnitude()},
        &visits);
    if (context.counters != nullptr) context.counters->depth_vertices += visits;
    return IsDeep(cso, *result);
  }
  static Result OfNearContact(const NearContactPair& pair, bool reached_cap, QueryCounters* counters) {
    Separation separation = NearContactSeparation(pair, counters);
    if (reached_cap) separation.status = SeparationStatus::kIterationLimit;
    return separation;
  }
};

// The answer for shapes whose inner circles overlap.
template <typename Frame>
ABSL_ATTRIBUTE_NOINLINE Separation OverlapOf(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame,
                                             const QueryContext& context) {
  Separation penetration;
  if (!SeparationLevel::OfOverlap(Cso<Frame>(a, b, frame), std::numeric_limits<double>::infinity(), context,
                                  &penetration)) {
    penetration = AskWindows<SeparationLevel>(a, b, frame, /*are_distant=*/false, context);
  }
  return penetration;
}

template <typename Frame>
COLLISION2D_HOT_INLINE inline Separation SeparateIn(const Frame& frame, const ConvexPolygon& a, const ConvexPolygon& b,
                                                    const QueryContext& context) {
  const Cso<Frame> cso(a, b, frame);
  if (InnerCirclesOverlap(cso)) {
    return OverlapOf<Frame>(a, b, frame, context);
  }
  return AskWindows<SeparationLevel>(a, b, frame, CirclesAreBeyond(cso, 0.0), context);
}

// Grows the vertex hulls by discs: every distance and depth changes by the sum of the radii, and the witness points move along
// the direction.
void AddRadii(double radius_a_m, double radius_b_m, Separation* separation) {
  if ((radius_a_m == 0.0 && radius_b_m == 0.0) || separation->status == SeparationStatus::kInvalid) return;
  separation->signed_distance_m -= radius_a_m + radius_b_m;
  separation->witness_a = separation->witness_a + radius_a_m * separation->direction;
  separation->witness_b = separation->witness_b - radius_b_m * separation->direction;
  if (separation->status == SeparationStatus::kIterationLimit) return;
  separation->status = separation->signed_distance_m > 0.0   ? SeparationStatus::kSeparated
                       : separation->signed_distance_m < 0.0 ? SeparationStatus::kPenetrating
                                                             : SeparationStatus::kTouching;
}

// The separation of the shapes in the other order, if swapped. The order is unpredictable, so that no branch depends on it.
Separation InCallersOrder(const Separation& separation, bool swapped) {
  const std::array<Vec2, 2> witness = {separation.witness_a, separation.witness_b};
  const auto index = static_cast<size_t>(swapped);
  return {separation.signed_distance_m, witness[index], witness[1 - index],
          static_cast<double>(Sign(!swapped)) * separation.direction, separation.status};
}

}  // namespace
}  // namespace internal

Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context) {
  return internal::InCanonicalOrder(a, b, [&](const ConvexPolygon& first, const ConvexPolygon& second, bool swapped) {
    Separation ordered = internal::SeparateIn(internal::SameFrame{}, first, second, context);
    internal::AddRadii(first.radius_m(), second.radius_m(), &ordered);
    return internal::InCallersOrder(ordered, swapped);
  });
}

Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                             QueryContext context) {
  Separation separation = internal::SeparateIn(internal::PosedFrame{a_from_b}, a, b, context);
  internal::AddRadii(a.radius_m(), b.radius_m(), &separation);
  return separation;
}

}  // namespace collision2d
