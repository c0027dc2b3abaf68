#pragma once

#include <cmath>

#include "collision2d/geometry/vec2.h"

namespace collision2d {
namespace internal {

// The stage that decided an orientation; each is tried if the one before it cannot decide.
enum class OrientationRung {
  kFiltered,         // Double precision with a forward error bound.
  kExactDifference,  // The determinant of the coordinate differences, which are exact themselves, in two doubles.
  kExpansion,        // The full determinant, exactly, as an expansion of doubles.
  kFixedPoint,       // The full determinant in fixed point over the whole range of doubles: nothing can underflow.
};

// Returns EdgeCross without the filter; the value, too, is exact to rounding. `rung` may be null.
double EdgeCrossExact(Vec2 from, Vec2 to, Vec2 other_from, Vec2 other_to, OrientationRung* rung);

// Half the distance from 1 to the next double: the relative error of one rounded operation. No
// proof: a definition.
inline constexpr double kUnitRoundoff = 0x1p-53;

// Shewchuk's bound A: if |det| of the rounded evaluation exceeds this times the sum of the
// magnitudes of the two products, its sign is correct. Proof: orientation.
inline constexpr double kOrient2dFilterRelativeError = (3.0 + 16.0 * kUnitRoundoff) * kUnitRoundoff;

// Below this sum of magnitudes a product may have lost bits to underflow, which the relative bound
// does not cover.
inline constexpr double kOrient2dUnderflowGuard = 0x1p-960;

// Returns the cross product (to - from) x (other_to - other_from), in m^2. It is positive if the
// second edge points to the left of the first, negative if to the right, and zero if and only if
// they are parallel or antiparallel or one has no length.
// REQUIRES: finite coordinates. The sign is always correct; where the value underflows, it is the
// smallest double of that sign. Error of the value: on the first rung 4 u times the sum of the
// magnitudes of the two products, u = 2^-53; on the others 2^-51 times the value, unless it
// underflows. No allocation; a few nanoseconds unless the edges are nearly parallel.
// Source: Shewchuk 1997, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
// Predicates", section 4. Departures: docs/numerics.md, "Contracts in full".
inline double EdgeCross(Vec2 from, Vec2 to, Vec2 other_from, Vec2 other_to, OrientationRung* rung = nullptr) {
  const double left = (to.x - from.x) * (other_to.y - other_from.y);
  const double right = (to.y - from.y) * (other_to.x - other_from.x);
  const double det = left - right;
  const double magnitude = std::abs(left) + std::abs(right);
  // Written so that an overflow (infinity or NaN) does not pass.
  if (std::abs(det) > kOrient2dFilterRelativeError * magnitude && magnitude > kOrient2dUnderflowGuard) {
    if (rung != nullptr) *rung = OrientationRung::kFiltered;
    return det;
  }
  return EdgeCrossExact(from, to, other_from, other_to, rung);
}

}  // namespace internal

// Returns twice the signed area of the triangle abc, in m^2: positive if a, b, c turn
// counter-clockwise, negative if clockwise, zero if and only if the three points are collinear. The
// sign is always correct, also where the value underflows (internal::EdgeCross). If `rung` is not
// null, it receives the stage that decided. Takes a few nanoseconds unless the points are nearly
// collinear.
// REQUIRES: finite coordinates.
inline double Orient2d(Vec2 a, Vec2 b, Vec2 c, internal::OrientationRung* rung = nullptr) {
  return internal::EdgeCross(c, a, c, b, rung);
}

namespace internal {

// A `Ring` has size() and operator[](i) -> Vec2: the vertices of a closed boundary in order.

// Returns the orientation of a ring that does not cross itself: +1 counter-clockwise, -1 clockwise,
// 0 if it turns back on itself at its lexicographically smallest vertex (then it is not simple).
// REQUIRES: at least three vertices; neighbours differ. Exact; O(n).
template <typename Ring>
int RingOrientation(const Ring& ring) {
  const int n = static_cast<int>(ring.size());
  int first = 0;
  for (int i = 1; i < n; ++i) {
    if (LexicographicallyLess(ring[i], ring[first])) first = i;
  }
  const double turn = Orient2d(ring[(first + n - 1) % n], ring[first], ring[(first + 1) % n]);
  return turn > 0.0 ? 1 : turn < 0.0 ? -1 : 0;
}

// Returns how often the edges change between lexicographically rising and falling along the
// boundary: two for a boundary that turns left at every corner and goes around once, two more for
// each further round. Exact; O(n).
// REQUIRES: at least three vertices; neighbours differ.
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

// Returns true if the vertices turn left at every corner and go around once, i.e. if they are the
// boundary of a strictly convex polygon in counter-clockwise order. Exact; O(n).
// REQUIRES: at least three vertices.
template <typename Ring>
bool IsStrictlyConvexRing(const Ring& ring) {
  const int n = static_cast<int>(ring.size());
  for (int i = 0; i < n; ++i) {
    if (!(Orient2d(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]) > 0.0)) return false;
  }
  return DirectionChanges(ring) == 2;
}

}  // namespace internal
}  // namespace collision2d
