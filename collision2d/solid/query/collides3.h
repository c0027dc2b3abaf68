#pragma once

#include <type_traits>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/contact_filter3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/gjk3_start.h"
#include "collision2d/solid/query/magnified_shape.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Level 1 in space: whether two shapes have a common point.
namespace collision2d::solid {

namespace internal {

// Decides pairs that GJK leaves undecided, which is rare.
// REQUIRES: the pose is finite.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE bool CollidesUndecided(const A& a, const B& b, const Pose3& a_from_b,
                                               const QueryContext3<A, B>& context) {
  const auto& core_a = CoreOf(a);
  const auto& core_b = CoreOf(b);
  const double margin_m = RadiusOf(a) + RadiusOf(b);
  if (context.counters != nullptr) ++context.counters->exact_path_entries;
  if (margin_m == 0.0) {
    if constexpr (kIsVertexHull<CoreType<A>> && kIsVertexHull<CoreType<B>>) {
      return ClassifyHulls(core_a, core_b, a_from_b) != Relation::kApart;
    }
  }
  if (margin_m == 0.0 && !IsTiny(Cso3(core_a, core_b, a_from_b).Magnitude())) return true;
  // Tiny, or within rounding of contact of the whole shapes or of the cores.
  QueryContext3<A, B> cold;
  cold.counters = context.counters;
  return Distance(a, b, a_from_b, cold) == 0.0;
}

// Runs the filters, which decide without GJK.
template <typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline Relation FilterContact(const Cso3<A, B>& cso, QueryContext::Counters* counters) {
  const double magnitude_m = cso.Magnitude();
  if (ABSL_PREDICT_FALSE(IsTiny(magnitude_m))) return Relation::kUndecided;
  const CsoBalls3 balls = BallsOf(cso, magnitude_m);
  const Relation verdict = FilterByBalls(balls);
  if (verdict != Relation::kUndecided) return verdict;
  if constexpr (std::is_same_v<A, BoxShape> && std::is_same_v<B, BoxShape>) {
    return FilterBoxes(cso.a().half_extents(), cso.b().half_extents(), cso.a_from_b(), magnitude_m);
  } else {
    if (!(balls.inner_m > 0.0)) return Relation::kUndecided;
    if constexpr (kHasShadow<A> && kHasShadow<B>) {
      if (ABSL_PREDICT_TRUE(!cso.a().shadow().empty() && !cso.b().shadow().empty())) {
        int supports = 0;
        const Relation shadow_verdict = FilterByShadows(cso, balls, magnitude_m, &supports);
        if (ABSL_PREDICT_FALSE(counters != nullptr)) {
          counters->iterations += supports;
          counters->support_calls += supports;
        }
        return shadow_verdict;
      }
    }
    PortalFilter3<Cso3<A, B>> portal(cso, balls.center, magnitude_m);
    const Relation passed = portal.Run();
    if (ABSL_PREDICT_FALSE(counters != nullptr)) {
      counters->iterations += portal.rounds();
      counters->support_calls += portal.rounds();
    }
    return passed;
  }
}

}  // namespace internal

// Returns whether a and b, placed by a_from_b, have a common point; touching is a collision (Level
// 1).
// REQUIRES: a_from_b.rotation is a rotation within kUnitRotationTolerance; its translation is
// within kMaxCoordinate_m. A pose that is not finite gives the safe answer: true.
// - Vertex hulls: exact for the vertices of a and the posed vertices of b (Pose3::operator*).
// - Hulls with a radius: correct unless the distance of the cores is within kDistance3RelativeError
//   (distance3.h) of the sum of the radii.
// - Other shapes: correct unless the distance is within 2^-43 of Cso3::Magnitude(), twice the
//   error of a support point; then they are reported as colliding.
// No allocation. Rungs, warm start and sources: docs/solid.md, "Level 1".
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE bool Collides(const A& a, const B& b, const Pose3& a_from_b,
                                      const QueryContext3<A, B>& context = {}) {
  constexpr bool kHasMargin = kHasRadius<A> || kHasRadius<B>;
  const auto& core_a = CoreOf(a);
  const auto& core_b = CoreOf(b);
  using Cso = internal::Cso3<CoreType<A>, CoreType<B>>;
  const Cso cso(core_a, core_b, a_from_b);
  if constexpr (internal::kHasBalls<A> && internal::kHasBalls<B>) {
    if (ABSL_PREDICT_TRUE(context.warm_start == nullptr)) {
      const Relation verdict = internal::FilterContact(cso, context.counters);
      if (verdict != Relation::kUndecided) {
        if (ABSL_PREDICT_FALSE(context.counters != nullptr)) ++context.counters->filter_decisions;
        return verdict == Relation::kOverlapping;
      }
    }
  }
  const Vec3 center = cso.Center().point;
  if (ABSL_PREDICT_FALSE(!IsFinite(center))) return true;
  internal::Gjk3 gjk;
  typename Cso::Hints hints;
  bool decided = false;
  if (ABSL_PREDICT_FALSE(context.warm_start != nullptr && context.warm_start->size > 0)) {
    hints = {context.warm_start->hint_a, context.warm_start->hint_b};
    gjk.direction = context.warm_start->axis;
    if (gjk.direction == Vec3{}) decided = internal::StartTracked(cso, *context.warm_start, &gjk);
  } else {
    internal::StartCold(center, &gjk);
  }
  const double margin_m = RadiusOf(a) + RadiusOf(b);
  if (!decided) internal::RunGjk3<internal::GjkGoal3::kAnyProof, kHasMargin>(cso, margin_m, &hints, &gjk);
  if (ABSL_PREDICT_FALSE(context.counters != nullptr || context.warm_start != nullptr)) {
    internal::Report(gjk, hints, context);
  }
  if (ABSL_PREDICT_FALSE(gjk.relation == Relation::kUndecided)) {
    return internal::CollidesUndecided(a, b, a_from_b, context);
  }
  return gjk.relation != Relation::kApart;
}

#define COLLISION2D_DECLARE(A, B) \
  extern template bool Collides(const A& a, const B& b, const Pose3& a_from_b, const QueryContext3<A, B>& context);
COLLISION2D_FOR_EACH_PLANNER_PAIR3(COLLISION2D_DECLARE)
#undef COLLISION2D_DECLARE

}  // namespace collision2d::solid
