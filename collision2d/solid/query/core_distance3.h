#ifndef COLLISION2D_SOLID_QUERY_CORE_DISTANCE3_H_
#define COLLISION2D_SOLID_QUERY_CORE_DISTANCE3_H_

#include <algorithm>
#include <limits>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/closest_features3.h"
#include "collision2d/solid/query/contact_filter3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/exact_closest3.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/gjk3_start.h"
#include "collision2d/solid/query/query_context3.h"
#include "collision2d/solid/query/scaled_shape.h"
#include "collision2d/solid/shapes/support_mapping.h"

// The distance of the cores of two shapes, in three rungs. GJK in double precision and the feature that it ends with; a
// certificate, that the bounds which the feature's point and the last support point are of the distance meet; and, where
// they do not, GJK on integers.
namespace collision2d::solid::internal {

// The bounds of the distance meet if they differ by no more than this part of Cso3::Magnitude(). What they are off by
// themselves is derived at kDistance3RelativeError (distance3.h).
inline constexpr double kCertainGap = 8.0 * 0x1p-53;

// How the cores of two shapes lie, as Levels 2 and 3 find it.
enum class CoreContact {
  kApart,
  kTouching,
  kPenetrating,
  kInvalid,  // The pose is not finite.
};

// What GJK leaves open: the sign is that of the exact rung for vertex hulls. Shapes that only a support mapping
// describes touch within rounding.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE CoreContact ClassifyUndecided(const A& a, const B& b, const Pose3& a_from_b,
                                                      QueryCounters* counters) {
  if (counters != nullptr) ++counters->exact_path_entries;
  if constexpr (kIsVertexHull<A> && kIsVertexHull<B>) {
    switch (ClassifyHulls(a, b, a_from_b)) {
      case HullContact::kDisjoint:
        return CoreContact::kApart;
      case HullContact::kTouching:
        return CoreContact::kTouching;
      case HullContact::kPenetrating:
        return CoreContact::kPenetrating;
    }
  }
  return CoreContact::kTouching;
}

// Runs the loop to the closest points. *gjk holds the simplex afterwards: of one to three vertices if kApart.
// The context is that of the shapes, which share hints with their cores.
template <typename Cso, typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline CoreContact FindClosest(const Cso& cso, const QueryContext3<A, B>& context,
                                                            Gjk3* gjk) {
  const Vec3 center = cso.Center().point;
  if (ABSL_PREDICT_FALSE(!IsFinite(center))) return CoreContact::kInvalid;
  typename Cso::Hints hints;
  bool decided = false;
  if (ABSL_PREDICT_FALSE(context.warm_start != nullptr && context.warm_start->size > 0)) {
    hints = {context.warm_start->hint_a, context.warm_start->hint_b};
    decided = StartTracked(cso, *context.warm_start, gjk);
  } else {
    StartCold(center, gjk);
  }
  if (!decided) RunGjk3<GjkGoal3::kClosestPoint, false>(cso, 0.0, &hints, gjk);
  if (ABSL_PREDICT_FALSE(context.counters != nullptr || context.warm_start != nullptr)) Report(*gjk, hints, context);
  if (ABSL_PREDICT_TRUE(gjk->verdict == GjkVerdict3::kOutside)) return CoreContact::kApart;
  if (gjk->verdict == GjkVerdict3::kInside) return CoreContact::kPenetrating;
  return ClassifyUndecided(cso.a(), cso.b(), cso.a_from_b(), context.counters);
}

// m. The distance of a feature of cores that are known to be apart: rounding, and underflow, must not hide that.
inline double ApartDistance(double distance_m) {
  return std::max(distance_m, std::numeric_limits<double>::denorm_min());
}

// Whether the distance of the feature is that of the CSO, within kDistance3RelativeError: the feature's own point is not
// farther from the origin, and the last support point not nearer.
template <typename Cso>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool IsCertain(const Cso& cso, const Gjk3& gjk, const Feature3& feature) {
  if constexpr (!Cso::kIsVertexHull) return true;
  const double most_m = feature.upper_m - kCertainGap * cso.Magnitude();
  return most_m * Norm(gjk.direction) <= gjk.reach;
}

