#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/base/macros.h"
#include "absl/base/optimization.h"
#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/closest_features3.h"
#include "collision2d/solid/query/contact_filter3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/exact_closest3.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/gjk3_start.h"
#include "collision2d/solid/query/hull_search3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/support_mapping.h"

// The distance of the cores of two shapes, in three rungs: GJK in double precision with the feature
// that it ends with; a certificate that the bounds of the distance by the feature's point and by
// the last support point agree; and, if they do not, GJK on integers.
namespace collision2d::solid::internal {

// Classifies a pair that GJK leaves undecided: by the exact rung for vertex hulls. Shapes that are
// only described by a support mapping touch within rounding.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE Relation ClassifyUndecided(const A& a, const B& b, const Pose3& a_from_b,
                                                   QueryContext::Counters* counters) {
  if (counters != nullptr) ++counters->exact_path_entries;
  if constexpr (kIsVertexHull<A> && kIsVertexHull<B>) {
    return ClassifyHulls(a, b, a_from_b);
  }
  return Relation::kTouching;
}

// Whether both shapes of the CSO are polytopes that can be searched several vertices at a time.
template <typename Cso>
inline constexpr bool kIsSearched = kHasScannedVertices<std::decay_t<decltype(std::declval<const Cso&>().a())>>&&
    kHasScannedVertices<std::decay_t<decltype(std::declval<const Cso&>().b())>>;

// Searches two polytopes of few vertices. Returns false if the loop must decide. If
// `leave_doubtful`, pairs that the line of the centres does not separate are left doubtful.
// REQUIRES: `center` of the CSO is finite.
template <typename Cso>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool SearchHullsOf(const Cso& cso, const Vec3& center, bool leave_doubtful,
                                                       QueryContext::Counters* counters, HullSearch3* search) {
  const ScannedVertices a = cso.a().scanned();
  const ScannedVertices b = cso.b().scanned();
  if (a.count > kMaxSearchVertices || b.count > kMaxSearchVertices) return false;
  ABSL_ASSERT(IsRotation(cso.a_from_b().rotation));
  SearchHulls({a, b, cso.a_from_b(), center, cso.Magnitude(), leave_doubtful}, search);
  if (ABSL_PREDICT_FALSE(counters != nullptr)) {
    counters->iterations += search->rounds;
    counters->support_calls += search->rounds;
  }
  return search->relation != Relation::kUndecided || search->is_doubtful;
}

// Returns whether two polytopes that the line of the centres does not separate certainly overlap,
// by their shadows.
template <typename Cso>
ABSL_ATTRIBUTE_NOINLINE bool ShadowsOverlap(const Cso& cso, QueryContext::Counters* counters) {
  if (cso.a().shadow().empty() || cso.b().shadow().empty()) return false;
  const double magnitude_m = cso.Magnitude();
  int supports = 0;
  const bool overlap =
      FilterByShadows(cso, BallsOf(cso, magnitude_m), magnitude_m, &supports) == Relation::kOverlapping;
  if (ABSL_PREDICT_FALSE(counters != nullptr)) {
    counters->iterations += supports;
    counters->support_calls += supports;
    counters->filter_decisions += overlap ? 1 : 0;
  }
  return overlap;
}

// Converts the result of the search to the form in which the loop would have left it.
template <typename Cso>
ABSL_ATTRIBUTE_NOINLINE Relation TakeSearch(const Cso& cso, const HullSearch3& search, Gjk3* gjk) {
  gjk->iterations = search.rounds;
  gjk->size = search.size;
  for (int i = 0; i < search.size; ++i) {
    gjk->vertex[i] = cso.Point(cso.a().vertex(search.vertex_a[i]), cso.b().vertex(search.vertex_b[i]));
  }
  if (search.relation == Relation::kOverlapping) {
    gjk->relation = Relation::kOverlapping;
    return Relation::kOverlapping;
  }
  gjk->relation = Relation::kApart;
  gjk->direction = search.direction;
  gjk->reach = search.reach;
  gjk->distance_m = search.distance_m;
  return Relation::kApart;
}

// Runs the loop to the closest points. Not inlined, so that distances and separations share it, and
// its frame is not below that of a search of polytopes, nor of their expansion.
// REQUIRES: `center` of the CSO is finite.
template <typename Cso, typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE Relation FindClosestByLoop(const Cso& cso, const Vec3& center,
                                                   const QueryContext3<A, B>& context, Gjk3* gjk) {
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
  if (ABSL_PREDICT_TRUE(gjk->relation == Relation::kApart)) return Relation::kApart;
  if (gjk->relation == Relation::kOverlapping) return Relation::kOverlapping;
  return ClassifyUndecided(cso.a(), cso.b(), cso.a_from_b(), context.counters);
}

// Finds the closest points. Afterwards *gjk holds the simplex, of one to three vertices if kApart.
// kUndecided only if the pose is not finite.
// The context is that of the shapes, which share hints with their cores.
template <typename Cso, typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline Relation FindClosest(const Cso& cso, const QueryContext3<A, B>& context,
                                                         Gjk3* gjk) {
  const Vec3 center = cso.Center().point;
  if (ABSL_PREDICT_FALSE(!IsFinite(center))) return Relation::kUndecided;
  if constexpr (kIsSearched<Cso>) {
    HullSearch3 search;
    if (context.warm_start == nullptr &&
        SearchHullsOf(cso, center, /*leave_doubtful=*/false, context.counters, &search)) {
      return TakeSearch(cso, search, gjk);
    }
  }
  return FindClosestByLoop(cso, center, context, gjk);
}

