#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_CHECKER_OPTIONS_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_CHECKER_OPTIONS_H_

#include "absl/status/status.h"
#include "collision2d/motion/impact_result.h"
#include "planner_adapter/metrics/metric_options.h"  // IWYU pragma: export
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {

struct CheckerOptions {
  BeyondPrediction beyond_prediction = BeyondPrediction::kAbsent;
  // Hypotheses less probable than this are ignored; in [0, 1].
  double min_probability = 0.0;
  // m, in [0, kMaxRoadGap_m]. Gaps and notches between cells of the drivable area that are narrower than this are road; see OutlineOfCells.
  double road_gap_m = 0.1;
  // Checks the instants only, not the motion between them.
  bool instants_only = false;
  // How narrow the bracket of a first contact is, and how close to contact a motion may come that cannot be decided.
  ImpactOptions impact = {};
  // The metrics that verdicts contain; by default none.
  MetricOptions metrics = {};
};

// Errors: an option that is out of range, named with its value.
absl::Status ValidateCheckerOptions(const CheckerOptions& options);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_CHECKER_OPTIONS_H_
