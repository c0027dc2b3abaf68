#include "planner_adapter/metrics/metrics.h"

#include <cmath>

#include "absl/strings/str_format.h"

namespace collision2d::planner {
namespace {

absl::Status CheckHorizon(const char* name, double horizon_s) {
  if (horizon_s > 0.0 && std::isfinite(horizon_s)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("metrics.%s: %g is not a finite time > 0", name, horizon_s));
}

}  // namespace

absl::Status ValidateMetricOptions(const MetricOptions& options) {
  const absl::Status status = CheckHorizon("time_to_collision_horizon_s", options.time_to_collision_horizon_s);
  return status.ok() ? CheckHorizon("post_encroachment_horizon_s", options.post_encroachment_horizon_s) : status;
}

}  // namespace collision2d::planner
