#ifndef COLLISION2D_PLANNER_ADAPTER_METRICS_METRIC_OPTIONS_H_
#define COLLISION2D_PLANNER_ADAPTER_METRICS_METRIC_OPTIONS_H_

#include "absl/status/status.h"

namespace collision2d::planner {

// Which metrics are computed: by default none, and what is not selected costs nothing.
struct MetricOptions {
  bool time_to_collision = false;
  bool headway = false;
  bool post_encroachment_time = false;
  bool required_deceleration = false;
  bool rss_margin = false;
  bool lateral_clearance = false;
  bool goal = false;

  // s, > 0: how far ahead constant speeds and turn rates are followed.
  double time_to_collision_horizon_s = 5.0;
  // s, > 0. A longer post-encroachment time is not reported.
  double post_encroachment_horizon_s = 5.0;

  static MetricOptions All() { return {true, true, true, true, true, true, true}; }

  // Whether one is selected that is measured along the reference path.
  bool any_on_path() const { return headway || required_deceleration || rss_margin || lateral_clearance; }
  bool any() const { return any_on_path() || time_to_collision || post_encroachment_time || goal; }
};

// Errors: a horizon that is not positive and finite, named with its value.
absl::Status ValidateMetricOptions(const MetricOptions& options);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_METRICS_METRIC_OPTIONS_H_
