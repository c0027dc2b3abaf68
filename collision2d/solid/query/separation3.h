#ifndef COLLISION2D_SOLID_QUERY_SEPARATION3_H_
#define COLLISION2D_SOLID_QUERY_SEPARATION3_H_

#include <array>
#include <limits>

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
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/penetration_result.h"
#include "collision2d/solid/query/query_context3.h"
#include "collision2d/solid/query/scaled_shape.h"
#include "collision2d/solid/query/separation3_result.h"
#include "collision2d/solid/shapes/core_and_radius.h"

namespace collision2d::solid {

namespace internal {

// What the queries for a depth use of their context, whatever its shapes.
struct DepthContext {
  QueryCounters* counters;
  EpaWorkspace* workspace;
  // Where the result of the expansion goes, if there is one; may be null.
  PenetrationResult* expansion;
};

// Of touching cores, whose common point the loop has gone to; the face that tells the direction may be thin, and the
// weights in it worse.
ABSL_ATTRIBUTE_NOINLINE inline void TakeBetterWitnesses(const Pose3& a_from_b, const Gjk3& gjk,
                                                        Separation3* separation) {
  const Witnesses3 witnesses = WitnessesOf(a_from_b, FeatureOf(a_from_b, gjk));
  if (Norm1(witnesses.on_a - witnesses.on_b) < Norm1(separation->witness_a - separation->witness_b)) {
    separation->witness_a = witnesses.on_a;
    separation->witness_b = witnesses.on_b;
  }
}

// From fewer points than a tetrahedron, and in the order of the simplex.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE PenetrationResult ExpandFlatSimplex(const Cso3<A, B>& cso, const Gjk3& gjk,
                                                            const DepthContext& context) {
  std::array<CsoPoint, 3> seed;
  for (int i = 0; i < gjk.size; ++i) seed[i] = gjk.simplex(i);
  if (gjk.size == 0) seed[0] = cso.Center();
  return ComputePenetration(cso, absl::MakeConstSpan(seed.data(), gjk.size == 0 ? 1 : gjk.size), /*hints=*/nullptr,
                            context.counters, context.workspace);
}

template <typename A, typename B>
PenetrationResult ExpandSimplex(const Cso3<A, B>& cso, const Gjk3& gjk, const DepthContext& context) {
  if (gjk.size < 4) return ExpandFlatSimplex(cso, gjk, context);
  return ComputePenetration(cso, gjk.vertex, /*hints=*/nullptr, context.counters, context.workspace);
}

// Of cores that have a common point: the expanding polytope from the simplex that the loop ended with.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE Separation3 CorePenetration(const Cso3<A, B>& cso, const Gjk3& gjk, CoreContact contact,
                                                    const DepthContext& context) {
  const PenetrationResult penetration = ExpandSimplex(cso, gjk, context);
  if (context.expansion != nullptr) *context.expansion = penetration;
  Separation3 separation;
  separation.direction = penetration.direction;
  separation.witness_a = penetration.witness_a;
  separation.witness_b = penetration.witness_b;
  // Of shapes that only a support mapping describes kTouching says no more than that the loop has met the origin, which
  // may be on its simplex and deep in the CSO.
  const bool is_deep = penetration.status == PenetrationStatus::kOk || penetration.status == PenetrationStatus::kLimit;
  const bool touching = contact == CoreContact::kTouching && (Cso3<A, B>::kIsVertexHull || !is_deep);
  if (touching) {
    separation.status = SeparationStatus::kTouching;
    if (gjk.size >= 1 && gjk.size <= 3) TakeBetterWitnesses(cso.a_from_b(), gjk, &separation);
  } else {
    // The sign is exact, and rounding of a depth of a few units in the last place must not hide it.
    separation.signed_distance_m = -ApartDistance(penetration.depth_m);
    separation.status = SeparationStatus::kPenetrating;
  }
  if (penetration.status == PenetrationStatus::kLimit) separation.status = SeparationStatus::kIterationLimit;
  return separation;
}

// m. How far b is above a along a unit vector: min direction . b - max direction . a.
template <typename A, typename B>
double GapAlong(const Cso3<A, B>& cso, const Vec3& direction) {
  typename Cso3<A, B>::Hints hints;
  return -Dot(direction, cso.Support(direction, &hints).point);
}

