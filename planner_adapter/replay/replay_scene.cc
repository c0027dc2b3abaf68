#include "planner_adapter/replay/replay_scene.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "planner_adapter/checking/verdict_to_proto.h"
#include "planner_adapter/replay/drive.h"
#include "planner_adapter/replay/parallel_check.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/sampling/frenet_sampler.h"
#include "planner_adapter/sampling/lattice_jitter.h"

namespace collision2d::planner {
namespace {

constexpr char kEndsWithRecording[] = "closed loop ends at %.2f s, with the recording";
constexpr char kNothingToPlan[] = "no ego state and no candidates: the scene is shown only";

// Returns when the recording ends, in s: the last time of any prediction.
std::optional<double> RecordingEnd(const Scene& scene) {
  std::optional<double> end_s;
  for (const MovingObstacle& obstacle : scene.moving_obstacles) {
    for (const Prediction& prediction : obstacle.predictions) {
      const double last_s =
          prediction.poses.empty() ? prediction.occupancies.back().time_s : prediction.poses.back().time_s;
      end_s = std::max(end_s.value_or(last_s), last_s);
    }
  }
  return end_s;
}

// Returns the end of the longest candidate in s; without candidates, minus infinity.
double LongestCandidateEnd(const std::vector<Trajectory>& candidates) {
  double end_s = -std::numeric_limits<double>::infinity();
  for (const Trajectory& candidate : candidates) end_s = std::max(end_s, candidate.poses.back().time_s);
  return end_s;
}

// Returns the candidates of one cycle: those of the scene, or sampled ones.
absl::StatusOr<std::vector<Trajectory>> Candidates(const Scene& scene, const ReplayOptions& options,
                                                   std::mt19937_64& random, std::vector<std::string>* notes) {
  if (!scene.candidates.empty()) return scene.candidates;
  if (!scene.ego_state.has_value()) {
    notes->push_back(kNothingToPlan);
    return std::vector<Trajectory>();
  }
  absl::StatusOr<SampledCandidates> sampled;
  if (options.jitter) {
    Scene jittered = scene;
    jittered.sampling_request = JitteredRequest(scene, options.sampler, random);
    sampled = SampleFrenetLattice(jittered, options.sampler);
  } else {
    sampled = SampleFrenetLattice(scene, options.sampler);
  }
  if (!sampled.ok()) return sampled.status();
  notes->push_back(absl::StrFormat("sampled %d candidates of a lattice of %d; the others exceed kinematic limits",
                                   sampled->candidates.size(), sampled->lattice_size));
  return std::move(sampled->candidates);
}

absl::StatusOr<ReplayedCycle> PlanOnce(const Scene& scene, const std::shared_ptr<const Road>& road,
                                       const ReplayOptions& options, int cycle, std::mt19937_64& random,
                                       double* elapsed_s) {
  ReplayedCycle replayed;
  std::vector<std::string> notes;
  absl::StatusOr<std::vector<Trajectory>> candidates = Candidates(scene, options, random, &notes);
  if (!candidates.ok()) return candidates.status();
  replayed.candidates = *std::move(candidates);

  const auto begin = std::chrono::steady_clock::now();
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(scene, options.checker, road);
  if (!checker.ok()) return checker.status();
  const absl::StatusOr<std::vector<Verdict>> verdicts = CheckInParallel(*checker, replayed.candidates, options.threads);
  if (!verdicts.ok()) return verdicts.status();
  *elapsed_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  if (options.profiles) {
    absl::StatusOr<std::vector<std::vector<ProfilePoint>>> profiles =
        ProfileInParallel(*checker, replayed.candidates, options.threads);
    if (!profiles.ok()) return profiles.status();
    replayed.profiles = *std::move(profiles);
  }
  replayed.verdicts = VerdictsToProto(scene, replayed.candidates, *verdicts);
  replayed.verdicts.set_cycle(cycle);
  for (size_t i = 0; options.profiles_in_verdicts && i < replayed.profiles.size(); ++i) {
    SetProfile(replayed.profiles[i], replayed.verdicts.mutable_verdicts(static_cast<int>(i)));
  }
  for (std::string& note : notes) *replayed.verdicts.add_notes() = std::move(note);
  return replayed;
}

// Appends the chosen trajectory's poses from the beginning of the cycle up to until_s, and the pose there.
void AppendDriven(const Trajectory& chosen, double until_s, std::vector<TimedPose>* driven) {
  for (const TimedPose& pose : chosen.poses) {
    const bool is_new = driven->empty() || pose.time_s > driven->back().time_s + kSameInstant_s;
    if (is_new && pose.time_s <= until_s + kSameInstant_s) driven->push_back(pose);
  }
  if (driven->back().time_s < until_s - kSameInstant_s) driven->push_back(InterpolatePose(chosen.poses, until_s));
}

// Drives on from the last cycle of `replayed`. Returns the time at which to plan again, or none, with a note why not.
std::optional<double> DriveOn(const ReplayOptions& options, double end_s, ReplayedScene* replayed) {
  ReplayedCycle& cycle = replayed->cycles.back();
  const auto stop = [&cycle](std::string why) {
    cycle.verdicts.add_notes(std::move(why));
    return std::nullopt;
  };
  const double now_s = cycle.verdicts.cycle_time_s();
  if (!cycle.verdicts.has_chosen_candidate()) {
    return stop(absl::StrFormat("closed loop ends at %.2f s: no candidate is free", now_s));
  }
  // A recording may be over when the cycle begins.
  if (now_s >= end_s - kSameInstant_s) return stop(absl::StrFormat(kEndsWithRecording, now_s));
  const Trajectory& chosen = cycle.candidates[cycle.verdicts.chosen_candidate()];
  const double until_s = std::min({now_s + options.replan_interval_s, end_s, chosen.poses.back().time_s});
  AppendDriven(chosen, until_s, &replayed->driven);
  if (until_s >= end_s - kSameInstant_s) {
    return stop(absl::StrFormat(kEndsWithRecording, until_s));
  }
  return until_s;
}

}  // namespace

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
  return ValidateCheckerOptions(options.checker);
}

