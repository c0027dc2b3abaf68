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
    const size_t count = scene.static_obstacles.size();
    metric_scene.static_obstacles_.shapes.reserve(count);
    std::vector<PlacedShape> placed;
    for (size_t i = 0; i < count; ++i) {
      placed.clear();
      AddStaticObstacle(scene, static_cast<int>(i), &placed);
      for (const PlacedShape& shape : placed) {
        metric_scene.Add(shape, BodyVelocity(), metric_scene.path(), &metric_scene.static_obstacles_);
      }
    }
  }
  if (options.post_encroachment_time) {
    metric_scene.predicted_paths_ = PredictedPaths(scene, settings.beyond_prediction, settings.min_probability);
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
    if (only_twists || settings_.options.time_to_collision) {
      obstacles.courses.emplace_back(obstacles.shapes.back().twist, settings_.options.time_to_collision_horizon_s);
    }
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

}  // namespace collision2d::planner
