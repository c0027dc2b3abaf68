#include "collision2d/batch/kernels/cell_scan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "hwy/base.h"

namespace collision2d::internal {
namespace {

// Cells, for each cell of a size. No proof: 64 roundings of single precision, where boxes and lines
// have fewer than ten.
constexpr double kGapRoom = 0x1p-18;

// Cells. Single precision has no columns for what is larger: its rows are looked at whole.
constexpr double kMaxScanReach = 0x1p28;

// A pose of the body in the frame of the window, in cells; the translation's whole part is apart.
struct PoseInCells {
  Pose2 pose;
  double base_x;
  double base_y;
};

PoseInCells InCells(const CellObstacles& cells, const Pose2& pose, double per_cell) {
  PoseInCells q;
  q.pose = RelativePose(cells.world_from_cells, pose);
  const Vec2 at = {q.pose.translation.x * per_cell - static_cast<double>(cells.first_column),
                   q.pose.translation.y * per_cell - static_cast<double>(cells.first_row)};
  q.base_x = std::floor(at.x);
  q.base_y = std::floor(at.y);
  q.pose.translation = {at.x - q.base_x, at.y - q.base_y};
  return q;
}

// An outline without box and supports, whose sides are turned by an axis.
void StartOutline(const CellShape& shape, const PoseInCells& at, Vec2 axis, CellOutline* outline) {
  outline->base_row = static_cast<int64_t>(at.base_y);
  outline->base_column = static_cast<int64_t>(at.base_x);
  outline->side_count = shape.side_count;
  for (int i = 0; i < shape.side_count; ++i) {
    const Vec2 normal = shape.normals[i];
    outline->sides[i].x = axis.x * normal.x - axis.y * normal.y;
    outline->sides[i].y = axis.y * normal.x + axis.x * normal.y;
  }
}

double GapOfPoint(const CellOutline& outline, Vec2 p) {
  double gap = std::max(std::max(outline.box.min.x - p.x, p.x - outline.box.max.x),
                        std::max(outline.box.min.y - p.y, p.y - outline.box.max.y));
  for (int i = 0; i < outline.side_count; ++i) {
    const CellOutline::Side& side = outline.sides[i];
    gap = std::max(gap, side.x * p.x + side.y * p.y - side.support);
  }
  return gap;
}

double RoomOf(const CellOutline& outline, double growth) { return growth + kGapRoom * (1.0 + outline.reach + growth); }

// The lines of an outline that is grown by `growth` cells.
RowLines LinesOf(const CellOutline& outline, double growth) {
  // Steeper sides limit a row by the box alone.
  constexpr double kLeastSlope = 0x1p-10;
  // Of the magnitudes that are added. No proof: 8 roundings to single precision; there are two.
  constexpr double kRounding = 0x1p-21;
  RowLines lines;
  const double room = RoomOf(outline, growth);
  lines.min_x = static_cast<float>(outline.box.min.x - room);
  lines.max_x = static_cast<float>(outline.box.max.x + room);
  for (int i = 0; i < outline.side_count; ++i) {
    const CellOutline::Side& side = outline.sides[i];
    if (std::abs(side.x) < kLeastSlope * std::abs(side.y)) continue;
    // x <= (support - y row) / x of the normal, at the end of the row that reaches farthest.
    const double per_x = 1.0 / side.x;
    const double slope = -side.y * per_x;
    const double at = (side.support + growth) * per_x;
    const double error =
        kRounding * (std::abs(at) + (std::abs(slope) + 1.0) * (outline.reach + growth + kRowsTogether + 1.0));
    if (side.x > 0.0) {
      lines.high_at[lines.high_count] = static_cast<float>(at + std::max(slope, 0.0) + error);
      lines.high_slope[lines.high_count++] = static_cast<float>(slope);
    } else {
      lines.low_at[lines.low_count] = static_cast<float>(at + std::min(slope, 0.0) - error);
      lines.low_slope[lines.low_count++] = static_cast<float>(slope);
    }
  }
  return lines;
}

// The rows of the window that an outline may reach, grown by `growth` cells.
struct ScanBox {
  int first_row = 0;
  int row_count = 0;
  bool is_huge = false;
  bool is_wide = false;  // Rows may have more than 64 columns.
};

ScanBox ScanBoxOf(const CellIndex& index, const CellOutline& outline, double growth) {
  ScanBox box;
  const double room = RoomOf(outline, growth);
  const double min_row = std::floor(outline.box.min.y - room) + static_cast<double>(outline.base_row);
  const double max_row = std::floor(outline.box.max.y + room) + static_cast<double>(outline.base_row);
  const double min_x = outline.box.min.x - room + static_cast<double>(outline.base_column);
  const double max_x = outline.box.max.x + room + static_cast<double>(outline.base_column);
  if (!(max_row >= 0.0 && min_row < index.height() && max_x >= -1.0 && min_x <= index.width() + 1.0)) return box;
  box.first_row = static_cast<int>(std::max(min_row, 0.0));
  box.row_count = static_cast<int>(std::min(max_row, index.height() - 1.0)) - box.first_row + 1;
  box.is_huge = outline.reach + growth > kMaxScanReach;
  box.is_wide = max_x - min_x > 60.0;
  return box;
}

uint64_t LowBits(int count) { return count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1; }

// ScanRows of a band, whose base is that of the outline.
bool SpansOf(const CellIndex& index, const CellOutline& outline, const RowLines& lines, const ScanBox& box,
             RowBand band, RowSpans* spans) {
  if (!box.is_huge) {
    band.base_row = static_cast<int>(outline.base_row);
    band.base_column = static_cast<int>(outline.base_column);
    return ScanRows(index, lines, band, spans);
  }
  for (int r = 0; r < band.rows; ++r) {
    spans->low[r] = 0;
    spans->count[r] = index.width();
    spans->bits[r] = index.Bits(band.first_row + r, 0) & LowBits(index.width());
  }
  return true;
}

// The element slots of a cell.
struct SlotRange {
  int begin;
  int end;
};

SlotRange SlotsOf(const CellObstacles& cells, int cell) {
  if (!cells.has_points) return {cell, cell + 1};
  return {cells.begin_of_cell[cell], cells.begin_of_cell[cell + 1]};
}

}  // namespace

CellOutline OutlineAt(const CellObstacles& cells, const CellShape& shape, const Pose2& pose) {
  const double per_cell = 1.0 / cells.cell_size_m;
  const PoseInCells at = InCells(cells, pose, per_cell);
  CellOutline outline;
  StartOutline(shape, at, {at.pose.cos, at.pose.sin}, &outline);
  for (int i = 0; i < shape.side_count; ++i) {
    CellOutline::Side& side = outline.sides[i];
    side.support = per_cell * shape.supports[i] + (side.x * at.pose.translation.x + side.y * at.pose.translation.y);
  }
  for (const Vec2 vertex : shape.polygon->vertices()) outline.box.Extend(at.pose * (per_cell * vertex));
  outline.reach = 2.0 + per_cell * shape.reach_m;
  return outline;
}

CellOutline OutlineBetween(const CellObstacles& cells, const CellShape& shape, const Pose2& pose,
                           const Pose2& pose_at_end) {
  const double per_cell = 1.0 / cells.cell_size_m;
  const PoseInCells start = InCells(cells, pose, per_cell);
  PoseInCells end = InCells(cells, pose_at_end, per_cell);
  end.pose.translation = end.pose.translation + Vec2{end.base_x - start.base_x, end.base_y - start.base_y};
  const Vec2 sum = {start.pose.cos + end.pose.cos, start.pose.sin + end.pose.sin};
  // Any heading will do; the middle one is the tightest.
  const bool turns_half = NormSquared(sum) < 0.01;
  CellOutline outline;
  StartOutline(shape, start, turns_half ? Vec2{start.pose.cos, start.pose.sin} : Normalized(sum), &outline);
  const double sag =
      per_cell * shape.reach_m * SagFactor(NormSquared({end.pose.cos - start.pose.cos, end.pose.sin - start.pose.sin}));
  for (int i = 0; i < shape.side_count; ++i) outline.sides[i].support = -std::numeric_limits<double>::infinity();
  for (const Vec2 vertex : shape.polygon->vertices()) {
    const Vec2 from = start.pose * (per_cell * vertex);
    const Vec2 to = end.pose * (per_cell * vertex);
    outline.box.Extend(from);
    outline.box.Extend(to);
    for (int i = 0; i < shape.side_count; ++i) {
      CellOutline::Side& side = outline.sides[i];
      const double farther = std::max(side.x * from.x + side.y * from.y, side.x * to.x + side.y * to.y);
      side.support = std::max(side.support, farther);
    }
  }
  for (int i = 0; i < shape.side_count; ++i) outline.sides[i].support += sag;
  outline.box = outline.box.Inflated(sag);
  outline.reach = 2.0 + per_cell * shape.reach_m + Norm(end.pose.translation);
  return outline;
}

double GapOf(const CellObstacles& cells, const CellOutline& outline, int slot) {
  if (cells.has_points) {
    const double per_cell = 1.0 / cells.cell_size_m;
    const Vec2 at = per_cell * cells.points[slot];
    return GapOfPoint(outline, {at.x - static_cast<double>(cells.first_column + outline.base_column),
                                at.y - static_cast<double>(cells.first_row + outline.base_row)});
  }
  const int row = slot / cells.index.width();
  const Vec2 center = {static_cast<double>(slot - row * cells.index.width() - outline.base_column) + 0.5,
                       static_cast<double>(row - outline.base_row) + 0.5};
  double gap = std::max(std::max(outline.box.min.x - center.x, center.x - outline.box.max.x),
                        std::max(outline.box.min.y - center.y, center.y - outline.box.max.y)) -
               0.5;
  for (int i = 0; i < outline.side_count; ++i) {
    const CellOutline::Side& side = outline.sides[i];
    const double half_width = 0.5 * (std::abs(side.x) + std::abs(side.y));
    gap = std::max(gap, side.x * center.x + side.y * center.y - half_width - side.support);
  }
  return gap;
}

bool VisitElementsBy(const CellObstacles& cells, const CellOutline& outline, double growth, const ElementVisit& visit) {
  const CellIndex& index = cells.index;
  const ScanBox box = ScanBoxOf(index, outline, growth);
  if (box.row_count == 0) return true;
  const RowLines lines = LinesOf(outline, growth);
  const auto visit_cell = [&](int cell) {
    const SlotRange slots = SlotsOf(cells, cell);
    for (int slot = slots.begin; slot < slots.end; ++slot) {
      const double gap = GapOf(cells, outline, slot);
      if (gap <= growth && !visit.call(visit.visit, slot, gap)) return false;
    }
    return true;
  };
  for (int begin = 0; begin < box.row_count; begin += kRowsTogether) {
    RowSpans spans;
    const int first_row = box.first_row + begin;
    const int rows = std::min(kRowsTogether, box.row_count - begin);
    const bool has_bits = SpansOf(index, outline, lines, box, {first_row, rows, 0, 0}, &spans);
    if (!has_bits && !box.is_wide) continue;
    for (int r = 0; r < rows; ++r) {
      for (int strip = 0; strip < spans.count[r]; strip += 64) {
        uint64_t bits = spans.bits[r];
        if (strip > 0) bits = index.Bits(first_row + r, spans.low[r] + strip) & LowBits(spans.count[r] - strip);
        for (; bits != 0; bits &= bits - 1) {
          const int column = spans.low[r] + strip + static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero64(bits));
          if (!visit_cell((first_row + r) * index.width() + column)) return false;
        }
      }
    }
  }
  return true;
}

