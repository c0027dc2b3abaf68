#ifndef COLLISION2D_SOLID_PAPERS_HYBRID_SEARCH_H_
#define COLLISION2D_SOLID_PAPERS_HYBRID_SEARCH_H_

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/decision_sphere_search.h"
#include "collision2d/solid/papers/sphere_search.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/gjk3_start.h"
#include "collision2d/solid/query/query_context3.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Hybrid: the first steps of GJK, then Decision Sphere Search.
namespace collision2d::solid {

namespace internal {

// The number of rounds by GJK. After four, its first tetrahedron has been made and most pairs are decided; one more was
// measured to be cheaper than the polygon.
inline constexpr int kHybridGjkRounds = 5;

// The rest of the search, separate so that the rounds of GJK have the registers.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE void FinishHybrid(const A& a, const B& b, const Pose3& a_from_b, const Gjk3& gjk,
                                          typename Cso3<A, B>::Hints* hints, const QueryContext3<A, B>& context,
                                          SphereSearchSeed* seed, DecisionResult* result) {
  using Verdict = SphereSearchVerdict;
  const Cso3<A, B> cso(a, b, a_from_b);
  if (gjk.verdict == GjkVerdict3::kOutside || gjk.verdict == GjkVerdict3::kInside) {
    const bool is_apart = gjk.verdict == GjkVerdict3::kOutside;
    if (seed != nullptr) {
      seed->size = is_apart ? 0 : 4;
      seed->points = gjk.vertex;
    }
    FinishSearch(cso, gjk.iterations, is_apart ? Verdict::kDisjoint : Verdict::kIntersects, context, *hints, result);
    return;
  }
  // A caller that requests a seed needs a tetrahedron.
  Verdict verdict = gjk.verdict == GjkVerdict3::kWithin && seed == nullptr ? Verdict::kIntersects : Verdict::kUndecided;
  SphereSearch<Cso3<A, B>> search(cso, hints);
  search.CountPlaneTests(gjk.iterations);
  // Points of the cores are points of the shapes too.
  for (int i = 0; i < gjk.size && verdict == Verdict::kUndecided; ++i) verdict = search.TakeIn(gjk.simplex(i));
  if (verdict == Verdict::kUndecided) {
    verdict = search.polygon()->size() > 0 ? search.Run() : search.RunFromAnywhere();
  }
  if (seed != nullptr) search.GetSeed(verdict, seed);
  FinishSearch(cso, search.plane_tests(), verdict, context, *hints, result);
}

// The implementation of DecideByHybridSearch.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE void SearchHybrid(const A& a, const B& b, const Pose3& a_from_b,
                                          const QueryContext3<A, B>& context, SphereSearchSeed* seed,
                                          DecisionResult* result) {
  constexpr bool kHasMargin = kHasRadius<A> || kHasRadius<B>;
  const auto& core_a = CoreOf(a);
  const auto& core_b = CoreOf(b);
  const Cso3<CoreType<A>, CoreType<B>> cores(core_a, core_b, a_from_b);
  const Vec3 center = cores.Center().point;
  if (ABSL_PREDICT_FALSE(TakeInvalid(center, seed, result))) return;
  typename Cso3<CoreType<A>, CoreType<B>>::Hints core_hints;
  if (context.warm_start != nullptr) core_hints = {context.warm_start->hint_a, context.warm_start->hint_b};
  Gjk3 gjk;
  StartCold(center, &gjk);
  RunGjk3<GjkGoal3::kAnyProof, kHasMargin, kHybridGjkRounds>(cores, RadiusOf(a) + RadiusOf(b), &core_hints, &gjk);
  if (seed == nullptr && IsPlain(context) && gjk.verdict != GjkVerdict3::kUndecided) {
    *result = {gjk.verdict != GjkVerdict3::kOutside, DecisionStatus::kCertain, gjk.iterations};
    return;
  }
  typename Cso3<A, B>::Hints hints{core_hints.a, core_hints.b};
  FinishHybrid(a, b, a_from_b, gjk, &hints, context, seed, result);
}

}  // namespace internal

// Decides as DecideBySphereSearch (decision_sphere_search.h) does, with the same contract: the first kHybridGjkRounds
// rounds by GJK, then the search from the half-spaces of its simplex. Use it for shapes of very different size, such as
// a view frustum and an object that it may show: GJK's first triangle is then close to the face that matters, and this
// search is as fast as GJK.
// Source: Hornus 2017, section 6.5.1. Departures: five rounds instead of four; shapes with a radius by their cores,
// which saves a root in each round; the search begins with the points of the simplex instead of the last four.
template <typename A, typename B>
DecisionResult DecideByHybridSearch(const A& a, const B& b, const Pose3& a_from_b,
                                    const QueryContext3<A, B>& context = {}, SphereSearchSeed* seed = nullptr) {
  DecisionResult result;
  internal::SearchHybrid(a, b, a_from_b, context, seed, &result);
  return result;
}

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_PAPERS_HYBRID_SEARCH_H_
