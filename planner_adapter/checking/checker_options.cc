#include "planner_adapter/checking/checker_options.h"

#include <cmath>

#include "absl/strings/str_format.h"
#include "collision2d/motion/search/motion_checks.h"
#include "planner_adapter/road/road_outline.h"

namespace collision2d::planner {
namespace {

absl::Status CheckHorizon(const char* name, double horizon_s) {
  if (horizon_s > 0.0 && std::isfinite(horizon_s)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("metrics.%s: %g is not a finite time > 0", name, horizon_s));
}

absl::Status CheckLargest(const char* name, double value, double limit, const char* unit) {
  if (value <= limit) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("impact.%s: %g %s is beyond the limit of %g %s", name, value, unit, limit, unit));
}

}  // namespace

absl::Status ValidateCheckerOptions(const CheckerOptions& options) {
  if (!(options.min_probability >= 0.0 && options.min_probability <= 1.0)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("min_probability: %g is not within [0, 1]", options.min_probability));
  }
  if (absl::Status status = CheckRoadGap(options.road_gap_m); !status.ok()) return status;
  absl::Status status = internal::CheckTolerance("impact.time_tolerance_s", options.impact.time_tolerance_s);
  if (status.ok()) status = internal::CheckTolerance("impact.contact_tolerance_m", options.impact.contact_tolerance_m);
  if (status.ok()) status = CheckLargest("time_tolerance_s", options.impact.time_tolerance_s, kMaxTimeTolerance_s, "s");
  if (status.ok())
    status = CheckLargest("contact_tolerance_m", options.impact.contact_tolerance_m, kMaxContactTolerance_m, "m");
  const MetricOptions& metrics = options.metrics;
  if (status.ok()) status = CheckHorizon("time_to_collision_horizon_s", metrics.time_to_collision_horizon_s);
  return status.ok() ? CheckHorizon("post_encroachment_horizon_s", metrics.post_encroachment_horizon_s) : status;
}

}  // namespace collision2d::planner
