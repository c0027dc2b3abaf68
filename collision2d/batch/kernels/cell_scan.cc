#include "collision2d/batch/kernels/cell_scan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/query/collides.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/kernels/cell_scan.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

#ifndef COLLISION2D_BATCH_KERNELS_ROW_BAND
#define COLLISION2D_BATCH_KERNELS_ROW_BAND
namespace collision2d::internal {

// Rows that are scanned together, and columns: a load of 8 bytes has so many from any column on.
inline constexpr int kRowsTogether = 64;
inline constexpr int kColumnsTogether = 57;

// Cells, for each cell of a size. No proof: 64 roundings of single precision, where boxes and lines
// have fewer than ten.
inline constexpr double kGapRoom = 0x1p-18;

inline double RoomOf(const CellOutline& outline, double growth) {
  return growth + kGapRoom * (1.0 + outline.reach + std::abs(growth));
}

// A shape's motion from a pose to another, in cells from a corner of the window's lattice, or its
// rest at a pose.
struct CellWay {
  Pose2 start;
  Pose2 end;
  Vec2 axis;   // Of the sides: a heading on the way.
  double sag;  // No point leaves its chord farther.
  bool moves;
};

// Rows of the window that an outline may reach, grown by `growth` cells.
struct RowBand {
  const CellOutline& outline;
  double growth;
  int first_row;
  int rows;  // At most kRowsTogether.
};

// For each row of a band, the cells of the window that an outline covers.
struct alignas(64) RowSpans {
  uint64_t bits[kRowsTogether];  // Which of the first kColumnsTogether are occupied.
  int32_t low[kRowsTogether];
  int32_t count[kRowsTogether];
};

}  // namespace collision2d::internal
#endif

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Sides and points of outlines. Without fused operations: the same bits everywhere.
using SideTag = hn::CappedTag<double, 8>;
using SideVec = hn::Vec<SideTag>;
constexpr int kSideLanes = hn::MaxLanes(SideTag());

struct Points {
  SideVec x, y;
};

HWY_INLINE Points Turned(double cos, double sin, const double* x, const double* y) {
  const SideTag d;
  const SideVec c = hn::Set(d, cos);
  const SideVec s = hn::Set(d, sin);
  const SideVec px = hn::Load(d, x);
  const SideVec py = hn::Load(d, y);
  return {hn::Sub(hn::Mul(c, px), hn::Mul(s, py)), hn::Add(hn::Mul(s, px), hn::Mul(c, py))};
}

HWY_INLINE SideVec DotOf(Points normal, double x, double y) {
  const SideTag d;
  return hn::Add(hn::Mul(normal.x, hn::Set(d, x)), hn::Mul(normal.y, hn::Set(d, y)));
}

// The shape's points at a pose; extends the box by them.
HWY_INLINE void PosePoints(const CellShape& shape, const Pose2& pose, double* x, double* y, Aabb2* box) {
  const SideTag d;
  SideVec min_x = hn::Set(d, box->min.x), min_y = hn::Set(d, box->min.y);
  SideVec max_x = hn::Set(d, box->max.x), max_y = hn::Set(d, box->max.y);
  for (int k = 0; k < shape.point_count; k += kSideLanes) {
    const Points turned = Turned(pose.cos, pose.sin, shape.points_x + k, shape.points_y + k);
    const SideVec px = hn::Add(turned.x, hn::Set(d, pose.translation.x));
    const SideVec py = hn::Add(turned.y, hn::Set(d, pose.translation.y));
    hn::Store(px, d, x + k);
    hn::Store(py, d, y + k);
    min_x = hn::Min(min_x, px);
    min_y = hn::Min(min_y, py);
    max_x = hn::Max(max_x, px);
    max_y = hn::Max(max_y, py);
  }
  *box = {{hn::GetLane(hn::MinOfLanes(d, min_x)), hn::GetLane(hn::MinOfLanes(d, min_y))},
          {hn::GetLane(hn::MaxOfLanes(d, max_x)), hn::GetLane(hn::MaxOfLanes(d, max_y))}};
}

void Outline(const CellShape& shape, const CellWay& way, CellOutline* outline) {
  const SideTag d;
  alignas(64) double x[2][CellShape::kMaxSides], y[2][CellShape::kMaxSides];
  PosePoints(shape, way.start, x[0], y[0], &outline->box);
  if (way.moves) PosePoints(shape, way.end, x[1], y[1], &outline->box);
  outline->box = outline->box.Inflated(way.sag);
  for (int i = 0; i < shape.side_count; i += kSideLanes) {
    const Points normal = Turned(way.axis.x, way.axis.y, shape.normals_x + i, shape.normals_y + i);
    SideVec support;
    if (way.moves) {
      support = DotOf(normal, x[0][0], y[0][0]);
      for (int k = 0; k < shape.point_count; ++k) {
        support = hn::Max(support, hn::Max(DotOf(normal, x[0][k], y[0][k]), DotOf(normal, x[1][k], y[1][k])));
      }
      support = hn::Add(support, hn::Set(d, way.sag));
    } else {
      support =
          hn::Add(hn::Load(d, shape.supports + i), DotOf(normal, way.start.translation.x, way.start.translation.y));
    }
    hn::Store(normal.x, d, outline->x + i);
    hn::Store(normal.y, d, outline->y + i);
    hn::Store(support, d, outline->support + i);
  }
}

