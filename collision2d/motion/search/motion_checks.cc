#include "collision2d/motion/search/motion_checks.h"

#include "absl/strings/str_format.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d::internal {

absl::Status CheckInterval(double start_s, double end_s) {
  if (!std::isfinite(start_s)) return absl::InvalidArgumentError(absl::StrFormat("start_s: %g is not finite", start_s));
  if (!std::isfinite(end_s) || !std::isfinite(end_s - start_s)) {
    return absl::InvalidArgumentError(absl::StrFormat("end_s: %g is not finite, or too far from start_s", end_s));
  }
  const double duration_s = end_s - start_s;
  if (duration_s == 0.0 || duration_s >= kLeastDuration_s) return absl::OkStatus();
  if (duration_s > 0.0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("end_s: %g s after start_s; neither 0 nor at least %g s", duration_s, kLeastDuration_s));
  }
  return absl::InvalidArgumentError(absl::StrFormat("end_s: %.17g s is before start_s, %.17g s", end_s, start_s));
}

absl::Status CheckTolerance(const char* name, double tolerance) {
  if (IsTolerance(tolerance)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("%s: %g is not finite and positive", name, tolerance));
}

absl::Status CheckImpactOptions(const ImpactOptions& options) {
  absl::Status status = CheckTolerance("time_tolerance_s", options.time_tolerance_s);
  if (status.ok()) status = CheckTolerance("contact_tolerance_m", options.contact_tolerance_m);
  return status;
}

// Written so that NaN does not pass.
absl::Status CheckVector(const char* name, Vec2 vector) {
  if (std::abs(vector.x) <= kMaxCoordinate_m && std::abs(vector.y) <= kMaxCoordinate_m) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: (%.17g, %.17g) is not finite or beyond %g", name, vector.x, vector.y, kMaxCoordinate_m));
}

absl::Status CheckLegalPose(const char* name, const Pose2& pose) {
  if (std::abs(pose.cos * pose.cos + pose.sin * pose.sin - 1.0) <= kUnitRotationTolerance) {
    return CheckVector(name, pose.translation);
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: (cos, sin) = (%.17g, %.17g) is not a unit rotation", name, pose.cos, pose.sin));
}

}  // namespace collision2d::internal
