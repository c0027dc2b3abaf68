#include "replay/cycles/replay_scene.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/base/macros.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "planner_adapter/checking/verdict_to_proto.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/sampling/frenet_sampler.h"
#include "planner_adapter/scene/timeline.h"

namespace collision2d::planner {
namespace {

constexpr char kEndsWithRecording[] = "closed loop ends at %.2f s, with the recording";
constexpr char kNothingToPlan[] = "no ego state and no candidates: the scene is shown only";

// s: a century, which a clock can add.
constexpr double kLongestTimeLimit_s = 3e9;

// Returns a limit in words, as "curvature above 0.25 1/m".
std::string LimitText(KinematicLimit limit, const KinematicLimits& limits, double wheelbase_m) {
  const char* const name = KinematicLimitName(limit);
  switch (limit) {
    case KinematicLimit::kReverse:
      return name;
    case KinematicLimit::kSpeed:
      return absl::StrFormat("%s above %g m/s", name, limits.max_speed_mps);
    case KinematicLimit::kAcceleration:
      return absl::StrFormat("%s above %g m/s^2", name, limits.max_acceleration_mps2);
    case KinematicLimit::kDeceleration:
      return absl::StrFormat("%s above %g m/s^2", name, limits.max_deceleration_mps2);
    case KinematicLimit::kCurvature:
      return absl::StrFormat("%s above %.3g 1/m", name, MaxCurvature(limits, wheelbase_m));
    case KinematicLimit::kLateralAcceleration:
      return absl::StrFormat("%s above %g m/s^2", name, limits.max_lateral_acceleration_mps2);
  }
  return name;
}

// Says of each limit how many candidates of the lattice exceed it, and which.
void SetBeyondLimits(const Scene& scene, const KinematicLimits& limits, const SampledCandidates& sampled,
                     ReplayedCycle& cycle) {
  for (int i = 0; i < kNumKinematicLimits; ++i) {
    const auto limit = static_cast<KinematicLimit>(i);
    const int64_t count = sampled.rejections.count(limit);
    if (count == 0) continue;
    for (const RejectedMotion& motion : sampled.rejected) {
      if (motion.limit == limit) cycle.rejected.push_back({static_cast<int>(cycle.beyond_limits.size()), motion.poses});
    }
    cycle.beyond_limits.push_back(absl::StrCat(LimitText(limit, limits, scene.ego.wheelbase_m), ": ", count));
  }
}

// Says how many candidates of the lattice are left, and which limits have rejected how many.
std::string SampledNote(const SampledCandidates& sampled, const std::vector<std::string>& beyond_limits) {
  const std::string reasons = beyond_limits.empty() ? "" : absl::StrCat(": ", absl::StrJoin(beyond_limits, ", "));
  if (sampled.candidates.empty()) {
    return absl::StrFormat("no candidate can be sampled: all %d of the lattice exceed kinematic limits%s",
                           sampled.lattice_size, reasons);
  }
  return absl::StrFormat("sampled %d candidates of a lattice of %d; the others exceed kinematic limits%s",
                         sampled.candidates.size(), sampled.lattice_size, reasons);
}

// Returns when the recording ends, in s: the last time of any prediction.
std::optional<double> RecordingEnd(const Scene& scene) {
  std::optional<double> end_s;
  ForEachTimeline(scene, BeyondPrediction::kAbsent, /*min_probability=*/0.0, [&](const Timeline& timeline, int, int) {
    end_s = std::max(end_s.value_or(timeline.last_s()), timeline.last_s());
  });
  return end_s;
}

// Returns the end of the longest candidate in s; without candidates, minus infinity.
double LongestCandidateEnd(const std::vector<Candidate>& candidates) {
  double end_s = -std::numeric_limits<double>::infinity();
  for (const Candidate& candidate : candidates) end_s = std::max(end_s, candidate.poses.back().time_s);
  return end_s;
}

// Returns the candidates of one cycle: those of the scene, and sampled ones if these are recorded;
// the size of the lattice if none of it is within kinematic limits, 0 if there can be none; and
// in the cycle which limits the others exceed.
absl::StatusOr<std::vector<Candidate>> Candidates(const Scene& scene, const ReplayOptions& options,
                                                  std::mt19937_64& random, std::vector<std::string>* notes,
                                                  std::optional<int>* rejected_lattice_size, ReplayedCycle& cycle) {
  const bool has_recorded = !scene.candidates.empty();
  const bool can_sample = scene.ego_state.has_value() && !scene.reference_path.empty();
  if (HasPlannedCandidates(scene) || (has_recorded && !can_sample)) return scene.candidates;
  if (!scene.ego_state.has_value()) {
    notes->push_back(kNothingToPlan);
    return std::vector<Candidate>();
  }
  std::optional<Scene> jittered;
  if (options.jitter) {
    jittered = scene;
    jittered->sampling_request = JitteredRequest(scene, options.sampler, random);
  }
  absl::StatusOr<SampledCandidates> sampled = SampleFrenetLattice(jittered ? *jittered : scene, options.sampler);
  // The ego state contradicts the path, which importers choose: the scene has no sampled
  // candidates.
  const bool contradicts = can_sample && absl::IsFailedPrecondition(sampled.status());
  if (!sampled.ok() && !has_recorded && !contradicts) return sampled.status();
  if (!sampled.ok()) {
    if (!has_recorded) *rejected_lattice_size = 0;
    notes->push_back(absl::StrCat("nothing sampled: ", sampled.status().message()));
    return scene.candidates;
  }
  if (sampled->candidates.empty()) *rejected_lattice_size = sampled->lattice_size;
  SetBeyondLimits(scene, options.sampler.limits, *sampled, cycle);
  notes->push_back(SampledNote(*sampled, cycle.beyond_limits));
  sampled->candidates.insert(sampled->candidates.begin(), scene.candidates.begin(), scene.candidates.end());
  return std::move(sampled->candidates);
}

// Refuses candidates whose verdicts, profiles and drawings would take more memory than is meant.
absl::Status CheckInstantCount(const Scene& scene, absl::Span<const Candidate> candidates, int64_t limit) {
  double instants = 0.0;
  for (const Candidate& candidate : candidates) {
    const double covered_s = candidate.poses.back().time_s - candidate.poses.front().time_s;
    instants += std::max(static_cast<double>(candidate.poses.size()), covered_s / scene.time_step_s + 1.0);
  }
  if (instants <= static_cast<double>(limit)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat(
      "candidates: %d with %.0f instants in all; the limit max_instants is %d", candidates.size(), instants, limit));
}

// Appends the chosen trajectory's poses from the beginning of the cycle up to until_s, and the pose
// there.
void AppendDriven(const Candidate& chosen, double until_s, std::vector<TimedPose>* driven) {
  for (const TimedPose& pose : chosen.poses) {
    const bool is_new = driven->empty() || pose.time_s > driven->back().time_s + kSameInstant_s;
    if (is_new && pose.time_s <= until_s + kSameInstant_s) driven->push_back(pose);
  }
  if (driven->back().time_s < until_s - kSameInstant_s) driven->push_back(InterpolatePose(chosen.poses, until_s));
}

void RunShares(int count, int shares, const std::function<void(int begin, int end)>& run) {
  const auto begin_of = [=](int share) { return static_cast<int>(int64_t{count} * share / shares); };
  std::atomic<int> next = 0;
  const auto work = [&] {
    for (int share = next++; share < shares; share = next++) run(begin_of(share), begin_of(share + 1));
  };
  std::vector<std::thread> workers;
  workers.reserve(static_cast<size_t>(shares - 1));
  try {
    for (int i = 1; i < shares; ++i) workers.emplace_back(work);
  } catch (const std::system_error&) {
    // Threads that do not start leave their shares to the others.
  }
  work();
  for (std::thread& worker : workers) worker.join();
}

bool IsResourceError(const absl::Status& status) {
  return status.code() == absl::StatusCode::kResourceExhausted || status.code() == absl::StatusCode::kDeadlineExceeded;
}

// A scene for a checker that ends before it.
std::shared_ptr<const Scene> Unowned(const Scene& scene) { return {std::shared_ptr<const Scene>(), &scene}; }

// One replay in progress.
class SceneReplay {
 public:
  SceneReplay(const Scene& scene, const ReplayOptions& options, const CycleSink& take)
      : scene_(scene), options_(options), take_(take), random_(options.seed) {
    if (options.scene_time_limit_s > 0.0) {
      deadline_ = std::chrono::steady_clock::now() +
                  std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                      std::chrono::duration<double>(std::min(options.scene_time_limit_s, kLongestTimeLimit_s)));
    }
  }

