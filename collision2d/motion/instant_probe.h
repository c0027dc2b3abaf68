#ifndef COLLISION2D_MOTION_INSTANT_PROBE_H_
#define COLLISION2D_MOTION_INSTANT_PROBE_H_

#include <cmath>

#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/pair_motion.h"
#include "collision2d/motion/proven_stretch.h"

namespace collision2d::internal {

// The gap of a moving pair at one instant.
struct InstantProbe {
  PairPoses poses;
  // m. Negative: minus the penetration depth. Positive: at most the distance.
  double gap_m;
  Vec2 direction;  // Along which the gap is measured, world axes.
  // The body one of whose edges the direction is perpendicular to; kWorld: not known.
  DirectionFrame edge_owner;

  double elapsed_s() const { return poses.elapsed_s; }
};

// The gap along the probe's direction, which is fixed in a frame, on the way to another instant, which may be before the probe; without what is
// uncertain of it.
// REQUIRES: the instants differ.
inline GapChord ChordFrom(const InstantProbe& probe, const PairPoses& to, DirectionFrame frame,
                          const PairMotion& pair) {
  const double duration_s = std::abs(to.elapsed_s - probe.elapsed_s());
  Vec2 direction = probe.direction;
  if (frame == DirectionFrame::kBodyA)
    direction = to.world_from_a.Rotate(probe.poses.world_from_a.RotateBack(direction));
  if (frame == DirectionFrame::kBodyB) {
    direction = to.world_from_b.Rotate(probe.poses.world_from_b.RotateBack(direction));
  }
  return {probe.gap_m - pair.error_m(), pair.GapAlong(direction, to) - pair.error_m(), duration_s, pair.speed_mps(),
          pair.AccelerationBound(frame, probe.poses, duration_s)};
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_MOTION_INSTANT_PROBE_H_
