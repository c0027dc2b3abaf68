#ifndef COLLISION2D_GEOMETRY_CONVEX_RING_H_
#define COLLISION2D_GEOMETRY_CONVEX_RING_H_

#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

// A `Ring` has size() and operator[](i) -> Vec2: the vertices of a closed boundary in order.

// How often, going around, the edges change between lexicographically rising and falling: two for a boundary that turns
// left at every corner and goes around once, two more for each further round.
// REQUIRES: at least three vertices, neighbours differ.
// Exact; O(n).
template <typename Ring>
int DirectionChanges(const Ring& ring) {
  const int n = static_cast<int>(ring.size());
  int changes = 0;
  bool rising = LexicographicallyLess(ring[n - 1], ring[0]);
  for (int i = 0; i < n; ++i) {
    const bool next_rising = LexicographicallyLess(ring[i], ring[(i + 1) % n]);
    if (next_rising != rising) ++changes;
    rising = next_rising;
  }
  return changes;
}

// True if the vertices turn left at every corner and go around once: exactly then they are the boundary of a strictly
// convex polygon in counter-clockwise order.
// REQUIRES: at least three vertices.
// Exact; O(n).
template <typename Ring>
bool IsStrictlyConvexRing(const Ring& ring) {
  const int n = static_cast<int>(ring.size());
  for (int i = 0; i < n; ++i) {
    if (!(Orient2d(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]) > 0.0)) return false;
  }
  return DirectionChanges(ring) == 2;
}

}  // namespace collision2d

#endif  // COLLISION2D_GEOMETRY_CONVEX_RING_H_
