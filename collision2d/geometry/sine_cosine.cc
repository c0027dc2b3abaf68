#include "collision2d/geometry/sine_cosine.h"

#include <cmath>
#include <cstdint>

namespace collision2d::internal {
namespace {

// pi / 2 in three parts. The first two have 33 bits, so that their products with the number of
// quarter turns, below 2^20, are exact.
constexpr double kHalfPi1 = 0x1.921fb544p+0;
constexpr double kHalfPi2 = 0x1.0b4611a6p-34;
constexpr double kHalfPi3 = 0x1.3198a2e037073p-69;
constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
constexpr double kPi = 0x1.921fb54442d18p+1;

// Adding and subtracting it rounds to a whole number.
constexpr double kRoundToInteger = 0x1.8p52;

// The sine and the cosine of an angle within pi / 4 of zero, and a bit more for rounding.
inline SineCosine OfSmallAngle(double x) {
  const double z = x * x;
  const double z2 = z * z;
  const double z4 = z2 * z2;
  // The next terms are below 2^-63 and 2^-58. Grouped so that few operations wait for each other.
  const double sine_sum = ((-1.0 / 6.0 + z * (1.0 / 120.0)) + z2 * (-1.0 / 5040.0 + z * (1.0 / 362880.0))) +
                          z4 * ((-1.0 / 39916800.0 + z * (1.0 / 6227020800.0)) +
                                z2 * (-1.0 / 1307674368000.0 + z * (1.0 / 355687428096000.0)));
  const double cosine_sum = ((1.0 / 24.0 + z * (-1.0 / 720.0)) + z2 * (1.0 / 40320.0 + z * (-1.0 / 3628800.0))) +
                            z4 * ((1.0 / 479001600.0 + z * (-1.0 / 87178291200.0)) + z2 * (1.0 / 20922789888000.0));
  return {x + x * (z * sine_sum), 1.0 - (0.5 * z - z2 * cosine_sum)};
}

}  // namespace

SineCosine ComputeSineCosine(double angle_rad) {
  if (std::abs(angle_rad) <= 0.25 * kPi) return OfSmallAngle(angle_rad);
  if (!(std::abs(angle_rad) <= kMaxAngle_rad)) return {std::sin(angle_rad), std::cos(angle_rad)};
  const double quarters = (angle_rad * kTwoOverPi + kRoundToInteger) - kRoundToInteger;
  // The first difference is exact. The second is rounded to the order of the third product, or to u
  // of the result.
  const double rest = ((angle_rad - quarters * kHalfPi1) - quarters * kHalfPi2) - quarters * kHalfPi3;
  const SineCosine small = OfSmallAngle(rest);
  const auto quadrant = static_cast<uint32_t>(static_cast<int64_t>(quarters)) & 3u;
  const bool is_swapped = (quadrant & 1u) != 0;
  const double sin = is_swapped ? small.cos : small.sin;
  const double cos = is_swapped ? small.sin : small.cos;
  return {(quadrant & 2u) != 0 ? -sin : sin, quadrant == 1 || quadrant == 2 ? -cos : cos};
}

double TurnBetween(Vec2 from, Vec2 to) {
  const double x = Dot(from, to);
  const double y = Cross(from, to);
  if (y == 0.0) return x >= 0.0 ? 0.0 : kPi;
  // The angle of (|x|, |y|) within 0.004, by a parabola below pi / 4 and its mirror image above.
  const double larger = std::fmax(std::abs(x), std::abs(y));
  const double smaller = std::fmin(std::abs(x), std::abs(y));
  const double ratio = smaller / larger;
  const double below = ratio * (0.25 * kPi + 0.273 * (1.0 - ratio));
  const double first_quadrant = std::abs(y) > std::abs(x) ? 0.5 * kPi - below : below;
  const double guess = std::copysign(x < 0.0 ? kPi - first_quadrant : first_quadrant, y);
  // What is left is the angle of (x, y) turned back by the guess, small enough for four terms of
  // the arc tangent's series.
  const SineCosine back = ComputeSineCosine(guess);
  const double left = (y * back.cos - x * back.sin) / (x * back.cos + y * back.sin);
  const double z = left * left;
  return guess + left * (1.0 - z * (1.0 / 3.0 - z * (1.0 / 5.0 - z * (1.0 / 7.0))));
}

}  // namespace collision2d::internal
