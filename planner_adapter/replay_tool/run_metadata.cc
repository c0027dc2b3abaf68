#include "planner_adapter/replay_tool/run_metadata.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/version.h"

namespace collision2d::planner {

proto::RunMetadata MetadataOf(const ReplayOptions& options, const CommonRoadOptions& commonroad) {
  proto::RunMetadata run;
  run.set_version(kVersion);
  run.set_seed(options.seed);
  const bool holds = options.checker.beyond_prediction == BeyondPrediction::kHold;
  run.add_options(absl::StrCat("beyond_prediction=", holds ? "hold" : "absent"));
  run.add_options(absl::StrFormat("min_probability=%g", options.checker.min_probability));
  run.add_options(absl::StrFormat("road_gap_m=%g", options.checker.road_gap_m));
  run.add_options(absl::StrCat("instants_only=", options.checker.instants_only ? "true" : "false"));
  if (!options.checker.instants_only) {
    run.add_options(absl::StrFormat("time_tolerance_s=%g", options.checker.impact.time_tolerance_s));
    run.add_options(absl::StrFormat("epsilon_m=%g", options.checker.impact.epsilon_m));
  }
  const MetricOptions& metrics = options.checker.metrics;
  run.add_options(absl::StrCat("metrics=", metrics.any() ? "true" : "false"));
  if (metrics.any()) {
    run.add_options(absl::StrFormat("time_to_collision_horizon_s=%g", metrics.time_to_collision_horizon_s));
    run.add_options(absl::StrFormat("post_encroachment_horizon_s=%g", metrics.post_encroachment_horizon_s));
  }
  run.add_options(absl::StrCat("jitter=", options.jitter ? "true" : "false"));
  run.add_options(absl::StrCat("closed_loop=", options.closed_loop ? "true" : "false"));
  if (options.closed_loop) run.add_options(absl::StrFormat("replan_interval_s=%g", options.replan_interval_s));
  run.add_options(absl::StrFormat("ego_length_m=%g", commonroad.ego_length_m));
  run.add_options(absl::StrFormat("ego_width_m=%g", commonroad.ego_width_m));
  run.add_options(absl::StrFormat("ego_reference_to_center_m=%g", commonroad.ego_reference_to_center_m));
  return run;
}

}  // namespace collision2d::planner
