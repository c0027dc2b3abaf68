#pragma once

#include "collision2d/geometry/vec2.h"

namespace collision2d {

// How two closed shapes a and b are positioned relative to each other. The status is defined by the
// configuration-space obstacle (CSO), a - b: the set of translations of b that make them meet. Two
// crossing segments penetrate although they have no area; collinear segments that overlap only
// touch.
// kIterationLimit means in the plane that a loop reached its bound: a defect that has never been
// observed. In space it means that the CSO was too small, or the memory for its expansion
// (docs/solid.md).
enum class SeparationStatus {
  kSeparated,       // The origin is outside the CSO: signed_distance_m > 0.
  kTouching,        // The origin is on its boundary, or in a CSO without interior: signed_distance_m = 0.
  kPenetrating,     // The origin is in its interior: signed_distance_m < 0.
  kIterationLimit,  // A search stopped early; see below. The result is the best that is known.
  kInvalid,         // The pose is not finite: the distance is 0, as for a collision; the other fields mean nothing.
};

// The result of a Level 3 query. Points and directions are in the frame of a (the common frame, if
// there is one).
struct Separation {
  // m. The distance if apart. If colliding, minus the penetration depth: the length of the shortest
  // translation of b after which the interiors are disjoint (Cameron 1997, MTD).
  double signed_distance_m = 0.0;
  // A point of a and a point of b with witness_b = witness_a + signed_distance_m * direction,
  // within rounding: the closest points when apart, a common point when touching, the deepest
  // points when penetrating.
  Vec2 witness_a;
  Vec2 witness_b;
  // Unit vector from a to b. If apart, it is along the shortest connection. In contact, translating
  // b by the penetration depth along it separates the interiors. It is always a unit vector; for
  // two equal points it is (1, 0) or (-1, 0).
  Vec2 direction{1.0, 0.0};
  SeparationStatus status = SeparationStatus::kInvalid;  // Until a query has answered.
};

}  // namespace collision2d