// The closest points of hulls that are known to be apart, exactly.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE ExactClosestStatus ExactClosestOf(const Cso3<A, B>& cso, const Vec3& direction,
                                                          QueryCounters* counters, ExactClosest3* closest) {
  const auto vertex_a = [&cso](int i) { return cso.a().vertex(i); };
  const auto vertex_b = [&cso](int j) { return cso.a_from_b() * cso.b().vertex(j); };
  const bool has_direction = direction != Vec3{} && IsFinite(direction);
  const ExactClosestStatus status =
      FindExactClosest({cso.a().num_vertices(), vertex_a}, {cso.b().num_vertices(), vertex_b},
                       has_direction ? direction : Vec3{1.0, 0.0, 0.0}, closest);
  if (counters != nullptr) {
    ++counters->exact_path_entries;
    if (status == ExactClosestStatus::kLimit) ++counters->cap_hits;
  }
  return status;
}

// m. The distance where the certificate fails.
template <typename Cso>
ABSL_ATTRIBUTE_NOINLINE double ExactDistance(const Cso& cso, const Gjk3& gjk, double upper_m, QueryCounters* counters) {
  if constexpr (Cso::kIsVertexHull) {
    ExactClosest3 closest;
    switch (ExactClosestOf(cso, gjk.direction, counters, &closest)) {
      case ExactClosestStatus::kFound:
        return closest.distance_m;
      case ExactClosestStatus::kMeet:
        return std::min(upper_m, kExactGridError * cso.Magnitude());
      case ExactClosestStatus::kLimit:
        break;
    }
  }
  return upper_m;
}

// m. The distance of cores that FindClosest says are apart.
template <typename Cso>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline double DistanceOf(const Cso& cso, const Gjk3& gjk, QueryCounters* counters) {
  PosedSimplex3 simplex;
  PoseSimplex(cso.a_from_b(), gjk, &simplex);
  const Feature3 feature = FeatureOf(simplex);
  if (ABSL_PREDICT_TRUE(IsCertain(cso, gjk, feature))) return ApartDistance(feature.distance_m);
  return ApartDistance(ExactDistance(cso, gjk, feature.upper_m, counters));
}

// m. The distance of two cores, 0 if they have a common point or the pose is not finite.
template <typename CoreA, typename CoreB, typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline double CoreDistance(const CoreA& a, const CoreB& b, const Pose3& a_from_b,
                                                        const QueryContext3<A, B>& context) {
  const Cso3<CoreA, CoreB> cso(a, b, a_from_b);
  if constexpr (kHasBalls<CoreA> && kHasBalls<CoreB>) {
    if (context.warm_start == nullptr && FilterByBalls(BallsOf(cso, cso.Magnitude())) == FilterVerdict3::kOverlap)
      return 0.0;
  }
  Gjk3 gjk;
  if (FindClosest(cso, context, &gjk) != CoreContact::kApart) return 0.0;
  return DistanceOf(cso, gjk, context.counters);
}

// Calls query(a, b, pose, context) of a pair that is too small for the loop: of the magnified shapes, the second one
// posed. A warm start is emptied: it is in the shapes' own frames, and tiny pairs are rare.
template <typename CoreA, typename CoreB, typename A, typename B, typename Query>
auto QueryMagnified(const CoreA& a, const CoreB& b, const Pose3& a_from_b, double scale,
                    const QueryContext3<A, B>& context, const Query& query) {
  if (context.warm_start != nullptr) *context.warm_start = {};
  QueryContext3<A, B> cold = context;
  cold.warm_start = nullptr;
  const Pose3 identity;
  return query(ScaledShape<CoreA>(a, scale), PosedScaledShape<CoreB>(b, a_from_b, scale), identity, cold);
}

// The distance of a pair too small for the loop. The context is that of the shapes, as above.
// REQUIRES: the pose is finite.
template <typename CoreA, typename CoreB, typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE double TinyCoreDistance(const CoreA& a, const CoreB& b, const Pose3& a_from_b,
                                                double magnitude_m, const QueryContext3<A, B>& context) {
  if (!(magnitude_m > 0.0)) return 0.0;
  const double scale = MagnifyingScale(magnitude_m);
  const double scaled_m =
      QueryMagnified(a, b, a_from_b, scale, context,
                     [](const auto& scaled_a, const auto& scaled_b, const Pose3& pose,
                        const QueryContext3<A, B>& cold) { return CoreDistance(scaled_a, scaled_b, pose, cold); });
  return scaled_m > 0.0 ? ApartDistance(scaled_m / scale) : 0.0;
}

// A pair too small for the loop; true too if the translation is NaN.
inline bool IsTiny(double magnitude_m) { return !(magnitude_m > kTinyPair_m); }

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_CORE_DISTANCE3_H_
