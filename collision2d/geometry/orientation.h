#ifndef COLLISION2D_GEOMETRY_ORIENTATION_H_
#define COLLISION2D_GEOMETRY_ORIENTATION_H_

#include <cmath>

#include "collision2d/geometry/vec2.h"

namespace collision2d {

// Which rung of the ladder decided an orientation; each is tried when the one before it cannot decide.
enum class OrientationRung {
  kFiltered,         // Double precision with a forward error bound.
  kExactDifference,  // The determinant of the coordinate differences, which are exact themselves, as an expansion.
  kExpansion,        // The full determinant, exactly, as an expansion of doubles.
  kFixedPoint,       // The full determinant in fixed point over the whole range of doubles: nothing can underflow.
};

namespace internal {

// Orient2d without the filter: also the value is exact to rounding. `rung` may be null.
double Orient2dExact(Vec2 a, Vec2 b, Vec2 c, OrientationRung* rung);

// Half the distance from 1 to the next double: the relative error of one rounded operation.
inline constexpr double kUnitRoundoff = 0x1p-53;

// Shewchuk's bound A: if |det| of the rounded evaluation exceeds this times the sum of the magnitudes of the two
// products, its sign is right.
inline constexpr double kOrient2dFilterRelativeError = (3.0 + 16.0 * kUnitRoundoff) * kUnitRoundoff;

// Below this sum of magnitudes a product may have lost bits to underflow, which the relative bound does not cover.
inline constexpr double kOrient2dUnderflowGuard = 0x1p-960;

}  // namespace internal

// Twice the signed area of the triangle abc, in m^2: positive if a, b, c turn counter-clockwise, negative if clockwise,
// zero exactly if the three points are collinear.
// REQUIRES: finite coordinates.
// Error: the sign is always right (also where the value underflows: then the result is the smallest double of that
// sign). Error of the value: on the first rung 4 u times the sum of the magnitudes of the two products, u = 2^-53; on
// the others 2^-51 times the value, unless it underflows.
// No allocation; a few nanoseconds unless the points are nearly collinear.
// Source: Shewchuk 1997, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates",
// section 4.
// Departures: his stages B and C, which give the sign but not the value to relative accuracy, are left out, since
// distances near contact need the value; a fixed-point stage is added, so that subnormal and huge input is exact too.
inline double Orient2d(Vec2 a, Vec2 b, Vec2 c, OrientationRung* rung = nullptr) {
  const double left = (a.x - c.x) * (b.y - c.y);
  const double right = (a.y - c.y) * (b.x - c.x);
  const double det = left - right;
  const double magnitude = std::abs(left) + std::abs(right);
  // Written so that an overflow (infinity or NaN) does not pass.
  if (std::abs(det) > internal::kOrient2dFilterRelativeError * magnitude &&
      magnitude > internal::kOrient2dUnderflowGuard) {
    if (rung != nullptr) *rung = OrientationRung::kFiltered;
    return det;
  }
  return internal::Orient2dExact(a, b, c, rung);
}

}  // namespace collision2d

#endif  // COLLISION2D_GEOMETRY_ORIENTATION_H_
