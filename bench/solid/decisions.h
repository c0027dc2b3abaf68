#ifndef COLLISION2D_BENCH_SOLID_DECISIONS_H_
#define COLLISION2D_BENCH_SOLID_DECISIONS_H_

#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/decision_sphere_search.h"
#include "collision2d/solid/query/hybrid_search.h"
#include "collision2d/solid/query/query_context3.h"

namespace collision2d::bench {

// The library's three decisions whether a and b collide, in one form. counters may be null.

template <typename A, typename B>
bool GjkDecides(const A& a, const B& b, const solid::Pose3& a_from_b, QueryCounters* counters) {
  return solid::Collides(a, b, a_from_b, solid::QueryContext3<A, B>{nullptr, counters});
}

template <typename A, typename B>
bool SphereSearchDecides(const A& a, const B& b, const solid::Pose3& a_from_b, QueryCounters* counters) {
  return solid::DecideBySphereSearch(a, b, a_from_b, solid::QueryContext3<A, B>{nullptr, counters}).intersects;
}

template <typename A, typename B>
bool HybridDecides(const A& a, const B& b, const solid::Pose3& a_from_b, QueryCounters* counters) {
  return solid::DecideByHybridSearch(a, b, a_from_b, solid::QueryContext3<A, B>{nullptr, counters}).intersects;
}

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_SOLID_DECISIONS_H_
