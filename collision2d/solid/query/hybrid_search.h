#ifndef COLLISION2D_SOLID_QUERY_HYBRID_SEARCH_H_
#define COLLISION2D_SOLID_QUERY_HYBRID_SEARCH_H_

#include <cstddef>

#include "absl/base/attributes.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/decision_sphere_search.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/query_context3.h"
#include "collision2d/solid/query/sphere_search.h"
#include "collision2d/solid/shapes/recession.h"

// Hybrid: the first steps of GJK, then Decision Sphere Search.
namespace collision2d::solid {

namespace internal {

// The rounds by GJK: after four, its first tetrahedron has been made.
inline constexpr int kHybridGjkRounds = 4;

// The rounds by GJK. kUndecided: *filled has a bit for each element of gjk->vertex that is a CSO point.
template <typename Cso>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline SphereSearchVerdict RunFirstRounds(const Cso& cso, double error_m,
                                                                       typename Cso::Hints* hints, Gjk3* gjk,
                                                                       unsigned* filled) {
  using Verdict = SphereSearchVerdict;
  while (gjk->iterations < kHybridGjkRounds) {
    ++gjk->iterations;
    const int slot = gjk->slot[static_cast<size_t>(gjk->size)];
    *filled |= 1u << slot;
    CsoPoint& newest = gjk->vertex[static_cast<size_t>(slot)];
    // Written out, so that it is inlined.
    const Vec3 on_a = cso.a().Support(-gjk->direction, &hints->a);
    const Vec3 on_b = cso.b().Support(cso.a_from_b().RotateBack(gjk->direction), &hints->b);
    newest = cso.Point(on_a, on_b);
    if (Dot(gjk->direction, newest.point) > error_m * Norm1(gjk->direction)) return Verdict::kDisjoint;
    const StepOutcome outcome = AddNewest(gjk->distance_sq, /*level_will_do=*/false, gjk);
    if (outcome == StepOutcome::kInside) return Verdict::kIntersects;
    if (outcome == StepOutcome::kStuck || gjk->distance_sq == 0.0) break;
  }
  return Verdict::kUndecided;
}

// The rounds after these. Apart, so that the loop above has the registers.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE void SearchFromSimplex(const Cso3<A, B>& cso, const Gjk3& gjk, unsigned filled,
                                               typename Cso3<A, B>::Hints* hints, const QueryContext3<A, B>& context,
                                               SphereSearchSeed* seed, DecisionResult* result) {
  SphereSearch<Cso3<A, B>> search(cso, hints);
  search.CountPlaneTests(gjk.iterations);
  SphereSearchVerdict verdict = SphereSearchVerdict::kUndecided;
  for (int i = 0; i < 4 && verdict == SphereSearchVerdict::kUndecided; ++i) {
    if (((filled >> i) & 1u) != 0) verdict = search.TakeIn(gjk.vertex[static_cast<size_t>(i)]);
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
  using Cso = Cso3<A, B>;
  static_assert(!kIsUnbounded<A> && !kIsUnbounded<B>, "GJK needs bounded shapes");
  const Cso cso(a, b, a_from_b);
  typename Cso::Hints hints;
  if (context.warm_start != nullptr) hints = {context.warm_start->hint_a, context.warm_start->hint_b};
  Gjk3 gjk;
  gjk.direction = cso.Center().point;
  unsigned filled = 0;
  SphereSearchVerdict verdict = SphereSearchVerdict::kUndecided;
  // Smaller pairs, whose products underflow, are left to the search and to the exact rung.
  if (NormInfinity(gjk.direction) > kTinyPair_m) {
    const double error_m = kSphereSearchRelativeError * cso.Magnitude();
    verdict = RunFirstRounds(cso, error_m, &hints, &gjk, &filled);
  }
  if (verdict == SphereSearchVerdict::kUndecided) {
    SearchFromSimplex<A, B>(cso, gjk, filled, &hints, context, seed, result);
    return;
  }
  if (seed != nullptr) {
    seed->size = verdict == SphereSearchVerdict::kIntersects ? 4 : 0;
    seed->points = gjk.vertex;
  }
  FinishSearch(cso, gjk.iterations, verdict, context, hints, result);
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
