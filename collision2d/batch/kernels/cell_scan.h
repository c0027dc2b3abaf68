#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "collision2d/batch/index/cell_obstacles.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/cell_filter.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/results.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "hwy/base.h"

namespace collision2d::internal {

// Where the core of a body shape is, at a pose or throughout a motion, in cells from a corner of
// the window's lattice: within its sides and its box. Double precision, the same bits everywhere.
struct CellOutline {
  int64_t base_row;
  int64_t base_column;
  int side_count;
  Vec2 normals[CellShape::kMaxSides];
  double supports[CellShape::kMaxSides];
  Aabb2 box;
  double reach;  // No point is farther from the base.
};

// Of a shape at `pose`, or moving from it to `pose_at_end`, as by Motion::Between.
CellOutline OutlineAt(const CellObstacles& cells, const CellShape& shape, const Pose2& pose);
CellOutline OutlineBetween(const CellObstacles& cells, const CellShape& shape, const Pose2& pose,
                           const Pose2& pose_at_end);

// Cells. Returns the widest gap of the outline's sides, its box's and the element's: a lower bound
// on the distance of the core from the element, and negative if none separates them.
double GapOf(const CellObstacles& cells, const CellOutline& outline, int slot);

// The lines of an outline that is grown by `growth` cells, for FindColumns.
RowLines LinesOf(const CellOutline& outline, double growth);

// Cells, for each cell of a size: the rounding of boxes and lines in single precision, and more.
inline constexpr double kGapRoom = 0x1p-18;

// Cells.
inline constexpr double kMaxScanReach = 0x1p28;

// The element slots of a cell.
struct SlotRange {
  int begin;
  int end;
};
inline SlotRange SlotsOf(const CellObstacles& cells, int cell) {
  if (!cells.has_points) return {cell, cell + 1};
  return {cells.begin_of_cell[cell], cells.begin_of_cell[cell + 1]};
}

// visit(slot, gap) for the elements whose gap (GapOf) is at most `growth` cells, ascending, until
// it returns false; others may not be visited. Returns false if a visit did.
template <typename Visit>
bool VisitElements(const CellObstacles& cells, const CellOutline& outline, double growth, const Visit& visit) {
  const CellIndex& index = cells.index;
  // Box and lines are off by less than this (LinesOf).
  const double room = growth + kGapRoom * (1.0 + outline.reach + growth);
  const double min_row = std::floor(outline.box.min.y - room) + static_cast<double>(outline.base_row);
  const double max_row = std::floor(outline.box.max.y + room) + static_cast<double>(outline.base_row);
  if (!(max_row >= 0.0 && min_row < index.height())) return true;
  const int first_row = static_cast<int>(std::max(min_row, 0.0));
  const int last_row = static_cast<int>(std::min(max_row, index.height() - 1.0));
  // Single precision has no columns for what is so large: its rows are looked at whole.
  const bool is_huge = outline.reach + growth > kMaxScanReach;
  const int64_t base_column = is_huge ? 0 : outline.base_column;
  const RowLines lines = LinesOf(outline, growth);
  for (int begin = first_row; begin <= last_row; begin += kRowsTogether) {
    int32_t low[kRowsTogether];
    int32_t high[kRowsTogether];
    if (is_huge) {
      std::fill_n(low, kRowsTogether, 0);
      std::fill_n(high, kRowsTogether, index.width() - 1);
    } else {
      FindColumns(lines, static_cast<int>(begin - outline.base_row), low, high);
    }
    const int rows = std::min(kRowsTogether, last_row + 1 - begin);
    for (int r = 0; r < rows; ++r) {
      const auto from = static_cast<int>(std::max<int64_t>(base_column + low[r], 0));
      const auto to = static_cast<int>(std::min<int64_t>(base_column + high[r], index.width() - 1));
      for (int column = from; column <= to; column += 64) {
        const int count = std::min(64, to - column + 1);
        uint64_t bits = index.Bits(begin + r, column) << (64 - count) >> (64 - count);
        for (; bits != 0; bits &= bits - 1) {
          const int at = column + static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero64(bits));
          const SlotRange slots = SlotsOf(cells, (begin + r) * index.width() + at);
          for (int slot = slots.begin; slot < slots.end; ++slot) {
            const double gap = GapOf(cells, outline, slot);
            if (gap <= growth && !visit(slot, gap)) return false;
          }
        }
      }
    }
  }
  return true;
}

// Returns whether the shape at a pose collides with as many elements as needed. Sets *slot to that
// of the lowest element, if it is not null.
bool CollidesWithCells(const CellObstacles& cells, const CellShape& shape, const Pose2& pose, int* slot);

// Cells. Returns an upper bound on the distance of the shape from the nearest element, infinity
// without elements. REQUIRES: an outline of the shape at `pose`, or of a motion from there.
double BoundNearest(const CellObstacles& cells, const CellShape& shape, const CellOutline& outline, const Pose2& pose);

}  // namespace collision2d::internal
