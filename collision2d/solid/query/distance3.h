#pragma once

#include <algorithm>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/core_distance3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/magnified_shape.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Level 2 in space: the distance.
namespace collision2d::solid {

// The stated accuracy of distances and witness points of vertex hulls: |computed - exact| is at
// most this times M = Cso3::Magnitude(), the sum of the coordinates involved, for shapes of any
// aspect ratio. For polytopes of more than ConvexPolytope::kScanVertices vertices, which climb,
// 2^-46 of their longest side is added. Observed in tests: 3 u. Pairs that the certificate leaves
// undecided are computed on integers (exact_closest3.h), with a relative error of at most 16 u, and
// an absolute one of 2^-115 of the largest coordinate. Derived term by term in docs/solid.md,
// "Level 2".
inline constexpr double kDistance3RelativeError = 0x1p-48;

namespace internal {

// Returns the distance of a pair too small for the loop. The context is that of the shapes, which
// share hints with their cores. A warm start is cleared, since tiny pairs are rare.
// REQUIRES: the pose is finite.
template <typename CoreA, typename CoreB, typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE double TinyCoreDistance(const CoreA& a, const CoreB& b, const Pose3& a_from_b,
                                                double magnitude_m, const QueryContext3<A, B>& context) {
  if (!(magnitude_m > 0.0)) return 0.0;
  if (context.warm_start != nullptr) *context.warm_start = {};
  using Magnified = MagnifiedType<CoreA, CoreB>;
  const double scale = MagnifyingScale(magnitude_m);
  QueryContext3<Magnified, Magnified> magnified_context;
  magnified_context.counters = context.counters;
  const double scaled_m =
      Distance(Magnified(a, nullptr, scale), Magnified(b, &a_from_b, scale), Pose3{}, magnified_context);
  return scaled_m > 0.0 ? AboveZero(scaled_m / scale) : 0.0;
}

}  // namespace internal

// m. Returns the distance of a and b, placed by a_from_b (Level 2); 0 if they have a common point,
// and if the pose is not finite. REQUIRES: as Collides (collides3.h).
// - Vertex hulls: > 0 if and only if Collides is false; within kDistance3RelativeError *
//   Cso3::Magnitude(), plus one spacing of doubles, of the exact distance of the posed vertices;
//   likewise with radii.
// - Other shapes: within 2^-46 of the distance plus 2^-44 * Cso3::Magnitude().
// Warm start: the last simplex (Cameron 1997). No allocation. Slivers that defeat rounding, one
// random pair in 10^5, take some 30 us; exact_path_entries counts them. Sources: docs/solid.md,
// "Level 2".
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE double Distance(const A& a, const B& b, const Pose3& a_from_b,
                                        const QueryContext3<A, B>& context = {}) {
  const auto& core_a = CoreOf(a);
  const auto& core_b = CoreOf(b);
  const internal::Cso3 cso(core_a, core_b, a_from_b);
  const double magnitude_m = cso.Magnitude();
  double core_distance_m;
  if (ABSL_PREDICT_FALSE(internal::IsTiny(magnitude_m))) {
    if (!IsFinite(cso.Center().point)) return 0.0;
    core_distance_m = internal::TinyCoreDistance(core_a, core_b, a_from_b, magnitude_m, context);
  } else {
    core_distance_m = internal::CoreDistance(core_a, core_b, a_from_b, context);
  }
  if constexpr (!kHasRadius<A> && !kHasRadius<B>) return core_distance_m;
  return std::max(core_distance_m - (RadiusOf(a) + RadiusOf(b)), 0.0);
}

#define COLLISION2D_DECLARE(A, B) \
  extern template double Distance(const A& a, const B& b, const Pose3& a_from_b, const QueryContext3<A, B>& context);
COLLISION2D_FOR_EACH_PLANNER_PAIR3(COLLISION2D_DECLARE)
COLLISION2D_DECLARE(internal::MagnifiedHull, internal::MagnifiedHull)
COLLISION2D_DECLARE(internal::MagnifiedShape, internal::MagnifiedShape)
#undef COLLISION2D_DECLARE

}  // namespace collision2d::solid
