#pragma once

#include <array>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/signed_volumes.h"
#include "collision2d/solid/query/simplex_step.h"

// Where the GJK loop begins: between the centres, or where the last query ended.
namespace collision2d::solid::internal {

// Sets the direction of a cold start: between the centres, whose difference is `center` of the CSO.
// For concentric shapes any direction will do.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline void StartCold(const Vec3& center, Gjk3* gjk) {
  gjk->direction = center;
  if (center == Vec3{}) gjk->direction = {1.0, 0.0, 0.0};
}

// Loads the simplex that the last query ended with, under the pose of this one (Cameron 1997,
// tracking). The part of it that is nearest to the origin now may not contain its newest vertex, so
// all parts are examined.
// Returns whether it certainly contains the origin in its interior.
template <typename Cso, typename A, typename B>
bool StartTracked(const Cso& cso, const WarmStart3<A, B>& warm, Gjk3* gjk) {
  std::array<Vec3, 4> point;
  for (int i = 0; i < warm.size; ++i) {
    gjk->vertex[i] = cso.Point(warm.point_a[i], warm.point_b[i]);
    point[static_cast<size_t>(i)] = gjk->vertex[static_cast<size_t>(i)].point;
  }
  if (warm.size == 4) {
    const StepInTetrahedron tetrahedron(point[0], point[1], point[2], point[3]);
    if (tetrahedron.IsInside() && tetrahedron.volumes().Enclose(TetrahedronMagnitude(*gjk))) {
      gjk->size = 4;
      gjk->relation = Relation::kOverlapping;
      return true;
    }
  }
  const NearestOnSimplex3 nearest = NearestOnSimplex(absl::MakeConstSpan(point.data(), warm.size));
  if (nearest.part == 15 || !(NormSquared(nearest.point) > 0.0)) {
    StartCold(cso.Center().point, gjk);
    return false;
  }
  gjk->size = 0;
  for (uint8_t i = 0; i < 4; ++i) {
    if ((nearest.part >> i & 1u) != 0) gjk->slot[static_cast<size_t>(gjk->size++)] = i;
  }
  int unused = gjk->size;
  for (uint8_t i = 0; i < 4; ++i) {
    if ((nearest.part >> i & 1u) == 0) gjk->slot[static_cast<size_t>(unused++)] = i;
  }
  gjk->direction = nearest.point;
  gjk->distance_sq = NormSquared(nearest.point);
  return false;
}

// Stores where the next query should begin.
template <typename Hints, typename A, typename B>
void Save(const Gjk3& gjk, const Hints& hints, WarmStart3<A, B>* warm) {
  // Before the first simplex, the support point that ended the query is stored.
  warm->size = gjk.size > 0 ? gjk.size : 1;
  for (int i = 0; i < warm->size; ++i) {
    warm->point_a[i] = gjk.simplex(i).on_a;
    warm->point_b[i] = gjk.simplex(i).on_b;
  }
  warm->axis = gjk.relation == Relation::kApart ? gjk.direction : Vec3{};
  warm->hint_a = hints.a;
  warm->hint_b = hints.b;
}

template <typename Hints, typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE void Report(const Gjk3& gjk, const Hints& hints, const QueryContext3<A, B>& context) {
  if (context.counters != nullptr) {
    context.counters->iterations += gjk.iterations;
    context.counters->support_calls += gjk.iterations;
    if (gjk.reached_limit) ++context.counters->limit_hits;
  }
  if (context.warm_start != nullptr && gjk.iterations > 0) Save(gjk, hints, context.warm_start);
}

}  // namespace collision2d::solid::internal
