#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
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
  // The course of a shape up to a horizon, which is the same in all calls; made when it is first
  // asked for.
  const TwistCourse& CourseOf(int shape, double horizon_s) {
    courses.resize(shapes.size());
    std::unique_ptr<const TwistCourse>& course = courses[static_cast<size_t>(shape)];
    if (course == nullptr) course = std::make_unique<TwistCourse>(shapes[static_cast<size_t>(shape)].twist, horizon_s);
    return *course;
  }

  std::vector<MetricObstacle> shapes;
  ObstacleFilter filter;  // Of the shapes.
  std::vector<std::unique_ptr<const TwistCourse>> courses;
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
  absl::Span<const PathOutline> path_outlines() const { return path_outlines_; }

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
  std::vector<PathOutline> path_outlines_;
};

// The moving obstacles of a scene at instants, made ready when they are first asked for, and kept
// as long as they are not too many.
class MetricSteps {
 public:
  // `scene` must outlive it.
  explicit MetricSteps(const MetricScene& scene) : scene_(scene) {}

  // More than these are not kept: each shape takes some hundred bytes.
  static constexpr size_t kMostShapes = 1 << 16;
  static constexpr size_t kMostInstants = 64;

  // Forgets instants before and after these times if there are too many with them; `shapes`: those
  // that move at all of them together.
  void Begin(absl::Span<const double> times_s, size_t shapes);

  // `moving`: what AddMovingObstacles places then. Valid until Begin.
  MetricObstacles* At(double time_s, absl::Span<const PlacedShape> moving);

 private:
  const MetricScene& scene_;
  std::map<double, MetricObstacles> kept_;  // By time.
};

}  // namespace collision2d::planner