  absl::StatusOr<ReplayedDrive> Run() {
    const auto begin = std::chrono::steady_clock::now();
    absl::StatusOr<Road> made = Road::FromScene(scene_, options_.checker.road_gap_m);
    if (!made.ok()) return made.status();
    road_ = std::make_shared<const Road>(*std::move(made));
    result_.elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    absl::StatusOr<ReplayedCycle> cycle = PlanOnce(scene_, 0);
    if (!cycle.ok()) return cycle.status();
    if (options_.closed_loop && scene_.ego_state.has_value() && !HasPlannedCandidates(scene_)) {
      if (absl::Status status = Drive(*cycle); !status.ok()) return status;
    } else if (options_.closed_loop && HasPlannedCandidates(scene_)) {
      cycle->verdicts.add_notes("no closed loop: the scene gives its candidates");
    }
    if (absl::Status status = take_(*std::move(cycle)); !status.ok()) return status;
    return std::move(result_);
  }

 private:
  // Plans on from the first cycle, and passes on all but the last, which it leaves in `cycle`.
  absl::Status Drive(ReplayedCycle& cycle) {
    const double end_s = RecordingEnd(scene_).value_or(LongestCandidateEnd(cycle.candidates));
    Scene now = scene_;
    now.candidates.clear();
    for (int index = 1;; ++index) {
      const std::optional<double> next_s = DriveOn(end_s, cycle);
      if (!next_s.has_value()) return absl::OkStatus();
      now.ego_state = StateOnCandidate(cycle.candidates[cycle.verdicts.best_free_candidate()], *next_s);
      now.ego_state->pose = RelativeTo(now.origin, now.ego_state->pose);
      absl::StatusOr<ReplayedCycle> next = PlanOnce(now, index);
      if (!next.ok() && IsResourceError(next.status())) return next.status();
      if (!next.ok()) {
        cycle.verdicts.add_notes(absl::StrFormat("closed loop ends at %.2f s: %s", *next_s, next.status().message()));
        return absl::OkStatus();
      }
      if (absl::Status status = take_(std::move(cycle)); !status.ok()) return status;
      cycle = *std::move(next);
    }
  }

