#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/types/span.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/closest_features3.h"
#include "collision2d/solid/query/core_distance3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/epa3.h"
#include "collision2d/solid/query/epa_workspace.h"
#include "collision2d/solid/query/exact_closest3.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/magnified_shape.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Level 3 in space: signed distance, witness points, direction.
namespace collision2d::solid {

namespace internal {

// The part of a context that queries for a depth use, whatever the shapes.
struct DepthContext {
  QueryContext::Counters* counters;
  EpaWorkspace* workspace;
  // Receives the result of the expansion, if there is one; may be null.
  PenetrationResult* expansion;
};

// Improves the witnesses of touching cores, whose common point the loop has approached: the face
// that determines the direction may be thin, and its weights less accurate.
ABSL_ATTRIBUTE_NOINLINE inline void TakeBetterWitnesses(const Pose3& a_from_b, const Gjk3& gjk,
                                                        Separation3* separation) {
  PosedSimplex3 simplex;
  PoseSimplex(a_from_b, gjk, &simplex);
  const Separation3 by_feature = SeparationOf(FeatureOf(simplex));
  if (Norm1(by_feature.witness_a - by_feature.witness_b) < Norm1(separation->witness_a - separation->witness_b)) {
    separation->witness_a = by_feature.witness_a;
    separation->witness_b = by_feature.witness_b;
  }
}

// Expands from a simplex of fewer points than a tetrahedron, in its order.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE PenetrationResult ExpandFlatSimplex(const Cso3<A, B>& cso, const Gjk3& gjk,
                                                            const DepthContext& context) {
  std::array<CsoPoint, 3> seed;
  for (int i = 0; i < gjk.size; ++i) seed[static_cast<size_t>(i)] = gjk.simplex(i);
  if (gjk.size == 0) seed[0] = cso.Center();
  return ComputePenetration(cso, absl::MakeConstSpan(seed.data(), gjk.size == 0 ? 1 : gjk.size), /*hints=*/nullptr,
                            context.counters, context.workspace);
}

template <typename A, typename B>
PenetrationResult ExpandSimplex(const Cso3<A, B>& cso, const Gjk3& gjk, const DepthContext& context) {
  if (gjk.size < 4) return ExpandFlatSimplex(cso, gjk, context);
  return ComputePenetration(cso, gjk.vertex, /*hints=*/nullptr, context.counters, context.workspace);
}

// Sets the witnesses to the sums of the hulls' vertices by the weights.
template <typename A, typename B>
void SetWitnesses(const Cso3<A, B>& cso, const ExactClosest3& closest, Separation3* separation) {
  const Vec3 first_a = cso.a().vertex(closest.vertex_a[0]);
  const Vec3 first_b = cso.a_from_b() * cso.b().vertex(closest.vertex_b[0]);
  separation->witness_a = first_a;
  separation->witness_b = first_b;
  for (int i = 1; i < closest.size; ++i) {
    const Vec3 step_a = cso.a().vertex(closest.vertex_a[i]) - first_a;
    const Vec3 step_b = cso.a_from_b() * cso.b().vertex(closest.vertex_b[i]) - first_b;
    separation->witness_a = separation->witness_a + closest.weight[static_cast<size_t>(i)] * step_a;
    separation->witness_b = separation->witness_b + closest.weight[static_cast<size_t>(i)] * step_b;
  }
}

// m. Returns by how much the witnesses deviate from being apart by the signed distance along the
// direction.
inline double WitnessError(const Separation3& separation) {
  return NormInfinity(separation.witness_b - separation.witness_a -
                      separation.signed_distance_m * separation.direction);
}

// For hulls that touch, or penetrate by no more than rounding, and whose common point rounding has
// missed: computed on integers.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE void RefineCommonPoint(const Cso3<A, B>& cso, QueryContext::Counters* counters,
                                               Separation3* separation) {
  ExactClosest3 closest;
  if (ExactClosestOf(cso, separation->direction, counters, &closest) == Relation::kTouching) {
    SetWitnesses(cso, closest, separation);
  }
}

