#include "planner_adapter/checking/checker_options.h"

#include "absl/strings/str_format.h"
#include "collision2d/motion/search/motion_checks.h"
#include "planner_adapter/road/road_outline.h"

namespace collision2d::planner {
absl::Status ValidateCheckerOptions(const CheckerOptions& options) {
  if (!(options.min_probability >= 0.0 && options.min_probability <= 1.0)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("min_probability: %g is not within [0, 1]", options.min_probability));
  }
  if (absl::Status status = CheckRoadGap(options.road_gap_m); !status.ok()) return status;
  absl::Status status = internal::CheckTolerance("impact.time_tolerance_s", options.impact.time_tolerance_s);
  if (status.ok()) status = internal::CheckTolerance("impact.epsilon_m", options.impact.epsilon_m);
  return status.ok() ? ValidateMetricOptions(options.metrics) : status;
}

}  // namespace collision2d::planner
