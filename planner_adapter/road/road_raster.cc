#include "planner_adapter/road/road_raster.h"

#include <algorithm>
#include <cmath>

namespace collision2d::planner {
namespace {

constexpr double kLeastCell_m = 0.5;
constexpr double kMostCells = 0x1p18;

}  // namespace

RoadRaster::RoadRaster(absl::Span<const OutlinePiece> pieces, Side around, const IsRoad& is_road) : around_(around) {
  for (const OutlinePiece& piece : pieces) {
    box_.Extend(piece.from);
    box_.Extend(piece.to);
  }
  if (box_.empty()) return;
  const double width_m = box_.max.x - box_.min.x;
  const double height_m = box_.max.y - box_.min.y;
  // So large that neither the cells nor those of one row are too many.
  const double cell_m =
      std::max({kLeastCell_m, std::sqrt(width_m * height_m / kMostCells), 2.0 * (width_m + height_m) / kMostCells});
  cells_per_m_ = 1.0 / cell_m;
  columns_ = static_cast<int>(width_m * cells_per_m_) + 1;
  rows_ = static_cast<int>(height_m * cells_per_m_) + 1;
  sides_.assign(static_cast<size_t>(rows_) * static_cast<size_t>(columns_), Side::kInside);
  for (const OutlinePiece& piece : pieces) MarkEdge(piece);
  for (int row = 0; row < rows_; ++row) FillRow(is_road, row);
}

RoadRaster::Reference RoadRaster::LeftOf(Vec2 p) const {
  return LeftOf(CellOf(p.y - box_.min.y), CellOf(p.x - box_.min.x));
}

RoadRaster::Reference RoadRaster::LeftOf(int row, int column) const {
  while (--column >= 0) {
    const Side side = sides_[Index(row, column)];
    if (side != Side::kUnknown) return {box_.min.x + (column + 0.5) / cells_per_m_, side == Side::kInside};
  }
  return {box_.min.x, around_ == Side::kInside};
}

// Marks cells around points of the piece that are half a cell apart, so that no cell that the piece
// touches remains.
void RoadRaster::MarkEdge(const OutlinePiece& piece) {
  const Vec2 from = cells_per_m_ * (piece.from - box_.min);
  const Vec2 along = cells_per_m_ * (piece.to - piece.from);
  const int parts = static_cast<int>(2.0 * Norm(along)) + 1;
  for (int i = 0; i <= parts; ++i) {
    const Vec2 p = from + (static_cast<double>(i) / parts) * along;
    const int row = static_cast<int>(p.y);
    const int column = static_cast<int>(p.x);
    for (int r = std::max(row - 1, 0); r <= std::min(row + 1, rows_ - 1); ++r) {
      for (int c = std::max(column - 1, 0); c <= std::min(column + 1, columns_ - 1); ++c) {
        sides_[Index(r, c)] = Side::kUnknown;
      }
    }
  }
}

// All cells of a row between two that are marked are on one side, and so are cells above each
// other.
void RoadRaster::FillRow(const IsRoad& is_road, int row) {
  const auto is_known = [](Side side) { return side != Side::kUnknown; };
  const auto cells = sides_.begin() + static_cast<std::ptrdiff_t>(Index(row, 0));
  const auto end = cells + columns_;
  for (auto run = std::find_if(cells, end, is_known); run != end; run = std::find_if(run, end, is_known)) {
    const auto run_end = std::find(run, end, Side::kUnknown);
    const auto below = row == 0 ? run_end : std::find_if(run - columns_, run_end - columns_, is_known);
    Side side = Side::kUnknown;
    if (row > 0 && below != run_end - columns_) {
      side = *below;
    } else {
      const auto column = static_cast<int>(run - cells);
      const Vec2 center = box_.min + (1.0 / cells_per_m_) * Vec2{column + 0.5, row + 0.5};
      // Coordinates beyond those of the edge might not be legal.
      const Vec2 middle{std::min(center.x, box_.max.x), std::min(center.y, box_.max.y)};
      side = is_road(middle, LeftOf(row, column)) ? Side::kInside : Side::kOutside;
    }
    std::fill(run, run_end, side);
    run = run_end;
  }
}

}  // namespace collision2d::planner
