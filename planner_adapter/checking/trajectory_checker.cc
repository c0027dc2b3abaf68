#include "planner_adapter/checking/trajectory_checker.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "collision2d/solid/posed_solid.h"
#include "planner_adapter/checking/candidate_check.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/companion_scenes.h"
#include "planner_adapter/checking/metrics_check.h"
#include "planner_adapter/checking/static_obstacles.h"
#include "planner_adapter/checking/window_parts.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/timed_pose.h"
#include "planner_adapter/scene/valid_motion.h"

namespace collision2d::planner {
namespace {

// Candidates that are checked together: what is known of them stays in the processor's cache, and
// obstacles stay placed for the next candidates if there is one window of steps.
constexpr size_t kCandidatesTogether = 256;

// Candidates of one index of a ParallelFor: few, so that threads end together; obstacles are placed
// for each range.
constexpr size_t kCandidatesPerIndex = 64;

// Planners make candidates themselves, without the conversion that validates those of a scene.
absl::Status CheckAllPoses(absl::Span<const Candidate> candidates, const Scene& scene) {
  for (const Candidate& candidate : candidates) {
    if (absl::Status status = CheckCandidate(candidate, scene); !status.ok()) return status;
  }
  return absl::OkStatus();
}

// The parts of the ego vehicle.
absl::StatusOr<std::vector<SpaceBody>> PartsOf(const EgoBody& ego) {
  std::vector<SpaceBody> parts;
  FieldChecker checker;
  const FieldPath root;
  for (int k = 0; k < ego.part_count(); ++k) {
    const std::string name = k == 0 ? "ego" : absl::StrFormat("ego.parts[%d]", k - 1);
    const FieldPath path = root.Field(name);
    SpaceBody& part = parts.emplace_back(SpaceBody{ego.shapes_of(k), ego.height_of(k)});
    if (part.shapes.empty()) checker.Fail(path.Field("shapes"), "empty; at least one shape is needed");
    if (part.span.has_value()) CheckHeight(*part.span, path, checker, "ground_clearance_m", "height_m");
  }
  if (!checker.ok()) return checker.status();
  return parts;
}

MetricSettings SettingsOf(const CheckerOptions& options, const MetricOptions& metrics) {
  return {metrics, options.beyond_prediction, options.min_probability, options.impact};
}

// Moves what the check found from its local frame into that of the scene.
void MoveToSceneFrame(Vec2 origin, Verdict* verdict) {
  const auto move = [origin](std::optional<Encounter>* of) {
    if (!of->has_value()) return;
    for (Vec2* const point : {&(*of)->witness_ego, &(*of)->witness_obstacle}) *point = origin + *point;
  };
  move(&verdict->first_collision);
  move(&verdict->minimum_clearance);
  for (Reservation& reservation : verdict->reservations) move(&reservation.encounter);
  if (!verdict->road_clearance.has_value()) return;
  RoadClearance& road = *verdict->road_clearance;
  for (Vec2* const point : {&road.witness_ego, &road.witness_road}) *point = origin + *point;
}

// What one thread needs to check candidates.
class GroupCheck {
 public:
  // metric_scene: null if no metric is selected.
  GroupCheck(std::shared_ptr<const CheckedScene> checked, std::shared_ptr<const MetricScene> metric_scene)
      : checked_(std::move(checked)), check_(checked_) {
    if (metric_scene != nullptr) metrics_ = std::make_unique<MetricsCheck>(std::move(metric_scene));
  }

