#ifndef COLLISION2D_SOLID_QUERY_CORE_DISTANCE3_H_
#define COLLISION2D_SOLID_QUERY_CORE_DISTANCE3_H_

#include <algorithm>
#include <limits>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/closest_features3.h"
#include "collision2d/solid/query/contact_filter3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/gjk3_start.h"
#include "collision2d/solid/query/query_context3.h"
#include "collision2d/solid/query/scaled_shape.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid::internal {

// How the cores of two shapes lie, as Levels 2 and 3 find it.
enum class CoreContact { kApart, kTouching, kPenetrating };

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
  typename Cso::Hints hints;
  bool decided = false;
  if (ABSL_PREDICT_FALSE(context.warm_start != nullptr && context.warm_start->size > 0)) {
    hints = {context.warm_start->hint_a, context.warm_start->hint_b};
    decided = StartTracked(cso, *context.warm_start, gjk);
  } else {
    StartCold(cso, gjk);
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

// m. The distance of two cores, 0 if they have a common point.
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
  return ApartDistance(FeatureOf(a_from_b, gjk).distance_m);
}

// The same of a pair too small for the loop. The context is that of the shapes, as above.
template <typename CoreA, typename CoreB, typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE double TinyCoreDistance(const CoreA& a, const CoreB& b, const Pose3& a_from_b,
                                                double magnitude_m, const QueryContext3<A, B>& context) {
  if (!(magnitude_m > 0.0)) return 0.0;
  const double scale = MagnifyingScale(magnitude_m);
  const double scaled_m = QueryScaled(context, scale, [&](const QueryContext3<A, B>& scaled_context) {
    return CoreDistance(ScaledShape<CoreA>(a, scale), ScaledShape<CoreB>(b, scale), Scaled(a_from_b, scale),
                        scaled_context);
  });
  return scaled_m > 0.0 ? ApartDistance(scaled_m / scale) : 0.0;
}

// A pair too small for the loop.
inline bool IsTiny(double magnitude_m) { return !(magnitude_m > kTinyPair_m); }

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_CORE_DISTANCE3_H_