// The separation by a feature, with the gap along its direction; turned round if that separates better.
template <typename A, typename B>
Separation3 SeparationWithGap(const Cso3<A, B>& cso, const Feature3& feature, double* gap_m) {
  Separation3 separation = SeparationOf(cso.a_from_b(), feature);
  *gap_m = GapAlong(cso, separation.direction);
  const double gap_behind_m = GapAlong(cso, -separation.direction);
  if (gap_behind_m > *gap_m) {
    separation.direction = -separation.direction;
    *gap_m = gap_behind_m;
  }
  return separation;
}

// Of cores that only the exact rung knows to be apart: the feature's points are the closest ones within rounding, but
// rounding may have tilted or turned round its normal, or left nothing of it. The normal of a vertex or an edge, a
// difference of points that are hardly apart, is the worse: what is below its plane makes an edge or a triangle of it.
// If the direction still does not separate the sets within the error of the distance, the expanding polytope is asked,
// which searches for a face of the CSO and not for the nearest point, and the better direction taken.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE Separation3 NearContactSeparation(const Cso3<A, B>& cso, const Gjk3& gjk,
                                                          const DepthContext& context) {
  Feature3 feature = FeatureOf(cso.a_from_b(), gjk);
  const double error_m = kDistance3RelativeError * cso.Magnitude();
  const double least_gap_m = feature.distance_m - error_m;
  const double most_m = feature.distance_m + error_m;
  Separation3 separation;
  double gap_m = -std::numeric_limits<double>::infinity();
  if (feature.normal != Vec3{}) separation = SeparationWithGap(cso, feature, &gap_m);
  const double distance_m = feature.distance_m;
  std::array<CsoPoint, 2> below;
  for (int i = 0; i < 2 && gap_m < least_gap_m && feature.normal != Vec3{} && feature.size < 3; ++i) {
    typename Cso3<A, B>::Hints hints;
    below[i] = cso.Support(separation.direction, &hints);
    feature = feature.size == 1 ? SegmentFeature3(cso.a_from_b(), *feature.vertex[0], below[i])
                                : TriangleFeature3(cso.a_from_b(), feature.vertex[0], feature.vertex[1], &below[i]);
    if (feature.normal == Vec3{} || !(feature.distance_m <= most_m)) break;
    double refined_gap_m;
    const Separation3 refined = SeparationWithGap(cso, feature, &refined_gap_m);
    if (refined_gap_m > gap_m) {
      separation = refined;
      gap_m = refined_gap_m;
    }
  }
  if (!(gap_m >= least_gap_m)) {
    const bool has_witnesses = gap_m > -std::numeric_limits<double>::infinity();
    const Separation3 by_faces = CorePenetration(cso, gjk, CoreContact::kTouching, context);
    if (!has_witnesses) separation = by_faces;
    if (GapAlong(cso, by_faces.direction) > gap_m) separation.direction = by_faces.direction;
    separation.status = by_faces.status == SeparationStatus::kIterationLimit ? SeparationStatus::kIterationLimit
                                                                             : SeparationStatus::kSeparated;
  }
  separation.signed_distance_m = ApartDistance(distance_m);
  return separation;
}

ABSL_ATTRIBUTE_NOINLINE inline Separation3 ApartSeparation(const Pose3& a_from_b, const Gjk3& gjk) {
  return SeparationOf(a_from_b, FeatureOf(a_from_b, gjk));
}

// Not inlined, so that the loop's frame is gone when a polytope is expanded.
template <typename Cso, typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE CoreContact RunToClosest(const Cso& cso, const QueryContext3<A, B>& context, Gjk3* gjk) {
  return FindClosest(cso, context, gjk);
}

// Of two cores. The context is that of the shapes, which share hints with their cores. `expansion` may be null.
template <typename CoreA, typename CoreB, typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline Separation3 CoreSeparation(const CoreA& a, const CoreB& b, const Pose3& a_from_b,
                                                               const QueryContext3<A, B>& context,
                                                               PenetrationResult* expansion) {
  const Cso3<CoreA, CoreB> cso(a, b, a_from_b);
  Gjk3 gjk;
  const CoreContact contact = RunToClosest(cso, context, &gjk);
  Separation3 separation;
  if (ABSL_PREDICT_TRUE(gjk.verdict == GjkVerdict3::kOutside)) {
    separation = ApartSeparation(a_from_b, gjk);
  } else if (contact == CoreContact::kApart) {
    separation = NearContactSeparation(cso, gjk, {context.counters, context.epa_workspace, expansion});
  } else {
    separation = CorePenetration(cso, gjk, contact, {context.counters, context.epa_workspace, expansion});
  }
  if (ABSL_PREDICT_FALSE(gjk.reached_cap)) separation.status = SeparationStatus::kIterationLimit;
  return separation;
}

