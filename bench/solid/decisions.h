#pragma once

#include "absl/base/attributes.h"
#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/papers/decision_sphere_search.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/gjk3_start.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::bench {

// The library's decisions whether a and b collide, in one form. counters may be null.

// As a user calls it: with the filters before GJK's loop.
template <typename A, typename B>
bool CollidesDecides(const A& a, const B& b, const solid::Pose3& a_from_b, QueryContext::Counters* counters) {
  return solid::Collides(a, b, a_from_b, solid::QueryContext3<A, B>{nullptr, counters});
}

// The loop of Collides and what decides the pairs that it leaves open, without the filters: what
// the searches on the sphere are to be compared with.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE bool GjkDecides(const A& a, const B& b, const solid::Pose3& a_from_b,
                                        QueryContext::Counters* counters) {
  namespace internal = solid::internal;
  constexpr bool kHasMargin = solid::kHasRadius<A> || solid::kHasRadius<B>;
  using Cso = internal::Cso3<solid::CoreType<A>, solid::CoreType<B>>;
  const Cso cso(solid::CoreOf(a), solid::CoreOf(b), a_from_b);
  const solid::QueryContext3<A, B> context{nullptr, counters};
  internal::Gjk3 gjk;
  typename Cso::Hints hints;
  internal::StartCold(cso.Center().point, &gjk);
  internal::RunGjk3<internal::GjkGoal3::kAnyProof, kHasMargin>(cso, solid::RadiusOf(a) + solid::RadiusOf(b), &hints,
                                                               &gjk);
  if (counters != nullptr) internal::Report(gjk, hints, context);
  if (gjk.relation == solid::Relation::kUndecided) {
    return internal::CollidesUndecided(a, b, a_from_b, context);
  }
  return gjk.relation != solid::Relation::kApart;
}

template <typename A, typename B>
bool SphereSearchDecides(const A& a, const B& b, const solid::Pose3& a_from_b, QueryContext::Counters* counters) {
  return solid::DecideBySphereSearch(a, b, a_from_b, solid::QueryContext3<A, B>{nullptr, counters}).intersects;
}

template <typename A, typename B>
bool HybridDecides(const A& a, const B& b, const solid::Pose3& a_from_b, QueryContext::Counters* counters) {
  return solid::DecideByHybridSearch(a, b, a_from_b, solid::QueryContext3<A, B>{nullptr, counters}).intersects;
}

}  // namespace collision2d::bench
