#ifndef COLLISION2D_BATCH_DISTANCE_LIMIT_H_
#define COLLISION2D_BATCH_DISTANCE_LIMIT_H_

#include "collision2d/batch/shadow_numbers.h"

namespace collision2d::internal {

// m. More than the distance of any two points that two shapes (within kMaxCoordinate_m of their own origins) at legal poses
// have, 4 sqrt(2) times 1e8 m.
inline constexpr float kMaxLimit_m = 0x1p30f;

// A distance as a limit in single precision: not less, but at most kMaxLimit_m, which limits nothing.
inline float LimitOf(double distance_m) {
  return distance_m < static_cast<double>(kMaxLimit_m) ? RoundedUp(distance_m) + static_cast<float>(kShadowUnderflow_m)
                                                       : kMaxLimit_m;
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_DISTANCE_LIMIT_H_
