#pragma once

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/sphere_search.h"
#include "collision2d/solid/papers/unbounded_search.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/gjk3_start.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Decision Sphere Search: Level 1 by a search for a separating direction on the sphere.
namespace collision2d::solid {

enum class DecisionStatus {
  kCertain,         // Decided in double precision, beyond the error bounds.
  kExact,           // Left undecided by the error bounds and decided by exact_hulls.h. Vertex hulls only.
  kWithinRounding,  // The shapes touch within rounding, see DecideBySphereSearch; treated as a collision. Never for
                    // vertex hulls.
  kIterationLimit,  // A defect: the bound on the rounds was reached. Vertex hulls: decided as in kExact; others:
                    // treated as a collision.
  kInvalid,         // The pose is not finite; treated as a collision.
};

struct DecisionResult {
  bool intersects = false;
  DecisionStatus status = DecisionStatus::kCertain;
  int plane_tests = 0;  // Number of support points of the CSO.
};

namespace internal {

// Writes the result of a search, using the exact rung for vertex hulls. Here and below results are
// written through a pointer: if they were returned in registers, the fields would be stored
// separately and loaded together, which costs as much as a support point of a box.
template <typename A, typename B>
void FinishSearch(const Cso3<A, B>& cso, int plane_tests, Relation verdict, const QueryContext3<A, B>& context,
                  const typename Cso3<A, B>::Hints& hints, DecisionResult* result) {
  const bool reached_limit = verdict == Relation::kUndecided && plane_tests >= kMaxSphereSearchRounds;
  result->plane_tests = plane_tests;
  result->intersects = verdict != Relation::kApart;
  result->status = DecisionStatus::kCertain;
  if (ABSL_PREDICT_FALSE(verdict == Relation::kUndecided)) {
    result->status = reached_limit               ? DecisionStatus::kIterationLimit
                     : Cso3<A, B>::kIsVertexHull ? DecisionStatus::kExact
                                                 : DecisionStatus::kWithinRounding;
    if constexpr (Cso3<A, B>::kIsVertexHull) {
      result->intersects = ClassifyHulls(cso.a(), cso.b(), cso.a_from_b()) != Relation::kApart;
    }
  }
  if (context.counters != nullptr) {
    context.counters->iterations += plane_tests;
    context.counters->support_calls += plane_tests;
    context.counters->exact_path_entries += verdict == Relation::kUndecided ? 1 : 0;
    context.counters->limit_hits += reached_limit ? 1 : 0;
  }
  if (context.warm_start != nullptr) {
    context.warm_start->hint_a = hints.a;
    context.warm_start->hint_b = hints.b;
  }
}

// If the pose is not finite, so that the centre is not finite, sets the result and returns true.
inline bool TakeInvalid(const Vec3& center, SphereSearchSeed* seed, DecisionResult* result) {
  if (ABSL_PREDICT_TRUE(IsFinite(center))) return false;
  *result = {/*intersects=*/true, DecisionStatus::kInvalid, /*plane_tests=*/0};
  if (seed != nullptr) seed->size = 0;
  return true;
}

// No counters or warm start were requested.
template <typename A, typename B>
bool IsPlain(const QueryContext3<A, B>& context) {
  return ABSL_PREDICT_TRUE(context.counters == nullptr && context.warm_start == nullptr);
}

// The rounds after the first, for bounded shapes. Separate, so that the first round has the
// registers.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE void SearchOn(SphereSearch<Cso3<A, B>>* search, const Cso3<A, B>& cso,
                                      typename Cso3<A, B>::Hints* hints, const QueryContext3<A, B>& context,
                                      SphereSearchSeed* seed, DecisionResult* result) {
  Relation verdict;
  if (ABSL_PREDICT_TRUE(search->plane_tests() > 0)) {
    verdict = search->RunOn();
  } else {
    const CsoPoint center = cso.Center();
    verdict = NormInfinity(center.point) > search->error_m() ? search->RunFrom(center) : search->RunFromAnywhere();
  }
  if (seed != nullptr) search->GetSeed(verdict, seed);
  FinishSearch(cso, search->plane_tests(), verdict, context, *hints, result);
}

// The implementation of DecideBySphereSearch.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE void SearchSphere(const A& a, const B& b, const Pose3& a_from_b,
                                          const QueryContext3<A, B>& context, SphereSearchSeed* seed,
                                          DecisionResult* result) {
  using Cso = Cso3<A, B>;
  const Cso cso(a, b, a_from_b);
  if (ABSL_PREDICT_FALSE(TakeInvalid(cso.Center().point, seed, result))) return;
  typename Cso::Hints hints;
  if (context.warm_start != nullptr) hints = {context.warm_start->hint_a, context.warm_start->hint_b};
  if constexpr (kIsUnbounded<A> || kIsUnbounded<B>) {
    if (seed != nullptr) seed->size = 0;
    UnboundedSearch<A, B> search(cso, &hints);
    const Relation verdict = search.Run();
    FinishSearch(cso, search.plane_tests(), verdict, context, hints, result);
  } else {
    SphereSearch<Cso> search(cso, &hints);
    // The centres are points of the shapes up to rounding, which the search takes into account.
    const CsoPoint center = cso.Center();
    const bool apart = NormSquared(center.point) > 3.0 * search.error_m() * search.error_m() + kLeastDirectionSquared;
    if (ABSL_PREDICT_FALSE(!apart) || !search.IsSeparatedFirst(center)) {
      SearchOn(&search, cso, &hints, context, seed, result);
      return;
    }
    // Most pairs that are apart end here.
    if (seed != nullptr) seed->size = 0;
    if (IsPlain(context)) {
      *result = {/*intersects=*/false, DecisionStatus::kCertain, /*plane_tests=*/1};
    } else {
      FinishSearch(cso, 1, Relation::kApart, context, hints, result);
    }
  }
}

}  // namespace internal