// Returns the separation of cores that have a common point: the expanding polytope from the simplex
// that the loop ended with.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE Separation3 CorePenetration(const Cso3<A, B>& cso, const Gjk3& gjk, Relation contact,
                                                    const DepthContext& context) {
  const PenetrationResult penetration = ExpandSimplex(cso, gjk, context);
  if (context.expansion != nullptr) *context.expansion = penetration;
  Separation3 separation;
  separation.direction = penetration.direction;
  separation.witness_a = penetration.witness_a;
  separation.witness_b = penetration.witness_b;
  // For shapes that are only described by a support mapping, kTouching says only that the loop has
  // reached the origin, which may be on its simplex and deep in the CSO.
  const bool is_deep =
      penetration.status == SeparationStatus::kPenetrating || penetration.status == SeparationStatus::kIterationLimit;
  const bool touching = contact == Relation::kTouching && (Cso3<A, B>::kIsVertexHull || !is_deep);
  if (touching) {
    separation.status = SeparationStatus::kTouching;
    if (gjk.size >= 1 && gjk.size <= 3) TakeBetterWitnesses(cso.a_from_b(), gjk, &separation);
  } else {
    // The sign is exact, and rounding must not hide a depth of a few units in the last place.
    separation.signed_distance_m = -AboveZero(penetration.depth_m);
    separation.status = SeparationStatus::kPenetrating;
  }
  if (penetration.status == SeparationStatus::kIterationLimit) separation.status = SeparationStatus::kIterationLimit;
  if constexpr (Cso3<A, B>::kIsVertexHull) {
    const double magnitude_m = cso.Magnitude();
    if (ABSL_PREDICT_FALSE(separation.signed_distance_m >= -2.0 * kEpaTouchingError * magnitude_m &&
                           WitnessError(separation) > kEpaWitnessSlack * magnitude_m)) {
      RefineCommonPoint(cso, context.counters, &separation);
    }
  }
  return separation;
}

// m. Returns how far b is above a along a unit vector: min direction . b - max direction . a.
template <typename A, typename B>
double GapAlong(const Cso3<A, B>& cso, const Vec3& direction) {
  typename Cso3<A, B>::Hints hints;
  return -Dot(direction, cso.Support(direction, &hints).point);
}

// Returns whether the witnesses and the direction are within their bounds. The witnesses are points
// of their shapes for any weights; this checks that they are also at the distance along the
// direction, and that the direction separates the shapes by it.
template <typename Cso>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool IsCertain(const Cso& cso, const Separation3& separation) {
  if constexpr (!Cso::kIsVertexHull) return true;
  const double slack_m = kCertainGap * cso.Magnitude();
  if (!(WitnessError(separation) <= slack_m)) return false;
  return GapAlong(cso, separation.direction) >= separation.signed_distance_m - slack_m;
}

// Returns the separation on integers for cores that are apart and whose feature has no certificate.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE Separation3 ExactSeparation(const Cso3<A, B>& cso, const Gjk3& gjk, const Feature3& feature,
                                                    const DepthContext& context) {
  Separation3 separation;
  ExactClosest3 closest;
  const Relation relation = ExactClosestOf(cso, gjk.direction, context.counters, &closest);
  if (relation == Relation::kApart) {
    separation.signed_distance_m = closest.distance_m;
    separation.direction = -closest.direction;
    SetWitnesses(cso, closest, &separation);
    separation.status = SeparationStatus::kSeparated;
    return separation;
  }
  if (relation == Relation::kTouching) {
    // Nearer than the grid: the direction is taken from a face of the CSO.
    separation = CorePenetration(cso, gjk, Relation::kTouching, context);
    SetWitnesses(cso, closest, &separation);
    separation.signed_distance_m = std::min(feature.upper_m, kExactGridError * cso.Magnitude());
    if (separation.status != SeparationStatus::kIterationLimit) separation.status = SeparationStatus::kSeparated;
    return separation;
  }
  separation = SeparationOf(feature);
  separation.status = SeparationStatus::kIterationLimit;
  return separation;
}