// The outline is not left of lines x = low_at + low_slope * row, nor right of the others.
struct RowLines {
  float min_x;
  float max_x;
  alignas(32) float low_at[CellShape::kMaxSides], low_slope[CellShape::kMaxSides];
  alignas(32) float high_at[CellShape::kMaxSides], high_slope[CellShape::kMaxSides];
};

HWY_INLINE void FindLines(const RowBand& band, RowLines* lines) {
  // Steeper sides limit a row by the box alone.
  constexpr double kLeastSlope = 0x1p-10;
  // Of the magnitudes that are added. No proof: 8 roundings to single precision; there are two.
  constexpr double kRounding = 0x1p-21;
  const SideTag d;
  const hn::Rebind<float, SideTag> df;
  const CellOutline& outline = band.outline;
  const SideVec zero = hn::Zero(d);
  const SideVec rounding = hn::Set(d, kRounding);
  const SideVec size = hn::Set(d, kRounding * (outline.reach + std::abs(band.growth) + kRowsTogether + 1.0));
  const SideVec far = hn::Set(d, 1e30);
  const double room = RoomOf(outline, band.growth);
  lines->min_x = static_cast<float>(outline.box.min.x - room);
  lines->max_x = static_cast<float>(outline.box.max.x + room);
  for (int i = 0; i < outline.side_count; i += kSideLanes) {
    // x <= (support - y row) / x of the normal, at the end of the row that reaches farthest.
    const SideVec x = hn::Load(d, outline.x + i);
    const SideVec y = hn::Load(d, outline.y + i);
    const SideVec slope = hn::Neg(hn::Div(y, x));
    const SideVec at = hn::Div(hn::Add(hn::Load(d, outline.support + i), hn::Set(d, band.growth)), x);
    const SideVec error =
        hn::Add(hn::Mul(rounding, hn::Abs(at)), hn::Mul(size, hn::Add(hn::Abs(slope), hn::Set(d, 1.0))));
    const auto is_line = hn::Le(hn::Mul(hn::Set(d, kLeastSlope), hn::Abs(y)), hn::Abs(x));
    const auto is_high = hn::And(is_line, hn::Gt(x, zero));
    const auto is_low = hn::And(is_line, hn::Lt(x, zero));
    const SideVec high_at = hn::Add(hn::Add(at, hn::Max(slope, zero)), error);
    const SideVec low_at = hn::Sub(hn::Add(at, hn::Min(slope, zero)), error);
    hn::Store(hn::DemoteTo(df, hn::IfThenElse(is_high, high_at, far)), df, lines->high_at + i);
    hn::Store(hn::DemoteTo(df, hn::IfThenElseZero(is_high, slope)), df, lines->high_slope + i);
    hn::Store(hn::DemoteTo(df, hn::IfThenElse(is_low, low_at, hn::Neg(far))), df, lines->low_at + i);
    hn::Store(hn::DemoteTo(df, hn::IfThenElseZero(is_low, slope)), df, lines->low_slope + i);
  }
}

// Indices below twice a torus' size.
template <class V>
HWY_INLINE V WrapIndex(V index, int size) {
  const hn::RebindToUnsigned<hn::DFromV<V>> d;
  const auto k = hn::BitCast(d, index);
  return hn::BitCast(hn::DFromV<V>(), hn::Min(k, hn::Sub(k, hn::Set(d, static_cast<uint32_t>(size)))));
}

using RowTag = hn::CappedTag<float, 8>;

// Where the words of a vector of rows are stored.
struct RowWords {
  alignas(32) int32_t byte[hn::MaxLanes(RowTag())];
  alignas(32) int32_t shift[hn::MaxLanes(RowTag())];
  alignas(32) int32_t count[hn::MaxLanes(RowTag())];
};

