#pragma once

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/motion/impact_result.h"
#include "planner_adapter/metrics/height_range.h"
#include "planner_adapter/metrics/metrics.h"
#include "planner_adapter/metrics/obstacle_filter.h"
#include "planner_adapter/metrics/path_metrics.h"
#include "planner_adapter/metrics/predicted_path.h"
#include "planner_adapter/metrics/twist_collision.h"
#include "planner_adapter/sampling/reference_path.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

// A scene prepared for metrics, and the options of metrics.
namespace collision2d::planner {

// How metrics are computed, and which.
struct MetricSettings {
  MetricOptions options;
  BeyondPrediction beyond_prediction = BeyondPrediction::kAbsent;
  double min_probability = 0.0;
  ImpactOptions impact;
};

// One shape of an obstacle at an instant.
struct MetricObstacle {
  int obstacle;
  int hypothesis;
  HeightRange heights;
  TwistingShape twist;
  BodyOnPath on_path;  // Not set if no metric along the path is selected.
};

// Obstacle shapes at one instant.
struct MetricObstacles {
  std::vector<MetricObstacle> shapes;
  ObstacleFilter filter;             // Of the shapes.
  std::vector<TwistCourse> courses;  // Of moving shapes; static ones, which may be many, have none.
};

// What metrics need of a scene, whatever the candidates. Immutable.
class MetricScene {
 public:
  // m. As the sampler's default (FrenetSamplerOptions::path_smoothing_length_m), so that a sampled
  // candidate without lateral offset has d = 0.
  static constexpr double kPathSmoothingLength_m = 2.0;

  // `scene` must outlive it.
  // Errors: for metrics along the path, a reference path that ReferencePath::Create refuses. A
  // scene without reference path is legal. REQUIRES: CheckScene accepts the scene.
  static absl::StatusOr<MetricScene> Create(const Scene& scene, const MetricSettings& settings);

  const Scene& scene() const { return *scene_; }
  const MetricSettings& settings() const { return settings_; }
  // Null: the scene has none, or no metric needs it.
  const ReferencePath* path() const { return path_.has_value() ? &*path_ : nullptr; }
  const MetricObstacles& static_obstacles() const { return static_obstacles_; }
  // m. The largest distance of a point of any part of the ego vehicle from the part's reference
  // point.
  double ego_reach_m() const { return ego_reach_m_; }
  absl::Span<const PredictedPath> predicted_paths() const { return predicted_paths_; }

  // The moving obstacles at an instant, which AddMovingObstacles placed. If only_twists, those on
  // the path are not set.
  MetricObstacles MovingObstaclesAt(double time_s, absl::Span<const PlacedShape> placed, bool only_twists) const;

 private:
  MetricScene(const Scene& scene, const MetricSettings& settings) : scene_(&scene), settings_(settings) {}

  // `path` may be null.
  void Add(const PlacedShape& placed, const BodyVelocity& velocity, const ReferencePath* path,
           MetricObstacles* obstacles) const;

  const Scene* scene_;
  MetricSettings settings_;
  std::optional<ReferencePath> path_;
  MetricObstacles static_obstacles_;
  double ego_reach_m_ = 0.0;
  std::vector<PredictedPath> predicted_paths_;
};

}  // namespace collision2d::planner