// Returns the separation of cores that are known to be apart. The distance is that of Distance, to
// the bit.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE Separation3 ApartSeparation(const Cso3<A, B>& cso, const Gjk3& gjk,
                                                    const DepthContext& context) {
  PosedSimplex3 simplex;
  PoseSimplex(cso.a_from_b(), gjk, &simplex);
  const Feature3 feature = FeatureOf(simplex);
  const bool has_distance = gjk.distance_m > 0.0 || IsCertain(cso, gjk, feature);
  const double distance_m = gjk.distance_m > 0.0 ? gjk.distance_m : feature.distance_m;
  Separation3 separation;
  bool is_certain = has_distance && feature.normal != Vec3{};
  if (ABSL_PREDICT_TRUE(is_certain)) {
    separation = SeparationOf(feature);
    separation.signed_distance_m = distance_m;
    is_certain = IsCertain(cso, separation);
  }
  if constexpr (Cso3<A, B>::kIsVertexHull) {
    if (ABSL_PREDICT_FALSE(!is_certain)) {
      separation = ExactSeparation(cso, gjk, feature, context);
      if (has_distance) separation.signed_distance_m = distance_m;
    }
  }
  separation.signed_distance_m = AboveZero(separation.signed_distance_m);
  return separation;
}

// Returns the separation for a pose that is not finite.
inline Separation3 InvalidSeparation(const Vec3& point_of_a) {
  Separation3 separation;
  separation.witness_a = point_of_a;
  separation.witness_b = point_of_a;
  separation.status = SeparationStatus::kInvalid;
  return separation;
}

// Returns the separation of two cores. The context is that of the shapes, which share hints with
// their cores. `expansion` may be null.
template <typename CoreA, typename CoreB, typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline Separation3 CoreSeparation(const CoreA& a, const CoreB& b, const Pose3& a_from_b,
                                                               const QueryContext3<A, B>& context,
                                                               PenetrationResult* expansion) {
  const Cso3<CoreA, CoreB> cso(a, b, a_from_b);
  Gjk3 gjk;
  const Relation contact = FindClosest(cso, context, &gjk);
  Separation3 separation;
  const DepthContext depth_context = {context.counters, context.epa_workspace, expansion};
  if (ABSL_PREDICT_TRUE(contact == Relation::kApart)) {
    separation = ApartSeparation(cso, gjk, depth_context);
  } else if (ABSL_PREDICT_FALSE(contact == Relation::kUndecided)) {
    separation = InvalidSeparation(a.Center());
  } else {
    separation = CorePenetration(cso, gjk, contact, depth_context);
  }
  if (ABSL_PREDICT_FALSE(gjk.reached_limit)) separation.status = SeparationStatus::kIterationLimit;
  return separation;
}

// Returns the separation of a pair too small for the loop. A warm start is cleared.
template <typename CoreA, typename CoreB, typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE Separation3 TinyCoreSeparation(const CoreA& a, const CoreB& b, const Pose3& a_from_b,
                                                       double magnitude_m, const QueryContext3<A, B>& context,
                                                       PenetrationResult* expansion) {
  Separation3 separation;
  if (!IsFinite((a_from_b * b.Center()))) return InvalidSeparation(a.Center());
  if (!(magnitude_m > 0.0)) {
    // Two points at the origin.
    separation.status = SeparationStatus::kTouching;
    return separation;
  }
  if (context.warm_start != nullptr) *context.warm_start = {};
  using Magnified = MagnifiedType<CoreA, CoreB>;
  const double scale = MagnifyingScale(magnitude_m);
  QueryContext3<Magnified, Magnified> magnified_context;
  magnified_context.counters = context.counters;
  magnified_context.epa_workspace = context.epa_workspace;
  separation =
      SeparationBy(Magnified(a, nullptr, scale), Magnified(b, &a_from_b, scale), Pose3{}, magnified_context, expansion);
  const double back = 1.0 / scale;
  if (expansion != nullptr) expansion->lower_bound_m *= back;
  const double distance_m = std::abs(separation.signed_distance_m);
  if (distance_m > 0.0) {
    separation.signed_distance_m = std::copysign(AboveZero(back * distance_m), separation.signed_distance_m);
  }
  separation.witness_a = back * separation.witness_a;
  separation.witness_b = back * separation.witness_b;
  return separation;
}

