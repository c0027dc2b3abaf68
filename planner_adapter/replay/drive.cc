#include "planner_adapter/replay/drive.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/base/macros.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// m. A shorter step between two poses is the rounding of a standing vehicle's positions, and has no direction.
constexpr double kStandingStep_m = 1e-9;

// Returns the speed along the heading at p in m/s, averaged over the way from p to q.
double MeanSpeed(const TimedPose& p, const TimedPose& q) {
  const Vec2 step = q.position - p.position;
  if (Norm(step) <= kStandingStep_m) return 0.0;
  const Vec2 heading{std::cos(p.yaw_rad), std::sin(p.yaw_rad)};
  return std::copysign(Norm(step), Dot(step, heading)) / (q.time_s - p.time_s);
}

}  // namespace

EgoState StateOnTrajectory(const Trajectory& trajectory, double time_s) {
  const std::vector<TimedPose>& poses = trajectory.poses;
  ABSL_ASSERT(poses.size() >= 2);
  EgoState state;
  state.pose = InterpolatePose(poses, time_s);
  // The last pose at or before the time that has a predecessor and a successor, if there is one.
  const auto after = std::upper_bound(poses.begin(), poses.end(), time_s + kSameInstant_s,
                                      [](double time, const TimedPose& pose) { return time < pose.time_s; });
  const int last = static_cast<int>(poses.size()) - 1;
  const int at = std::clamp(static_cast<int>(after - poses.begin()) - 1, 0, last);
  const int from = std::max(at - 1, 0);
  const int to = std::min(at + 1, last);
  const double speed_in = at > from ? MeanSpeed(poses[from], poses[at]) : MeanSpeed(poses[at], poses[to]);
  const double speed_out = to > at ? MeanSpeed(poses[at], poses[to]) : speed_in;
  state.speed_mps = 0.5 * (speed_in + speed_out);
  if (last >= 2) {
    // At the ends, the value of the neighbouring pose is used.
    const int middle = std::clamp(at, 1, last - 1);
    const TimedPose& before = poses[middle - 1];
    const TimedPose& behind = poses[middle + 1];
    state.acceleration_mps2 =
        (MeanSpeed(poses[middle], behind) - MeanSpeed(before, poses[middle])) / (0.5 * (behind.time_s - before.time_s));
  }
  return state;
}

}  // namespace collision2d::planner
