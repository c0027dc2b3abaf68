#include "collision2d/query/separation_gradient.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/geometry/hot_path.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/canonical_order.h"
#include "collision2d/query/closest_features.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/exact_support.h"
#include "collision2d/query/facing_feature.h"
#include "collision2d/query/near_contact.h"
#include "collision2d/query/penetration.h"
#include "collision2d/query/select.h"
#include "collision2d/query/separation_level.h"
#include "collision2d/query/tied_contact.h"

namespace collision2d {
namespace internal {
namespace {

// The separation of two hulls, and whether it is that of one corner.
struct HullContact {
  Separation separation;
  // The corner, in the query frame.
  Vec2 corner;
  bool is_unique;
  // If it is not: vertices near the contact.
  CsoIndex near;
};

// m. By how much two gaps must differ for one of them to be the larger one. The last term covers underflow.
template <typename Frame>
double GapRounding(const Cso<Frame>& cso) {
  return kSupportRelativeError * cso.magnitude() + 0x1p-1000;
}

// m. How far a vertex of a padded ring is above the higher one of its neighbours.
COLLISION2D_HOT_INLINE inline double RiseAt(const Vec2* ring, int vertex, Vec2 direction) {
  return std::min(Dot(direction, ring[vertex] - ring[vertex - 1]), Dot(direction, ring[vertex] - ring[vertex + 1]));
}

struct HullContacts {
  using Result = HullContact;
  static constexpr Result kInvalid = {{0.0, {}, {}, {1.0, 0.0}, SeparationStatus::kInvalid}, {}, false, {}};

  // The closest points are unique if one of them is a corner above both its neighbours. The end of an edge that faces the other shape
  // has a neighbour of the same height.
  template <typename Frame>
  static Result OfFeature(const Cso<Frame>& cso, const FacingFeature& feature) {
    const Separation separation = SeparationOfFeature(cso, feature);
    const Vec2 u = separation.direction;
    const FeatureEnds& ends = feature.ends;
    const double rise_a = RiseAt(cso.ring_a(), ends.first_a, u);
    const double rise_b = RiseAt(cso.ring_b(), ends.first_b, cso.frame().ToShapeFrame(-u));
    const bool edge_is_of_a = ends.first_a != ends.second_a;
    const bool is_corner = (cso.size_a() == 1) | (cso.size_b() == 1) | (std::max(rise_a, rise_b) > GapRounding(cso));
    const std::array<Vec2, 2> witness = {separation.witness_a, separation.witness_b};
    return {separation, witness[static_cast<size_t>(edge_is_of_a)], is_corner, {ends.first_a, ends.first_b}};
  }
  template <typename Frame>
  static double OfPenetration(const Cso<Frame>& cso, const DepthBounds& bounds, int64_t* visits, Result* result) {
    const DeepestFeature deepest = ComputeDeepestFeature(RingOfA(cso), RingOfB(cso), bounds, visits);
    *result = {deepest.penetration, deepest.vertex, deepest.is_unique, {}};
    return -deepest.penetration.signed_distance_m;
  }
  static Result OfNearContact(const NearContactPair& pair, bool reached_cap, QueryCounters* counters) {
    Separation separation = NearContactSeparation(pair, counters);
    if (reached_cap) separation.status = SeparationStatus::kIterationLimit;
    return {separation, {}, false, pair.start.near};
  }
};

using GradientLevel = SeparationLevel<HullContacts>;

template <typename Frame>
ABSL_ATTRIBUTE_NOINLINE TurnSlopes SlopesOfContact(const Frame& frame, const ConvexPolygon& a, const ConvexPolygon& b,
                                                   const HullContact& contact, const Turn& turn) {
  const Cso<Frame> cso(a, b, frame);
  return SlopesOfTies({RingOfA(cso), RingOfB(cso), contact.separation, contact.near,
                       std::max<double>(a.inner_radius_m(), b.inner_radius_m()), GapRounding(cso)},
                      turn);
}

// The gradient for shapes that are in their caller's order, unless swapped.
template <typename Frame>
COLLISION2D_HOT_INLINE inline SeparationGradient GradientIn(const Frame& frame, const ConvexPolygon& a,
                                                            const ConvexPolygon& b, bool swapped, const Turn& turn,
                                                            const QueryContext& context) {
  const HullContact contact = SeparateIn<GradientLevel>(frame, a, b, context);
  Separation separation = contact.separation;
  AddRadii(a.radius_m(), b.radius_m(), &separation);
  separation = InCallersOrder(separation, swapped);
  const Vec2 direction = contact.separation.direction;
  const Vec2 translation = turn.sense * direction;
  if (ABSL_PREDICT_TRUE(contact.is_unique)) {
    const double slope = turn.Slope(contact.corner, direction);
    return {separation, translation, slope, slope, slope, slope, slope, true};
  }
  if (separation.status == SeparationStatus::kInvalid) return {separation, {}, 0.0, 0.0, 0.0, 0.0, 0.0, false};
  const TurnSlopes slopes = SlopesOfContact(frame, a, b, contact, turn);
  const double slope = slopes.is_smooth ? slopes.right : turn.Slope(contact.separation.witness_b, direction);
  return {separation,      translation,      slope,           slopes.left, slopes.right,
          slopes.tied.low, slopes.tied.high, slopes.is_smooth};
}

}  // namespace
}  // namespace internal

SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b, MovingShape moving,
                                             QueryContext context) {
  return internal::InCanonicalOrder(a, b, [&](const ConvexPolygon& first, const ConvexPolygon& second, bool swapped) {
    const bool second_moves = (moving == MovingShape::kB) != swapped;
    const internal::Turn turn{{}, static_cast<double>(internal::Sign(second_moves))};
    return internal::GradientIn(internal::SameFrame{}, first, second, swapped, turn, context);
  });
}

SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                                             MovingShape moving, QueryContext context) {
  const internal::Turn turn =
      moving == MovingShape::kB ? internal::Turn{a_from_b.translation, 1.0} : internal::Turn{{}, -1.0};
  return internal::GradientIn(internal::PosedFrame{a_from_b}, a, b, /*swapped=*/false, turn, context);
}

SeparationGradient InWorld(const SeparationGradient& gradient, const Pose2& world_from_a) {
  SeparationGradient posed = gradient;
  posed.separation.witness_a = world_from_a * gradient.separation.witness_a;
  posed.separation.witness_b = world_from_a * gradient.separation.witness_b;
  posed.separation.direction = world_from_a.Rotate(gradient.separation.direction);
  posed.translation = world_from_a.Rotate(gradient.translation);
  return posed;
}

}  // namespace collision2d
