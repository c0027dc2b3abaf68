#pragma once

#include <vector>

#include "absl/types/span.h"
#include "collision2d/motion/motion.h"
#include "collision2d/testing/moving_pairs.h"

namespace collision2d::bench {

struct MotionPair {
  Motion a;
  Motion b;
};

// The motions of the pairs, by Motion::Linear.
std::vector<MotionPair> MotionsOf(absl::Span<const MovingPair> pairs);

}  // namespace collision2d::bench