// Rows r and following of a band.
HWY_INLINE void FindWords(const CellIndex::Layout& layout, const RowLines& lines, const RowBand& band, int r,
                          RowSpans* spans, RowWords* words) {
  const RowTag d;
  const hn::RebindToSigned<RowTag> di;
  const CellOutline& outline = band.outline;
  const auto min_x = hn::Set(d, lines.min_x);
  const auto max_x = hn::Set(d, lines.max_x);
  // Lanes beyond the last row repeat it.
  const auto window_row = hn::Min(hn::Iota(di, band.first_row + r), hn::Set(di, band.first_row + band.rows - 1));
  const auto row = hn::ConvertTo(d, hn::Sub(window_row, hn::Set(di, static_cast<int>(outline.base_row))));
  auto from = min_x;
  auto to = max_x;
  for (int i = 0; i < outline.side_count; ++i) {
    from = hn::Max(from, hn::MulAdd(hn::Set(d, lines.low_slope[i]), row, hn::Set(d, lines.low_at[i])));
    to = hn::Min(to, hn::MulAdd(hn::Set(d, lines.high_slope[i]), row, hn::Set(d, lines.high_at[i])));
  }
  // Lines that are nearly rows are anywhere.
  from = hn::Min(from, hn::Add(max_x, hn::Set(d, 2.0f)));
  to = hn::Max(to, hn::Sub(min_x, hn::Set(d, 2.0f)));
  const auto zero = hn::Zero(di);
  const auto last_column = hn::Set(di, layout.width - 1);
  const auto base = hn::Set(di, static_cast<int>(outline.base_column));
  const auto first = hn::Max(hn::Add(hn::ConvertTo(di, hn::Floor(from)), base), zero);
  const auto last = hn::Min(hn::Add(hn::ConvertTo(di, hn::Floor(to)), base), last_column);
  const auto low = hn::Min(first, last_column);
  const auto count = hn::Max(hn::Sub(hn::Add(last, hn::Set(di, 1)), first), zero);
  const auto column = WrapIndex(hn::Add(low, hn::Set(di, layout.column_offset)), layout.stored_columns);
  const auto stored_row = WrapIndex(hn::Add(window_row, hn::Set(di, layout.row_offset)), layout.stored_rows);
  hn::Store(hn::Add(hn::Mul(stored_row, hn::Set(di, 8 * layout.words)), hn::ShiftRight<3>(column)), di, words->byte);
  hn::Store(hn::And(column, hn::Set(di, 7)), di, words->shift);
  hn::Store(hn::Min(count, hn::Set(di, kColumnsTogether)), di, words->count);
  hn::Store(low, di, spans->low + r);
  hn::Store(count, di, spans->count + r);
}