  // Sets the verdicts of some candidates, in the local frame.
  absl::Status Check(absl::Span<const Candidate> candidates, const Instants& instants, double start_s,
                     const Deadline& deadline, absl::Span<Verdict> verdicts) {
    std::fill(verdicts.begin(), verdicts.end(), Verdict());
    absl::Status status = CheckAllPoses(candidates, checked_->scene);
    if (!status.ok()) return status;
    covered_.clear();
    for (const Candidate& candidate : candidates) covered_.push_back(InstantsOf(candidate, instants));
    windows_.Assign(instants, covered_, kStepsTogether);
    check_.Begin(candidates, verdicts);
    if (metrics_ != nullptr) metrics_->Begin(candidates, verdicts);
    for (int k = 0; k < windows_.size(); ++k) {
      status = CheckWindow(windows_[k], deadline);
      if (!status.ok()) return status;
    }
    check_.Finish();
    for (Verdict& verdict : verdicts) {
      const bool is_rejected = verdict.collides() || verdict.leaves_road_time_s.has_value();
      verdict.outcome = is_rejected ? Outcome::kRejected : Outcome::kFree;
    }
    const absl::Span<const Verdict> held = check_.held_verdicts();
    for (size_t i = 0; i < held.size(); ++i) {
      AddUnpredicted(*checked_, instants, covered_[i], start_s, held[i], &verdicts[i]);
    }
    return metrics_ == nullptr ? absl::OkStatus() : metrics_->Finish(start_s, deadline);
  }

 private:
  // Checks some candidates at a window; metrics of each part, once it is checked.
  absl::Status CheckWindow(const InstantWindow& window, const Deadline& deadline) {
    check_.BeginWindow(window);
    while (check_.NextPart()) {
      absl::Status status = collision2d::internal::CheckDeadline(deadline);
      if (status.ok()) status = check_.CheckPart();
      if (!status.ok()) return status;
      if (metrics_ != nullptr) metrics_->AddPart(check_);
    }
    return absl::OkStatus();
  }

  const std::shared_ptr<const CheckedScene> checked_;
  CandidateCheck check_;
  std::unique_ptr<MetricsCheck> metrics_;  // Null: no metric is selected.
  // Of the candidates that are checked together.
  std::vector<CandidateInstants> covered_;
  InstantWindows windows_;
};

// run(begin, end) for ranges that together are [0, count). *statuses is memory; returns the error
// of the first range that has one.
template <typename Run>
absl::Status ForRanges(size_t count, const ParallelFor& parallel_for, std::vector<absl::Status>* statuses,
                       const Run& run) {
  if (count == 0) return absl::OkStatus();
  if (!parallel_for) return run(0, count);
  const size_t indices = (count - 1) / kCandidatesPerIndex + 1;
  static const auto* const kNotRun =  // Kept, since making it allocates.
      new absl::Status(absl::FailedPreconditionError("parallel_for: it did not run all of its indices"));
  statuses->assign(indices, *kNotRun);
  const auto run_range = [&](int begin, int end) {
    // The first index of the range holds the error of the whole range.
    std::fill(statuses->begin() + begin, statuses->begin() + end, absl::OkStatus());
    (*statuses)[static_cast<size_t>(begin)] = run(static_cast<size_t>(begin) * kCandidatesPerIndex,
                                                  std::min(static_cast<size_t>(end) * kCandidatesPerIndex, count));
  };
  // A reference, because nothing larger fits into a std::function without allocation.
  parallel_for(static_cast<int>(indices), std::cref(run_range));
  const auto error = std::find_if(statuses->begin(), statuses->end(), [](const absl::Status& s) { return !s.ok(); });
  return error == statuses->end() ? absl::OkStatus() : *error;
}

// The instants of candidates whose poses are not checked yet: that is work to be divided.
absl::Status InstantsOfUnchecked(const CheckedScene& checked, absl::Span<const Candidate> candidates, double start_s,
                                 Instants* instants) {
  const bool has_poses =
      std::none_of(candidates.begin(), candidates.end(), [](const Candidate& of) { return of.poses.empty(); });
  if (has_poses) {
    absl::Status status = CheckInstants(candidates, start_s, checked.scene.time_step_s, kMaxInstants, instants);
    if (status.ok()) return status;
    // A bad pose says more than that the instants cannot be made.
    if (absl::Status poses = CheckAllPoses(candidates, checked.scene); !poses.ok()) return poses;
    return status;
  }
  return CheckAllPoses(candidates, checked.scene);
}

}  // namespace

struct CheckerWorkspace::Memory {
  // The scene that the idle checks were made for.
  std::shared_ptr<const CheckedScene> checked;
  std::shared_ptr<const MetricScene> metric_scene;
  Instants instants;
  std::vector<Verdict> found;
  std::vector<absl::Status> statuses;
  std::mutex mutex;
  std::vector<std::unique_ptr<GroupCheck>> idle;

