#ifndef COLLISION2D_SOLID_QUERY_SEPARATION3_RESULT_H_
#define COLLISION2D_SOLID_QUERY_SEPARATION3_RESULT_H_

#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid {

// The result of a Level 3 query; the 3D counterpart of Separation. Points and directions are in the frame of a. The
// status depends on the interior of the CSO even if a shape is flat; see SeparationStatus.
struct Separation3 {
  // m. Apart: the distance. Colliding: minus the penetration depth, the length of the shortest translation of b after
  // which the interiors are disjoint (Cameron 1997, MTD).
  double signed_distance_m = 0.0;
  // A point of a and a point of b with witness_b = witness_a + signed_distance_m * direction, within rounding: the
  // closest points if apart, a common point if touching, the deepest points if penetrating.
  Vec3 witness_a;
  Vec3 witness_b;
  // Unit vector from a to b. Apart: along the shortest connection. Touching or penetrating: a translation of b along it
  // by the penetration depth frees b. Always a unit vector.
  Vec3 direction{1.0, 0.0, 0.0};
  SeparationStatus status = SeparationStatus::kSeparated;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_QUERY_SEPARATION3_RESULT_H_