// Returns false if no bits are set. Counts may be larger than kColumnsTogether.
bool Scan(const CellIndex& index, const RowBand& band, RowSpans* spans) {
  const CellIndex::Layout layout = index.layout();
  RowLines lines;
  FindLines(band, &lines);
  constexpr int kLanes = hn::MaxLanes(RowTag());
  uint64_t any = 0;
  for (int r = 0; r < band.rows; r += kLanes) {
    RowWords words;
    FindWords(layout, lines, band, r, spans, &words);
    // Faster than gathers.
    for (int k = 0; k < kLanes; ++k) {
      spans->bits[r + k] = layout.BitsFrom(words.byte[k]) >> words.shift[k] & ((uint64_t{1} << words.count[k]) - 1);
      any |= spans->bits[r + k];
    }
  }
  return any != 0;
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {
namespace {

HWY_EXPORT(Outline);
HWY_EXPORT(Scan);

// Cells. Single precision has no columns for what is larger: its rows are looked at whole.
constexpr double kMaxScanReach = 0x1p28;

// `way` is from the corner of the window.
CellOutline OutlineOf(const CellShape& shape, CellWay way) {
  CellOutline outline;
  const Vec2 base = {std::floor(way.start.translation.x), std::floor(way.start.translation.y)};
  outline.base_row = static_cast<int64_t>(base.y);
  outline.base_column = static_cast<int64_t>(base.x);
  outline.side_count = shape.side_count;
  way.start.translation = way.start.translation - base;
  way.end.translation = way.end.translation - base;
  outline.reach = 2.0 + shape.reach + (way.moves ? Norm(way.end.translation) : 0.0);
  HWY_DYNAMIC_DISPATCH(Outline)(shape, way, &outline);
  return outline;
}

double GapOfPoint(const CellOutline& outline, Vec2 p) {
  double gap = std::max(std::max(outline.box.min.x - p.x, p.x - outline.box.max.x),
                        std::max(outline.box.min.y - p.y, p.y - outline.box.max.y));
  for (int i = 0; i < outline.side_count; ++i) {
    gap = std::max(gap, outline.x[i] * p.x + outline.y[i] * p.y - outline.support[i]);
  }
  return gap;
}

// The rows of the window that an outline may reach, grown by `growth` cells.
struct ScanBox {
  int first_row = 0;
  int row_count = 0;
  bool is_wide = false;  // Rows may have more than kColumnsTogether.
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
  box.is_wide = max_x - min_x > kColumnsTogether - 4.0;
  return box;
}

uint64_t LowBits(int count) { return count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1; }

bool SpansOf(const CellIndex& index, const RowBand& band, RowSpans* spans) {
  if (band.outline.reach + band.growth <= kMaxScanReach) return HWY_DYNAMIC_DISPATCH(Scan)(index, band, spans);
  for (int r = 0; r < band.rows; ++r) {
    spans->low[r] = 0;
    spans->count[r] = index.width();
    spans->bits[r] = index.Bits(band.first_row + r, 0) & LowBits(std::min(index.width(), kColumnsTogether));
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

Pose2 InCells(const CellShape& shape, const Pose2& pose) {
  const CellObstacles& cells = *shape.cells;
  Pose2 q = RelativePose(cells.world_from_cells, pose);
  q.translation = {q.translation.x * shape.per_cell - static_cast<double>(cells.first_column),
                   q.translation.y * shape.per_cell - static_cast<double>(cells.first_row)};
  return q;
}

CellOutline OutlineAt(const CellShape& shape, const Pose2& at) {
  return OutlineOf(shape, {at, at, {at.cos, at.sin}, 0.0, false});
}

CellOutline OutlineBetween(const CellShape& shape, const Pose2& start, const Pose2& end) {
  const Vec2 sum = {start.cos + end.cos, start.sin + end.sin};
  // Any heading will do; the middle one is the tightest.
  const Vec2 axis = NormSquared(sum) < 0.01 ? Vec2{start.cos, start.sin} : Normalized(sum);
  const double sag = shape.reach * SagFactor(NormSquared({end.cos - start.cos, end.sin - start.sin}));
  return OutlineOf(shape, {start, end, axis, sag, true});
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
    const double half_width = 0.5 * (std::abs(outline.x[i]) + std::abs(outline.y[i]));
    gap = std::max(gap, outline.x[i] * center.x + outline.y[i] * center.y - half_width - outline.support[i]);
  }
  return gap;
}

bool VisitElementsBy(const CellObstacles& cells, const CellOutline& outline, double growth, const ElementVisit& visit) {
  const CellIndex& index = cells.index;
  const ScanBox box = ScanBoxOf(index, outline, growth);
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
    if (!SpansOf(index, {outline, growth, first_row, rows}, &spans) && !box.is_wide) continue;
    for (int r = 0; r < rows; ++r) {
      for (int strip = 0; strip < spans.count[r]; strip += kColumnsTogether) {
        const int columns = std::min(spans.count[r] - strip, kColumnsTogether);
        uint64_t bits = spans.bits[r];
        if (strip > 0) bits = index.Bits(first_row + r, spans.low[r] + strip) & LowBits(columns);
        for (; bits != 0; bits &= bits - 1) {
          const int column = spans.low[r] + strip + static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero64(bits));
          if (!visit_cell((first_row + r) * index.width() + column)) return false;
        }
      }
    }
  }
  return true;
}

bool CollidesWithCells(const CellShape& shape, const Pose2& pose, int* slot) {
  const CellObstacles& cells = *shape.cells;
  const CellOutline outline = OutlineAt(shape, InCells(shape, pose));
  const Pose2 body_from_cells = RelativePose(pose, cells.world_from_cells);
  int hits = 0;
  int lowest = -1;
  VisitElements(cells, outline, shape.radii + shape.error, [&](int at, double gap) {
    if ((gap < -shape.error && shape.sides_are_core) || Collides(*shape.polygon, cells.ShapeOf(at), body_from_cells)) {
      ++hits;
      if (lowest < 0 || cells.ElementOf(at) < cells.ElementOf(lowest)) lowest = at;
    }
    // Points are in the order of their cells, not of their indices.
    return hits < cells.min_count || (slot != nullptr && cells.has_points);
  });
  if (slot != nullptr) *slot = lowest;
  return hits >= cells.min_count;
}

NearElement FindNearest(const CellObstacles& cells, const CellOutline& outline, double expected, double limit) {
  // Lattice lines from here to the farthest cell of the window.
  const double rows = std::abs(static_cast<double>(outline.base_row)) + cells.index.height();
  const double columns = std::abs(static_cast<double>(outline.base_column)) + cells.index.width();
  const double farthest = std::min(limit, rows + columns + outline.reach);
  NearElement nearest = {-1, std::numeric_limits<double>::infinity()};
  for (double growth = expected;; growth = 2.0 * std::max(growth, 2.0)) {
    VisitElements(cells, outline, std::min(growth, farthest), [&](int slot, double gap) {
      if (gap < nearest.gap) nearest = {slot, gap};
      return true;
    });
    if (nearest.slot >= 0 || growth >= farthest) return nearest;
  }
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
