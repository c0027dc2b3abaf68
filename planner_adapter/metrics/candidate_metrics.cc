#include "planner_adapter/metrics/candidate_metrics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "planner_adapter/metrics/goal_check.h"
#include "planner_adapter/metrics/post_encroachment.h"

namespace collision2d::planner {
namespace {

// The obstacles at an instant: the static ones and the moving ones.
struct MetricObstacles {
  absl::Span<const MetricObstacle> fixed;
  absl::Span<const MetricObstacle> moving;
  // m/s; the largest speeds of all along and across the path.
  double most_along_mps = 0.0;
  double most_across_mps = 0.0;
};

MetricObstacles ObstaclesOf(const MetricScene& scene, const std::vector<MetricObstacle>& moving) {
  MetricObstacles obstacles = {scene.static_obstacles(), moving};
  for (const MetricObstacle& obstacle : moving) {
    const PathVelocity& velocity = obstacle.on_path.velocity;
    obstacles.most_along_mps = std::max(obstacles.most_along_mps, std::abs(velocity.along_mps));
    obstacles.most_across_mps = std::max(obstacles.most_across_mps, std::abs(velocity.across_mps));
  }
  return obstacles;
}

// One candidate at one instant.
class MetricInstant {
 public:
  MetricInstant(const MetricScene& scene, const Trajectory& candidate, const Instant& instant)
      : scene_(scene), instant_(instant), pose_(InterpolatePose(candidate.poses, instant.time_s)) {
    pose_.time_s = instant.time_s;
    world_from_ego_ = pose_.ToPose2();
    if (candidate.poses.size() > 1) velocity_ = VelocityAt(candidate.poses, instant.time_s);
    const EgoBody& ego = scene.scene().ego;
    if (ego.height_m.has_value()) {
      const HeightSpan span = {ego.ground_clearance_m, *ego.height_m};
      heights_ = HeightsOf(ego.shapes.front(), span, pose_.ToElevation());
      for (const ConvexPolygon& shape : ego.shapes) heights_.Extend(HeightsOf(shape, span, pose_.ToElevation()));
    }
  }

  Vec2 position() const { return pose_.position; }

  // *near_s_m: a guess of the place along the path, which is updated.
  void Update(const MetricObstacles& obstacles, double* near_s_m, Metrics* metrics) const {
    const MetricOptions& options = scene_.settings().options;
    if (options.goal) UpdateGoal(metrics);
    if (scene_.path() != nullptr) UpdateOnPath(obstacles, near_s_m, metrics);
    if (options.time_to_collision) UpdateTimeToCollision(obstacles, metrics);
    if (options.post_encroachment_time) UpdateEncroachment(metrics);
  }

  // Updates the least time to contact.
  void UpdateTwist(const MetricObstacles& obstacles, std::optional<MetricValue>* least) const {
    if (!velocity_.has_value()) return;
    for (const ConvexPolygon& shape : scene_.scene().ego.shapes) {
      const TwistingShape ego(shape, world_from_ego_, *velocity_);
      for (const absl::Span<const MetricObstacle> part : {obstacles.fixed, obstacles.moving}) {
        for (const MetricObstacle& obstacle : part) UpdateTwist(ego, obstacle, least);
      }
    }
  }

 private:
  void UpdateTwist(const TwistingShape& ego, const MetricObstacle& obstacle, std::optional<MetricValue>* least) const {
    const double horizon_s =
        least->has_value() ? (*least)->value : scene_.settings().options.time_to_collision_horizon_s;
    if (!MayCollideWithin(ego, obstacle.twist, horizon_s) || AreApart(heights_, obstacle.heights)) return;
    const std::optional<double> time_s = TimeToContact(ego, obstacle.twist, horizon_s, scene_.settings().impact);
    if (!time_s.has_value() || (least->has_value() && *time_s >= (*least)->value)) return;
    *least = MetricValue{*time_s, InteractionWith(obstacle)};
  }

  void UpdateTimeToCollision(const MetricObstacles& obstacles, Metrics* metrics) const {
    std::optional<TimeToCollision>& known = metrics->time_to_collision;
    std::optional<MetricValue> least = known.has_value() ? known->constant_twist_s : std::nullopt;
    UpdateTwist(obstacles, &least);
    if (!least.has_value()) return;
    if (!known.has_value()) known = TimeToCollision();
    known->constant_twist_s = least;
  }

  void UpdateGoal(Metrics* metrics) const {
    if (!metrics->goal.has_value() || metrics->goal->reached.has_value()) return;
    const std::vector<Goal>& goals = scene_.scene().goals;
    const auto reached =
        std::find_if(goals.begin(), goals.end(), [&](const Goal& goal) { return ReachesGoal(goal, pose_, velocity_); });
    if (reached == goals.end()) return;
    metrics->goal->reached = ReachedGoal{instant_.time_s, instant_.step, static_cast<int>(reached - goals.begin())};
  }

