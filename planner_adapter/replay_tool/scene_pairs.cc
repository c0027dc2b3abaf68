#include "planner_adapter/replay_tool/scene_pairs.h"

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"
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
  ScenePairs(const Scene& scene, const CheckerOptions& options, PairAsker* asker)
      : scene_(scene), options_(options), asker_(*asker), obstacle_times_(scene, options) {}

  void AskAt(const Trajectory& candidate, double time_s) {
    PlaceObstacles(scene_, time_s, options_.beyond_prediction, options_.min_probability, &at_start_);
    const Pose2 local_from_ego = InterpolatePose(candidate.poses, time_s).ToPose2();
    for (const PlacedShape& obstacle : at_start_) {
      const Pose2 ego_from_obstacle = RelativePose(local_from_ego, obstacle.local_from_shape);
      for (const ConvexPolygon& shape : scene_.ego.shapes) {
        asker_.Collides(shape, *obstacle.shape, ego_from_obstacle);
        asker_.ComputeSeparation(shape, *obstacle.shape, ego_from_obstacle);
      }
    }
  }

  void AskBetween(const Trajectory& candidate, const std::vector<double>& instants_s) {
    const std::vector<double> times_s =
        obstacle_times_.Divide(instants_s, TurningTimes(candidate.poses, instants_s.front(), instants_s.back()));
    for (size_t k = 0; k + 1 < times_s.size(); ++k) AskDuring(candidate, times_s[k], times_s[k + 1]);
  }

 private:
  void AskDuring(const Trajectory& candidate, double start_s, double end_s) {
    at_start_.clear();
    at_end_.clear();
    AddStaticObstacles(scene_, &at_start_);
    AddStaticObstacles(scene_, &at_end_);
    AddMovingObstaclesDuring(scene_, start_s, end_s, options_.beyond_prediction, options_.min_probability, &at_start_,
                             &at_end_);
    const PosesOfMotion local_from_ego = {InterpolatePose(candidate.poses, start_s).ToPose2(),
                                          InterpolatePose(candidate.poses, end_s).ToPose2()};
    for (size_t k = 0; k < at_start_.size(); ++k) {
      for (const ConvexPolygon& shape : scene_.ego.shapes) {
        asker_.TimeOfImpact(shape, local_from_ego, *at_start_[k].shape,
                            {at_start_[k].local_from_shape, at_end_[k].local_from_shape}, start_s, end_s,
                            options_.impact);
      }
    }
  }

  const Scene& scene_;
  const CheckerOptions& options_;
  PairAsker& asker_;
  const ObstacleTimes obstacle_times_;
  // Members so that their memory is reused.
  std::vector<PlacedShape> at_start_;
  std::vector<PlacedShape> at_end_;
};

}  // namespace

absl::Status AskScenePairs(const Scene& scene, const CheckerOptions& options, absl::Span<const Trajectory> candidates,
                           PairAsker* asker) {
  if (candidates.empty()) return absl::OkStatus();
  const absl::StatusOr<Instants> instants =
      CheckInstants(candidates, CycleStartTime(scene), scene.time_step_s, kMaxInstants);
  if (!instants.ok()) return instants.status();
  ScenePairs pairs(scene, options, asker);
  for (const Trajectory& candidate : candidates) {
    const std::vector<double> times_s = TimesOf(candidate, *instants);
    for (const double time_s : times_s) pairs.AskAt(candidate, time_s);
    if (!options.instants_only && times_s.size() > 1) pairs.AskBetween(candidate, times_s);
  }
  return absl::OkStatus();
}

}  // namespace collision2d::planner
