#ifndef COLLISION2D_QUERY_FIRST_LOOK_H_
#define COLLISION2D_QUERY_FIRST_LOOK_H_

#include <algorithm>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/geometry/hot_inline.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/facing_feature.h"
#include "collision2d/query/gjk.h"
#include "collision2d/query/query_context.h"
#include "collision2d/subdistance/simplex.h"

namespace collision2d::internal {

// What every level begins with: where the walk to the facing feature starts.
template <typename Frame>
COLLISION2D_HOT_INLINE inline CsoStart StartOf(const Cso<Frame>& cso, const WarmStart* tracked) {
  return ABSL_PREDICT_FALSE(tracked != nullptr && tracked->size > 0) ? TrackedStart(cso, *tracked) : ColdStart(cso);
}

// True if the shapes penetrate for certain: the origin is in the triangle of the facing edge and a vertex on the other
// side of the CSO. No branch, which would be mispredicted in contact; a facing vertex has a positive reach.
template <typename Frame>
COLLISION2D_HOT_INLINE inline bool IsInside(const Cso<Frame>& cso, const CsoStart& start,
                                            const FacingFeature& feature) {
  const Vec2 opposite = OppositeVertex(cso, start);
  return (feature.reach < -feature.reach_error) & TurnsLeft(feature.turn * feature.second, opposite) &
         TurnsLeft(opposite, feature.turn * feature.first);
}

// What the second look needs of the first.
struct LookedAt {
  FeatureEnds ends;
  int steps;
  bool is_near_contact;
  bool reached_cap;
};

inline LookedAt Summary(const FacingFeature& feature) {
  return {feature.ends, feature.steps, feature.IsNearContact(), feature.reached_cap};
}

// For shapes that the walk is not made for: where it would begin.
template <typename Frame>
LookedAt NotLookedAt(const Cso<Frame>& cso) {
  const CsoStart start = ColdStart(cso);
  return {{start.vertex_a, start.vertex_b, start.vertex_a, start.vertex_b}, 0, false, false};
}

template <typename Frame>
COLLISION2D_HOT_INLINE inline bool MayWalk(const Cso<Frame>& cso) {
  return !(cso.a().has_needle_corner() | cso.b().has_needle_corner());
}

// Where the exact rung begins: with the feature that GJK ended with, or the one of the first look.
inline FeatureEnds LastFeature(const LookedAt& first, const GjkResult& gjk) {
  if (gjk.simplex.size == 0) return first.ends;
  const CsoVertex& begin = gjk.simplex.vertex[0];
  const CsoVertex& end = gjk.simplex.vertex[gjk.simplex.size == 1 ? 0 : 1];
  return {begin.vertex_a, begin.vertex_b, end.vertex_a, end.vertex_b};
}

// What GJK says of a pair that the first look has not decided.
template <GjkGoal kGoal, typename Frame>
GjkResult LookAgain(const Cso<Frame>& cso, const LookedAt& first) {
  GjkResult result;
  if (first.is_near_contact || first.reached_cap) {
    result.reached_cap = first.reached_cap;
    return result;
  }
  const int n = cso.size_a();
  const int m = cso.size_b();
  const CsoVertex begin = cso.Vertex(Wrapped(first.ends.first_a, n), Wrapped(first.ends.first_b, m));
  const CsoVertex end = cso.Vertex(Wrapped(first.ends.second_a, n), Wrapped(first.ends.second_b, m));
  return RunGjk<kGoal>(cso, first.ends.is_edge() ? Simplex::Of(begin, end) : Simplex::Of(begin));
}

// Reports a query that the first look has decided to its context; n and m are the numbers of vertices.
ABSL_ATTRIBUTE_NOINLINE inline void ReportLook(FeatureEnds ends, int steps, int n, int m, const QueryContext& context) {
  if (context.counters != nullptr) {
    context.counters->iterations += steps;
    ++context.counters->support_calls;
  }
  if (context.warm_start != nullptr) {
    *context.warm_start = {ends.is_edge() ? 2 : 1,
                           {Wrapped(ends.first_a, n), Wrapped(ends.second_a, n)},
                           {Wrapped(ends.first_b, m), Wrapped(ends.second_b, m)}};
  }
}

// As above, and nearly free if there is no context.
template <typename Frame>
COLLISION2D_HOT_INLINE inline void Report(const Cso<Frame>& cso, const FacingFeature& feature,
                                          const QueryContext& context) {
  if (ABSL_PREDICT_FALSE(context.counters != nullptr || context.warm_start != nullptr)) {
    ReportLook(feature.ends, feature.steps, cso.size_a(), cso.size_b(), context);
  }
}

// Reports a query that went on to GJK.
template <typename Frame>
void Report(const Cso<Frame>& cso, const LookedAt& first, const GjkResult& gjk, const QueryContext& context) {
  ReportLook(first.ends, first.steps, cso.size_a(), cso.size_b(), context);
  if (context.counters != nullptr) {
    context.counters->iterations += gjk.iterations;
    context.counters->support_calls += gjk.support_calls;
    if (gjk.reached_cap) ++context.counters->cap_hits;
  }
  if (context.warm_start != nullptr && gjk.simplex.size > 0) {
    WarmStart& tracked = *context.warm_start;
    tracked.size = std::min(gjk.simplex.size, 2);
    for (int k = 0; k < tracked.size; ++k) {
      tracked.vertex_a[k] = gjk.simplex.vertex[k].vertex_a;
      tracked.vertex_b[k] = gjk.simplex.vertex[k].vertex_b;
    }
  }
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_FIRST_LOOK_H_