  absl::StatusOr<ReplayedCycle> PlanOnce(const Scene& scene, int index) {
    ReplayedCycle cycle;
    std::vector<std::string> notes;
    std::optional<int> rejected_lattice_size;
    absl::StatusOr<std::vector<Candidate>> candidates =
        Candidates(scene, options_, random_, &notes, &rejected_lattice_size, cycle);
    if (!candidates.ok()) return candidates.status();
    cycle.candidates = *std::move(candidates);
    if (absl::Status status = collision2d::internal::CheckDeadline(deadline_); !status.ok()) return status;
    if (absl::Status status = CheckInstantCount(scene, cycle.candidates, options_.max_instants); !status.ok()) {
      return status;
    }
    if (index == 0) {
      const absl::StatusOr<std::vector<std::string>> steps = CheckTimeSteps(scene, cycle.candidates);
      if (!steps.ok()) return steps.status();
      notes.insert(notes.end(), steps->begin(), steps->end());
      notes.insert(notes.end(), road_->notes().begin(), road_->notes().end());
    }
    if (absl::Status status = CheckCandidates(scene, cycle); !status.ok()) return status;
    cycle.verdicts.set_cycle(index);
    if (rejected_lattice_size.has_value()) cycle.verdicts.set_rejected_lattice_size(*rejected_lattice_size);
    for (std::string& note : notes) *cycle.verdicts.add_notes() = std::move(note);
    return cycle;
  }

  // Sets the verdicts and the profiles of the cycle's candidates.
  absl::Status CheckCandidates(const Scene& scene, ReplayedCycle& cycle) {
    const auto begin = std::chrono::steady_clock::now();
    if (statics_ == nullptr) {
      absl::StatusOr<std::shared_ptr<const StaticObstacles>> made =
          TrajectoryChecker::MakeStaticObstacles(Unowned(scene_));
      if (!made.ok()) return made.status();
      statics_ = *std::move(made);
    }
    const absl::StatusOr<TrajectoryChecker> checker =
        TrajectoryChecker::Create(Unowned(scene), options_.checker, {road_, statics_});
    if (!checker.ok()) return checker.status();
    const CheckResources resources = {deadline_, InThreads(options_.threads)};
    std::vector<Verdict> verdicts(cycle.candidates.size());
    const absl::Status status = checker->Check(cycle.candidates, absl::MakeSpan(verdicts), resources);
    if (!status.ok()) return status;
    result_.elapsed_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    cycle.verdicts = VerdictsToProto(scene, cycle.candidates, verdicts);
    if (!options_.profiles) return absl::OkStatus();
    absl::StatusOr<std::vector<std::vector<ProfilePoint>>> profiles = checker->Profiles(cycle.candidates, resources);
    if (!profiles.ok()) return profiles.status();
    cycle.profiles = *std::move(profiles);
    for (size_t i = 0; options_.profiles_in_verdicts && i < cycle.profiles.size(); ++i) {
      SetProfile(cycle.profiles[i], cycle.verdicts.mutable_verdicts(static_cast<int>(i)));
    }
    return absl::OkStatus();
  }

