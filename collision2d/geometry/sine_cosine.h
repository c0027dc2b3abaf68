#pragma once

#include "collision2d/geometry/vec2.h"

// Trigonometry with a stated error and the same bits on every machine; the bits of std::sin depend
// on the C library.
namespace collision2d {

// rad. The largest magnitude of an angle whose sine and cosine are computed: about 167,000 turns.
inline constexpr double kMaxAngle_rad = 0x1p20;

namespace internal {

// Bound on the absolute error of a sine, a cosine and a turn (rad for a turn). Proof: sine.
inline constexpr double kTrigonometryError = 8.0 * 0x1p-53;

struct SineCosine {
  double sin;
  double cos;
};

// Returns the sine and the cosine, with errors of at most kTrigonometryError; for angles of at most
// pi / 4 the error of the sine is relative to the sine itself. Beyond kMaxAngle_rad it asks the C
// library. Method: Cody and Waite 1980, reduction by multiples of pi / 2 in three parts; Taylor
// polynomials of degree 17 and 16.
SineCosine ComputeSineCosine(double angle_rad);

// Returns the turn in [-pi, pi], in rad, that takes the direction `from` to the direction `to`; +pi
// for exactly opposite directions. O(1). REQUIRES: the lengths of both are within [0.5, 2].
double TurnBetween(Vec2 from, Vec2 to);

}  // namespace internal
}  // namespace collision2d
