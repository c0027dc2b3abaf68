#include "collision2d/motion/testing/moving_vertices.h"

namespace collision2d {
namespace {

IntervalVec2 Enclosed(Vec2 point) { return {point.x, point.y}; }

// Where the body point is that a twist leaves at rest, in the body frame.
IntervalVec2 RestingPoint(const MotionSpec& twist) {
  const Interval yaw_rate(twist.yaw_rate_radps);
  return {Interval(-twist.velocity_mps.y) / yaw_rate, Interval(twist.velocity_mps.x) / yaw_rate};
}

}  // namespace

MovingVertices::MovingVertices(absl::Span<const Vec2> vertices, const MotionSpec& motion) {
  const Interval cos(motion.start.cos);
  const Interval sin(motion.start.sin);
  IntervalVec2 reference = Enclosed(motion.reference);
  if (motion.kind == MotionSpec::Kind::kTwist) {
    yaw_rate_ = Interval(motion.yaw_rate_radps);
    if (motion.yaw_rate_radps == 0.0) {
      reference = {};
      velocity_ = Rotated(cos, sin, Enclosed(motion.velocity_mps));
    } else {
      reference = RestingPoint(motion);
    }
  } else if (motion.end_s > motion.start_s) {
    const Interval duration = Interval(motion.end_s) - Interval(motion.start_s);
    velocity_ = {Interval(motion.displacement_m.x) / duration, Interval(motion.displacement_m.y) / duration};
    yaw_rate_ = Interval(motion.turn_rad) / duration;
  }
  center_at_start_ = Enclosed(motion.start.translation) + Rotated(cos, sin, reference);
  for (const Vec2 vertex : vertices) {
    arms_at_start_.push_back(Rotated(cos, sin, Enclosed(vertex) - reference));
  }
}

void MovingVertices::PoseAfter(const Interval& elapsed_s, EnclosedVertices* posed) const {
  const Interval turn = elapsed_s * yaw_rate_;
  const Interval cos = Cos(turn);
  const Interval sin = Sin(turn);
  posed->center = center_at_start_ + elapsed_s * velocity_;
  posed->arms.resize(arms_at_start_.size());
  for (size_t i = 0; i < arms_at_start_.size(); ++i) posed->arms[i] = Rotated(cos, sin, arms_at_start_[i]);
}

}  // namespace collision2d