// m. Returns a distance or a depth that is known not to be 0, > 0 in spite of rounding and
// underflow.
inline double AboveZero(double distance_m) { return std::max(distance_m, std::numeric_limits<double>::denorm_min()); }

// Returns whether the distance of the feature is that of the CSO, within kDistance3RelativeError:
// the feature's own point is not farther from the origin, and the last support point not nearer.
template <typename Cso>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool IsCertain(const Cso& cso, const Gjk3& gjk, const Feature3& feature) {
  if constexpr (!Cso::kIsVertexHull) return true;
  return BoundsMeet(feature, gjk.direction, gjk.reach, cso.Magnitude());
}

// Returns the closest points of hulls that are known to be apart, exactly.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE Relation ExactClosestOf(const Cso3<A, B>& cso, const Vec3& direction,
                                                QueryContext::Counters* counters, ExactClosest3* closest) {
  const auto vertex_a = [&cso](int i) { return cso.a().vertex(i); };
  const auto vertex_b = [&cso](int j) { return cso.a_from_b() * cso.b().vertex(j); };
  const bool has_direction = direction != Vec3{} && IsFinite(direction);
  const Relation relation = FindExactClosest({cso.a().num_vertices(), vertex_a}, {cso.b().num_vertices(), vertex_b},
                                             has_direction ? direction : Vec3{1.0, 0.0, 0.0}, closest);
  if (counters != nullptr) {
    ++counters->exact_path_entries;
    if (relation == Relation::kUndecided) ++counters->limit_hits;
  }
  return relation;
}

// m. Returns the distance where the certificate fails.
template <typename Cso>
ABSL_ATTRIBUTE_NOINLINE double ExactDistance(const Cso& cso, const Gjk3& gjk, double upper_m,
                                             QueryContext::Counters* counters) {
  if constexpr (Cso::kIsVertexHull) {
    ExactClosest3 closest;
    const Relation relation = ExactClosestOf(cso, gjk.direction, counters, &closest);
    if (relation == Relation::kApart) return closest.distance_m;
    if (relation == Relation::kTouching) return std::min(upper_m, kExactGridError * cso.Magnitude());
  }
  return upper_m;
}

// m. Returns the distance of cores for which FindClosest returned kApart.
template <typename Cso>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline double CertifiedDistance(const Cso& cso, const Gjk3& gjk,
                                                             QueryContext::Counters* counters) {
  if (gjk.distance_m > 0.0) return gjk.distance_m;
  PosedSimplex3 simplex;
  PoseSimplex(cso.a_from_b(), gjk, &simplex);
  const Feature3 feature = FeatureOf(simplex);
  if (ABSL_PREDICT_TRUE(IsCertain(cso, gjk, feature))) return AboveZero(feature.distance_m);
  return AboveZero(ExactDistance(cso, gjk, feature.upper_m, counters));
}

// m. Returns the distance by the loop. REQUIRES: `center` of the CSO is finite.
template <typename Cso, typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline double DistanceByLoop(const Cso& cso, const Vec3& center,
                                                          const QueryContext3<A, B>& context) {
  Gjk3 gjk;
  if (FindClosestByLoop(cso, center, context, &gjk) != Relation::kApart) return 0.0;
  return CertifiedDistance(cso, gjk, context.counters);
}

// m. Returns the distance of two polytopes, 0 if they have a common point. REQUIRES: `center` of
// the CSO is finite.
template <typename Cso, typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline double SearchedDistance(const Cso& cso, const Vec3& center,
                                                            const QueryContext3<A, B>& context) {
  {
    // In a block, so that the loop uses the same stack.
    HullSearch3 search;
    for (const bool leave_doubtful : {true, false}) {
      if (!SearchHullsOf(cso, center, leave_doubtful, context.counters, &search)) break;
      if (ABSL_PREDICT_TRUE(search.relation == Relation::kApart)) return search.distance_m;
      if (search.relation == Relation::kOverlapping || ShadowsOverlap(cso, context.counters)) return 0.0;
    }
  }
  return DistanceByLoop(cso, center, context);
}

// m. Returns the distance of two cores, 0 if they have a common point or the pose is not finite.
template <typename CoreA, typename CoreB, typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline double CoreDistance(const CoreA& a, const CoreB& b, const Pose3& a_from_b,
                                                        const QueryContext3<A, B>& context) {
  const Cso3<CoreA, CoreB> cso(a, b, a_from_b);
  if constexpr (kHasBalls<CoreA> && kHasBalls<CoreB>) {
    if (context.warm_start == nullptr && FilterByBalls(BallsOf(cso, cso.Magnitude())) == Relation::kOverlapping)
      return 0.0;
  }
  const Vec3 center = cso.Center().point;
  if (ABSL_PREDICT_FALSE(!IsFinite(center))) return 0.0;
  if constexpr (kIsSearched<Cso3<CoreA, CoreB>>) {
    if (ABSL_PREDICT_TRUE(context.warm_start == nullptr)) return SearchedDistance(cso, center, context);
  }
  return DistanceByLoop(cso, center, context);
}

}  // namespace collision2d::solid::internal
