#include "planner_adapter/checking/checker_options.h"

#include <cmath>

#include "absl/strings/str_format.h"
#include "collision2d/motion/motion_checks.h"

namespace collision2d::planner {
absl::Status ValidateCheckerOptions(const CheckerOptions& options) {
  if (!(options.min_probability >= 0.0 && options.min_probability <= 1.0)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("min_probability: %g is not within [0, 1]", options.min_probability));
  }
  if (!(options.drivable_area_tolerance_m >= 0.0) || std::isinf(options.drivable_area_tolerance_m)) {
    return absl::InvalidArgumentError(absl::StrFormat("drivable_area_tolerance_m: %g is not a finite length >= 0",
                                                      options.drivable_area_tolerance_m));
  }
  absl::Status status = internal::CheckTolerance("impact.time_tolerance_s", options.impact.time_tolerance_s);
  if (status.ok()) status = internal::CheckTolerance("impact.epsilon_m", options.impact.epsilon_m);
  return status.ok() ? ValidateMetricOptions(options.metrics) : status;
}

}  // namespace collision2d::planner
