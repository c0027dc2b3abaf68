#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_OBSTACLE_WINDOW_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_OBSTACLE_WINDOW_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/checker_options.h"
#include "planner_adapter/checking/obstacle_batch.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/checking/static_obstacles.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// The error, naming the instant.
absl::Status ErrorAt(const Instant& instant, const absl::Status& error);

// All obstacles at some instants ("steps"), divided into plain ones (plain_obstacles.h), which are
// queried many at a time, and spatial ones, which are not. A shape at a step is named by its place
// in the order of PlaceObstacles, `placed`.
class ObstacleWindow {
 public:
  // Refers to its arguments.
  ObstacleWindow(const Scene& scene, const StaticObstacles& statics, const CheckerOptions& options,
                 const SpaceBody& body)
      : scene_(scene), statics_(statics), options_(options), body_(body) {}

  // Places the obstacles at these instants, for a body at poses of that range.
  // Errors, naming the instant: heights as CheckHeights refuses them; a pose of a plain obstacle as
  // PolygonBatch::Create refuses it, named by `placed`. Only placed_steps() is defined then.
  absl::Status Place(absl::Span<const Instant> instants, const PoseRange& range);

  // The number of steps before the one that Place refused.
  int placed_steps() const { return placed_steps_; }

  // The functions below REQUIRE steps below the number of instants.

  // The plain ones that move, for each step.
  absl::Span<const PolygonBatch> plain_moving() const { return plain_moving_; }
  int PlacedOfMoving(int step, int k) const { return static_count() + at_[step].plain[k]; }

  // The plain static ones; null if there are none.
  const StaticMap* plain_static() const { return plain_static_; }
  int PlacedOfStatic(int k) const { return statics_.PlacedInMap(k); }

  const PlacedShape& shape(int step, int placed) const {
    return placed < static_count() ? statics_.placed()[placed] : at_[step].moving[placed - static_count()];
  }
  int size(int step) const { return static_count() + static_cast<int>(at_[step].moving.size()); }

  bool has_spatial(int step) const { return !spatial_static_.empty() || !at_[step].spatial.empty(); }
  // `placed` of the spatial ones, ascending.
  std::vector<int> Spatial(int step) const;

  // All obstacles, by `placed`.
  std::vector<PlacedShape> All(int step) const;

  // Errors: the pose of some obstacle as PolygonBatch::Create refuses it, named by `placed`.
  absl::Status CheckPoses(int step) const;

 private:
  struct Moving {
    std::vector<PlacedShape> moving;
    // Indices into `moving`.
    std::vector<int> plain;
    std::vector<int> spatial;
  };

  int static_count() const { return static_cast<int>(statics_.placed().size()); }
  absl::Status PlaceMoving(const Instant& instant, const PoseRange& range, int step);

  const Scene& scene_;
  const StaticObstacles& statics_;
  const CheckerOptions& options_;
  const SpaceBody& body_;
  int placed_steps_ = 0;
  const StaticMap* plain_static_ = nullptr;
  absl::Span<const int> spatial_static_;
  std::vector<int> all_static_;
  std::vector<Moving> at_;
  std::vector<PolygonBatch> plain_moving_;
  // Members so that their memory is reused.
  BatchMaker batch_maker_;
  std::vector<PlacedShape> plain_shapes_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_OBSTACLE_WINDOW_H_
