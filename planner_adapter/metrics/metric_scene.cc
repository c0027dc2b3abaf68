#include "planner_adapter/metrics/metric_scene.h"

#include <algorithm>
#include <utility>

namespace collision2d::planner {

absl::StatusOr<MetricScene> MetricScene::Create(const Scene& scene, const MetricSettings& settings) {
  MetricScene metric_scene(scene, settings);
  for (int part = 0; part < scene.ego.part_count(); ++part) {
    for (const ConvexPolygon& shape : scene.ego.shapes_of(part)) {
      for (const Vec2 vertex : shape.vertices()) {
        metric_scene.ego_reach_m_ = std::max(metric_scene.ego_reach_m_, Norm(vertex) + shape.radius_m());
      }
    }
  }
  const MetricOptions& options = settings.options;
  if (options.any_on_path() && !scene.reference_path.empty()) {
    absl::StatusOr<ReferencePath> path = ReferencePath::Create(scene.reference_path, kPathSmoothingLength_m);
    if (!path.ok()) return path.status();
    metric_scene.path_ = *std::move(path);
  }
  if (metric_scene.path_.has_value() || options.time_to_collision) {
    std::vector<PlacedShape> placed;
    AddStaticObstacles(scene, &placed);
    std::vector<Vec2> centers;
    for (const PlacedShape& shape : placed) centers.push_back(shape.shape->center());
    MetricObstacles& statics = metric_scene.static_obstacles_;
    statics.shapes.reserve(placed.size());
    for (const int k : OrderByPlace(centers)) {
      metric_scene.Add(placed[static_cast<size_t>(k)], BodyVelocity(), metric_scene.path(), &statics);
    }
    statics.filter.AddGroups();
  }
  const auto count = [&](const Timeline& timeline, int, int hypothesis) {
    const MovingObstacle& obstacle = timeline.obstacle();
    size_t most = obstacle.shapes.size() + obstacle.polytopes.size();
    const Prediction& prediction = obstacle.predictions[static_cast<size_t>(hypothesis)];
    for (const TimedShapes& timed : prediction.timed_shapes) most = std::max(most, timed.shapes.size());
    for (const TimedOccupancy& occupancy : prediction.occupancies) most = std::max(most, occupancy.shapes.size());
    metric_scene.most_moving_ += static_cast<int>(most);
  };
  ForEachTimeline(scene, settings.beyond_prediction, settings.min_probability, count);
  if (options.post_encroachment_time) {
    metric_scene.path_outlines_ = PathOutlines(scene, settings.min_probability);
  }
  return metric_scene;
}

MetricObstacles MetricScene::MovingObstaclesAt(double time_s, absl::Span<const PlacedShape> placed,
                                               bool only_twists) const {
  MetricObstacles obstacles;
  obstacles.shapes.reserve(placed.size());
  const Prediction* last = nullptr;
  BodyVelocity velocity;
  for (const PlacedShape& shape : placed) {
    const auto moving = static_cast<size_t>(shape.obstacle) - scene_->static_obstacles.size();
    const Prediction& prediction = scene_->moving_obstacles[moving].predictions[shape.hypothesis];
    if (&prediction != last) velocity = VelocityAt(prediction, time_s);
    last = &prediction;
    Add(shape, velocity, only_twists ? nullptr : path(), &obstacles);
  }
  return obstacles;
}

void MetricScene::Add(const PlacedShape& placed, const BodyVelocity& velocity, const ReferencePath* path,
                      MetricObstacles* obstacles) const {
  MetricObstacle obstacle{placed.obstacle,
                          placed.hypothesis,
                          HeightsOf(placed.height, placed.elevation),
                          TwistingShape(*placed.shape, placed.local_from_shape, velocity),
                          {}};
  if (path != nullptr) {
    const PathFoot foot(*path, placed.local_from_shape.translation);
    const PathFoot center(*path, obstacle.twist.center, foot.PlaceNear(obstacle.twist.center));
    obstacle.on_path = {BoxOnPath(*path, *placed.shape, placed.local_from_shape, center),
                        VelocityOnPath(foot, velocity.velocity_mps)};
  }
  const PathVelocity& on_path = obstacle.on_path.velocity;
  obstacles->filter.Add(obstacle.on_path, TermsOfSafeDistances(scene_->rss, on_path.along_mps, on_path.across_mps),
                        obstacle.twist);
  obstacles->shapes.push_back(obstacle);
}

void MetricSteps::Begin(double first_s, double last_s, int count) {
  if (static_cast<int>(kept_.size()) + count <= most_instants()) return;
  kept_.erase(kept_.begin(), kept_.lower_bound(first_s));
  kept_.erase(kept_.upper_bound(last_s), kept_.end());
}

MetricObstacles* MetricSteps::At(double time_s, absl::Span<const PlacedShape> moving) {
  const auto [at, is_new] = kept_.try_emplace(time_s);
  const bool is_needed = scene_.path() != nullptr || scene_.settings().options.time_to_collision;
  if (is_new && is_needed) at->second = scene_.MovingObstaclesAt(time_s, moving, /*only_twists=*/false);
  return &at->second;
}

}  // namespace collision2d::planner
