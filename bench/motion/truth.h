#pragma once

#include "collision2d/testing/moving_pairs.h"

namespace collision2d::bench {

enum class Truth { kFree, kContact, kUnknown };

// Whether the bodies share a point at any real instant, by interval arithmetic
// (collision2d/motion/testing/motion_oracle.h). kUnknown: a graze, of which neither can be proven.
Truth TruthOf(const MovingPair& pair);

// True if the bodies are proven to be more than distance_m apart at every real instant.
bool StayApart(const MovingPair& pair, double distance_m);

}  // namespace collision2d::bench
