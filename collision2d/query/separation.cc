#include "collision2d/query/separation.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "collision2d/query/exact/near_contact.h"
#include "collision2d/query/exact/penetration.h"
#include "collision2d/query/stages/cso.h"
#include "collision2d/query/stages/facing_feature.h"
#include "collision2d/query/stages/gjk.h"
#include "collision2d/query/stages/witness_level.h"

namespace collision2d {
namespace internal {
namespace {

struct Separations {
  using Result = Separation;
  static constexpr Result kInvalid = {0.0, {}, {}, {1.0, 0.0}, SeparationStatus::kInvalid};

  template <typename Frame>
  static void OfFeature(const Cso<Frame>& cso, const FacingFeature& feature, Result* result) {
    *result = SeparationOfFeature(cso, feature);
  }
  template <typename Frame>
  static double OfPenetration(const Cso<Frame>& cso, const DepthBounds& bounds, int64_t* visits, Result* result) {
    *result = ComputePenetration(RingOfA(cso), RingOfB(cso), bounds, visits);
    return -result->signed_distance_m;
  }
  static Result OfNearContact(const NearContactPair& pair, bool reached_limit, QueryContext::Counters* counters) {
    Separation separation = NearContactSeparation(pair, counters);
    if (reached_limit) separation.status = SeparationStatus::kIterationLimit;
    return separation;
  }
};

using Level3 = WitnessLevel<Separations>;

// The separation of the shapes in the other order, if swapped. The order is unpredictable, so that
// no branch depends on it.
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
    Separation ordered = internal::SeparateIn<internal::Level3>(internal::SameFrame{}, first, second, context);
    internal::AddRadii(first.radius_m(), second.radius_m(), &ordered);
    return internal::InCallersOrder(ordered, swapped);
  });
}

Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                             QueryContext context) {
  Separation separation = internal::SeparateIn<internal::Level3>(internal::PosedFrame{a_from_b}, a, b, context);
  internal::AddRadii(a.radius_m(), b.radius_m(), &separation);
  return separation;
}

Separation ComputeSeparation(const ConvexPolygon& a, const Pose2& world_from_a, const ConvexPolygon& b,
                             const Pose2& world_from_b, QueryContext context) {
  return ComputeSeparation(a, b, RelativePose(world_from_a, world_from_b), context);
}

}  // namespace collision2d
