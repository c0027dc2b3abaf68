#include "planner_adapter/checking/trajectory_checker.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "planner_adapter/checking/candidate_check.h"
#include "planner_adapter/checking/candidate_poses.h"
#include "planner_adapter/checking/metrics_check.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// Candidates that are checked together, and steps of the grid: what is known of them stays in the
// processor's cache, and what has collided in one window of steps costs nothing in the next.
constexpr size_t kCandidatesTogether = 1024;
constexpr int kStepsTogether = 32;

// OK if the queries and the interpolation may trust the candidate's numbers. Planners make
// candidates themselves, without the conversion that validates those of a scene. Written so that
// NaN does not pass.
absl::Status CheckPoses(const Trajectory& candidate) {
  if (candidate.poses.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat("candidate %s: poses: empty", candidate.id));
  }
  for (size_t i = 0; i < candidate.poses.size(); ++i) {
    const TimedPose& pose = candidate.poses[i];
    if (!(std::abs(pose.position.x) <= kMaxDistanceFromOrigin_m &&
          std::abs(pose.position.y) <= kMaxDistanceFromOrigin_m && std::abs(pose.yaw_rad) <= kMaxYaw_rad &&
          std::abs(pose.time_s) <= kMaxTime_s)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "candidate %s: poses[%d]: not finite or out of range: x %.17g m, y %.17g m, yaw %.17g rad, time %.17g s",
          candidate.id, i, pose.position.x, pose.position.y, pose.yaw_rad, pose.time_s));
    }
    if (!(std::abs(pose.z_m) <= kMaxDistanceFromOrigin_m && std::abs(pose.pitch_rad) <= kMaxTilt_rad &&
          std::abs(pose.roll_rad) <= kMaxTilt_rad)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "candidate %s: poses[%d]: not finite or out of range: z %.17g m, pitch %.17g rad, roll %.17g rad",
          candidate.id, i, pose.z_m, pose.pitch_rad, pose.roll_rad));
    }
    if (i > 0 && pose.time_s <= candidate.poses[i - 1].time_s) {
      return absl::InvalidArgumentError(absl::StrFormat("candidate %s: poses[%d].time_s: %.17g s is not after %.17g s",
                                                        candidate.id, i, pose.time_s, candidate.poses[i - 1].time_s));
    }
  }
  return absl::OkStatus();
}

// Checks candidates that are not done at their first or their last time (`which`), where that is no
// multiple of the time step.
absl::Status AddEnds(absl::Span<const Instant> ends, absl::Span<const CandidateInstants> checked,
                     int CandidateInstants::*which, CandidateCheck* check) {
  std::vector<std::pair<int, int>> end_and_candidate;
  for (size_t i = 0; i < checked.size(); ++i) {
    if (checked[i].*which < 0 || check->IsDone(static_cast<int>(i))) continue;
    end_and_candidate.emplace_back(checked[i].*which, static_cast<int>(i));
  }
  std::sort(end_and_candidate.begin(), end_and_candidate.end());
  for (size_t k = 0; k < end_and_candidate.size();) {
    const int end = end_and_candidate[k].first;
    std::vector<CandidateRow> rows;
    for (; k < end_and_candidate.size() && end_and_candidate[k].first == end; ++k) {
      rows.push_back({end_and_candidate[k].second, 0, 1});
    }
    const absl::Status status = check->Add(ends.subspan(static_cast<size_t>(end), 1), std::move(rows));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

MetricSettings SettingsOf(const CheckerOptions& options, const MetricOptions& metrics) {
  return {metrics, options.beyond_prediction, options.min_probability, options.impact};
}

// The candidates that are not done and cover steps of the grid from `begin` on, up to `end`.
std::vector<CandidateRow> RowsOnGrid(absl::Span<const CandidateInstants> checked, int begin, int end,
                                     const CandidateCheck& check) {
  std::vector<CandidateRow> rows;
  for (size_t i = 0; i < checked.size(); ++i) {
    const int first = std::max(begin, checked[i].grid_begin);
    const int last = std::min(end, checked[i].grid_end);
    if (first < last && !check.IsDone(static_cast<int>(i)))
      rows.push_back({static_cast<int>(i), first - begin, last - first});
  }
  return rows;
}

}  // namespace

TrajectoryChecker::TrajectoryChecker(const Scene& scene, const std::optional<solid::ZSpan>& ego_span,
                                     std::shared_ptr<const Road> road, const CheckerOptions& options)
    : scene_(&scene),
      body_{scene.ego.shapes, ego_span},
      options_(options),
      start_s_(CycleStartTime(scene)),
      road_(std::move(road)),
      statics_(std::make_shared<const StaticObstacles>(scene, body_)),
      obstacle_times_(std::make_shared<const ObstacleTimes>(scene, options)) {}

absl::StatusOr<TrajectoryChecker> TrajectoryChecker::Create(const Scene& scene, const CheckerOptions& options) {
  absl::StatusOr<Road> road = Road::OfScene(scene, options.road_gap_m);
  if (!road.ok()) return road.status();
  return Create(scene, options, std::make_shared<const Road>(*std::move(road)));
}

absl::StatusOr<TrajectoryChecker> TrajectoryChecker::Create(const Scene& scene, const CheckerOptions& options,
                                                            std::shared_ptr<const Road> road) {
  if (absl::Status status = ValidateCheckerOptions(options); !status.ok()) return status;
  if (scene.ego.shapes.empty()) return absl::InvalidArgumentError("ego.shapes: empty; at least one is needed");
  std::optional<solid::ZSpan> ego_span;
  if (scene.ego.height_m.has_value()) {
    const absl::StatusOr<solid::ZSpan> span = solid::ZSpan::Create(scene.ego.ground_clearance_m, *scene.ego.height_m);
    if (!span.ok()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("ego.ground_clearance_m to ego.height_m: %s", span.status().message()));
    }
    ego_span = *span;
  }
  TrajectoryChecker checker(scene, ego_span, std::move(road), options);
  if (options.metrics.any()) {
    absl::StatusOr<MetricScene> metric_scene = MetricScene::Create(scene, SettingsOf(options, options.metrics));
    if (!metric_scene.ok()) return metric_scene.status();
    checker.metric_scene_ = std::make_shared<const MetricScene>(*std::move(metric_scene));
  }
  return checker;
}

