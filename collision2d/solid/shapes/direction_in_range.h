#ifndef COLLISION2D_SOLID_SHAPES_DIRECTION_IN_RANGE_H_
#define COLLISION2D_SOLID_SHAPES_DIRECTION_IN_RANGE_H_

#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid::internal {

// A direction whose largest coordinate is in [kMinDirectionNorm, kMaxDirectionNorm] is used unchanged.
inline constexpr double kMinDirectionNorm = 0x1p-200;
inline constexpr double kMaxDirectionNorm = 0x1p400;

// Returns `direction` times the power of two that brings its largest coordinate into that range: the same direction, to
// the bit unless coordinates are subnormal.
inline Vec3 ScaledIntoRange(Vec3 direction) {
  // The range of doubles is 2^-1074 to 2^1024: at most five steps of 2^200.
  for (int step = 0; step < 5 && NormInfinity(direction) < kMinDirectionNorm; ++step) direction = 0x1p200 * direction;
  for (int step = 0; step < 5 && NormInfinity(direction) > kMaxDirectionNorm; ++step) direction = 0x1p-200 * direction;
  return direction;
}

// Returns the direction, scaled by a power of two if it is too short or too long to be multiplied by numbers about 1.
// Costs one comparison in the usual case.
inline Vec3 DirectionInRange(const Vec3& direction) {
  const double norm = NormInfinity(direction);
  if (norm >= kMinDirectionNorm && norm <= kMaxDirectionNorm) return direction;
  return ScaledIntoRange(direction);
}

// Returns the direction, scaled by a power of two so that its dot products with differences of legal coordinates
// neither overflow nor, down to the smallest doubles, underflow: its largest coordinate is at least 2^200 and at most
// 2^800.
inline Vec3 ForDotProducts(const Vec3& direction) { return 0x1p400 * DirectionInRange(direction); }

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_SHAPES_DIRECTION_IN_RANGE_H_
