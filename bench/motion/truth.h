#ifndef COLLISION2D_BENCH_MOTION_TRUTH_H_
#define COLLISION2D_BENCH_MOTION_TRUTH_H_

#include "collision2d/testing/moving_pairs.h"

namespace collision2d::bench {

enum class Truth { kFree, kContact, kUnknown };

// Whether the bodies share a point at any instant.
Truth TruthOf(const MovingPair& pair);

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_MOTION_TRUTH_H_
