// Static obstacles of many elements: occupancy grids and point sets.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/geometry/convex_polygon.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

// The elements of an obstacle that is a grid or a point set: its occupied cells, or those of its
// points that are in the band of heights. See proto OccupancyGrid and PointSet. Elements are named
// by an index: cell row * width + column, or the index among all points. Immutable, and shared by
// copies of a scene.
class Elements {
 public:
  // Returns the cells of a grid that are occupied; values[k] is that of cell k. Of the pose, place
  // and yaw count. Errors: as OccupancyGrid::Create; a number of values that is not width * height.
  static absl::StatusOr<std::shared_ptr<const Elements>> FromGrid(const TimedPose& local_from_grid, int width,
                                                                  int height, double cell_size_m,
                                                                  absl::Span<const uint8_t> values,
                                                                  OccupiedValues occupied = {});

  // Returns points. Errors: as PointSet::Create and Update; a point that is not finite; a min_count
  // that is not 1, for which motions and distances have no answer.
  static absl::StatusOr<std::shared_ptr<const Elements>> FromPoints(const TimedPose& local_from_points,
                                                                    std::vector<PointSet::Point> points,
                                                                    const PointSetOptions& options = {});

  const TimedPose& local_from_elements() const { return local_from_elements_; }
  // Null: they are points.
  const OccupancyGrid* grid() const { return is_grid_ ? &grid_ : nullptr; }
  // All points, also those beyond the band of heights.
  absl::Span<const PointSet::Point> points() const { return points_; }
  const PointSetOptions& point_options() const { return options_; }

  // The number of elements, and the end of their indices.
  int64_t size() const { return size_; }
  int64_t index_end() const;

  // Returns the shape of an element, in the frame of all elements.
  ConvexPolygon ShapeOf(int64_t element) const;
  // Returns what a sentence calls it: "cell in row 3, column 5", "point 17".
  std::string NameOf(int64_t element) const;

  // Calls visit(element), in ascending order. O(index_end()).
  template <typename Visit>
  void ForEach(const Visit& visit) const {
    for (int64_t k = 0; k < index_end(); ++k) {
      if (Has(k)) visit(k);
    }
  }

  // Calls visit(shape) for shapes that cover the same points as the elements: neighbouring cells of
  // a row are one. O(index_end()).
  template <typename Visit>
  void ForEachRun(const Visit& visit) const {
    for (int64_t k = 0; k < index_end(); ++k) {
      if (!Has(k)) continue;
      const int64_t first = k;
      while (is_grid_ && (k + 1) % grid_.width() != 0 && Has(k + 1)) ++k;
      visit(is_grid_ ? CellsOf(first, k) : ShapeOf(k));
    }
  }

  // Returns the shape of each element, in the order of ForEach. They are made in the first call, of
  // any thread, and kept: about 400 bytes each.
  absl::Span<const ConvexPolygon> Shapes() const;

  // Adds them as a layer to Obstacles or MovingObstacles; results have their indices.
  template <typename Layers>
  void AddTo(Layers* obstacles) const {
    if (is_grid_) {
      obstacles->Add(grid_);
    } else {
      obstacles->Add(set_);
    }
  }

 private:
  Elements() = default;

  bool Has(int64_t element) const;
  // The cells of a row from one to another.
  ConvexPolygon CellsOf(int64_t first, int64_t last) const;

  TimedPose local_from_elements_;
  bool is_grid_ = false;
  OccupancyGrid grid_;
  std::vector<PointSet::Point> points_;
  PointSetOptions options_;
  PointSet set_;
  int64_t size_ = 0;
  mutable std::once_flag shapes_are_made_;
  mutable std::vector<ConvexPolygon> shapes_;
};

}  // namespace collision2d::planner