// Grows the shapes from their cores by balls, which changes every distance and depth by the sum of
// the radii and moves the witness points along the direction.
inline void AddRadii(double radius_a_m, double radius_b_m, Separation3* separation) {
  if (ABSL_PREDICT_FALSE(separation->status == SeparationStatus::kInvalid)) return;
  separation->signed_distance_m -= radius_a_m + radius_b_m;
  separation->witness_a = separation->witness_a + radius_a_m * separation->direction;
  separation->witness_b = separation->witness_b - radius_b_m * separation->direction;
  if (separation->status == SeparationStatus::kIterationLimit) return;
  separation->status = separation->signed_distance_m > 0.0   ? SeparationStatus::kSeparated
                       : separation->signed_distance_m < 0.0 ? SeparationStatus::kPenetrating
                                                             : SeparationStatus::kTouching;
}

// Returns the separation of the whole shapes. `expansion` may be null; otherwise it receives what
// the expansion found for the cores.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE Separation3 SeparationBy(const A& a, const B& b, const Pose3& a_from_b,
                                                 const QueryContext3<A, B>& context, PenetrationResult* expansion) {
  const auto& core_a = CoreOf(a);
  const auto& core_b = CoreOf(b);
  const double magnitude_m = Cso3(core_a, core_b, a_from_b).Magnitude();
  Separation3 separation = ABSL_PREDICT_FALSE(IsTiny(magnitude_m))
                               ? TinyCoreSeparation(core_a, core_b, a_from_b, magnitude_m, context, expansion)
                               : CoreSeparation(core_a, core_b, a_from_b, context, expansion);
  if constexpr (kHasRadius<A> || kHasRadius<B>) {
    if (RadiusOf(a) + RadiusOf(b) > 0.0) AddRadii(RadiusOf(a), RadiusOf(b), &separation);
  }
  return separation;
}

#define COLLISION2D_DECLARE(A, B)                                                         \
  extern template Separation3 SeparationBy(const A& a, const B& b, const Pose3& a_from_b, \
                                           const QueryContext3<A, B>& context, PenetrationResult* expansion);
COLLISION2D_FOR_EACH_PLANNER_PAIR3(COLLISION2D_DECLARE)
COLLISION2D_DECLARE(MagnifiedHull, MagnifiedHull)
COLLISION2D_DECLARE(MagnifiedShape, MagnifiedShape)
#undef COLLISION2D_DECLARE

}  // namespace internal

// Returns the separation of a and b, placed by a_from_b (Level 3): signed distance, witness points,
// direction and status; in the frame of a. REQUIRES: as Collides (collides3.h).
// - A pose that is not finite: kInvalid, with the distance 0.
// - Vertex hulls: kSeparated if and only if Collides is false; kTouching or kPenetrating is exact
//   too. The distance is that of Distance, to the bit; the depth that of ComputePenetration
//   (epa3.h).
// - kIterationLimit: the memory for the expansion was too small. The depth still frees b.
// No allocation; 41 KiB of stack if the cores overlap, unless the context has a workspace. Warm
// start: the last simplex (Cameron 1997). Cheaper siblings: Collides, Distance. Witnesses,
// direction and degenerate input: docs/solid.md, "Level 3".
template <typename A, typename B>
Separation3 ComputeSeparation(const A& a, const B& b, const Pose3& a_from_b, const QueryContext3<A, B>& context = {}) {
  return internal::SeparationBy(a, b, a_from_b, context, /*expansion=*/nullptr);
}

}  // namespace collision2d::solid
