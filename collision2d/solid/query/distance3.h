#ifndef COLLISION2D_SOLID_QUERY_DISTANCE3_H_
#define COLLISION2D_SOLID_QUERY_DISTANCE3_H_

#include <algorithm>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/core_distance3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/query_context3.h"
#include "collision2d/solid/shapes/core_and_radius.h"

namespace collision2d::solid {

// The stated accuracy of distances and witness points of vertex hulls: |computed - exact| is at most this times
// Cso3::Magnitude(), the sum of the coordinates that enter. With u = 2^-53:
//   the loop stops where no support point is nearer by more than 6 u of a distance between two points     6 u
//   the level rounds at its end (gjk3.h, kLevelError)                                                       8 u
//   the feature's own plane, from differences within the shapes                                            12 u
// below 32 u. Seen in tests: 3 u.
inline constexpr double kDistance3RelativeError = 0x1p-48;

// m. The distance of a and b, placed by a_from_b (Level 2); 0 if they have a common point.
// REQUIRES: as Collides (collides3.h).
// Vertex hulls: > 0 exactly if Collides is false; within kDistance3RelativeError of Cso3::Magnitude() of the exact one
// of the posed vertices; likewise with radii. Other shapes: within kSmoothConvergence of itself and
// kCso3SupportRelativeError of Cso3::Magnitude() (gjk3.h).
// Warm start: the last simplex (Cameron 1997). No allocation.
// Source: Montanari, Petrinic, Barbieri 2017; the distance is that of the closest features' own vertices, not of the
// loop's points: see closest_features3.h.
template <typename A, typename B>
ABSL_ATTRIBUTE_NOINLINE double Distance(const A& a, const B& b, const Pose3& a_from_b,
                                        const QueryContext3<A, B>& context = {}) {
  const auto& core_a = CoreOf(a);
  const auto& core_b = CoreOf(b);
  const double magnitude_m = internal::Cso3(core_a, core_b, a_from_b).Magnitude();
  const double core_distance_m = ABSL_PREDICT_FALSE(internal::IsTiny(magnitude_m))
                                     ? internal::TinyCoreDistance(core_a, core_b, a_from_b, magnitude_m, context)
                                     : internal::CoreDistance(core_a, core_b, a_from_b, context);
  if constexpr (!kHasRadius<A> && !kHasRadius<B>) return core_distance_m;
  return std::max(core_distance_m - (RadiusOf(a) + RadiusOf(b)), 0.0);
}

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_QUERY_DISTANCE3_H_
