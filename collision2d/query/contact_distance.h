#ifndef COLLISION2D_QUERY_CONTACT_DISTANCE_H_
#define COLLISION2D_QUERY_CONTACT_DISTANCE_H_

#include <cstdint>

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact_relation.h"
#include "collision2d/query/vertex_ring.h"

namespace collision2d::internal {

// The closest points of two hulls that are apart by rounding or little more.
struct ContactDistance {
  double distance_m = 0.0;
  // A point of a and a point of b, and the unit vector from a to b.
  Vec2 witness_a;
  Vec2 witness_b;
  Vec2 direction;
  // Vertices that were looked at.
  int64_t visits = 0;
  // The search did not end within n + m rounds: a defect.
  bool reached_cap = false;
};

// GJK's search for the CSO's closest point, from an edge of two CSO points (which may be one point twice). Its closest points
// come from exact cross products, and its directions from edges and from differences of two vertices, never from weighted
// sums: where the distance is a rounding of the shapes' size, those cancel.
// REQUIRES: the hulls are apart.
// Relative error of the distance: a few u, u = 2^-53, as long as it is much smaller than the shapes.
// Complexity: as RelateExactly; from a good start one round.
ContactDistance FindContactDistance(const VertexRing& a, const VertexRing& b, CsoIndex first, CsoIndex second);

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_CONTACT_DISTANCE_H_