bool CollidesWithCells(const CellObstacles& cells, const CellShape& shape, const Pose2& pose, int* slot) {
  const CellOutline outline = OutlineAt(cells, shape, pose);
  const double error = cells.FrameError(shape.reach_m);
  const double radii = (shape.polygon->radius_m() + cells.radius_m) / cells.cell_size_m;
  const Pose2 body_from_cells = RelativePose(pose, cells.world_from_cells);
  int hits = 0;
  int lowest = -1;
  VisitElements(cells, outline, radii + error, [&](int at, double gap) {
    if ((gap < -error && shape.sides_are_core) || Collides(*shape.polygon, cells.ShapeOf(at), body_from_cells)) {
      ++hits;
      if (lowest < 0 || cells.ElementOf(at) < cells.ElementOf(lowest)) lowest = at;
    }
    // Points are in the order of their cells, not of their indices.
    return hits < cells.min_count || (slot != nullptr && cells.has_points);
  });
  if (slot != nullptr) *slot = lowest;
  return hits >= cells.min_count;
}

double BoundNearest(const CellObstacles& cells, const CellShape& shape, const CellOutline& outline, const Pose2& pose,
                    double start, double limit) {
  // Lattice lines from here to the farthest cell of the window.
  const double rows = std::abs(static_cast<double>(outline.base_row)) + cells.index.height();
  const double columns = std::abs(static_cast<double>(outline.base_column)) + cells.index.width();
  const double farthest = std::min(limit, rows + columns + outline.reach);
  for (double growth = std::max(start, 0.0) + 4.0;; growth *= 2.0) {
    double least = std::numeric_limits<double>::infinity();
    int nearest = -1;
    VisitElements(cells, outline, std::min(growth, farthest), [&](int slot, double gap) {
      if (gap < least) nearest = slot;
      least = std::min(least, gap);
      return true;
    });
    if (nearest >= 0) {
      return Distance(*shape.polygon, cells.ShapeOf(nearest), RelativePose(pose, cells.world_from_cells));
    }
    if (growth >= farthest) return std::numeric_limits<double>::infinity();
  }
}

}  // namespace collision2d::internal
