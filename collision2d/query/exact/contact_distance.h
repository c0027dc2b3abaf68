#ifndef COLLISION2D_QUERY_EXACT_CONTACT_DISTANCE_H_
#define COLLISION2D_QUERY_EXACT_CONTACT_DISTANCE_H_

#include <cstdint>

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/exact_support.h"
#include "collision2d/query/exact/vertex_ring.h"

namespace collision2d::internal {

// The closest points of two hulls that are apart by rounding or little more.
struct ContactDistance {
  double distance_m = 0.0;
  // A point of a and a point of b, and the unit vector from a to b.
  Vec2 witness_a;
  Vec2 witness_b;
  Vec2 direction;
  // Vertices that the search looked at.
  int64_t visits = 0;
  // The search did not end within most_rounds rounds: a defect.
  bool reached_cap = false;
};

// GJK's search for the CSO's closest point, from an edge of two CSO points (which may be one point twice). Its closest points
// come from exact cross products, and its support points from exact signs, in directions that are edges or differences of two
// vertices as they are given, never weighted sums: where the distance is of the order of the size's rounding, those cancel.
// `most_rounds` is RoundBound; a test can take less.
// REQUIRES: the hulls are apart; no product of two lengths underflows or overflows.
// Error of the distance: below 4 units in the last place of the size of the pair.
// Complexity: as RelateExactly; from a good start one round.
ContactDistance FindContactDistance(const VertexRing& a, const VertexRing& b, CsoIndex first, CsoIndex second,
                                    int most_rounds);

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_EXACT_CONTACT_DISTANCE_H_
