#include "planner_adapter/checking/metrics_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "planner_adapter/checking/candidate_check.h"
#include "planner_adapter/metrics/candidate_metrics.h"
#include "planner_adapter/metrics/encroachment.h"
#include "planner_adapter/metrics/path_box.h"

namespace collision2d::planner {
namespace {

// Obstacles are placed for so many steps of the grid at a time.
constexpr int kStepsTogether = 64;

std::optional<Interaction> FirstCollision(const Verdict& verdict) {
  if (!verdict.collides()) return std::nullopt;
  const Encounter& first = *verdict.first_collision;
  return Interaction{first.time_s, first.step, first.obstacle, first.hypothesis, first.element};
}

bool IsBeforeCollision(const Instant& instant, const Verdict& verdict) {
  return !verdict.collides() || instant.time_s < verdict.first_collision->time_s;
}

}  // namespace

absl::Status ComputeMetrics(const MetricScene& scene, double start_s, absl::Span<const Candidate> candidates,
                            const Instants& instants, absl::Span<const CandidateInstants> checked,
                            absl::Span<Verdict> verdicts, const Deadline& deadline) {
  for (Verdict& verdict : verdicts) {
    BeginMetrics(scene.scene(), scene.settings().options, start_s, FirstCollision(verdict), &verdict.metrics);
  }
  const MetricSettings& settings = scene.settings();
  if (settings.options.post_encroachment_time) {
    EncroachmentSearch search(scene.scene(), scene.predicted_paths(), settings.options.post_encroachment_horizon_s,
                              settings.impact.contact_tolerance_m);
    for (size_t i = 0; i < candidates.size(); ++i) {
      if (absl::Status status = collision2d::internal::CheckDeadline(deadline); !status.ok()) return status;
      std::optional<PostEncroachmentTime>& least = verdicts[i].metrics.post_encroachment_time;
      if (least.has_value()) continue;
      const bool collides = verdicts[i].collides();
      least = search.Least(candidates[i],
                           collides ? verdicts[i].first_collision->time_s : candidates[i].poses.back().time_s);
      if (!least.has_value()) continue;
      const double steps = (least->ego.time_s - start_s + kSameInstant_s) / scene.scene().time_step_s;
      least->ego.step = static_cast<int>(std::floor(steps));
    }
  }
  std::vector<std::optional<PathFoot>> feet(candidates.size());
  // Candidates with the same end share its obstacles.
  const auto add_ends = [&](int CandidateInstants::*which) {
    std::vector<std::pair<int, size_t>> ends;
    for (size_t i = 0; i < candidates.size(); ++i) {
      const int end = checked[i].*which;
      if (end >= 0 && IsBeforeCollision(instants.ends[end], verdicts[i])) ends.emplace_back(end, i);
    }
    std::sort(ends.begin(), ends.end());
    std::vector<MetricRow> rows;
    for (auto next = ends.begin(); next != ends.end();) {
      const int end = next->first;
      rows.clear();
      for (; next != ends.end() && next->first == end; ++next) {
        const size_t i = next->second;
        rows.push_back({&candidates[i], 0, 1, &verdicts[i].metrics, &feet[i]});
      }
      AddToMetrics(scene, absl::MakeConstSpan(&instants.ends[end], 1), rows);
    }
  };
  // The last first, as AddToMetrics.
  add_ends(&CandidateInstants::last_end);
  const int steps = static_cast<int>(instants.grid.size());
  for (int end = steps; end > 0; end -= kStepsTogether) {
    if (absl::Status status = collision2d::internal::CheckDeadline(deadline); !status.ok()) return status;
    const int begin = std::max(0, end - kStepsTogether);
    std::vector<MetricRow> rows;
    for (size_t i = 0; i < candidates.size(); ++i) {
      const int first = std::max(begin, checked[i].grid_begin);
      int last = std::min(end, checked[i].grid_end);
      while (first < last && !IsBeforeCollision(instants.grid[last - 1], verdicts[i])) --last;
      if (first < last) rows.push_back({&candidates[i], first - begin, last - first, &verdicts[i].metrics, &feet[i]});
    }
    AddToMetrics(scene, absl::MakeConstSpan(&instants.grid[begin], static_cast<size_t>(end - begin)), rows);
  }
  add_ends(&CandidateInstants::first_end);
  return absl::OkStatus();
}

namespace {

struct CoveredInstant {
  Instant instant;
  std::vector<int> candidates;  // Those that cover it.
};

// The instants in an order in which those of each candidate are in the order of time, each with the
// candidates that cover it.
std::vector<CoveredInstant> CoveredInstants(absl::Span<const Candidate> candidates, const Instants& instants) {
  std::vector<CoveredInstant> covered;
  for (const std::vector<Instant>* part : {&instants.ends, &instants.grid, &instants.ends}) {
    for (const Instant& instant : *part) covered.push_back({instant, {}});
  }
  const size_t grid = instants.ends.size();
  const size_t last_ends = grid + instants.grid.size();
  for (size_t i = 0; i < candidates.size(); ++i) {
    const int candidate = static_cast<int>(i);
    const CandidateInstants of = InstantsOf(candidates[i], instants);
    if (of.first_end >= 0) covered[of.first_end].candidates.push_back(candidate);
    for (int k = of.grid_begin; k < of.grid_end; ++k) covered[grid + k].candidates.push_back(candidate);
    if (of.last_end >= 0) covered[last_ends + of.last_end].candidates.push_back(candidate);
  }
  return covered;
}

// Appends the points at one instant to the profiles. *verdicts: room for one verdict of each
// candidate.
absl::Status AddToProfiles(const MetricScene& metric_scene, absl::Span<const Candidate> candidates,
                           const CoveredInstant& covered, CandidateCheck* check, std::vector<Verdict>* verdicts,
                           absl::Span<std::vector<ProfilePoint>> profiles) {
  if (covered.candidates.empty()) return absl::OkStatus();
  const Instant& instant = covered.instant;
  check->rows()->clear();
  for (const int candidate : covered.candidates) {
    check->rows()->push_back({candidate, 0, 1});
    (*verdicts)[candidate] = Verdict();
  }
  check->Begin(candidates, absl::MakeSpan(*verdicts));
  const absl::Status status = check->Add(absl::MakeConstSpan(&instant, 1));
  if (!status.ok()) return status;
  const std::vector<std::optional<double>> times_to_collision_s =
      TimesToCollisionAt(metric_scene, candidates, covered.candidates, instant, check->obstacles().moving(0));
  for (size_t k = 0; k < covered.candidates.size(); ++k) {
    const Verdict& verdict = (*verdicts)[covered.candidates[k]];
    ProfilePoint& point = profiles[covered.candidates[k]].emplace_back();
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
  for (const CoveredInstant& covered : CoveredInstants(candidates, instants)) {
    absl::Status status = collision2d::internal::CheckDeadline(deadline);
    if (status.ok()) status = AddToProfiles(metric_scene, candidates, covered, &check, &verdicts, profiles);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace collision2d::planner
