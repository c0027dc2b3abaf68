#include "planner_adapter/replay_tool/capture_scenes.h"

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/dump_capture.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/io/text.h"
#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/checker_options.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/importers/commonroad.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_tool/process.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// The times at which a candidate is checked.
std::vector<double> TimesOf(const Trajectory& candidate, const Instants& instants) {
  const CandidateInstants of = InstantsOf(candidate, instants);
  std::vector<double> times_s;
  if (of.first_end >= 0) times_s.push_back(instants.ends[of.first_end].time_s);
  for (int k = of.grid_begin; k < of.grid_end; ++k) times_s.push_back(instants.grid[k].time_s);
  if (of.last_end >= 0) times_s.push_back(instants.ends[of.last_end].time_s);
  return times_s;
}

class ScenePairs {
 public:
  ScenePairs(const Scene& scene, const CheckerOptions& options, PairQueryHook* hook)
      : scene_(scene), options_(options), hook_(*hook), obstacle_times_(scene, options) {}

  void AskAt(const Trajectory& candidate, double time_s) {
    PlaceObstacles(scene_, time_s, options_.beyond_prediction, options_.min_probability, &at_start_);
    for (int part = 0; part < scene_.ego.part_count(); ++part) {
      const Pose2 local_from_ego = InterpolatePose(candidate.poses_of(part), time_s).ToPose2();
      for (const PlacedShape& obstacle : at_start_) {
        const Pose2 ego_from_obstacle = RelativePose(local_from_ego, obstacle.local_from_shape);
        for (const ConvexPolygon& shape : scene_.ego.shapes_of(part)) {
          hook_.Collides(shape, *obstacle.shape, ego_from_obstacle);
          hook_.ComputeSeparation(shape, *obstacle.shape, ego_from_obstacle);
        }
      }
    }
  }

  void AskBetween(const Trajectory& candidate, const std::vector<double>& instants_s) {
    for (int part = 0; part < scene_.ego.part_count(); ++part) {
      std::vector<double> own_s;
      AddTurningTimes(candidate.poses_of(part), instants_s.front(), instants_s.back(), &own_s);
      std::vector<double> times_s;
      obstacle_times_.Divide(instants_s, own_s, &times_s);
      for (size_t k = 0; k + 1 < times_s.size(); ++k) AskDuring(candidate, part, times_s[k], times_s[k + 1]);
    }
  }

 private:
  void AskDuring(const Trajectory& candidate, int part, double start_s, double end_s) {
    at_start_.clear();
    at_end_.clear();
    AddStaticObstacles(scene_, &at_start_);
    AddStaticObstacles(scene_, &at_end_);
    AddMovingObstaclesDuring(scene_, start_s, end_s, options_.beyond_prediction, options_.min_probability, &at_start_,
                             &at_end_);
    const PairQueryHook::PosesOfMotion local_from_ego = {InterpolatePose(candidate.poses_of(part), start_s).ToPose2(),
                                                         InterpolatePose(candidate.poses_of(part), end_s).ToPose2()};
    for (size_t k = 0; k < at_start_.size(); ++k) {
      for (const ConvexPolygon& shape : scene_.ego.shapes_of(part)) {
        hook_
            .TimeOfImpact(shape, local_from_ego, *at_start_[k].shape,
                          {at_start_[k].local_from_shape, at_end_[k].local_from_shape}, start_s, end_s, options_.impact)
            .IgnoreError();
      }
    }
  }

  const Scene& scene_;
  const CheckerOptions& options_;
  PairQueryHook& hook_;
  const ObstacleTimes obstacle_times_;
  // Members so that their memory is reused.
  std::vector<PlacedShape> at_start_;
  std::vector<PlacedShape> at_end_;
};

// 64 MB: a slot holds pairs of 500 vertices.
constexpr size_t kSlots = 8192;
constexpr size_t kSlotBytes = 8192;

