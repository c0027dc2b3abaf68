#include "replay/studies/capture_scenes.h"

#include <cstddef>
#include <cstdio>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/dump_capture.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/margin.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/io/text.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/checker_options.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"
#include "planner_adapter/scene/timeline.h"

namespace collision2d::planner {
namespace {

class ScenePairs {
 public:
  // REQUIRES: GrowBody accepts the scene's margins.
  ScenePairs(const Scene& scene, const CheckerOptions& options, PairQueryHook* hook)
      : scene_(scene), options_(options), hook_(*hook), obstacle_times_(scene, options) {
    for (const StaticObstacle& of : scene.static_obstacles) AddGrown(of.type);
    for (const MovingObstacle& of : scene.moving_obstacles) AddGrown(of.type);
  }

  void AskAt(const Candidate& candidate, double time_s) {
    PlaceObstacles(scene_, time_s, options_.beyond_prediction, options_.min_probability, &at_start_);
    for (int part = 0; part < scene_.ego.part_count(); ++part) {
      const Pose2 local_from_ego = InterpolatePose(candidate.poses_of(part), time_s, scene_.origin).ToPose2();
      for (const PlacedShape& obstacle : at_start_) {
        const Pose2 ego_from_obstacle = RelativePose(local_from_ego, obstacle.local_from_shape);
        for (const ConvexPolygon& shape : scene_.ego.shapes_of(part)) {
          hook_.Collides(shape, *obstacle.shape, ego_from_obstacle);
          hook_.ComputeSeparation(shape, *obstacle.shape, ego_from_obstacle);
        }
        for (const ConvexPolygon& shape : GrownOf(part, obstacle)) {
          hook_.Collides(shape, *obstacle.shape, ego_from_obstacle);
        }
      }
    }
  }

  void AskBetween(const Candidate& candidate, const std::vector<double>& instants_s) {
    for (int part = 0; part < scene_.ego.part_count(); ++part) {
      std::vector<double> own_s;
      ForEachTurningTime(candidate.poses_of(part), instants_s.front(), instants_s.back(),
                         [&](double time_s) { own_s.push_back(time_s); });
      std::vector<double> times_s;
      obstacle_times_.Divide(instants_s, own_s, &times_s);
      for (size_t k = 0; k + 1 < times_s.size(); ++k) AskDuring(candidate, part, times_s[k], times_s[k + 1]);
    }
  }

 private:
  using Shapes = std::vector<ConvexPolygon>;

  // The vehicle's parts with the margin of an obstacle; none for a margin of 0.
  void AddGrown(const std::string& type) {
    const Margin margin = scene_.margins.to_type(type);
    grown_of_obstacle_.emplace_back();
    for (int part = 0; part < scene_.ego.part_count() && !margin.is_zero(); ++part) {
      grown_of_obstacle_.back().push_back(GrowBody(scene_.ego.shapes_of(part), margin).value());
    }
  }
  absl::Span<const ConvexPolygon> GrownOf(int part, const PlacedShape& obstacle) const {
    const std::vector<Shapes>& parts = grown_of_obstacle_[obstacle.obstacle];
    return parts.empty() ? absl::Span<const ConvexPolygon>() : parts[part];
  }

  void AskDuring(const Candidate& candidate, int part, double start_s, double end_s) {
    at_start_.clear();
    at_end_.clear();
    AddStaticObstacles(scene_, &at_start_);
    AddStaticObstacles(scene_, &at_end_);
    AddMovingObstaclesDuring(scene_, {start_s, end_s}, options_.beyond_prediction, options_.min_probability, &at_start_,
                             &at_end_);
    const auto pose_at = [&](double time_s) {
      return InterpolatePose(candidate.poses_of(part), time_s, scene_.origin).ToPose2();
    };
    const PairQueryHook::PosesOfMotion local_from_ego = {pose_at(start_s), pose_at(end_s)};
    for (size_t k = 0; k < at_start_.size(); ++k) {
      for (const absl::Span<const ConvexPolygon> shapes :
           {absl::MakeConstSpan(scene_.ego.shapes_of(part)), GrownOf(part, at_start_[k])}) {
        for (const ConvexPolygon& shape : shapes) {
          hook_
              .TimeOfImpact(shape, local_from_ego, *at_start_[k].shape,
                            {at_start_[k].local_from_shape, at_end_[k].local_from_shape}, start_s, end_s,
                            options_.impact)
              .IgnoreError();
        }
      }
    }
  }

  const Scene& scene_;
  const CheckerOptions& options_;
  PairQueryHook& hook_;
  const ObstacleTimes obstacle_times_;
  std::vector<std::vector<Shapes>> grown_of_obstacle_;  // By PlacedShape::obstacle, then part.
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
// of both. Collides and TimeOfImpact also of the ego shapes with the obstacle's margin. The checker
// asks them many at a time and leaves out those that are far apart or after a collision; here each
// is asked. Of shapes in space their ground plans are.
// Errors: as CheckInstants.
// REQUIRES: TrajectoryChecker accepts the scene, the options and the candidates.
// O(candidates * instants * obstacles).
absl::Status AskScenePairs(const Scene& scene, const CheckerOptions& options, absl::Span<const Candidate> candidates,
                           PairQueryHook* hook) {
  if (candidates.empty()) return absl::OkStatus();
  Instants instants;
  const absl::Status status =
      CheckInstants(candidates, CycleStartTime(scene), scene.time_step_s, kMaxInstants, &instants);
  if (!status.ok()) return status;
  ScenePairs pairs(scene, options, hook);
  for (const Candidate& candidate : candidates) {
    const std::vector<double> times_s = TimesOf(candidate, instants);
    for (const double time_s : times_s) pairs.AskAt(candidate, time_s);
    if (!options.instants_only && times_s.size() > 1) pairs.AskBetween(candidate, times_s);
  }
  return absl::OkStatus();
}

}  // namespace

AskedScenes AskPairsOfFiles(const std::vector<std::string>& files, const ReplayOptions& options,
                            const SceneInputOptions& inputs, PairQueryHook* hook) {
  return ForEachFirstCycle(files, options, inputs,
                           [&](const std::string&, const Scene& scene, absl::Span<const Candidate> candidates) {
                             return AskScenePairs(scene, options.checker, candidates, hook);
                           });
}

absl::StatusOr<int> CaptureScenes(const std::vector<std::string>& files, const ReplayOptions& options,
                                  const SceneInputOptions& inputs, int64_t sample_every, const std::string& out) {
  if (sample_every < 0) {
    return absl::InvalidArgumentError(absl::StrCat("--sample_every: ", sample_every, " is below 0"));
  }
  if (absl::Status status = PrepareFirstCycles(options, inputs, out); !status.ok()) return status;
  CaptureMemory memory(kSlots, kSlotBytes);
  CaptureOptions capture_options;
  capture_options.sample_every = sample_every;
  Recorder recorder(memory.ring(), capture_options);
  const AskedScenes asked = AskPairsOfFiles(files, options, inputs, &recorder);
  PrintUnusable(asked);
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
