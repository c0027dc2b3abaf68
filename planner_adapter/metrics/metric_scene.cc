#include "planner_adapter/metrics/metric_scene.h"

#include <algorithm>
#include <utility>

#include "collision2d/batch/index/packed_tree.h"

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
    std::vector<collision2d::internal::PackedTreeEntry> order;
    for (const PlacedShape& shape : placed) {
      const Vec2 center = shape.local_from_shape * shape.shape->center();
      order.push_back({static_cast<float>(center.x), static_cast<float>(center.y), static_cast<int>(order.size())});
    }
    collision2d::internal::OrderForPackedTree(absl::MakeSpan(order));
    MetricObstacles& statics = metric_scene.static_obstacles_;
    statics.shapes.reserve(placed.size());
    for (const auto& entry : order) {
      metric_scene.Add(placed[static_cast<size_t>(entry.index)], BodyVelocity(), metric_scene.path(), &statics);
    }
    statics.filter.AddGroups();
  }
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
  obstacles->filter.Add(obstacle.on_path, {scene_->rss, on_path.along_mps, on_path.across_mps}, obstacle.twist);
  obstacles->shapes.push_back(obstacle);
}

void MetricSteps::Begin(absl::Span<const double> times_s, size_t shapes) {
  size_t count = times_s.size();
  for (const auto& [time_s, of] : kept_) {
    shapes += of.shapes.size();
    ++count;
  }
  if (count <= kMostInstants && shapes <= kMostShapes) return;
  kept_.erase(kept_.begin(), kept_.lower_bound(times_s.front()));
  kept_.erase(kept_.upper_bound(times_s.back()), kept_.end());
}

MetricObstacles* MetricSteps::At(double time_s, absl::Span<const PlacedShape> moving) {
  const auto [at, is_new] = kept_.try_emplace(time_s);
  const bool is_needed = scene_.path() != nullptr || scene_.settings().options.time_to_collision;
  if (is_new && is_needed) at->second = scene_.MovingObstaclesAt(time_s, moving, /*only_twists=*/false);
  return &at->second;
}

}  // namespace collision2d::planner
