#ifndef COLLISION2D_SOLID_QUERY_HYBRID_SEARCH_H_
#define COLLISION2D_SOLID_QUERY_HYBRID_SEARCH_H_

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/decision_sphere_search.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/gjk3_start.h"
#include "collision2d/solid/query/query_context3.h"
#include "collision2d/solid/query/sphere_search.h"
#include "collision2d/solid/shapes/core_and_radius.h"
#include "collision2d/solid/shapes/recession.h"

// Hybrid: the first steps of GJK, then Decision Sphere Search.
namespace collision2d::solid {

namespace internal {

// The rounds by GJK: after four, its first tetrahedron has been made.
inline constexpr int kHybridGjkRounds = 4;

// The rounds after these. Apart, so that those have the registers.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE void SearchFromSimplex(const A& a, const B& b, const Pose3& a_from_b, const Gjk3& gjk,
                                               typename Cso3<A, B>::Hints* hints, const QueryContext3<A, B>& context,
                                               SphereSearchSeed* seed, DecisionResult* result) {
  const Cso3<A, B> cso(a, b, a_from_b);
  SphereSearch<Cso3<A, B>> search(cso, hints);
  search.CountPlaneTests(gjk.iterations);
  SphereSearchVerdict verdict = SphereSearchVerdict::kUndecided;
  // Points of the cores are points of the shapes too.
  for (int i = 0; i < gjk.size && verdict == SphereSearchVerdict::kUndecided; ++i) {
    verdict = search.TakeIn(gjk.simplex(i));
  }
  if (verdict == SphereSearchVerdict::kUndecided) {
    verdict = search.polygon()->size() > 0 ? search.Run() : search.RunFromAnywhere();
  }
  if (seed != nullptr) search.GetSeed(verdict, seed);
  FinishSearch(cso, search.plane_tests(), verdict, context, *hints, result);
}

// DecideByHybridSearch.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE void SearchHybrid(const A& a, const B& b, const Pose3& a_from_b,
                                          const QueryContext3<A, B>& context, SphereSearchSeed* seed,
                                          DecisionResult* result) {
  constexpr bool kHasMargin = kHasRadius<A> || kHasRadius<B>;
  const auto& core_a = CoreOf(a);
  const auto& core_b = CoreOf(b);
  const Cso3<CoreType<A>, CoreType<B>> cores(core_a, core_b, a_from_b);
  typename Cso3<CoreType<A>, CoreType<B>>::Hints core_hints;
  if (context.warm_start != nullptr) core_hints = {context.warm_start->hint_a, context.warm_start->hint_b};
  Gjk3 gjk;
  StartCold(cores, &gjk);
  RunGjk3<GjkGoal3::kAnyProof, kHasMargin, kHybridGjkRounds>(cores, RadiusOf(a) + RadiusOf(b), &core_hints, &gjk);
  // Who wants a seed wants a tetrahedron.
  const bool is_done = gjk.verdict == GjkVerdict3::kWithin ? seed == nullptr : gjk.verdict != GjkVerdict3::kUndecided;
  typename Cso3<A, B>::Hints hints{core_hints.a, core_hints.b};
  if (ABSL_PREDICT_FALSE(!is_done)) {
    SearchFromSimplex(a, b, a_from_b, gjk, &hints, context, seed, result);
    return;
  }
  const bool is_apart = gjk.verdict == GjkVerdict3::kOutside;
  if (seed != nullptr) {
    seed->size = is_apart ? 0 : 4;
    seed->points = gjk.vertex;
  }
  const auto verdict = is_apart ? SphereSearchVerdict::kDisjoint : SphereSearchVerdict::kIntersects;
  FinishSearch(Cso3<A, B>(a, b, a_from_b), gjk.iterations, verdict, context, hints, result);
}

}  // namespace internal

// As DecideBySphereSearch (decision_sphere_search.h), with the same promises: the first four rounds by GJK, then the
// search from the half-spaces of its last four points. Faster where one shape is much larger than the other, as a view
// frustum than what it may show: then GJK's first triangle is close to the face that matters.
// Source: Hornus 2017, section 6.5.1.
template <typename A, typename B>
DecisionResult DecideByHybridSearch(const A& a, const B& b, const Pose3& a_from_b,
                                    const QueryContext3<A, B>& context = {}, SphereSearchSeed* seed = nullptr) {
  DecisionResult result;
  internal::SearchHybrid(a, b, a_from_b, context, seed, &result);
  return result;
}

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_QUERY_HYBRID_SEARCH_H_
