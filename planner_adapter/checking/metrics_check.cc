#include "planner_adapter/checking/metrics_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "planner_adapter/checking/candidate_check.h"
#include "planner_adapter/metrics/candidate_metrics.h"
#include "planner_adapter/metrics/path_box.h"

namespace collision2d::planner {
namespace {

std::vector<CandidateInstants> InstantsOfAll(absl::Span<const Candidate> candidates, const Instants& instants) {
  std::vector<CandidateInstants> covered;
  for (const Candidate& candidate : candidates) covered.push_back(InstantsOf(candidate, instants));
  return covered;
}

std::optional<Interaction> FirstCollision(const Verdict& verdict) {
  if (!verdict.collides()) return std::nullopt;
  const Encounter& first = *verdict.first_collision;
  return Interaction{first.time_s, first.step, first.obstacle, first.hypothesis, first.element};
}

bool IsBeforeCollision(const Instant& instant, const Verdict& verdict) {
  return !verdict.collides() || instant.time_s < verdict.first_collision->time_s;
}

}  // namespace

MetricsCheck::MetricsCheck(std::shared_ptr<const MetricScene> scene)
    : scene_(std::move(scene)),
      encroachment_(scene_->scene(), scene_->path_outlines(), scene_->settings().beyond_prediction,
                    scene_->settings().options.post_encroachment_horizon_s,
                    scene_->settings().impact.contact_tolerance_m),
      steps_(*scene_) {}

absl::Status MetricsCheck::FindEncroachments(double start_s, absl::Span<const Candidate> candidates,
                                             absl::Span<Verdict> verdicts, const Deadline& deadline) {
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (absl::Status status = collision2d::internal::CheckDeadline(deadline); !status.ok()) return status;
    std::optional<PostEncroachmentTime>& least = verdicts[i].metrics.post_encroachment_time;
    if (least.has_value()) continue;
    const bool collides = verdicts[i].collides();
    least = encroachment_.Least(candidates[i],
                                collides ? verdicts[i].first_collision->time_s : candidates[i].poses.back().time_s);
    if (!least.has_value()) continue;
    const double steps = (least->ego.time_s - start_s + kSameInstant_s) / scene_->scene().time_step_s;
    least->ego.step = static_cast<int>(std::floor(steps));
  }
  return absl::OkStatus();
}

absl::Status MetricsCheck::Compute(double start_s, absl::Span<const Candidate> candidates, const Instants& instants,
                                   absl::Span<Verdict> verdicts, const Deadline& deadline) {
  const MetricOptions& options = scene_->settings().options;
  for (Verdict& verdict : verdicts) {
    BeginMetrics(scene_->scene(), options, start_s, FirstCollision(verdict), &verdict.metrics);
  }
  if (options.post_encroachment_time) {
    absl::Status status = FindEncroachments(start_s, candidates, verdicts, deadline);
    if (!status.ok()) return status;
  }
  std::vector<std::optional<PathFoot>> feet(candidates.size());
  windows_.Assign(instants, InstantsOfAll(candidates, instants), steps_.most_instants());
  // The last first, as AddToMetrics.
  for (int k = windows_.size() - 1; k >= 0; --k) {
    if (absl::Status status = collision2d::internal::CheckDeadline(deadline); !status.ok()) return status;
    const InstantWindow window = windows_[k];
    std::vector<MetricRow> rows;
    for (auto [candidate, first, length] : window.rows) {
      while (length > 0 && !IsBeforeCollision(window.instants[first + length - 1], verdicts[candidate])) --length;
      if (length == 0) continue;
      rows.push_back({&candidates[candidate], first, length, &verdicts[candidate].metrics, &feet[candidate]});
    }
    AddToMetrics(window.instants, rows, &steps_);
  }
  return absl::OkStatus();
}

namespace {

// Appends the points at a window of one instant to the profiles. *verdicts: room for one verdict of
// each candidate.
absl::Status AddToProfiles(const MetricScene& metric_scene, absl::Span<const Candidate> candidates,
                           const InstantWindow& window, CandidateCheck* check, std::vector<Verdict>* verdicts,
                           absl::Span<std::vector<ProfilePoint>> profiles) {
  const Instant& instant = window.instants[0];
  check->rows()->clear();
  std::vector<int> covering;
  for (const InstantWindow::Row& row : window.rows) {
    check->rows()->push_back({row.candidate, row.first_instant, row.length});
    (*verdicts)[row.candidate] = Verdict();
    covering.push_back(row.candidate);
  }
  check->Begin(candidates, absl::MakeSpan(*verdicts));
  const absl::Status status = check->Add(absl::MakeConstSpan(&instant, 1));
  if (!status.ok()) return status;
  const std::vector<std::optional<double>> times_to_collision_s =
      TimesToCollisionAt(metric_scene, candidates, covering, instant, check->obstacles().moving(0));
  for (size_t k = 0; k < covering.size(); ++k) {
    const Verdict& verdict = (*verdicts)[covering[k]];
    ProfilePoint& point = profiles[covering[k]].emplace_back();
    point.time_s = instant.time_s;
    if (verdict.minimum_clearance.has_value()) point.clearance_m = verdict.minimum_clearance->signed_distance_m;
    if (verdict.road_clearance.has_value()) point.road_clearance_m = verdict.road_clearance->clearance_m;
    point.time_to_collision_s = times_to_collision_s[k];
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ComputeProfiles(std::shared_ptr<const CheckedScene> checked, const MetricScene& metric_scene,
                             absl::Span<const Candidate> candidates, const Instants& instants, const Deadline& deadline,
                             absl::Span<std::vector<ProfilePoint>> profiles) {
  std::vector<Verdict> verdicts(candidates.size());
  CandidateCheck check(std::move(checked));
  InstantWindows windows;
  windows.Assign(instants, InstantsOfAll(candidates, instants), /*steps_together=*/1);
  for (int k = 0; k < windows.size(); ++k) {
    absl::Status status = collision2d::internal::CheckDeadline(deadline);
    if (status.ok()) status = AddToProfiles(metric_scene, candidates, windows[k], &check, &verdicts, profiles);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace collision2d::planner
