#include "collision2d/batch/kernels/cell_scan.h"

#include <algorithm>
#include <cmath>
#include <cstring>
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
  const Pose2& start;
  const Pose2& end;
  Vec2 axis;   // Of the sides: a heading on the way.
  double sag;  // No point leaves its chord farther.
  bool moves;
};

// Rows of the window that an outline may reach, grown by `growth` cells, and the cells of each that
// it covers.
struct alignas(64) RowSpans {
  uint64_t bits[kRowsTogether];  // Which of the first kColumnsTogether are occupied.
  int32_t low[kRowsTogether];
  int32_t count[kRowsTogether];
  int first_row;
  int rows;       // At most kRowsTogether; there are no more if it is less.
  uint64_t open;  // The rows, as bits, that have occupied cells, or more than kColumnsTogether.
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

// The shape's points at a pose, from the base; extends the box by them.
HWY_INLINE void PosePoints(const CellShape& shape, const Pose2& pose, CellOutline* outline, double* x, double* y) {
  const SideTag d;
  Aabb2& box = outline->box;
  const SideVec at_x = hn::Set(d, pose.translation.x - static_cast<double>(outline->base_column));
  const SideVec at_y = hn::Set(d, pose.translation.y - static_cast<double>(outline->base_row));
  SideVec min_x = hn::Set(d, box.min.x), min_y = hn::Set(d, box.min.y);
  SideVec max_x = hn::Set(d, box.max.x), max_y = hn::Set(d, box.max.y);
  for (int k = 0; k < shape.point_count; k += kSideLanes) {
    const Points turned = Turned(pose.cos, pose.sin, shape.points_x + k, shape.points_y + k);
    const SideVec px = hn::Add(turned.x, at_x);
    const SideVec py = hn::Add(turned.y, at_y);
    hn::Store(px, d, x + k);
    hn::Store(py, d, y + k);
    min_x = hn::Min(min_x, px);
    min_y = hn::Min(min_y, py);
    max_x = hn::Max(max_x, px);
    max_y = hn::Max(max_y, py);
  }
  box = {{hn::GetLane(hn::MinOfLanes(d, min_x)), hn::GetLane(hn::MinOfLanes(d, min_y))},
         {hn::GetLane(hn::MaxOfLanes(d, max_x)), hn::GetLane(hn::MaxOfLanes(d, max_y))}};
}

// Sets the outline of a way, whose base is set.
void Outline(const CellShape& shape, const CellWay& way, CellOutline* outline) {
  const SideTag d;
  alignas(64) double end_x[CellShape::kMaxSides], end_y[CellShape::kMaxSides];
  double* const x = outline->points_x;
  double* const y = outline->points_y;
  outline->point_count = way.moves ? 0 : shape.point_count;
  outline->side_count = shape.side_count;
  outline->reach = 2.0 + shape.reach;
  PosePoints(shape, way.start, outline, x, y);
  const double start_x = way.start.translation.x - static_cast<double>(outline->base_column);
  const double start_y = way.start.translation.y - static_cast<double>(outline->base_row);
  if (way.moves) {
    PosePoints(shape, way.end, outline, end_x, end_y);
    outline->box = outline->box.Inflated(way.sag);
    const Vec2 base = {static_cast<double>(outline->base_column), static_cast<double>(outline->base_row)};
    outline->reach += Norm(way.end.translation - base);
  }
  for (int i = 0; i < shape.side_count; i += kSideLanes) {
    const Points normal = Turned(way.axis.x, way.axis.y, shape.normals_x + i, shape.normals_y + i);
    SideVec support;
    if (way.moves) {
      support = DotOf(normal, x[0], y[0]);
      for (int k = 0; k < shape.point_count; ++k) {
        support = hn::Max(support, hn::Max(DotOf(normal, x[k], y[k]), DotOf(normal, end_x[k], end_y[k])));
      }
      support = hn::Add(support, hn::Set(d, way.sag));
    } else {
      support = hn::Add(hn::Load(d, shape.supports + i), DotOf(normal, start_x, start_y));
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
  alignas(64) float low_at[CellShape::kMaxSides], low_slope[CellShape::kMaxSides];
  alignas(64) float high_at[CellShape::kMaxSides], high_slope[CellShape::kMaxSides];
};

HWY_INLINE void FindLines(const CellOutline& outline, double growth, RowLines* lines) {
  // Steeper sides limit a row by the box alone.
  constexpr double kLeastSlope = 0x1p-10;
  // Of the magnitudes that are added. No proof: 8 roundings to single precision; there are two.
  constexpr double kRounding = 0x1p-21;
  const SideTag d;
  const hn::Rebind<float, SideTag> df;
  const SideVec zero = hn::Zero(d);
  const SideVec rounding = hn::Set(d, kRounding);
  const SideVec size = hn::Set(d, kRounding * (outline.reach + std::abs(growth) + kRowsTogether + 1.0));
  const SideVec far = hn::Set(d, 1e30);
  const double room = RoomOf(outline, growth);
  lines->min_x = static_cast<float>(outline.box.min.x - room);
  lines->max_x = static_cast<float>(outline.box.max.x + room);
  for (int i = 0; i < outline.side_count; i += kSideLanes) {
    // x <= (support - y row) / x of the normal, at the end of the row that reaches farthest.
    const SideVec x = hn::Load(d, outline.x + i);
    const SideVec y = hn::Load(d, outline.y + i);
    const SideVec slope = hn::Neg(hn::Div(y, x));
    const SideVec at = hn::Div(hn::Add(hn::Load(d, outline.support + i), hn::Set(d, growth)), x);
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

using RowTag = hn::CappedTag<float, 16>;
constexpr int kRowLanes = hn::MaxLanes(RowTag());

// The lanes of a mask as bits.
template <class D>
HWY_INLINE uint64_t MaskBits(D d, hn::Mask<D> mask) {
  uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  uint64_t bits;
  std::memcpy(&bits, bytes, sizeof(bits));
  return SwapUnlessLittleEndian(bits);
}

// Sets the rows of the window, from `begin` on, that the outline may reach.
HWY_INLINE void FindRows(const CellIndex::Layout& layout, const CellOutline& outline, double growth, int begin,
                         RowSpans* spans) {
  const double room = RoomOf(outline, growth);
  const auto base = static_cast<double>(outline.base_row);
  const auto base_column = static_cast<double>(outline.base_column);
  const double first = std::max(std::floor(outline.box.min.y - room) + base, static_cast<double>(begin));
  const double last = std::min(std::floor(outline.box.max.y + room) + base, layout.height - 1.0);
  const bool is_beside =
      outline.box.max.x + room + base_column < -1.0 || outline.box.min.x - room + base_column > layout.width + 1.0;
  const double rows = is_beside ? 0.0 : std::min(std::max(last - first + 1.0, 0.0), 1.0 * kRowsTogether);
  spans->rows = static_cast<int>(rows);
  spans->first_row = rows > 0.0 ? static_cast<int>(first) : begin;
}

// Sets the spans of a vector of rows.
HWY_INLINE void FindSpans(const CellIndex::Layout& layout, const CellOutline& outline, const RowLines& lines, int r,
                          RowSpans* spans) {
  const RowTag d;
  const hn::RebindToSigned<RowTag> di;
  const auto min_x = hn::Set(d, lines.min_x);
  const auto max_x = hn::Set(d, lines.max_x);
  // Lanes beyond the last row repeat it.
  const auto window_row = hn::Min(hn::Iota(di, spans->first_row + r), hn::Set(di, spans->first_row + spans->rows - 1));
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
  const hn::RebindToUnsigned<RowTag> du;
  alignas(64) uint32_t byte[kRowLanes], shift[kRowLanes], columns[kRowLanes];
  const auto place = hn::Add(hn::Mul(stored_row, hn::Set(di, 8 * layout.words)), hn::ShiftRight<3>(column));
  hn::Store(hn::BitCast(du, place), du, byte);
  hn::Store(hn::BitCast(du, hn::And(column, hn::Set(di, 7))), du, shift);
  hn::Store(hn::BitCast(du, hn::Min(count, hn::Set(di, kColumnsTogether))), du, columns);
  hn::Store(low, di, spans->low + r);
  hn::Store(count, di, spans->count + r);
  // Faster than gathers.
  uint64_t open = MaskBits(di, hn::Gt(count, hn::Set(di, kColumnsTogether)));
  for (int k = 0; k < kRowLanes; ++k) spans->bits[r + k] = layout.BitsFrom(byte[k]);
  const hn::CappedTag<uint64_t, kRowLanes> d64;
  const auto one = hn::Set(d64, uint64_t{1});
  for (int k = 0; k < kRowLanes; k += static_cast<int>(hn::Lanes(d64))) {
    const auto numbers_at = [&](const uint32_t* numbers) HWY_ATTR {
      return hn::PromoteTo(d64, hn::LoadU(hn::Rebind<uint32_t, decltype(d64)>(), numbers + k));
    };
    const auto mask = hn::Sub(hn::Shl(one, numbers_at(columns)), one);
    const auto bits = hn::And(hn::Shr(hn::LoadU(d64, &spans->bits[r + k]), numbers_at(shift)), mask);
    hn::StoreU(bits, d64, &spans->bits[r + k]);
    open |= MaskBits(d64, hn::Ne(bits, hn::Zero(d64))) << k;
  }
  spans->open |= open << r;
}

// Sets the spans of rows from `begin` on.
void Scan(const CellIndex& index, const CellOutline& outline, double growth, int begin, RowSpans* spans) {
  const CellIndex::Layout layout = index.layout();
  FindRows(layout, outline, growth, begin, spans);
  spans->open = 0;
  if (spans->rows == 0) return;
  RowLines lines;
  FindLines(outline, growth, &lines);
  for (int r = 0; r < spans->rows; r += kRowLanes) FindSpans(layout, outline, lines, r, spans);
  spans->open &= LowBits(spans->rows);
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

// A cell, or a point, relative to the base of an outline.
struct Square {
  Vec2 center;
  double half;  // Cells.
};

Square SquareOf(const CellObstacles& cells, const CellOutline& outline, int slot) {
  if (cells.has_points) {
    const Vec2 at = (1.0 / cells.cell_size_m) * cells.points[slot];
    return {{at.x - static_cast<double>(cells.first_column + outline.base_column),
             at.y - static_cast<double>(cells.first_row + outline.base_row)},
            0.0};
  }
  const int row = slot / cells.index.width();
  return {{static_cast<double>(slot - row * cells.index.width() - outline.base_column) + 0.5,
           static_cast<double>(row - outline.base_row) + 0.5},
          0.5};
}

void ScanRows(const CellIndex& index, const CellOutline& outline, double growth, int begin, RowSpans* spans) {
  if (outline.reach + growth <= kMaxScanReach) {
    HWY_DYNAMIC_DISPATCH(Scan)(index, outline, growth, begin, spans);
    return;
  }
  spans->first_row = begin;
  spans->rows = std::min(index.height() - begin, kRowsTogether);
  spans->open = LowBits(spans->rows);
  for (int r = 0; r < spans->rows; ++r) {
    spans->low[r] = 0;
    spans->count[r] = index.width();
    spans->bits[r] = index.Bits(begin + r, 0) & LowBits(std::min(index.width(), kColumnsTogether));
  }
}

}  // namespace

Pose2 InCells(const CellShape& shape, const Pose2& pose) {
  const CellObstacles& cells = *shape.cells;
  Pose2 q = RelativePose(cells.world_from_cells, pose);
  q.translation = {q.translation.x * shape.per_cell - static_cast<double>(cells.first_column),
                   q.translation.y * shape.per_cell - static_cast<double>(cells.first_row)};
  return q;
}

void OutlineAt(const CellShape& shape, const Pose2& at, CellOutline* outline) {
  outline->SetBase(at);
  HWY_DYNAMIC_DISPATCH(Outline)(shape, {at, at, {at.cos, at.sin}, 0.0, false}, outline);
}

void OutlineBetween(const CellShape& shape, const Pose2& start, const Pose2& end, CellOutline* outline) {
  const Vec2 sum = {start.cos + end.cos, start.sin + end.sin};
  // Any heading will do; the middle one is the tightest.
  const Vec2 axis = NormSquared(sum) < 0.01 ? Vec2{start.cos, start.sin} : Normalized(sum);
  const double sag = shape.reach * SagFactor(NormSquared({end.cos - start.cos, end.sin - start.sin}));
  outline->SetBase(start);
  HWY_DYNAMIC_DISPATCH(Outline)(shape, {start, end, axis, sag, true}, outline);
}

double GapOf(const CellObstacles& cells, const CellOutline& outline, int slot) {
  const Square square = SquareOf(cells, outline, slot);
  const Vec2 center = square.center;
  double gap = std::max(std::max(outline.box.min.x - center.x, center.x - outline.box.max.x),
                        std::max(outline.box.min.y - center.y, center.y - outline.box.max.y)) -
               square.half;
  for (int i = 0; i < outline.side_count; ++i) {
    const double half_width = square.half * (std::abs(outline.x[i]) + std::abs(outline.y[i]));
    gap = std::max(gap, outline.x[i] * center.x + outline.y[i] * center.y - half_width - outline.support[i]);
  }
  return gap;
}

double DistanceOf(const CellObstacles& cells, const CellOutline& outline, int slot, double gap) {
  const Square square = SquareOf(cells, outline, slot);
  // From the square to the nearest corner of the core.
  Vec2 way;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < outline.point_count; ++k) {
    const double x = outline.points_x[k] - square.center.x;
    const double y = outline.points_y[k] - square.center.y;
    const Vec2 beyond = {x - std::clamp(x, -square.half, square.half), y - std::clamp(y, -square.half, square.half)};
    if (NormSquared(beyond) < least) {
      least = NormSquared(beyond);
      way = beyond;
    }
  }
  if (least == 0.0 || outline.point_count == 0) return gap;
  double nearest = std::numeric_limits<double>::infinity();
  for (int k = 0; k < outline.point_count; ++k) {
    nearest = std::min(
        nearest, way.x * (outline.points_x[k] - square.center.x) + way.y * (outline.points_y[k] - square.center.y));
  }
  return std::max(gap, (nearest - square.half * (std::abs(way.x) + std::abs(way.y))) / std::sqrt(least));
}

bool VisitElementsBy(const CellObstacles& cells, const CellOutline& outline, double growth, const ElementVisit& visit) {
  const CellIndex& index = cells.index;
  const auto visit_cell = [&](int cell) {
    const int end = cells.has_points ? cells.begin_of_cell[cell + 1] : cell + 1;
    for (int slot = cells.has_points ? cells.begin_of_cell[cell] : cell; slot < end; ++slot) {
      const double gap = GapOf(cells, outline, slot);
      if (gap <= growth && !visit.call(visit.visit, slot, gap)) return false;
    }
    return true;
  };
  RowSpans spans;
  spans.rows = kRowsTogether;
  for (int begin = 0; spans.rows == kRowsTogether; begin = spans.first_row + spans.rows) {
    ScanRows(index, outline, growth, begin, &spans);
    for (; spans.open != 0; spans.open &= spans.open - 1) {
      const auto r = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero64(spans.open));
      const int row = spans.first_row + r;
      for (int strip = 0; strip < spans.count[r]; strip += kColumnsTogether) {
        const int columns = std::min(spans.count[r] - strip, kColumnsTogether);
        uint64_t bits = spans.bits[r];
        if (strip > 0) bits = index.Bits(row, spans.low[r] + strip) & LowBits(columns);
        for (; bits != 0; bits &= bits - 1) {
          const int column = spans.low[r] + strip + static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero64(bits));
          if (!visit_cell(row * index.width() + column)) return false;
        }
      }
    }
  }
  return true;
}

bool CollidesWithCells(const CellShape& shape, const Pose2& pose, int* slot) {
  const CellObstacles& cells = *shape.cells;
  CellOutline outline;
  OutlineAt(shape, InCells(shape, pose), &outline);
  int hits = 0;
  int lowest = -1;
  VisitElements(cells, outline, shape.radii + shape.error, [&](int at, double gap) {
    if ((gap < -shape.error && shape.sides_are_core) ||
        Collides(*shape.polygon, cells.ShapeOf(at), RelativePose(pose, cells.world_from_cells))) {
      ++hits;
      if (lowest < 0 || cells.ElementOf(at) < cells.ElementOf(lowest)) lowest = at;
    }
    // Points are in the order of their cells, not of their indices.
    return hits < cells.min_count || (slot != nullptr && cells.has_points);
  });
  if (slot != nullptr) *slot = lowest;
  return hits >= cells.min_count;
}

namespace {

// Collects an element, and forgets those that are farther than the nearest by more than this.
void AddNear(int slot, double distance, NearElements* near) {
  if (distance > near->nearest.distance + kHardlyFarther) return;
  if (distance < near->nearest.distance) near->nearest = {slot, distance};
  const double farthest = near->nearest.distance + kHardlyFarther;
  near->complete_to = std::min(near->complete_to, farthest);
  NearElement* const end = near->elements + near->count;
  if (near->count == NearElements::kRoom) {
    const auto is_far = [=](const NearElement& element) { return element.distance > farthest; };
    near->count = static_cast<int>(std::remove_if(near->elements, end, is_far) - near->elements);
  }
  if (near->count == NearElements::kRoom) {
    near->complete_to = -std::numeric_limits<double>::infinity();
  } else {
    near->elements[near->count++] = {slot, distance};
  }
}

}  // namespace

void FindNear(const CellObstacles& cells, const CellOutline& outline, double expected, double limit,
              NearElements* near) {
  // Lattice lines from here to the farthest cell of the window.
  const double rows = std::abs(static_cast<double>(outline.base_row)) + cells.index.height();
  const double columns = std::abs(static_cast<double>(outline.base_column)) + cells.index.width();
  const double farthest = std::min(limit, rows + columns + outline.reach);
  for (double growth = expected;; growth = 2.0 * std::max(growth, 2.0)) {
    near->complete_to = std::min(growth, farthest);
    VisitElements(cells, outline, near->complete_to, [&](int slot, double gap) {
      AddNear(slot, DistanceOf(cells, outline, slot, gap), near);
      return true;
    });
    if (near->nearest.slot >= 0 || growth >= farthest) return;
  }
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
