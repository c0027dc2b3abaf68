#pragma once

#include "collision2d/batch/query_options.h"
#include "collision2d/motion/impact_result.h"
#include "planner_adapter/metrics/metrics.h"  // IWYU pragma: export
#include "planner_adapter/scene/obstacle_snapshot.h"

// The options of a check.

namespace collision2d::planner {

// The largest tolerances of a check: those beyond are mistakes in units.
inline constexpr double kMaxTimeTolerance_s = 1.0;
inline constexpr double kMaxContactTolerance_m = 1.0;

struct CheckerOptions {
  BeyondPrediction beyond_prediction = BeyondPrediction::kAbsent;
  // If true, a candidate that would be free with a reservation of kBeyondPrediction collides: its
  // first collision is the contact with the held obstacle. Other than kHold alone, this counts gaps
  // in predictions too.
  bool unpredicted_collides = false;
  // Hypotheses less probable than this are ignored; in [0, 1].
  double min_probability = 0.0;
  // m, in [0, 10]. Gaps and notches between cells of the drivable area that are narrower than this
  // count as road (Road::FromCells).
  double road_gap_m = 0.1;
  // If true, only instants are checked, not the motion between them.
  bool instants_only = false;
  // The width of the bracket of a first contact, and the distance from contact below which a motion
  // may be left undecided; up to kMaxTimeTolerance_s and kMaxContactTolerance_m.
  ImpactOptions impact = {};
  // The metrics that verdicts contain; none by default.
  MetricOptions metrics = {};
};

// Returns an error that names an option that is out of range, and its value.
absl::Status ValidateCheckerOptions(const CheckerOptions& options);

}  // namespace collision2d::planner
