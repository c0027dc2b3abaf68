#ifndef COLLISION2D_MOTION_INSTANT_PROBE_H_
#define COLLISION2D_MOTION_INSTANT_PROBE_H_

#include <cmath>

#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/pair_motion.h"
#include "collision2d/motion/proven_stretch.h"
#include "collision2d/query/separation_result.h"

namespace collision2d::internal {

// An instant at which a moving pair has been put to ComputeSeparation.
struct InstantProbe {
  PairPoses poses;
  Separation separation;
  Vec2 direction;  // Of the separation, world axes.

  double elapsed_s() const { return poses.elapsed_s; }
  double gap_m() const { return separation.signed_distance_m; }
};

inline InstantProbe ProbeAt(double elapsed_s, PairMotion* pair) {
  const PairPoses poses = pair->PosesAfter(elapsed_s);
  const Separation separation = pair->SeparationAt(poses);
  return {poses, separation, poses.world_from_a.Rotate(separation.direction)};
}

// The gap along the probe's direction, which is fixed in a frame, on the way to another instant, which may be before the probe; without what is
// uncertain of it.
// REQUIRES: the instants differ.
inline GapChord ChordFrom(const InstantProbe& probe, const PairPoses& to, DirectionFrame frame,
                          const PairMotion& pair) {
  const double duration_s = std::abs(to.elapsed_s - probe.elapsed_s());
  Vec2 direction = probe.direction;
  if (frame == DirectionFrame::kBodyA) direction = to.world_from_a.Rotate(probe.separation.direction);
  if (frame == DirectionFrame::kBodyB) {
    direction = to.world_from_b.Rotate(probe.poses.world_from_b.RotateBack(direction));
  }
  return {probe.gap_m() - pair.error_m(), pair.GapAlong(direction, to) - pair.error_m(), duration_s, pair.speed_mps(),
          pair.AccelerationBound(frame, probe.poses, duration_s)};
}

// How fast the witness points come closer along the probe's direction on the way to a later instant, m/s: an estimate of how fast the distance falls.
inline double ClosingSpeed(const InstantProbe& probe, const PairPoses& to) {
  const Separation& separation = probe.separation;
  const Vec2 witness_a = to.world_from_a.Rotate(separation.witness_a);
  const Vec2 of_b = probe.poses.world_from_b.RotateBack(probe.poses.world_from_a.Rotate(separation.witness_b) -
                                                        probe.poses.offset);
  const Vec2 witness_b = to.offset + to.world_from_b.Rotate(of_b);
  return (probe.gap_m() - Dot(probe.direction, witness_b - witness_a)) / (to.elapsed_s - probe.elapsed_s());
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_MOTION_INSTANT_PROBE_H_
