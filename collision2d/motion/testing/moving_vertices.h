#pragma once

#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/testing/interval.h"
#include "collision2d/motion/testing/motion_spec.h"

namespace collision2d {

// The vertices of a rigid body at an instant: a centre, and from there an arm to each vertex.
struct EnclosedVertices {
  IntervalVec2 center;
  std::vector<IntervalVec2> arms;
};

// The vertices of a moving body, enclosed. Every MotionSpec is a centre of constant velocity with
// arms that turn about it at a constant rate; the centre of a twist is its instantaneous centre of
// rotation.
class MovingVertices {
 public:
  // REQUIRES: a twist turns at a rate of 0, or of at least 10^-15 rad per metre of its way.
  MovingVertices(absl::Span<const Vec2> vertices, const MotionSpec& motion);

  // Replaces `posed` by the vertices elapsed_s after the start.
  void PoseAfter(const Interval& elapsed_s, EnclosedVertices* posed) const;

  // m/s, the centre's.
  const IntervalVec2& velocity() const { return velocity_; }
  // rad/s, the arms'.
  const Interval& yaw_rate() const { return yaw_rate_; }

 private:
  IntervalVec2 center_at_start_;
  IntervalVec2 velocity_;
  Interval yaw_rate_;
  std::vector<IntervalVec2> arms_at_start_;
};

}  // namespace collision2d
