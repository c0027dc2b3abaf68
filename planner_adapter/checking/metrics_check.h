#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "planner_adapter/checking/candidate_check.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/checker_options.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/metrics/candidate_metrics.h"
#include "planner_adapter/metrics/encroachment.h"
#include "planner_adapter/metrics/metric_scene.h"
#include "planner_adapter/scene/scene.h"

// Metrics of checked candidates, and their profiles over time.

namespace collision2d::planner {

// What one thread needs to compute metrics. What it makes of the scene is kept from call to call.
class MetricsCheck {
 public:
  explicit MetricsCheck(std::shared_ptr<const MetricScene> scene);

  // Begins with other candidates; verdicts[i] becomes that of candidates[i].
  void Begin(absl::Span<const Candidate> candidates, absl::Span<Verdict> verdicts);

  // Updates the metrics by the part that `check` checked last: at its rows' instants before their
  // first collisions, at the poses and among the obstacles that it placed.
  void AddPart(const CandidateCheck& check);

  // Adds what depends on the first collision and on whole candidates, once the verdicts are
  // complete otherwise. start_s: when the cycle begins.
  // Error (DeadlineExceeded): some metrics are not set.
  absl::Status Finish(double start_s, const Deadline& deadline);

 private:
  // The metrics before a collision that counts if nothing else rejects the candidate.
  struct BeforeHeld {
    double collision_s;
    Metrics metrics;
  };

  void AddRow(const CandidateCheck& check, int row, Range steps);
  void AddInstants(const CandidateCheck& check, int row, Range steps);

  const std::shared_ptr<const MetricScene> scene_;
  EncroachmentSearch encroachment_;
  MetricSteps steps_;
  CandidateMetrics metrics_;
  absl::Span<const Candidate> candidates_;
  absl::Span<Verdict> verdicts_;
  std::vector<std::optional<BeforeHeld>> before_held_;  // By candidate.
  std::vector<MetricObstacles*> moving_;                // By step of the part.
  PlacedRow row_;
};

// Appends the points of candidates, at those of the instants that they cover, to their profiles, as
// TrajectoryChecker::Profiles. metric_scene is for the time to collision. REQUIRES: `checked` has
// instants_only.
// Errors: as CandidateCheck::CheckPart at any instant of a candidate; DeadlineExceeded.
absl::Status ComputeProfiles(std::shared_ptr<const CheckedScene> checked, const MetricScene& metric_scene,
                             absl::Span<const Candidate> candidates, const Instants& instants, const Deadline& deadline,
                             absl::Span<std::vector<ProfilePoint>> profiles);

}  // namespace collision2d::planner
