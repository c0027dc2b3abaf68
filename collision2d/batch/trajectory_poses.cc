#include "collision2d/batch/trajectory_poses.h"

#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/batch/calls/arguments.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::internal {
namespace {

constexpr size_t kMaxTrajectories = std::numeric_limits<int32_t>::max();

absl::Status CheckShape(const Trajectories& trajectories) {
  const size_t pose_count = trajectories.world_from_body.size();
  if (trajectories.steps < 0) {
    return absl::InvalidArgumentError(absl::StrFormat("steps: %d is negative", trajectories.steps));
  }
  const auto steps = static_cast<size_t>(trajectories.steps);
  if (steps == 0 ? pose_count != 0 : pose_count % steps != 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("world_from_body: %d poses are not a multiple of %d steps", pose_count, steps));
  }
  if (steps > 0 && pose_count / steps > kMaxTrajectories) {
    return absl::InvalidArgumentError(
        absl::StrFormat("world_from_body: %d trajectories are more than %d", pose_count / steps, kMaxTrajectories));
  }
  return absl::OkStatus();
}

absl::Status CheckLengths(const Trajectories& trajectories) {
  if (trajectories.lengths.empty()) return absl::OkStatus();
  if (absl::Status status = CheckSize("lengths", trajectories.lengths.size(), trajectories.size()); !status.ok()) {
    return status;
  }
  for (int i = 0; i < trajectories.size(); ++i) {
    if (trajectories.lengths[i] < 0 || trajectories.lengths[i] > trajectories.steps) {
      return absl::InvalidArgumentError(
          absl::StrFormat("lengths[%d]: %d is not within [0, %d]", i, trajectories.lengths[i], trajectories.steps));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckLayout(const Trajectories& trajectories) {
  const absl::Status status = CheckShape(trajectories);
  return status.ok() ? CheckLengths(trajectories) : status;
}

absl::Status CheckPosesOf(const Trajectories& trajectories) {
  if (trajectories.lengths.empty() && CheckPoses("", trajectories.world_from_body).ok()) return absl::OkStatus();
  for (int i = 0; i < trajectories.size(); ++i) {
    const absl::Span<const Pose2> poses = trajectories.PosesOf(i);
    if (CheckPoses("", poses).ok()) continue;
    return CheckPoses(absl::StrFormat("world_from_body[%d]", i).c_str(), poses);
  }
  return absl::OkStatus();
}

}  // namespace collision2d::internal
