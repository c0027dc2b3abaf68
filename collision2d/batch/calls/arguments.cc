#include "collision2d/batch/calls/arguments.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/batch/kernels/legal_poses.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d::internal {
namespace {

constexpr size_t kMaxPairs = std::numeric_limits<int32_t>::max();

absl::Status DescribeIllegal(const char* name, size_t index, const Pose2& pose) {
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!finite(pose.translation.x) || !finite(pose.translation.y) || !finite(pose.cos) || !finite(pose.sin)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s[%d]: (x, y, cos, sin) = (%.17g, %.17g, %.17g, %.17g) is not finite", name, index,
                        pose.translation.x, pose.translation.y, pose.cos, pose.sin));
  }
  if (std::abs(pose.translation.x) > kMaxCoordinate_m || std::abs(pose.translation.y) > kMaxCoordinate_m) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s[%d].translation: (%.17g, %.17g) m is beyond the limit of %g m", name, index,
                        pose.translation.x, pose.translation.y, kMaxCoordinate_m));
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("%s[%d]: (cos, sin) = (%.17g, %.17g) is not a unit rotation", name, index, pose.cos, pose.sin));
}

}  // namespace

absl::Status CheckPoses(const char* name, absl::Span<const Pose2> poses) {
  if (PosesAreLegal(poses)) return absl::OkStatus();
  size_t index = 0;
  while (PoseIsLegal(poses[index])) ++index;
  return DescribeIllegal(name, index, poses[index]);
}

absl::Status CheckSize(const char* name, size_t actual, size_t expected) {
  if (actual == expected) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("%s: %d elements; %d are needed", name, actual, expected));
}

absl::Status CheckCount(const char* name, size_t count) {
  if (count <= kMaxPairs) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("%d %s are more than %d", count, name, kMaxPairs));
}

absl::Status CheckPairCount(size_t poses, size_t obstacles) {
  if (obstacles == 0 || poses <= kMaxPairs / obstacles) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("%d poses x %d obstacles are more than %d pairs", poses, obstacles, kMaxPairs));
}

absl::Status CheckLimit(double limit_m) {
  if (limit_m >= 0.0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("limit_m: %g m is not a distance", limit_m));
}

absl::Status CheckLimits(absl::Span<const double> limit_m, size_t count) {
  if (limit_m.empty()) return absl::OkStatus();
  if (absl::Status status = CheckSize("limit_m", limit_m.size(), count); !status.ok()) return status;
  for (size_t i = 0; i < limit_m.size(); ++i) {
    if (!(limit_m[i] >= 0.0)) {
      return absl::InvalidArgumentError(absl::StrFormat("limit_m[%d]: %g m is not a distance", i, limit_m[i]));
    }
  }
  return absl::OkStatus();
}

}  // namespace collision2d::internal