// The same of a pair too small for the loop.
template <typename CoreA, typename CoreB, typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE Separation3 TinyCoreSeparation(const CoreA& a, const CoreB& b, const Pose3& a_from_b,
                                                       double magnitude_m, const QueryContext3<A, B>& context,
                                                       PenetrationResult* expansion) {
  Separation3 separation;
  if (!(magnitude_m > 0.0)) {
    // Two points at the origin.
    separation.status = SeparationStatus::kTouching;
    return separation;
  }
  const double scale = MagnifyingScale(magnitude_m);
  separation = QueryScaled(context, scale, [&](const QueryContext3<A, B>& scaled_context) {
    return CoreSeparation(ScaledShape<CoreA>(a, scale), ScaledShape<CoreB>(b, scale), Scaled(a_from_b, scale),
                          scaled_context, expansion);
  });
  const double back = 1.0 / scale;
  if (expansion != nullptr) expansion->lower_bound_m *= back;
  const double distance_m = std::abs(separation.signed_distance_m);
  if (distance_m > 0.0) {
    separation.signed_distance_m = std::copysign(ApartDistance(back * distance_m), separation.signed_distance_m);
  }
  separation.witness_a = back * separation.witness_a;
  separation.witness_b = back * separation.witness_b;
  return separation;
}

// Grows the shapes from their cores by balls: that moves every distance and depth by the sum of the radii, and the
// witness points along the direction.
inline void AddRadii(double radius_a_m, double radius_b_m, Separation3* separation) {
  separation->signed_distance_m -= radius_a_m + radius_b_m;
  separation->witness_a = separation->witness_a + radius_a_m * separation->direction;
  separation->witness_b = separation->witness_b - radius_b_m * separation->direction;
  if (separation->status == SeparationStatus::kIterationLimit) return;
  separation->status = separation->signed_distance_m > 0.0   ? SeparationStatus::kSeparated
                       : separation->signed_distance_m < 0.0 ? SeparationStatus::kPenetrating
                                                             : SeparationStatus::kTouching;
}

// Of the whole shapes. `expansion` may be null: of the cores, what the expansion found in the course of it.
template <typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline Separation3 SeparationBy(const A& a, const B& b, const Pose3& a_from_b,
                                                             const QueryContext3<A, B>& context,
                                                             PenetrationResult* expansion) {
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

}  // namespace internal

// The separation of a and b, placed by a_from_b (Level 3): signed distance, witness points, direction and status; in
// the frame of a.
// REQUIRES: as Collides (collides3.h).
// Vertex hulls: kSeparated exactly if Collides is false; which of kTouching and kPenetrating is exact too. Distance as
// Distance (distance3.h), depth as ComputePenetration (epa3.h). Degenerate input: flat CSOs touch; equal points have
// the direction (1, 0, 0) or another unit vector, concentric balls the sum of the radii as depth.
// Direction of vertex hulls that are apart: within kDistance3RelativeError * Cso3::Magnitude() / distance, as an angle,
// of that of the shortest connection; nearer to contact than 2^-44 of Cso3::Magnitude() it separates the sets within
// the error of the distance.
// kIterationLimit: the room for the expansion was too small (smooth shapes about a common centre); the depth still
// frees b, and ComputePenetration (penetration3.h) tells the bounds; a larger context.epa_workspace helps.
// Warm start: the last simplex (Cameron 1997). No allocation; 37 KiB of stack where the cores overlap, unless the
// context has a workspace for that.
// Cheaper siblings: Collides, Distance.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE Separation3 ComputeSeparation(const A& a, const B& b, const Pose3& a_from_b,
                                                      const QueryContext3<A, B>& context = {}) {
  return internal::SeparationBy(a, b, a_from_b, context, /*expansion=*/nullptr);
}

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_QUERY_SEPARATION3_H_