// Puts the pairs that decide about these candidates to `hook`: at each instant that
// TrajectoryChecker checks, Collides and ComputeSeparation of every ego shape and every obstacle
// shape, in the frame of the ego vehicle; between two instants, unless instants_only, TimeOfImpact
// of both. The checker asks them many at a time and leaves out those that are far apart or after a
// collision; here each is asked. Of shapes in space their ground plans are.
// Errors: as CheckInstants.
// REQUIRES: TrajectoryChecker accepts the scene, the options and the candidates.
// O(candidates * instants * obstacles).
absl::Status AskScenePairs(const Scene& scene, const CheckerOptions& options, absl::Span<const Trajectory> candidates,
                           PairQueryHook* hook) {
  if (candidates.empty()) return absl::OkStatus();
  Instants instants;
  const absl::Status status =
      CheckInstants(candidates, CycleStartTime(scene), scene.time_step_s, kMaxInstants, &instants);
  if (!status.ok()) return status;
  ScenePairs pairs(scene, options, hook);
  for (const Trajectory& candidate : candidates) {
    const std::vector<double> times_s = TimesOf(candidate, instants);
    for (const double time_s : times_s) pairs.AskAt(candidate, time_s);
    if (!options.instants_only && times_s.size() > 1) pairs.AskBetween(candidate, times_s);
  }
  return absl::OkStatus();
}

absl::Status AskPairsOf(const v1::Scene& proto_scene, const ReplayOptions& options, UnknownFields unknown_fields,
                        PairQueryHook* hook) {
  const absl::StatusOr<Scene> scene = SceneFromProto(proto_scene, unknown_fields);
  if (!scene.ok()) return scene.status();
  return ReplayCycles(
             *scene, options,
             [&](const ReplayedCycle& cycle) { return AskScenePairs(*scene, options.checker, cycle.candidates, hook); })
      .status();
}

}  // namespace

AskedScenes AskPairsOfFiles(const std::vector<std::string>& files, const ReplayOptions& options,
                            const SceneInputOptions& inputs, PairQueryHook* hook) {
  ReplayOptions first_cycle = options;
  first_cycle.closed_loop = first_cycle.profiles = first_cycle.profiles_in_verdicts = false;
  first_cycle.checker.metrics = {};
  AskedScenes asked;
  for (const std::string& file : files) {
    SetWorkItem(file);
    SceneInputReader reader(file, inputs);
    for (;;) {
      const absl::StatusOr<std::optional<SceneInput>> input = reader.Next();
      if (!input.ok()) asked.unusable.emplace_back(input.status().message());
      if (!input.ok()) continue;
      if (!input->has_value()) break;
      const absl::Status status = AskPairsOf((*input)->scene, first_cycle, inputs.unknown_fields, hook);
      if (!status.ok()) asked.unusable.push_back(absl::StrCat(file, ": ", status.message()));
      if (status.ok()) ++asked.scenes;
    }
  }
  return asked;
}

absl::StatusOr<int> CaptureScenes(const std::vector<std::string>& files, const ReplayOptions& options,
                                  const SceneInputOptions& inputs, int64_t sample_every, const std::string& out) {
  if (sample_every < 0) {
    return absl::InvalidArgumentError(absl::StrCat("--sample_every: ", sample_every, " is below 0"));
  }
  if (absl::Status status = ValidateReplayOptions(options); !status.ok()) return status;
  if (absl::Status status = ValidateCommonRoadOptions(inputs.commonroad); !status.ok()) return status;
  std::error_code error;
  std::filesystem::create_directories(out, error);
  if (error) return absl::UnavailableError(absl::StrCat(out, ": ", error.message()));
  CaptureMemory memory(kSlots, kSlotBytes);
  CaptureOptions capture_options;
  capture_options.sample_every = sample_every;
  Recorder recorder(memory.ring(), capture_options);
  ExpandedPaths paths = ExpandDirectories(files);
  AskedScenes asked = AskPairsOfFiles(paths.files, options, inputs, &recorder);
  asked.unusable.insert(asked.unusable.begin(), paths.unusable.begin(), paths.unusable.end());
  for (const std::string& line : asked.unusable) {
    std::fprintf(stderr, "replay: not used: %s\n", VisibleText(line).c_str());
  }
  const std::string path = absl::StrCat(out, "/pairs.capture");
  if (absl::Status status = DumpCapture(memory.ring(), path); !status.ok()) return status;
  const CaptureCounts counts = memory.ring()->counts();
  const uint64_t replaced = counts.claimed > kSlots ? counts.claimed - kSlots : 0;
  std::printf("%s\n", absl::StrCat(VisibleText(path), ": ", counts.claimed - replaced, " pairs of ", asked.scenes,
                                   " scenes; lost: ", replaced, " replaced by later ones, ", counts.too_large,
                                   " too large for a slot")
                          .c_str());
  if (std::fflush(stdout) != 0) return absl::UnavailableError("standard output: cannot be written");
  return static_cast<int>(asked.unusable.size());
}

}  // namespace collision2d::planner
