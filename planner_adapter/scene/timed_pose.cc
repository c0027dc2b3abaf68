#include "planner_adapter/scene/timed_pose.h"

#include <algorithm>
#include <cmath>

#include "absl/base/macros.h"

namespace collision2d::planner {

double NormalizeAngle(double angle_rad) {
  if (std::abs(angle_rad) < M_PI) return angle_rad;
  const double angle = std::remainder(angle_rad, 2.0 * M_PI);
  return angle <= -M_PI ? M_PI : angle;
}

double PoseChange_m(const TimedPose& p, const TimedPose& q) {
  const double turn_rad = std::abs(NormalizeAngle(q.yaw_rad - p.yaw_rad)) + std::abs(q.pitch_rad - p.pitch_rad) +
                          std::abs(q.roll_rad - p.roll_rad);
  return std::hypot(q.position.x - p.position.x, q.position.y - p.position.y, q.z_m - p.z_m) + kTurnArm_m * turn_rad;
}

TimedPose InterpolatePose(absl::Span<const TimedPose> poses, double time_s, Vec2 origin) {
  ABSL_ASSERT(!poses.empty());
  ABSL_ASSERT(time_s >= poses.front().time_s - kSameInstant_s && time_s <= poses.back().time_s + kSameInstant_s);
  return PoseCursor(poses, time_s, origin).At(time_s);
}

PoseCursor::PoseCursor(absl::Span<const TimedPose> poses, double first_s, Vec2 origin)
    : origin_(origin),
      begin_(poses.begin()),
      end_(poses.end()),
      after_(std::lower_bound(begin_, end_, first_s - kSameInstant_s,
                              [](const TimedPose& pose, double time_s) { return pose.time_s < time_s; })) {}

TimedPose PoseBetween(const TimedPose& p, const TimedPose& q, double time_s) {
  const double s = (time_s - p.time_s) / (q.time_s - p.time_s);
  return {time_s,
          p.position + s * (q.position - p.position),
          p.yaw_rad + s * NormalizeAngle(q.yaw_rad - p.yaw_rad),
          p.z_m + s * (q.z_m - p.z_m),
          p.pitch_rad + s * (q.pitch_rad - p.pitch_rad),
          p.roll_rad + s * (q.roll_rad - p.roll_rad)};
}

}  // namespace collision2d::planner