  void UpdateOnPath(const MetricObstacles& obstacles, double* near_s_m, Metrics* metrics) const {
    const ReferencePath& path = *scene_.path();
    const PathFoot foot(path, pose_.position, *near_s_m);
    *near_s_m = foot.s_m;
    BodyOnPath ego;
    for (const ConvexPolygon& shape : scene_.scene().ego.shapes) {
      ego.box.Extend(BoxOnPath(path, shape, world_from_ego_, foot));
    }
    if (velocity_.has_value()) ego.velocity = VelocityOnPath(foot, velocity_->velocity_mps);
    const SafeDistanceBounds safe =
        BoundSafeDistances(scene_.scene().rss, std::max(obstacles.most_along_mps, std::abs(ego.velocity.along_mps)),
                           std::max(obstacles.most_across_mps, std::abs(ego.velocity.across_mps)));
    for (const absl::Span<const MetricObstacle> part : {obstacles.fixed, obstacles.moving}) {
      for (const MetricObstacle& obstacle : part) {
        if (AreApart(heights_, obstacle.heights)) continue;
        UpdatePathMetrics(scene_.settings().options, scene_.scene().rss, ego, velocity_.has_value(), obstacle.on_path,
                          safe, InteractionWith(obstacle), metrics);
      }
    }
  }

  void UpdateEncroachment(Metrics* metrics) const {
    const MetricSettings& settings = scene_.settings();
    UpdatePostEncroachment({scene_.scene().ego.shapes, world_from_ego_, heights_, instant_}, scene_.predicted_paths(),
                           settings.options.post_encroachment_horizon_s, settings.impact,
                           &metrics->post_encroachment_time);
  }

  Interaction InteractionWith(const MetricObstacle& obstacle) const {
    return {instant_.time_s, instant_.step, obstacle.obstacle, obstacle.hypothesis};
  }

  const MetricScene& scene_;
  const Instant instant_;
  TimedPose pose_;
  Pose2 world_from_ego_;
  std::optional<BodyVelocity> velocity_;
  HeightRange heights_;
};

bool NeedsObstacles(const MetricScene& scene) {
  return scene.path() != nullptr || scene.settings().options.time_to_collision;
}

}  // namespace

void BeginMetrics(const Scene& scene, const MetricOptions& options, double start_s,
                  const std::optional<Interaction>& first_collision, Metrics* metrics) {
  if (options.goal && !scene.goals.empty()) metrics->goal = GoalVerdict();
  if (!first_collision.has_value()) return;
  const double time_s = first_collision->time_s;
  if (options.time_to_collision) {
    metrics->time_to_collision = TimeToCollision{MetricValue{std::max(0.0, time_s - start_s), *first_collision}, {}};
  }
  if (options.post_encroachment_time && first_collision->obstacle >= static_cast<int>(scene.static_obstacles.size())) {
    metrics->post_encroachment_time = PostEncroachmentTime{0.0, *first_collision, time_s, time_s};
  }
}

void AddToMetrics(const MetricScene& scene, absl::Span<const Instant> instants, absl::Span<const MetricRow> rows) {
  std::vector<std::vector<MetricObstacle>> moving(instants.size());
  std::vector<std::optional<MetricObstacles>> obstacles(instants.size());
  if (!NeedsObstacles(scene)) obstacles.assign(instants.size(), MetricObstacles());
  for (const MetricRow& row : rows) {
    double near_s_m = 0.0;
    for (int k = row.first_step; k < row.first_step + row.length; ++k) {
      const auto step = static_cast<size_t>(k);
      if (!obstacles[step].has_value()) {
        moving[step] = scene.MovingObstaclesAt(instants[step].time_s);
        obstacles[step] = ObstaclesOf(scene, moving[step]);
      }
      const MetricInstant instant(scene, *row.candidate, instants[step]);
      if (k == row.first_step && scene.path() != nullptr) near_s_m = scene.path()->Project(instant.position()).s_m;
      instant.Update(*obstacles[step], &near_s_m, row.metrics);
    }
  }
}

std::vector<std::optional<double>> TimesToCollisionAt(const MetricScene& scene, absl::Span<const Trajectory> candidates,
                                                      absl::Span<const int> covering, const Instant& instant) {
  const std::vector<MetricObstacle> moving = scene.MovingObstaclesAt(instant.time_s);
  const MetricObstacles obstacles = ObstaclesOf(scene, moving);
  std::vector<std::optional<double>> times_s;
  for (const int candidate : covering) {
    std::optional<MetricValue> least;
    MetricInstant(scene, candidates[candidate], instant).UpdateTwist(obstacles, &least);
    times_s.push_back(least.has_value() ? std::optional<double>(least->value) : std::nullopt);
  }
  return times_s;
}

}  // namespace collision2d::planner
