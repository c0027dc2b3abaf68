#include "planner_adapter/replay_tool/run_metadata.h"

#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "collision2d/version.h"

namespace collision2d::planner {
namespace {

// Returns "NAME=VALUE", with as many digits, and at least six, as it takes to read exactly this value again.
std::string NumberOption(absl::string_view name, double value) {
  std::string text;
  double read = 0.0;
  for (int digits = 6; digits <= 17 && (text.empty() || read != value); ++digits) {
    text = absl::StrFormat("%.*g", digits, value);
    if (!absl::SimpleAtod(text, &read)) break;
  }
  return absl::StrCat(name, "=", text);
}

}  // namespace

proto::RunMetadata MetadataOf(const ReplayOptions& options, const CommonRoadOptions& commonroad) {
  proto::RunMetadata run;
  run.set_version(kVersion);
  run.set_seed(options.seed);
  const bool holds = options.checker.beyond_prediction == BeyondPrediction::kHold;
  run.add_options(absl::StrCat("beyond_prediction=", holds ? "hold" : "absent"));
  run.add_options(NumberOption("min_probability", options.checker.min_probability));
  run.add_options(NumberOption("road_gap_m", options.checker.road_gap_m));
  run.add_options(absl::StrCat("instants_only=", options.checker.instants_only ? "true" : "false"));
  if (!options.checker.instants_only) {
    run.add_options(NumberOption("time_tolerance_s", options.checker.impact.time_tolerance_s));
    run.add_options(NumberOption("epsilon_m", options.checker.impact.epsilon_m));
  }
  const MetricOptions& metrics = options.checker.metrics;
  run.add_options(absl::StrCat("metrics=", metrics.any() ? "true" : "false"));
  if (metrics.any()) {
    run.add_options(NumberOption("time_to_collision_horizon_s", metrics.time_to_collision_horizon_s));
    run.add_options(NumberOption("post_encroachment_horizon_s", metrics.post_encroachment_horizon_s));
  }
  run.add_options(absl::StrCat("jitter=", options.jitter ? "true" : "false"));
  run.add_options(absl::StrCat("closed_loop=", options.closed_loop ? "true" : "false"));
  if (options.closed_loop) run.add_options(NumberOption("replan_interval_s", options.replan_interval_s));
  run.add_options(NumberOption("ego_length_m", commonroad.ego_length_m));
  run.add_options(NumberOption("ego_width_m", commonroad.ego_width_m));
  run.add_options(NumberOption("ego_reference_to_center_m", commonroad.ego_reference_to_center_m));
  return run;
}

}  // namespace collision2d::planner
