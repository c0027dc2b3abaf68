#ifndef COLLISION2D_BATCH_DISTANCE_MASK_H_
#define COLLISION2D_BATCH_DISTANCE_MASK_H_

#include <cstdint>

#include "collision2d/batch/body_call.h"

namespace collision2d::internal {

// Sets the bits of DistancesWithin in a mask that is cleared.
void AddDistancesWithin(const BodyCall& call, double limit_m, uint64_t* mask);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_DISTANCE_MASK_H_
