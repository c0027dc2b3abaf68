// A grid of cells that are free or occupied, as an obstacle.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/batch/index/cell_obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

// Which values of a cell mean occupied: first <= value <= last. Values are bytes; -1 of an int8_t
// is 255. "Unknown" is a value like any other:
//   nav_msgs/OccupancyGrid (0 to 100, unknown -1)     {65, 100}   unknown is free
//                                                     {65, 255}   unknown is occupied
//   Costmap2D (254 lethal, 255 unknown)               {254, 254}  unknown is free
//   bool                                              {1, 1}
//   only the unknown cells, as an obstacle of its own {255, 255}
// For an answer that tells unknown from occupied, add two grids to Obstacles.
struct OccupiedValues {
  uint8_t first = 1;
  uint8_t last = 255;
};

// Cells of a window of a grid, by row and column.
struct GridWindow {
  int row = 0;
  int column = 0;
  int rows = 0;
  int columns = 0;
};

// The values of a window: that of row r and column c is data[r * row_stride + c * column_stride].
struct GridValues {
  const uint8_t* data = nullptr;
  ptrdiff_t row_stride = 0;
  ptrdiff_t column_stride = 1;
};

// A window of width x height cells on an unbounded lattice. Cell (row, column) of the window is a
// closed square; its corners in the frame of the grid are the rounded products of the cell size
// with column + first_column(), row + first_row(), and one more each. A body collides with the grid
// if it shares a point with an occupied cell, so touching one collides: exactly as Collides(body,
// cell, RelativePose(pose, world_from_grid)). Beyond the window nothing is occupied.
//
// In Obstacles a grid is one obstacle; `element` of a result is the cell row * width + column. Any
// number of threads may ask about a grid that none updates. Queries compute an index where they
// look, 4096 cells at a time; they allocate nothing. A grid that has been moved from has no cells;
// grids cannot be copied.
//
// Memory: 1/8 byte a cell, and a byte a cell of the tiles of 64 x 64 that queries touch.
// Source: rows of bits as in bitmap fonts; exact distance transform by rows, then columns (Meijster
// et al. 2000), of squares and not of centres, capped and in tiles; see docs/batch.md.
class OccupancyGrid {
 public:
  // No cells.
  OccupancyGrid() = default;

  // Returns a grid of free cells.
  // cell_size_m: m. world_from_grid: the frame of the lattice, whose x axis is along the rows.
  // Errors (InvalidArgument, naming the argument and its value): a width or height that is not
  // positive; more cells than 2^19 tiles of 64 x 64 have room for, with a border of 15 cells; a
  // cell size below kMinCellSize_m or not finite; a window that reaches beyond kMaxCoordinate_m; an
  // illegal pose; first > last.
  static absl::StatusOr<OccupancyGrid> Create(int width, int height, double cell_size_m,
                                              const Pose2& world_from_grid = {}, OccupiedValues occupied = {});

  static constexpr double kMinCellSize_m = 1e-6;

  int width() const { return cells_ == nullptr ? 0 : cells_->index.width(); }
  int height() const { return cells_ == nullptr ? 0 : cells_->index.height(); }
  double cell_size_m() const { return cells_ == nullptr ? 0.0 : cells_->cell_size_m; }
  // The lattice's indices of the window's first row and column; 0 until the window moves.
  int64_t first_row() const { return cells_ == nullptr ? 0 : cells_->first_row; }
  int64_t first_column() const { return cells_ == nullptr ? 0 : cells_->first_column; }
  size_t memory_bytes() const;

  // REQUIRES: 0 <= row < height(), 0 <= column < width().
  bool is_occupied(int row, int column) const { return (cells_->index.Bits(row, column) & 1) != 0; }

  // Sets the cells of a part of the window, or all.
  // Errors (InvalidArgument): a part that is not within the window; null data.
  // O(cells of the part, and those within 15 cells of it that queries have looked at).
  absl::Status Update(const GridWindow& part, const GridValues& values);
  absl::Status Update(const GridValues& values) { return Update({0, 0, height(), width()}, values); }

  // Moves the window over the lattice, as a robot takes its surroundings along: by as many rows and
  // columns. Cells stay where they are; those that enter are free, those that leave are forgotten.
  // Errors (InvalidArgument): a window that reaches beyond kMaxCoordinate_m.
  // O(cells that leave), and O(1) for those that stay.
  absl::Status MoveWindow(int64_t rows, int64_t columns);

 private:
  friend class Obstacles;

  std::unique_ptr<internal::CellObstacles> cells_;
  PolygonBatch no_shapes_;  // The batch of a layer of cells.
  OccupiedValues occupied_;
};

}  // namespace collision2d
