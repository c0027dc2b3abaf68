#include "planner_adapter/checking/metrics_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace collision2d::planner {
namespace {

std::optional<Interaction> FirstCollision(const Verdict& verdict) {
  if (!verdict.collides()) return std::nullopt;
  const Encounter& first = *verdict.first_collision;
  return Interaction{first.time_s, first.step, first.obstacle, first.hypothesis, first.element};
}

// Adds where the row's vehicle and the moving obstacles are at a step of the part.
void AddStep(const CandidateCheck& check, int row, int step, MetricObstacles* moving, PlacedRow* placed) {
  placed->instants.push_back(check.posed().InstantAt(step));
  placed->moving.push_back(moving);
  for (const CandidatePoses& poses : check.posed().poses) {
    placed->parts.push_back(poses.SpacePoseAt(row, step));
  }
}

}  // namespace

MetricsCheck::MetricsCheck(std::shared_ptr<const MetricScene> scene)
    : scene_(std::move(scene)), encroachment_(*scene_), steps_(*scene_), metrics_(*scene_) {}

void MetricsCheck::Begin(absl::Span<const Candidate> candidates, absl::Span<Verdict> verdicts) {
  candidates_ = candidates;
  verdicts_ = verdicts;
  before_held_.assign(candidates.size(), std::nullopt);
}

void MetricsCheck::AddPart(const CandidateCheck& check) {
  const WindowPart& part = check.posed().part;
  const int count = static_cast<int>(part.times_s.size());
  moving_.resize(part.times_s.size());
  Range steps = {0, 0};
  while (steps.end < count) {
    size_t shapes = 0;
    for (steps.begin = steps.end; steps.end < count; ++steps.end) {
      const size_t more = check.obstacles().moving(steps.end).size();
      if (steps.size() > 0 && shapes + more > MetricSteps::kMostShapes) break;
      shapes += more;
    }
    steps_.Begin(absl::MakeConstSpan(part.times_s).subspan(steps.begin, steps.size()), shapes);
    for (int step = steps.begin; step < steps.end; ++step) {
      if (part.instant_of_step[step] < 0) continue;
      moving_[step] = steps_.At(part.times_s[step], check.obstacles().moving(step));
    }
    for (size_t row = 0; row < part.rows.size(); ++row) {
      AddRow(check, static_cast<int>(row), {steps.begin, std::min(steps.end, part.rows[row].length)});
    }
  }
}

// A collision with what is held where it is not predicted may be the first one, which is known in
// the end.
void MetricsCheck::AddRow(const CandidateCheck& check, int row, Range steps) {
  if (steps.size() <= 0) return;
  const WindowPart& part = check.posed().part;
  const int candidate = part.rows[row].candidate;
  const auto first_after = [&](const Verdict& verdict) {
    int step = steps.begin;
    while (step < steps.end && !(verdict.collides() && part.times_s[step] >= verdict.first_collision->time_s)) ++step;
    return step;
  };
  const double last_s = part.times_s[steps.end - 1];
  steps.end = first_after(verdicts_[candidate]);
  std::optional<BeforeHeld>& before_held = before_held_[candidate];
  const absl::Span<const Verdict> held = check.held_verdicts();
  // It may be at later steps of the part, which are not added yet.
  if (!held.empty() && !before_held.has_value() && held[candidate].collides() &&
      held[candidate].first_collision->time_s <= last_s) {
    const int middle = first_after(held[candidate]);
    AddInstants(check, row, {steps.begin, middle});
    before_held = BeforeHeld{held[candidate].first_collision->time_s, verdicts_[candidate].metrics};
    steps.begin = middle;
  }
  AddInstants(check, row, steps);
}

void MetricsCheck::AddInstants(const CandidateCheck& check, int row, Range steps) {
  const int candidate = check.posed().part.rows[row].candidate;
  row_.Begin(candidates_[candidate]);
  for (int step = steps.begin; step < steps.end; ++step) {
    if (check.posed().part.instant_of_step[step] >= 0) AddStep(check, row, step, moving_[step], &row_);
  }
  metrics_.Add(row_, &verdicts_[candidate].metrics);
}

