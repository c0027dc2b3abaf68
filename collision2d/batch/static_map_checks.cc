#include "collision2d/batch/static_map_checks.h"

#include <cmath>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d::internal {
namespace {

// Written so that a value that is not a number fails.
bool IsUnitRotation(const Pose2& pose) {
  return std::abs(pose.cos * pose.cos + pose.sin * pose.sin - 1.0) <= kUnitRotationTolerance;
}
bool IsInRange(double coordinate) { return std::abs(coordinate) <= kMaxCoordinate_m; }

absl::Status CheckTranslation(double value, const char* name, size_t index, char axis) {
  if (IsInRange(value)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("%s[%d].translation.%c: %.17g m is not within the limit of %g m",
                                                    name, index, axis, value, kMaxCoordinate_m));
}

}  // namespace

absl::Status CheckPoses(absl::Span<const Pose2> poses, const char* name) {
  for (size_t i = 0; i < poses.size(); ++i) {
    const Pose2& pose = poses[i];
    if (IsUnitRotation(pose) && IsInRange(pose.translation.x) && IsInRange(pose.translation.y)) continue;
    if (absl::Status status = CheckTranslation(pose.translation.x, name, i, 'x'); !status.ok()) return status;
    if (absl::Status status = CheckTranslation(pose.translation.y, name, i, 'y'); !status.ok()) return status;
    return absl::InvalidArgumentError(
        absl::StrFormat("%s[%d]: (cos, sin) = (%.17g, %.17g) is not a unit rotation", name, i, pose.cos, pose.sin));
  }
  return absl::OkStatus();
}

absl::Status CheckSize(size_t size, const char* name, size_t expected, const char* expected_name) {
  if (size == expected) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("%s: size %d; %s needs %d", name, size, expected_name, expected));
}

absl::Status CheckLimits(absl::Span<const double> limit_m) {
  for (size_t i = 0; i < limit_m.size(); ++i) {
    if (limit_m[i] >= 0.0) continue;
    return absl::InvalidArgumentError(
        absl::StrFormat("limit_m[%d]: %.17g m is not a number of at least 0", i, limit_m[i]));
  }
  return absl::OkStatus();
}

}  // namespace collision2d::internal
