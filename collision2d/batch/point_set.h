// Points, as a sensor returns them, as an obstacle.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/index/cell_obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

struct PointSetOptions {
  // m. The points are discs of this radius; 0: points.
  double radius_m = 0.0;
  // m. Points whose height is not within [min_z_m, max_z_m] are left out.
  double min_z_m = -std::numeric_limits<double>::infinity();
  double max_z_m = std::numeric_limits<double>::infinity();
  // A shape of a body collides if it touches at least so many points. Calls about motion or
  // distances refuse more than 1.
  int min_count = 1;
  // m. The points are looked for in squares of this size: a quarter to a half of the body's width
  // is fastest. It is doubled until the tiles of 64 x 64 squares that hold all points are at most
  // 16, or one for 64 points.
  double cell_size_m = 0.3;
};

// Points in the plane that are replaced as a whole, each cycle of a sensor. A body collides with
// the set if one of its shapes shares a point with min_count points: as Collides(shape, point,
// RelativePose(pose, world_from_points)), exactly for a radius of 0.
//
// In Obstacles a set is one obstacle; `element` of a result is the index of a point in the last
// Update, the lowest of several. Threads, copies and moves are as those of OccupancyGrid.
//
// Source: bucket grid by counting sort; see docs/batch.md.
class PointSet {
 public:
  struct Point {
    double x = 0.0;  // m.
    double y = 0.0;
    double z = 0.0;
  };

  // No points.
  PointSet() = default;

  // Returns a set without points.
  // Errors (InvalidArgument, naming the option and its value): a radius or cell size that is not
  // finite, or beyond kMaxCoordinate_m; a negative radius; a cell size below kMinCellSize_m; a
  // min_count below 1; min_z_m > max_z_m, or NaN.
  static absl::StatusOr<PointSet> Create(const PointSetOptions& options = {});

  static constexpr double kMinCellSize_m = 1e-3;

  // Replaces the points. Points with a coordinate that is not finite are left out, and counted.
  // Errors (InvalidArgument, naming index and value; the old points stay): a coordinate beyond
  // kMaxCoordinate_m; an illegal pose; more than 2^31 - 1 points.
  // O(n + squares).
  absl::Status Update(absl::Span<const Vec2> points, const Pose2& world_from_points = {}) {
    return UpdateFrom(
        points.size(),
        [&](size_t i) {
          return Point{points[i].x, points[i].y, 0.0};
        },
        world_from_points);
  }
  // The same for points anywhere in memory: at(i) returns point i, a Point.
  template <typename At>
  absl::Status UpdateFrom(size_t count, const At& at, const Pose2& world_from_points = {}) {
    kept_.clear();
    kept_index_.clear();
    invalid_count_ = 0;
    for (size_t i = 0; i < count; ++i) Keep(i, at(i));
    return Build(count, world_from_points);
  }

  // The number of points that count, and of those of the last Update that were not finite.
  int size() const { return cells_ == nullptr ? 0 : static_cast<int>(cells_->points.size()); }
  int invalid_count() const { return invalid_count_; }

 private:
  friend class Obstacles;

  void Keep(size_t i, const Point& point) {
    const double finite = point.x - point.x + (point.y - point.y) + (point.z - point.z);
    if (finite != 0.0) {
      ++invalid_count_;
    } else if (point.z >= options_.min_z_m && point.z <= options_.max_z_m) {
      kept_.push_back({point.x, point.y});
      kept_index_.push_back(static_cast<int>(i));
    }
  }

  absl::Status Build(size_t count, const Pose2& world_from_points);

  PointSetOptions options_;
  int invalid_count_ = 0;
  std::vector<Vec2> kept_;
  std::vector<int> kept_index_;
  std::unique_ptr<internal::CellObstacles> cells_;
  PolygonBatch no_shapes_;  // The batch of a layer of cells.
};

}  // namespace collision2d