  // Drives on from the cycle. Returns the time at which to plan again, or none, with a note why
  // not.
  std::optional<double> DriveOn(double end_s, ReplayedCycle& cycle) {
    const auto stop = [&cycle](std::string why) {
      cycle.verdicts.add_notes(std::move(why));
      return std::nullopt;
    };
    const double now_s = cycle.verdicts.cycle_time_s();
    if (!cycle.verdicts.has_best_free_candidate()) {
      return stop(absl::StrFormat("closed loop ends at %.2f s: no candidate is free", now_s));
    }
    // A recording may be over when the cycle begins.
    if (now_s >= end_s - kSameInstant_s) return stop(absl::StrFormat(kEndsWithRecording, now_s));
    const Candidate& chosen = cycle.candidates[cycle.verdicts.best_free_candidate()];
    const double until_s = std::min({now_s + options_.replan_interval_s, end_s, chosen.poses.back().time_s});
    AppendDriven(chosen, until_s, &result_.driven);
    if (until_s >= end_s - kSameInstant_s) {
      return stop(absl::StrFormat(kEndsWithRecording, until_s));
    }
    return until_s;
  }

  const Scene& scene_;
  const ReplayOptions& options_;
  const CycleSink& take_;
  std::mt19937_64 random_;
  Deadline deadline_;
  // Made once and shared by the checkers of all cycles.
  std::shared_ptr<const Road> road_;
  std::shared_ptr<const StaticObstacles> statics_;
  ReplayedDrive result_;
};

}  // namespace

ParallelFor InThreads(int threads) {
  ABSL_ASSERT(threads >= 1);
  if (threads == 1) return {};
  return [threads](int count, const std::function<void(int begin, int end)>& run) {
    if (count > 0) RunShares(count, std::min(threads, count), run);
  };
}

absl::Status ValidateReplayOptions(const ReplayOptions& options) {
  if (options.threads < 1) {
    return absl::InvalidArgumentError(absl::StrFormat("threads: %d is below 1", options.threads));
  }
  if (options.profiles_in_verdicts && !options.profiles) {
    return absl::InvalidArgumentError("profiles_in_verdicts: true, but profiles is false");
  }
  if (!(options.replan_interval_s > kSameInstant_s) || std::isinf(options.replan_interval_s)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("replan_interval_s: %g is not a positive time", options.replan_interval_s));
  }
  if (!(options.scene_time_limit_s >= 0.0)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("scene_time_limit_s: %g is not a time from 0 on", options.scene_time_limit_s));
  }
  return ValidateCheckerOptions(options.checker);
}

absl::StatusOr<ReplayedDrive> ReplayCycles(const Scene& scene, const ReplayOptions& options, const CycleSink& take) {
  if (absl::Status status = ValidateReplayOptions(options); !status.ok()) return status;
  absl::StatusOr<ReplayedDrive> drive = SceneReplay(scene, options, take).Run();
  if (!absl::IsDeadlineExceeded(drive.status())) return drive;
  return absl::DeadlineExceededError("the scene takes longer than its limit");
}

absl::StatusOr<ReplayedScene> ReplayScene(Scene scene, const ReplayOptions& options) {
  ReplayedScene replayed;
  absl::StatusOr<ReplayedDrive> drive = ReplayCycles(scene, options, [&replayed](ReplayedCycle cycle) {
    replayed.cycles.push_back(std::move(cycle));
    return absl::OkStatus();
  });
  if (!drive.ok()) return drive.status();
  replayed.driven = std::move(drive->driven);
  replayed.elapsed_s = drive->elapsed_s;
  replayed.scene = std::move(scene);
  return replayed;
}

}  // namespace collision2d::planner
