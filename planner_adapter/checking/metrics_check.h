#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/checker_options.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/metrics/encroachment.h"
#include "planner_adapter/metrics/metric_scene.h"
#include "planner_adapter/scene/scene.h"

// Metrics of checked candidates, and their profiles over time.

namespace collision2d::planner {

// What one thread needs to compute metrics. What it places of the scene is kept from call to call.
class MetricsCheck {
 public:
  explicit MetricsCheck(std::shared_ptr<const MetricScene> scene);

  // Sets the metrics of verdicts that are otherwise complete, from each candidate's instants before
  // its first collision. start_s: when the cycle begins.
  // REQUIRES: verdicts[i] is that of candidates[i].
  // Error (DeadlineExceeded): some metrics are not set.
  absl::Status Compute(double start_s, absl::Span<const Candidate> candidates, const Instants& instants,
                       absl::Span<Verdict> verdicts, const Deadline& deadline = std::nullopt);

 private:
  absl::Status FindEncroachments(double start_s, absl::Span<const Candidate> candidates, absl::Span<Verdict> verdicts,
                                 const Deadline& deadline);

  const std::shared_ptr<const MetricScene> scene_;
  EncroachmentSearch encroachment_;
  MetricSteps steps_;
  InstantWindows windows_;
};

// Appends the points of candidates, at those of the instants that they cover, to their profiles, as
// TrajectoryChecker::Profiles. metric_scene is for the time to collision. REQUIRES: `checked` has
// instants_only.
// Errors: as CandidateCheck::Add at any instant of a candidate; DeadlineExceeded.
absl::Status ComputeProfiles(std::shared_ptr<const CheckedScene> checked, const MetricScene& metric_scene,
                             absl::Span<const Candidate> candidates, const Instants& instants, const Deadline& deadline,
                             absl::Span<std::vector<ProfilePoint>> profiles);

}  // namespace collision2d::planner
