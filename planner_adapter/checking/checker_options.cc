#include "planner_adapter/checking/checker_options.h"

#include <limits>

#include "absl/strings/str_format.h"
#include "planner_adapter/road/road_outline.h"
#include "planner_adapter/scene/field_checker.h"

namespace collision2d::planner {

absl::Status ValidateCheckerOptions(const CheckerOptions& options) {
  if (!(options.min_probability >= 0.0 && options.min_probability <= 1.0)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("min_probability: %g is not within [0, 1]", options.min_probability));
  }
  if (absl::Status status = CheckRoadGap(options.road_gap_m); !status.ok()) return status;
  FieldChecker checker;
  const FieldPath root;
  const FieldPath impact = root.Field("impact");
  checker.Positive(impact.Field("time_tolerance_s"), options.impact.time_tolerance_s, kMaxTimeTolerance_s, "s");
  checker.Positive(impact.Field("contact_tolerance_m"), options.impact.contact_tolerance_m, kMaxContactTolerance_m,
                   "m");
  const MetricOptions& of = options.metrics;
  const FieldPath metrics = root.Field("metrics");
  constexpr double kAny_s = std::numeric_limits<double>::max();
  checker.Positive(metrics.Field("time_to_collision_horizon_s"), of.time_to_collision_horizon_s, kAny_s, "s");
  checker.Positive(metrics.Field("post_encroachment_horizon_s"), of.post_encroachment_horizon_s, kAny_s, "s");
  return checker.status();
}

}  // namespace collision2d::planner