  std::unique_ptr<GroupCheck> Take() {
    const std::lock_guard<std::mutex> lock(mutex);
    if (idle.empty()) return std::make_unique<GroupCheck>(checked, metric_scene);
    std::unique_ptr<GroupCheck> taken = std::move(idle.back());
    idle.pop_back();
    return taken;
  }

  void GiveBack(std::unique_ptr<GroupCheck> taken) {
    const std::lock_guard<std::mutex> lock(mutex);
    idle.push_back(std::move(taken));
  }
};

CheckerWorkspace::CheckerWorkspace() : memory_(std::make_unique<Memory>()) {}
CheckerWorkspace::~CheckerWorkspace() = default;
CheckerWorkspace::CheckerWorkspace(CheckerWorkspace&&) noexcept = default;
CheckerWorkspace& CheckerWorkspace::operator=(CheckerWorkspace&&) noexcept = default;

TrajectoryChecker::TrajectoryChecker(std::shared_ptr<const CheckedScene> checked)
    : checked_(std::move(checked)), start_s_(CycleStartTime(checked_->scene)) {}

absl::StatusOr<TrajectoryChecker> TrajectoryChecker::Create(Scene&& scene, const CheckerOptions& options,
                                                            SharedParts shared) {
  return Create(std::make_shared<const Scene>(std::move(scene)), options, std::move(shared));
}

absl::StatusOr<TrajectoryChecker> TrajectoryChecker::Create(std::shared_ptr<const Scene> scene,
                                                            const CheckerOptions& options, SharedParts shared) {
  auto& [road, statics] = shared;
  if (absl::Status status = CheckScene(*scene); !status.ok()) return status;
  if (road == nullptr) {
    absl::StatusOr<Road> made = Road::FromScene(*scene, options.road_gap_m);
    if (!made.ok()) return made.status();
    road = std::make_shared<const Road>(*std::move(made));
  }
  if (absl::Status status = ValidateCheckerOptions(options); !status.ok()) return status;
  absl::StatusOr<std::vector<SpaceBody>> parts = PartsOf(scene->ego);
  if (!parts.ok()) return parts.status();
  const SpaceBody common = CommonBody(*parts);
  if (statics == nullptr) statics = std::make_shared<const StaticObstacles>(*scene, common);
  if (absl::Status status = statics->CheckAreOf(*scene, common); !status.ok()) return status;
  statics = StaticObstacles::ForOrigin(std::move(statics), scene->origin);
  const auto checked =
      std::make_shared<CheckedScene>(scene, options, *std::move(parts), std::move(road), std::move(statics));
  if (absl::Status status = AddCompanions(checked.get()); !status.ok()) return status;
  TrajectoryChecker checker(checked);
  if (options.metrics.any()) {
    absl::StatusOr<MetricScene> metric_scene = MetricScene::Create(*scene, SettingsOf(options, options.metrics));
    if (!metric_scene.ok()) return metric_scene.status();
    checker.metric_scene_ = std::make_shared<const MetricScene>(*std::move(metric_scene));
  }
  return checker;
}

absl::StatusOr<std::shared_ptr<const StaticObstacles>> TrajectoryChecker::MakeStaticObstacles(
    std::shared_ptr<const Scene> scene) {
  if (absl::Status status = CheckScene(*scene); !status.ok()) return status;
  const absl::StatusOr<std::vector<SpaceBody>> parts = PartsOf(scene->ego);
  if (!parts.ok()) return parts.status();
  const auto* const statics = new StaticObstacles(*scene, CommonBody(*parts));
  // They refer to the scene, which ends after them.
  return std::shared_ptr<const StaticObstacles>(statics, [scene](const StaticObstacles* of) { delete of; });
}

absl::Status TrajectoryChecker::Check(absl::Span<const Candidate> candidates, absl::Span<Verdict> verdicts,
                                      const CheckResources& resources) const {
  absl::Status status = WriteVerdicts(candidates, verdicts, resources);
  // Verdicts of an earlier call must not be taken for those of this one.
  if (!status.ok()) std::fill(verdicts.begin(), verdicts.end(), Verdict());
  return status;
}

absl::Status TrajectoryChecker::WriteVerdicts(absl::Span<const Candidate> candidates, absl::Span<Verdict> verdicts,
                                              const CheckResources& resources) const {
  if (candidates.size() != verdicts.size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%d candidates, but room for %d verdicts", candidates.size(), verdicts.size()));
  }
  std::optional<CheckerWorkspace> own;
  if (resources.workspace == nullptr) own.emplace();
  CheckerWorkspace::Memory& memory = *(own.has_value() ? *own : *resources.workspace).memory_;
  if (memory.checked != checked_) memory.idle.clear();
  memory.checked = checked_;
  memory.metric_scene = metric_scene_;
  const Instants& instants = memory.instants;
  absl::Status status = InstantsOfUnchecked(*checked_, candidates, start_s_, &memory.instants);
  if (!status.ok()) return status;
  memory.found.resize(candidates.size());
  const auto check_range = [&](size_t range_begin, size_t range_end) {
    const auto of_range = candidates.subspan(range_begin, range_end - range_begin);
    const auto found_of_range = absl::MakeSpan(memory.found).subspan(range_begin, of_range.size());
    absl::Status range_status;
    std::unique_ptr<GroupCheck> group = memory.Take();
    for (size_t begin = 0; begin < of_range.size() && range_status.ok(); begin += kCandidatesTogether) {
      range_status = group->Check(of_range.subspan(begin, kCandidatesTogether), instants, start_s_, resources.deadline,
                                  found_of_range.subspan(begin, kCandidatesTogether));
    }
    for (Verdict& verdict : found_of_range) MoveToSceneFrame(checked_->scene.origin, &verdict);
    memory.GiveBack(std::move(group));
    return range_status;
  };
  status = ForRanges(candidates.size(), resources.parallel_for, &memory.statuses, check_range);
  if (!status.ok()) return status;
  std::copy(memory.found.begin(), memory.found.end(), verdicts.begin());
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::vector<ProfilePoint>>> TrajectoryChecker::Profiles(
    absl::Span<const Candidate> candidates, const CheckResources& resources) const {
  std::vector<absl::Status> statuses;
  Instants instants;
  absl::Status status = InstantsOfUnchecked(*checked_, candidates, start_s_, &instants);
  if (!status.ok()) return status;
  CheckerOptions options = checked_->options;
  options.instants_only = true;
  const auto checked = std::make_shared<const CheckedScene>(checked_->scene_owner, options, checked_->parts,
                                                            checked_->road_owner, checked_->statics_owner);
  std::shared_ptr<const MetricScene> metric_scene = metric_scene_;
  if (!options.metrics.time_to_collision) {
    MetricOptions metrics;
    metrics.time_to_collision = true;
    metrics.time_to_collision_horizon_s = options.metrics.time_to_collision_horizon_s;
    absl::StatusOr<MetricScene> made = MetricScene::Create(checked_->scene, SettingsOf(options, metrics));
    if (!made.ok()) return made.status();
    metric_scene = std::make_shared<const MetricScene>(*std::move(made));
  }
  std::vector<std::vector<ProfilePoint>> profiles(candidates.size());
  const auto profile_range = [&](size_t begin, size_t end) {
    const auto some = candidates.subspan(begin, end - begin);
    absl::Status range_status = CheckAllPoses(some, checked_->scene);
    if (!range_status.ok()) return range_status;
    return ComputeProfiles(checked, *metric_scene, some, instants, resources.deadline,
                           absl::MakeSpan(profiles).subspan(begin, end - begin));
  };
  status = ForRanges(candidates.size(), resources.parallel_for, &statuses, profile_range);
  if (!status.ok()) return status;
  return profiles;
}

}  // namespace collision2d::planner