CheckedScene TrajectoryChecker::Checked() const {
  return {*scene_, options_, body_, *statics_, *obstacle_times_, *road_};
}

absl::Status TrajectoryChecker::Check(absl::Span<const Trajectory> candidates, absl::Span<Verdict> verdicts,
                                      const Deadline& deadline) const {
  if (candidates.size() != verdicts.size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%d candidates, but room for %d verdicts", candidates.size(), verdicts.size()));
  }
  for (const Trajectory& candidate : candidates) {
    if (const absl::Status status = CheckPoses(candidate); !status.ok()) return status;
  }
  const absl::StatusOr<Instants> instants = CheckInstants(candidates, start_s_, scene_->time_step_s, kMaxInstants);
  if (!instants.ok()) return instants.status();
  std::vector<Verdict> found(candidates.size());
  for (size_t begin = 0; begin < candidates.size(); begin += kCandidatesTogether) {
    const absl::Status status = CheckTogether(candidates.subspan(begin, kCandidatesTogether), *instants,
                                              absl::MakeSpan(found).subspan(begin, kCandidatesTogether), deadline);
    if (!status.ok()) return status;
  }
  std::move(found.begin(), found.end(), verdicts.begin());
  return absl::OkStatus();
}

absl::Status TrajectoryChecker::CheckTogether(absl::Span<const Trajectory> candidates, const Instants& instants,
                                              absl::Span<Verdict> verdicts, const Deadline& deadline) const {
  std::vector<CandidateInstants> checked;
  checked.reserve(candidates.size());
  for (const Trajectory& candidate : candidates) checked.push_back(InstantsOf(candidate, instants));
  CandidateCheck check(Checked(), candidates, verdicts);
  absl::Status status = AddEnds(instants.ends, checked, &CandidateInstants::first_end, &check);
  if (!status.ok()) return status;
  const int steps = static_cast<int>(instants.grid.size());
  for (int begin = 0; begin < steps; begin += kStepsTogether) {
    const int end = std::min(begin + kStepsTogether, steps);
    status = CheckDeadline(deadline);
    if (!status.ok()) return status;
    const auto window = absl::MakeConstSpan(&instants.grid[begin], static_cast<size_t>(end - begin));
    status = check.Add(window, RowsOnGrid(checked, begin, end, check));
    if (!status.ok()) return status;
  }
  status = AddEnds(instants.ends, checked, &CandidateInstants::last_end, &check);
  check.Finish();
  if (!status.ok()) return status;
  if (metric_scene_ == nullptr) return absl::OkStatus();
  return ComputeMetrics(*metric_scene_, start_s_, candidates, instants, checked, verdicts, deadline);
}

absl::StatusOr<std::vector<ProfilePoint>> TrajectoryChecker::Profile(const Trajectory& candidate) const {
  absl::StatusOr<std::vector<std::vector<ProfilePoint>>> profiles = Profiles(absl::MakeConstSpan(&candidate, 1));
  if (!profiles.ok()) return profiles.status();
  return std::move(profiles->front());
}

absl::StatusOr<std::vector<std::vector<ProfilePoint>>> TrajectoryChecker::Profiles(
    absl::Span<const Trajectory> candidates, const Deadline& deadline) const {
  for (const Trajectory& candidate : candidates) {
    if (const absl::Status status = CheckPoses(candidate); !status.ok()) return status;
  }
  const absl::StatusOr<Instants> instants = CheckInstants(candidates, start_s_, scene_->time_step_s, kMaxInstants);
  if (!instants.ok()) return instants.status();
  if (options_.metrics.time_to_collision) {
    return ComputeProfiles(Checked(), *metric_scene_, candidates, *instants, deadline);
  }
  MetricOptions metrics;
  metrics.time_to_collision = true;
  metrics.time_to_collision_horizon_s = options_.metrics.time_to_collision_horizon_s;
  const absl::StatusOr<MetricScene> metric_scene = MetricScene::Create(*scene_, SettingsOf(options_, metrics));
  if (!metric_scene.ok()) return metric_scene.status();
  return ComputeProfiles(Checked(), *metric_scene, candidates, *instants, deadline);
}

}  // namespace collision2d::planner
