#ifndef COLLISION2D_SOLID_QUERY_DISTANCE3_H_
#define COLLISION2D_SOLID_QUERY_DISTANCE3_H_

#include <algorithm>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/core_distance3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// The stated accuracy of distances and witness points of vertex hulls: |computed - exact| is at
// most this times M = Cso3::Magnitude(), the sum of the coordinates involved, for shapes of any
// aspect ratio. A distance is returned once two bounds of it agree within kCertainGap
// (core_distance3.h), each with its own rounding error; with u = 2^-53, |v|_1 <= sqrt(3) |v|, and
// no coordinate of the CSO beyond M:
//   below, the support point's height over |v|: a product of three terms, 3 u |v|_1 of each support
//   point,
//   their difference, the root and the quotient
//           12 u
//   above, the feature's point: the CSO point it is measured from, u of each coordinate, the
//   weighted sum of
//   edges, 2 u of each, and the root, 2 u
//            9 u
//   kCertainGap
//            8 u below 32 u in total. The support point is the highest as computed, except for
//   polytopes of more than ConvexPolytope::kScanVertices vertices, which climb: for these,
//   kSupport3RelativeError (vertex_climb.h) of their longest side is added. Observed in tests: 3 u.
//   Pairs that the certificate leaves undecided are computed on integers (exact_closest3.h), with a
//   relative error of at most 16 u, plus kExactGridError.
inline constexpr double kDistance3RelativeError = 0x1p-48;

// m. Returns the distance of a and b, placed by a_from_b (Level 2); 0 if they have a common point,
// and if the pose is not finite.
// REQUIRES: as Collides (collides3.h).
// Vertex hulls: > 0 if and only if Collides is false; the result differs from the exact distance of
// the posed vertices by at most kDistance3RelativeError * Cso3::Magnitude(), plus one spacing of
// doubles; likewise with radii. Other shapes: it differs by at most kSmoothConvergence of the
// distance plus kCso3SupportRelativeError * Cso3::Magnitude() (gjk3.h).
// Warm start: the last simplex (Cameron 1997). No allocation. Slivers that defeat rounding, one
// random pair in 10^5, take some 30 us; exact_path_entries counts them.
// Source: Montanari, Petrinic, Barbieri 2017. Departure: the distance is computed from the closest
// features' own vertices, not from the loop's points: see closest_features3.h.
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
#undef COLLISION2D_DECLARE

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_QUERY_DISTANCE3_H_
