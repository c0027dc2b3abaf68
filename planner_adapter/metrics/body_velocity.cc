#include "planner_adapter/metrics/body_velocity.h"

#include <algorithm>

namespace collision2d::planner {

BodyVelocity VelocityAt(absl::Span<const TimedPose> poses, double time_s) {
  if (poses.size() < 2 || time_s < poses.front().time_s - kSameInstant_s ||
      time_s > poses.back().time_s + kSameInstant_s) {
    return {};
  }
  // The first pose after the instant ends the interval.
  const auto after = std::upper_bound(poses.begin() + 1, poses.end() - 1, time_s + kSameInstant_s,
                                      [](double time, const TimedPose& pose) { return time < pose.time_s; });
  const TimedPose& q = *after;
  const TimedPose& p = *(after - 1);
  const double duration_s = q.time_s - p.time_s;
  return {(1.0 / duration_s) * (q.position - p.position), NormalizeAngle(q.yaw_rad - p.yaw_rad) / duration_s};
}

BodyVelocity VelocityAt(const Prediction& prediction, double time_s) {
  return prediction.poses.empty() ? BodyVelocity() : VelocityAt(prediction.poses, time_s);
}

}  // namespace collision2d::planner
