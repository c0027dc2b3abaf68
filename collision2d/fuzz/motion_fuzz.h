#pragma once

#include <cstddef>
#include <cstdint>

namespace collision2d {

// Two bodies made from the bytes, and their motions, of every kind: what TimeOfImpact, IsMotionFree
// and MinimumDistanceOverMotion answer agrees with each other, with poses sampled finely, and with
// what they answer to the same question asked otherwise (motion_symmetries.h); bad arguments are
// refused.
// Aborts if not. Returns 0.
int FuzzMotionQuery(const uint8_t* data, size_t size);

}  // namespace collision2d
