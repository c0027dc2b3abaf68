#ifndef COLLISION2D_QUERY_SEPARATION_RESULT_H_
#define COLLISION2D_QUERY_SEPARATION_RESULT_H_

#include "collision2d/geometry/vec2.h"

namespace collision2d {

// How two closed shapes a and b are positioned relative to each other, judged by the CSO a - b, the
// set of translations that make them meet: two crossing segments penetrate, although they have no
// area; collinear ones that overlap only touch.
enum class SeparationStatus {
  kSeparated,       // The origin is outside the CSO: signed_distance_m > 0.
  kTouching,        // On its boundary, or in a CSO without interior: signed_distance_m = 0.
  kPenetrating,     // In its interior: signed_distance_m < 0.
  kIterationLimit,  // A loop reached its bound, or in space its memory; the result is the best that is known.
                    // In the plane this is a defect, never seen.
  kInvalid,         // The pose is not finite: the distance is 0, as for a collision; the other fields mean nothing.
};

// The result of a Level 3 query. Points and directions are in the frame of a (the common frame, if
// there is one).
struct Separation {
  // m. Apart: the distance. Colliding: minus the penetration depth, the length of the shortest
  // translation of b after which the interiors are disjoint (Cameron 1997, MTD).
  double signed_distance_m = 0.0;
  // A point of a and a point of b with witness_b = witness_a + signed_distance_m * direction,
  // within rounding: the closest points when apart, a common point when touching, the deepest
  // points when penetrating.
  Vec2 witness_a;
  Vec2 witness_b;
  // Unit vector from a to b. Apart: along the shortest connection. Touching or penetrating: b moves
  // along it by the penetration depth to be free. Always a unit vector; (1, 0) or (-1, 0) for two
  // equal points, which have no better one.
  Vec2 direction{1.0, 0.0};
  SeparationStatus status = SeparationStatus::kSeparated;
};

}  // namespace collision2d

#endif  // COLLISION2D_QUERY_SEPARATION_RESULT_H_