// Determines whether a and b, posed by a_from_b, have a common point. Exact for vertex hulls, with
// the posed vertices as a_from_b * vertex rounds them. For other shapes it is correct if they are
// apart or interpenetrate by more than some 2^-44 * Cso3::Magnitude();
// kWithinRounding means that the search ended at rounding, or that unbounded shapes meet only at
// infinity. `seed` may be null; otherwise it is filled if the shapes are bounded and certainly
// intersect; if not, its size is 0. The hints of context.warm_start are used and updated. No
// allocation; 16 kB of stack. O(rounds) support points; 2 to 4 rounds on average, at most
// 96. Source: Hornus 2017, Alg. 2. Departures, and siblings: docs/solid.md,
// "Papers".
template <typename A, typename B>
DecisionResult DecideBySphereSearch(const A& a, const B& b, const Pose3& a_from_b,
                                    const QueryContext3<A, B>& context = {}, SphereSearchSeed* seed = nullptr) {
  DecisionResult result;
  internal::SearchSphere(a, b, a_from_b, context, seed, &result);
  return result;
}

// Hybrid: the first steps of GJK, then Decision Sphere Search.

namespace internal {

// The number of rounds by GJK. After four, its first tetrahedron has been made and most pairs are
// decided; one more was measured to be cheaper than the polygon.
inline constexpr int kHybridGjkRounds = 5;

// The rest of the search, separate so that the rounds of GJK have the registers.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE void FinishHybrid(const A& a, const B& b, const Pose3& a_from_b, const Gjk3& gjk,
                                          typename Cso3<A, B>::Hints* hints, const QueryContext3<A, B>& context,
                                          SphereSearchSeed* seed, DecisionResult* result) {
  const Cso3<A, B> cso(a, b, a_from_b);
  if (gjk.relation == Relation::kApart || gjk.relation == Relation::kOverlapping) {
    const bool is_apart = gjk.relation == Relation::kApart;
    if (seed != nullptr) {
      seed->size = is_apart ? 0 : 4;
      seed->points = gjk.vertex;
    }
    FinishSearch(cso, gjk.iterations, is_apart ? Relation::kApart : Relation::kOverlapping, context, *hints, result);
    return;
  }
  // A caller that requests a seed needs a tetrahedron.
  Relation verdict =
      gjk.relation == Relation::kTouching && seed == nullptr ? Relation::kOverlapping : Relation::kUndecided;
  SphereSearch<Cso3<A, B>> search(cso, hints);
  search.CountPlaneTests(gjk.iterations);
  // Points of the cores are points of the shapes too.
  for (int i = 0; i < gjk.size && verdict == Relation::kUndecided; ++i) verdict = search.TakeIn(gjk.simplex(i));
  if (verdict == Relation::kUndecided) {
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
  if (seed == nullptr && IsPlain(context) && gjk.relation != Relation::kUndecided) {
    *result = {gjk.relation != Relation::kApart, DecisionStatus::kCertain, gjk.iterations};
    return;
  }
  typename Cso3<A, B>::Hints hints{core_hints.a, core_hints.b};
  FinishHybrid(a, b, a_from_b, gjk, &hints, context, seed, result);
}

}  // namespace internal

// Decides as DecideBySphereSearch (decision_sphere_search.h) does, with the same contract: the
// first kHybridGjkRounds rounds by GJK, then the search from the half-spaces of its simplex. Use it
// for shapes of very different size, such as a view frustum and an object that it may show: GJK's
// first triangle is then close to the face that matters, and this search is as fast as GJK. Source:
// Hornus 2017, section 6.5.1. Departures: five rounds instead of four; shapes with a radius by
// their cores, which saves a root in each round; the search begins with the points of the simplex
// instead of the last four.
template <typename A, typename B>
DecisionResult DecideByHybridSearch(const A& a, const B& b, const Pose3& a_from_b,
                                    const QueryContext3<A, B>& context = {}, SphereSearchSeed* seed = nullptr) {
  DecisionResult result;
  internal::SearchHybrid(a, b, a_from_b, context, seed, &result);
  return result;
}

}  // namespace collision2d::solid