absl::Status MetricsCheck::Finish(double start_s, const Deadline& deadline) {
  const MetricOptions& options = scene_->settings().options;
  for (size_t i = 0; i < candidates_.size(); ++i) {
    Verdict& verdict = verdicts_[i];
    if (verdict.collides() && before_held_[i].has_value() &&
        before_held_[i]->collision_s == verdict.first_collision->time_s) {
      verdict.metrics = before_held_[i]->metrics;
    }
    AddFirstCollision(scene_->scene(), options, start_s, FirstCollision(verdict), &verdict.metrics);
    std::optional<PostEncroachmentTime>& least = verdict.metrics.post_encroachment_time;
    if (!options.post_encroachment_time || least.has_value()) continue;
    if (absl::Status status = collision2d::internal::CheckDeadline(deadline); !status.ok()) return status;
    least = encroachment_.Least(
        candidates_[i], verdict.collides() ? verdict.first_collision->time_s : candidates_[i].poses.back().time_s);
    if (!least.has_value()) continue;
    const double steps = (least->ego.time_s - start_s + kSameInstant_s) / scene_->scene().time_step_s;
    least->ego.step = static_cast<int>(std::floor(steps));
  }
  return absl::OkStatus();
}

namespace {

// Appends the points at a window of one instant to the profiles. *verdicts: room for one verdict of
// each candidate.
absl::Status AddToProfiles(absl::Span<const Candidate> candidates, const InstantWindow& window, CandidateCheck* check,
                           CandidateMetrics* metrics, std::vector<Verdict>* verdicts,
                           absl::Span<std::vector<ProfilePoint>> profiles) {
  for (const InstantWindow::Row& row : window.rows) (*verdicts)[row.candidate] = Verdict();
  check->Begin(candidates, absl::MakeSpan(*verdicts));
  check->BeginWindow(window);
  PlacedRow placed;
  while (check->NextPart()) {
    const absl::Status status = check->CheckPart();
    if (!status.ok()) return status;
    const double time_s = window.instants[0].time_s;
    MetricObstacles moving =
        metrics->scene().MovingObstaclesAt(time_s, check->obstacles().moving(0), /*only_twists=*/true);
    for (size_t row = 0; row < check->posed().part.rows.size(); ++row) {
      const int candidate = check->posed().part.rows[row].candidate;
      const Verdict& verdict = (*verdicts)[candidate];
      ProfilePoint& point = profiles[candidate].emplace_back();
      point.time_s = time_s;
      if (verdict.minimum_clearance.has_value()) point.clearance_m = verdict.minimum_clearance->signed_distance_m;
      if (verdict.road_clearance.has_value()) point.road_clearance_m = verdict.road_clearance->clearance_m;
      placed.Begin(candidates[candidate]);
      AddStep(*check, static_cast<int>(row), 0, &moving, &placed);
      point.time_to_collision_s = metrics->TimeToCollisionOf(placed);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ComputeProfiles(std::shared_ptr<const CheckedScene> checked, const MetricScene& metric_scene,
                             absl::Span<const Candidate> candidates, const Instants& instants, const Deadline& deadline,
                             absl::Span<std::vector<ProfilePoint>> profiles) {
  std::vector<Verdict> verdicts(candidates.size());
  CandidateCheck check(std::move(checked));
  CandidateMetrics metrics(metric_scene);
  std::vector<CandidateInstants> covered;
  for (const Candidate& candidate : candidates) covered.push_back(InstantsOf(candidate, instants));
  InstantWindows windows;
  windows.Assign(instants, covered, /*steps_together=*/1);
  for (int k = 0; k < windows.size(); ++k) {
    absl::Status status = collision2d::internal::CheckDeadline(deadline);
    if (status.ok()) status = AddToProfiles(candidates, windows[k], &check, &metrics, &verdicts, profiles);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace collision2d::planner
