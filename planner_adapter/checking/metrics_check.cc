#include "planner_adapter/checking/metrics_check.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "planner_adapter/metrics/candidate_metrics.h"
#include "planner_adapter/metrics/path_box.h"

namespace collision2d::planner {
namespace {

// Obstacles are placed for so many steps of the grid at a time.
constexpr int kStepsTogether = 32;

std::optional<Interaction> FirstCollision(const Verdict& verdict) {
  if (!verdict.collides()) return std::nullopt;
  const Encounter& first = *verdict.first_collision;
  return Interaction{first.time_s, first.step, first.obstacle, first.hypothesis};
}

bool IsBeforeCollision(const Instant& instant, const Verdict& verdict) {
  return !verdict.collides() || instant.time_s < verdict.first_collision->time_s;
}

}  // namespace

absl::Status ComputeMetrics(const MetricScene& scene, double start_s, absl::Span<const Trajectory> candidates,
                            const Instants& instants, absl::Span<const CandidateInstants> checked,
                            absl::Span<Verdict> verdicts, const Deadline& deadline) {
  for (Verdict& verdict : verdicts) {
    BeginMetrics(scene.scene(), scene.settings().options, start_s, FirstCollision(verdict), &verdict.metrics);
  }
  std::vector<std::optional<PathFoot>> feet(candidates.size());
  const auto add_ends = [&](int CandidateInstants::*which) {
    for (size_t i = 0; i < candidates.size(); ++i) {
      if (checked[i].*which < 0) continue;
      const Instant& end = instants.ends[checked[i].*which];
      if (!IsBeforeCollision(end, verdicts[i])) continue;
      const MetricRow row = {&candidates[i], 0, 1, &verdicts[i].metrics, &feet[i]};
      AddToMetrics(scene, absl::MakeConstSpan(&end, 1), absl::MakeConstSpan(&row, 1));
    }
  };
  // The last first, as AddToMetrics.
  add_ends(&CandidateInstants::last_end);
  const int steps = static_cast<int>(instants.grid.size());
  for (int end = steps; end > 0; end -= kStepsTogether) {
    if (absl::Status status = CheckDeadline(deadline); !status.ok()) return status;
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

}  // namespace collision2d::planner
