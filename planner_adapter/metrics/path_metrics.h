#ifndef COLLISION2D_PLANNER_ADAPTER_METRICS_PATH_METRICS_H_
#define COLLISION2D_PLANNER_ADAPTER_METRICS_PATH_METRICS_H_

#include "planner_adapter/metrics/metric_options.h"
#include "planner_adapter/metrics/metrics.h"
#include "planner_adapter/metrics/path_box.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// A body along the reference path at an instant.
struct BodyOnPath {
  PathBox box;
  PathVelocity velocity;
};

// What an obstacle must reach to be worse than what is known, or as bad. A metric that is not selected cannot be reached.
struct PathLimits {
  double gap_m;  // At most, or required_deceleration at least the following.
  double deceleration_mps2;
  double rss_margin_m;         // At most.
  double lateral_clearance_m;  // At most.
};
PathLimits LimitsOf(const MetricOptions& options, const Metrics& metrics, bool ego_velocity_known, double ego_mps);

// Updates the selected ones of headway, required_deceleration, rss_margin and lateral_clearance_m by one obstacle shape at one instant, if it is worse than
// what is known, or as bad and earlier. `ego_velocity_known`: false for a candidate of one pose; then only gaps and lateral clearances are defined. A number that is not finite
// (a gap near 0) is undefined.
void UpdatePathMetrics(const MetricOptions& options, const RssParameters& rss, const BodyOnPath& ego,
                       bool ego_velocity_known, const BodyOnPath& obstacle, const Interaction& interaction,
                       Metrics* metrics);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_METRICS_PATH_METRICS_H_
