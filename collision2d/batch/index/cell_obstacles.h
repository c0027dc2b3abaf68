#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collision2d/batch/index/cell_index.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// The obstacles of an OccupancyGrid or a PointSet, as queries read them: the elements are occupied
// cells, or points in occupied cells. Cell (row, column) of the index covers [column +
// first_column, column + 1 + first_column] cell sizes in x of the cells' frame, and likewise in y.
struct CellObstacles {
  CellIndex index;
  Pose2 world_from_cells;
  double cell_size_m = 1.0;
  int64_t first_column = 0;
  int64_t first_row = 0;

  // Of points, in the order of their cells: those of cell k = row * width + column are
  // [begin_of_cell[k], begin_of_cell[k + 1]). Without points the elements are the cells k.
  bool has_points = false;
  std::vector<int> begin_of_cell;
  std::vector<Vec2> points;         // m, in the cells' frame.
  std::vector<int> index_of_point;  // Among the caller's.
  double radius_m = 0.0;            // Of each point.
  int min_count = 1;                // How many points a body must touch to collide.

  Vec2 CornerOf(int64_t row, int64_t column) const {
    return {static_cast<double>(first_column + column) * cell_size_m,
            static_cast<double>(first_row + row) * cell_size_m};
  }

  // Returns the shape of an element in the cells' frame: slots are cells k, or positions in
  // `points`.
  ConvexPolygon ShapeOf(int slot) const {
    if (has_points) return ConvexPolygon::Disc(radius_m, points[static_cast<size_t>(slot)]).value();
    const Vec2 low = CornerOf(slot / index.width(), slot % index.width());
    const Vec2 high = CornerOf(slot / index.width() + 1, slot % index.width() + 1);
    const Vec2 corners[] = {low, {high.x, low.y}, high, {low.x, high.y}};
    return ConvexPolygon::Create(corners).value();
  }

  // Returns the caller's index of the element.
  int64_t ElementOf(int slot) const { return has_points ? index_of_point[static_cast<size_t>(slot)] : slot; }

  // Cells. How far two computations of where a body is may differ, for one that reaches `reach_m`
  // from its origin and is near the window: rotations are off by up to kUnitRotationTolerance, each
  // of two frames, and rounding is much less.
  double FrameError(double reach_m) const {
    const double x = std::abs(static_cast<double>(first_column)) + index.width();
    const double y = std::abs(static_cast<double>(first_row)) + index.height();
    return 1e-9 + kFrameRelativeError * (x + y + reach_m / cell_size_m);
  }

 private:
  // No proof: 8 kUnitRotationTolerance, which is much more than rounding adds.
  static constexpr double kFrameRelativeError = 8e-12;
};

}  // namespace collision2d::internal
