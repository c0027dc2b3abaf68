#ifndef COLLISION2D_SOLID_QUERY_SEPARATION3_RESULT_H_
#define COLLISION2D_SOLID_QUERY_SEPARATION3_RESULT_H_

#include <cstdint>

#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/vec3.h"

// The results of Level 3 and of a search for the penetration depth.
namespace collision2d::solid {

// The result of a Level 3 query; the 3D counterpart of Separation. Points and directions are in the
// frame of a. The status depends on the interior of the CSO even if a shape is flat; see
// SeparationStatus.
struct Separation3 {
  // m. Apart: the distance. Colliding: minus the penetration depth, the length of the shortest
  // translation of b after which the interiors are disjoint (Cameron 1997, MTD).
  double signed_distance_m = 0.0;
  // A point of a and a point of b with witness_b = witness_a + signed_distance_m * direction,
  // within rounding: the closest points if apart, a common point if touching, the deepest points if
  // penetrating.
  Vec3 witness_a;
  Vec3 witness_b;
  // Unit vector from a to b. Apart: along the shortest connection. Touching or penetrating: a
  // translation of b along it by the penetration depth frees b. Always a unit vector.
  Vec3 direction{1.0, 0.0, 0.0};
  SeparationStatus status = SeparationStatus::kSeparated;
};

// The penetration of two convex sets a and b. Points and directions are in the frame of a.
struct PenetrationResult {
  // m, >= 0. The length of the shortest translation of b after which the interiors are disjoint
  // (Cameron 1997, MTD*).
  double depth_m = 0.0;
  // m. A lower bound of the least depth.
  double lower_bound_m = 0.0;
  // A unit vector from a to b: a translation of b along it by depth_m frees b.
  Vec3 direction{1.0, 0.0, 0.0};
  // The deepest points: a point of a and a point of b with witness_b = witness_a - depth_m *
  // direction, within rounding; if kIterationLimit, within depth_m - lower_bound_m. If kSeparated,
  // merely a point of a and one of b.
  Vec3 witness_a;
  Vec3 witness_b;
  // How the computation ended:
  //   kPenetrating     depth_m is the depth, within the stated error
  //   kTouching        the depth is zero within rounding: the sets touch, or their CSO is flat
  //   kSeparated       the sets are apart by more than rounding: depth_m is 0, and direction
  //                    separates them
  //   kIterationLimit  the workspace was full: depth_m still frees b, and the least depth is in
  //                    [lower_bound_m, depth_m]
  //   kInvalid         the pose is not finite: depth_m is 0, and the other fields are meaningless
  SeparationStatus status = SeparationStatus::kPenetrating;
  // Rounds of the expansion: faces for which a support point was computed.
  int64_t iterations = 0;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_QUERY_SEPARATION3_RESULT_H_
