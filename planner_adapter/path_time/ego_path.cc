#include "planner_adapter/path_time/ego_path.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_format.h"
#include "collision2d/geometry/tolerances.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/valid_motion.h"

namespace collision2d::planner {
namespace {

// Returns an error that begins with `name` and names the field, if a number of the pose is not
// legal.
absl::Status CheckPathPose(const PathPose& pose, absl::string_view name) {
  FieldChecker checker;
  const FieldPath root;
  const FieldPath path = root.Field(name);
  checker.Magnitude(path.Field("station_m"), pose.station_m, kMaxCoordinate_m, "m");
  const Elevation& at = pose.elevation;
  CheckPose({0.0, pose.position, pose.yaw_rad, at.z_m, at.pitch_rad, at.roll_rad}, path, checker);
  return checker.status();
}

}  // namespace

absl::StatusOr<EgoPath> EgoPath::Create(absl::Span<const PathPose> poses) {
  if (poses.empty()) return absl::InvalidArgumentError("poses: there are none");
  for (size_t k = 0; k < poses.size(); ++k) {
    if (absl::Status status = CheckPathPose(poses[k], absl::StrFormat("poses[%d]", k)); !status.ok()) return status;
    if (k > 0 && !(poses[k].station_m - poses[k - 1].station_m >= 0.5 * kLeastAdvance_m)) {
      return absl::InvalidArgumentError(absl::StrFormat("poses[%d].station_m: %.17g is not %g m beyond %.17g", k,
                                                        poses[k].station_m, 0.5 * kLeastAdvance_m,
                                                        poses[k - 1].station_m));
    }
  }
  return EgoPath(std::vector<PathPose>(poses.begin(), poses.end()));
}

double EgoPath::Advance(const PathPose& from, const PathPose& to) {
  const double advance_m = std::max(
      {Norm(to.position - from.position), std::abs(NormalizeAngle(to.yaw_rad - from.yaw_rad)),
       std::abs(to.elevation.z_m - from.elevation.z_m), std::abs(to.elevation.pitch_rad - from.elevation.pitch_rad),
       std::abs(to.elevation.roll_rad - from.elevation.roll_rad)});
  return advance_m == 0.0 ? 0.0 : std::max(advance_m, kLeastAdvance_m);
}

absl::StatusOr<EgoPath> EgoPath::FromCandidate(const Candidate& trajectory, std::vector<StationTime>* profile) {
  std::vector<PathPose> poses;
  poses.reserve(trajectory.poses.size());
  if (profile != nullptr) profile->clear();
  for (size_t k = 0; k < trajectory.poses.size(); ++k) {
    const TimedPose& timed = trajectory.poses[k];
    PathPose pose = {0.0, timed.position, timed.yaw_rad, timed.ToElevation()};
    const std::string name = absl::StrFormat("trajectory %s: poses[%d]", trajectory.id, k);
    if (absl::Status status = CheckPathPose(pose, name); !status.ok()) return status;
    if (!poses.empty()) pose.station_m = poses.back().station_m + Advance(poses.back(), pose);
    if (poses.empty() || pose.station_m > poses.back().station_m) poses.push_back(pose);
    if (profile != nullptr) profile->push_back({pose.station_m, timed.time_s});
  }
  return Create(poses);
}

PathPose EgoPath::At(double station_m) const {
  const auto after = std::lower_bound(poses_.begin(), poses_.end(), station_m,
                                      [](const PathPose& pose, double station) { return pose.station_m < station; });
  if (after == poses_.end()) return poses_.back();
  if (after == poses_.begin() || after->station_m == station_m) return *after;
  const PathPose& p = *(after - 1);
  const PathPose& q = *after;
  const double part = (station_m - p.station_m) / (q.station_m - p.station_m);
  const auto between = [part](double from, double to) { return from + part * (to - from); };
  return {station_m,
          p.position + part * (q.position - p.position),
          p.yaw_rad + part * NormalizeAngle(q.yaw_rad - p.yaw_rad),
          {between(p.elevation.z_m, q.elevation.z_m), between(p.elevation.pitch_rad, q.elevation.pitch_rad),
           between(p.elevation.roll_rad, q.elevation.roll_rad)}};
}

}  // namespace collision2d::planner
