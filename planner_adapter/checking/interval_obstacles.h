#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_INTERVAL_OBSTACLES_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_INTERVAL_OBSTACLES_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "planner_adapter/checking/checker_options.h"
#include "planner_adapter/checking/obstacle_batch.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/checking/space_motion.h"
#include "planner_adapter/checking/static_obstacles.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// All obstacles during the intervals between some times, divided into plain and spatial ones as
// those of ObstacleWindow are. A shape during an interval is named by its place in the order of
// PlaceObstacles, `placed`.
class IntervalObstacles {
 public:
  // Refers to its arguments.
  IntervalObstacles(const Scene& scene, const StaticObstacles& statics, const CheckerOptions& options,
                    const SpaceBody& body)
      : scene_(scene), statics_(statics), options_(options), body_(body) {}

  // Places the obstacles during the intervals between consecutive times, for a body at poses of
  // that range, up to the first interval with an obstacle that is refused as ObstacleWindow::Place
  // refuses it.
  void Place(absl::Span<const double> times_s, const PoseRange& range);

  // The number of intervals before that one. The functions below REQUIRE intervals below it.
  int placed_intervals() const { return placed_intervals_; }

  // The plain ones that move.
  MovingObstacles plain_moving() const;
  int PlacedOfMoving(int interval, int k) const { return static_count() + during_[interval].plain[k]; }

  // The plain static ones; null if there are none.
  const StaticMap* plain_static() const { return plain_static_; }
  int PlacedOfStatic(int k) const { return statics_.PlacedInMap(k); }

  // A spatial one.
  struct Spatial {
    int placed;
    Disc cover;
  };
  // Those that stand during all intervals, and those of one interval; ascending.
  absl::Span<const Spatial> spatial_static() const { return spatial_static_; }
  absl::Span<const Spatial> spatial_moving(int interval) const { return during_[interval].spatial; }

  // The motion of a shape, and what it was placed as at the start of the interval.
  ShapeMotion MotionOf(int interval, int placed) const;
  const PlacedShape& shape(int interval, int placed) const;

 private:
  struct During {
    std::vector<PlacedShape> at_start;
    std::vector<PlacedShape> at_end;
    std::vector<int> plain;  // Indices into both.
    std::vector<Spatial> spatial;
  };

  void PlaceStatic(const PoseRange& range);
  int static_count() const { return static_cast<int>(statics_.placed().size()); }
  absl::Status PlaceDuring(double start_s, double end_s, const PoseRange& range, int interval);

  const Scene& scene_;
  const StaticObstacles& statics_;
  const CheckerOptions& options_;
  const SpaceBody& body_;
  int placed_intervals_ = 0;
  const StaticMap* plain_static_ = nullptr;
  std::vector<Spatial> spatial_static_;
  std::vector<During> during_;
  std::vector<PolygonBatch> plain_at_start_;
  std::vector<PolygonBatch> plain_at_end_;
  // Members so that their memory is reused.
  BatchMaker batch_maker_;
  std::vector<PlacedShape> selected_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_INTERVAL_OBSTACLES_H_
