// What the replay derives from the differences between the poses of a trajectory.
#include <algorithm>
#include <cmath>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/timed_pose.h"
#include "replay/cycles/replay_scene.h"

namespace collision2d::planner {
namespace {

// m. A shorter step between two poses is the rounding of a standing vehicle's positions, and has no
// direction.
constexpr double kStandingStep_m = 1e-9;

// Returns the speed along the heading at p in m/s, averaged over the way from p to q.
double MeanSpeed(const TimedPose& p, const TimedPose& q) {
  const Vec2 step = q.position - p.position;
  if (Norm(step) <= kStandingStep_m) return 0.0;
  const Vec2 heading{std::cos(p.yaw_rad), std::sin(p.yaw_rad)};
  return std::copysign(Norm(step), Dot(step, heading)) / (q.time_s - p.time_s);
}

absl::Status CheckTimeStep(absl::string_view field, double step_s, double longest_s, bool has_candidates,
                           std::vector<std::string>& notes) {
  if (step_s < kShortTimeStep_s) {
    notes.push_back(absl::StrFormat("%s: %g s is implausibly short", field, step_s));
  }
  if (step_s <= kLongTimeStep_s) return absl::OkStatus();
  if (has_candidates && step_s > longest_s + kSameInstant_s) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: %g s is longer than every candidate, of at most %g s; are these milliseconds?", field, step_s, longest_s));
  }
  notes.push_back(absl::StrFormat("%s: %g s is implausibly long", field, step_s));
  return absl::OkStatus();
}

}  // namespace

EgoState StateOnCandidate(const Candidate& trajectory, double time_s) {
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

absl::StatusOr<std::vector<std::string>> CheckTimeSteps(const Scene& scene, absl::Span<const Candidate> candidates) {
  double longest_s = 0.0;
  for (const Candidate& candidate : candidates) {
    longest_s = std::max(longest_s, candidate.poses.back().time_s - candidate.poses.front().time_s);
  }
  std::vector<std::string> notes;
  absl::Status status = CheckTimeStep("time_step_s", scene.time_step_s, longest_s, !candidates.empty(), notes);
  if (!HasPlannedCandidates(scene) && scene.sampling_request.time_step_s.has_value()) {
    status.Update(CheckTimeStep("sampling_request.time_step_s", *scene.sampling_request.time_step_s, longest_s,
                                !candidates.empty(), notes));
  }
  if (!status.ok()) return status;
  return notes;
}

}  // namespace collision2d::planner
