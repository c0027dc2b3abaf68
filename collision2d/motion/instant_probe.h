#ifndef COLLISION2D_MOTION_INSTANT_PROBE_H_
#define COLLISION2D_MOTION_INSTANT_PROBE_H_

#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/pair_motion.h"

namespace collision2d::internal {

enum class EdgeOwner { kUnknown, kBodyA, kBodyB };

// The gap of a moving pair at one instant, and a direction along which it is open.
struct InstantProbe {
  PairInstant at;
  // m. Negative: minus the penetration depth. Positive: at most the distance.
  double gap_m;
  Vec2 direction;  // World axes.
  // The body with an edge perpendicular to the direction, if that is known.
  EdgeOwner edge_owner;

  double elapsed_s() const { return at.elapsed_s; }
};

// A time after (or before) a probe, and a bound on the gap then.
struct BoundedGap {
  double after_s;
  double gap_m;
};

// How long after the probe the gap is certainly at least target_m, if it is at `open` and is not known to be at `beyond`: bounds on gaps are
// concave, so that they are above the straight line between two of their values.
// REQUIRES: open.gap_m >= target_m.
inline double ProvenStretch(const BoundedGap& open, const BoundedGap& beyond, double target_m) {
  constexpr double kRounding = 1.0 - 0x1p-40;
  if (beyond.gap_m >= target_m) return beyond.after_s;
  return open.after_s +
         kRounding * (beyond.after_s - open.after_s) * (open.gap_m - target_m) / (open.gap_m - beyond.gap_m);
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_MOTION_INSTANT_PROBE_H_
