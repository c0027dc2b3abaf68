#include "bench/motion/truth.h"

#include "collision2d/collision2d.h"

namespace collision2d::bench {

// PLACEHOLDER until the oracle is there.
Truth TruthOf(const MovingPair& pair) {
  constexpr int kSteps = 1000;
  for (int i = 0; i <= kSteps; ++i) {
    const double fraction = static_cast<double>(i) / kSteps;
    const Pose2 a_from_b =
        RelativePose(PoseAtFraction(pair.motion_a, fraction), PoseAtFraction(pair.motion_b, fraction));
    if (Collides(pair.a, pair.b, a_from_b)) return Truth::kContact;
  }
  return Truth::kUnknown;
}

}  // namespace collision2d::bench
