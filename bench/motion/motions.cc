#include "bench/motion/motions.h"

#include "collision2d/motion/testing/spec_pair.h"

namespace collision2d::bench {

std::vector<MotionPair> MotionsOf(absl::Span<const MovingPair> pairs) {
  std::vector<MotionPair> motions;
  motions.reserve(pairs.size());
  for (const MovingPair& pair : pairs) {
    const SpecPair spec = ToSpecPair(pair);
    motions.push_back({ToMotion(spec.motion_a), ToMotion(spec.motion_b)});
  }
  return motions;
}

}  // namespace collision2d::bench