absl::StatusOr<ReplayedScene> ReplayScene(Scene scene, const ReplayOptions& options) {
  if (absl::Status status = ValidateReplayOptions(options); !status.ok()) return status;
  std::mt19937_64 random(options.seed);
  ReplayedScene replayed;
  // One road for all cycles.
  const auto begin = std::chrono::steady_clock::now();
  absl::StatusOr<Road> made = Road::OfScene(scene, options.checker.road_gap_m);
  if (!made.ok()) return made.status();
  const auto road = std::make_shared<const Road>(*std::move(made));
  replayed.elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const bool drives = options.closed_loop && scene.ego_state.has_value() && scene.candidates.empty();
  Scene now = scene;
  std::optional<double> end_s = RecordingEnd(scene);
  for (int cycle = 0;; ++cycle) {
    absl::StatusOr<ReplayedCycle> planned = PlanOnce(now, road, options, cycle, random, &replayed.elapsed_s);
    if (!planned.ok() && cycle == 0) return planned.status();
    if (!planned.ok()) {
      replayed.cycles.back().verdicts.add_notes(
          absl::StrFormat("closed loop ends at %.2f s: %s", now.ego_state->pose.time_s, planned.status().message()));
      break;
    }
    replayed.cycles.push_back(*std::move(planned));
    if (!drives) break;
    const ReplayedCycle& last = replayed.cycles.back();
    if (!end_s.has_value()) end_s = LongestCandidateEnd(last.candidates);
    const std::optional<double> next_s = DriveOn(options, *end_s, &replayed);
    if (!next_s.has_value()) break;
    now.ego_state = StateOnTrajectory(last.candidates[last.verdicts.chosen_candidate()], *next_s);
  }
  if (options.closed_loop && !scene.candidates.empty()) {
    replayed.cycles.back().verdicts.add_notes("no closed loop: the scene gives its candidates");
  }
  replayed.scene = std::move(scene);
  return replayed;
}

}  // namespace collision2d::planner
