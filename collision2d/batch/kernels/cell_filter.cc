#include "collision2d/batch/kernels/cell_filter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision2d/batch/kernels/posed_body.h"
#include "collision2d/code_generation.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/kernels/cell_filter.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

#ifndef COLLISION2D_BATCH_KERNELS_CELL_FRAME
#define COLLISION2D_BATCH_KERNELS_CELL_FRAME
namespace collision2d::internal {

// Cells. Covers the rounding of gaps and radii in single precision.
inline constexpr double kGapMargin = 1e-4;

// Of the window and the body's reach. No proof: 8 roundings of a position in single precision,
// which has fewer than four.
inline constexpr double kGapRounding = 0x1p-21;

}  // namespace collision2d::internal
#endif

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Positions in the window have single precision, whose rounding kGapRounding covers.
using GapTag = hn::CappedTag<float, kCellPoses>;
using GapVec = hn::Vec<GapTag>;
constexpr int kGapLanes = hn::MaxLanes(GapTag());

// Poses of the body in the frame of the window, in cells.
struct PosesInCells {
  alignas(64) float x[kGapLanes];
  alignas(64) float y[kGapLanes];
  alignas(64) float cos[kGapLanes];
  alignas(64) float sin[kGapLanes];
};

HWY_INLINE void LoadPoses(const CellObstacles& cells, const Pose2* poses, PosesInCells* q) {
  static_assert(sizeof(Pose2) == 4 * sizeof(double), "poses are read as rows of x, y, cos, sin");
  const hn::CappedTag<double, HWY_MIN(kGapLanes, 8)> d;
  const hn::Rebind<float, decltype(d)> df;
  const Pose2& frame = cells.world_from_cells;
  const auto per_cell = hn::Set(d, 1.0 / cells.cell_size_m);
  const auto c = hn::Set(d, frame.cos);
  const auto s = hn::Set(d, frame.sin);
  const auto first_x = hn::Set(d, static_cast<double>(cells.first_column));
  const auto first_y = hn::Set(d, static_cast<double>(cells.first_row));
  for (int p = 0; p < kGapLanes; p += static_cast<int>(hn::Lanes(d))) {
    hn::Vec<decltype(d)> x, y, cos, sin;
    hn::LoadInterleaved4(d, &poses[p].translation.x, x, y, cos, sin);
    x = hn::Mul(hn::Sub(x, hn::Set(d, frame.translation.x)), per_cell);
    y = hn::Mul(hn::Sub(y, hn::Set(d, frame.translation.y)), per_cell);
    hn::Store(hn::DemoteTo(df, hn::Sub(hn::Add(hn::Mul(c, x), hn::Mul(s, y)), first_x)), df, q->x + p);
    hn::Store(hn::DemoteTo(df, hn::Sub(hn::Sub(hn::Mul(c, y), hn::Mul(s, x)), first_y)), df, q->y + p);
    hn::Store(hn::DemoteTo(df, hn::Add(hn::Mul(c, cos), hn::Mul(s, sin))), df, q->cos + p);
    hn::Store(hn::DemoteTo(df, hn::Sub(hn::Mul(c, sin), hn::Mul(s, cos))), df, q->sin + p);
  }
}

// Centres of a disc of the body.
struct DiscCenters {
  GapVec x, y;
};

HWY_INLINE DiscCenters CentersAt(const PosesInCells& q, GapVec x, GapVec y) {
  const GapTag d;
  const GapVec cos = hn::Load(d, q.cos);
  const GapVec sin = hn::Load(d, q.sin);
  return {hn::Add(hn::Load(d, q.x), hn::Sub(hn::Mul(cos, x), hn::Mul(sin, y))),
          hn::Add(hn::Load(d, q.y), hn::Add(hn::Mul(sin, x), hn::Mul(cos, y)))};
}

template <class V>
HWY_INLINE V WrapIndex(V index, int size) {
  const hn::DFromV<V> d;
  const V of_torus = hn::Set(d, size);
  return hn::Sub(index, hn::IfThenElseZero(hn::Not(hn::Lt(index, of_torus)), of_torus));
}

// The gaps of the cells that hold positions inside the window, in eighths, rounded down.
HWY_INLINE GapVec GapsAt(const CellIndex& index, const CellIndex::Layout& layout, DiscCenters inside) {
  const GapTag d;
  const hn::RebindToSigned<GapTag> di;
  const auto column =
      WrapIndex(hn::Add(hn::ConvertTo(di, inside.x), hn::Set(di, layout.column_offset)), layout.stored_columns);
  const auto row = WrapIndex(hn::Add(hn::ConvertTo(di, inside.y), hn::Set(di, layout.row_offset)), layout.stored_rows);
  const auto tile =
      hn::Add(hn::Mul(hn::ShiftRight<6>(row), hn::Set(di, layout.tile_columns)), hn::ShiftRight<6>(column));
  const auto low = hn::Set(di, CellIndex::kTile - 1);
  const auto in_tile = hn::Add(hn::ShiftLeft<6>(hn::And(row, low)), hn::And(column, low));
  alignas(64) int32_t places[kGapLanes];
  alignas(64) int32_t gaps[kGapLanes];
  hn::Store(hn::Add(hn::ShiftLeft<12>(tile), in_tile), di, places);
  for (int i = 0; i < kGapLanes; ++i) gaps[i] = index.ByteAt(static_cast<uint32_t>(places[i]));
  const auto one = hn::Set(di, 1);
  if (HWY_UNLIKELY(!hn::AllTrue(di, hn::Not(hn::Lt(hn::Load(di, gaps), one))))) {
    for (int i = 0; i < kGapLanes; ++i) gaps[i] = index.ComputedAt(static_cast<uint32_t>(places[i]));
  }
  return hn::ConvertTo(d, hn::Sub(hn::Load(di, gaps), one));
}

// How far a point within `reach` of the origin leaves the chord of its way.
HWY_INLINE GapVec SagOf(const PosesInCells& start, const PosesInCells& end, double reach) {
  const GapTag d;
  const GapVec cos = hn::Sub(hn::Load(d, end.cos), hn::Load(d, start.cos));
  const GapVec sin = hn::Sub(hn::Load(d, end.sin), hn::Load(d, start.sin));
  const GapVec chord_sq = hn::Add(hn::Mul(cos, cos), hn::Mul(sin, sin));
  const GapVec small = hn::Set(d, static_cast<float>(reach * SagFactor(0.5) / 0.5));
  const GapVec large = hn::Set(d, static_cast<float>(reach * SagFactor(1.0)));
  return hn::Mul(chord_sq, hn::IfThenElse(hn::Lt(chord_sq, hn::Set(d, 0.91f)), small, large));
}

// A vector of poses, or of motions.
HWY_INLINE void BoundSome(const CellObstacles& cells, const CellShape& shape, const Pose2* poses,
                          const Pose2* poses_at_end, GapVec* lower, GapVec* upper) {
  const GapTag d;
  const bool moves = poses != poses_at_end;
  PosesInCells start;
  PosesInCells end;
  LoadPoses(cells, poses, &start);
  if (moves) LoadPoses(cells, poses_at_end, &end);
  const CellIndex::Layout layout = cells.index.layout();
  const GapVec zero = hn::Zero(d);
  const GapVec cap = hn::Set(d, static_cast<float>(cells.index.reach()));
  // The largest numbers whose cells are those of the window.
  const GapVec last_x = hn::Set(d, static_cast<float>(layout.width) - 0.5f);
  const GapVec last_y = hn::Set(d, static_cast<float>(layout.height) - 0.5f);
  const double per_cell = 1.0 / cells.cell_size_m;
  const double margin = kGapMargin + cells.FrameError(shape.reach_m) +
                        kGapRounding * (layout.width + layout.height + per_cell * shape.reach_m);
  const GapVec sag = moves ? SagOf(start, end, per_cell * shape.reach_m) : zero;
  for (int k = 0; k < shape.disc_count; ++k) {
    const GapVec center_x = hn::Set(d, static_cast<float>(per_cell * shape.centers[k].x));
    const GapVec center_y = hn::Set(d, static_cast<float>(per_cell * shape.centers[k].y));
    DiscCenters at = CentersAt(start, center_x, center_y);
    GapVec widening = sag;
    if (moves) {
      const DiscCenters to = CentersAt(end, center_x, center_y);
      const GapVec half_x = hn::Mul(hn::Set(d, 0.5f), hn::Sub(to.x, at.x));
      const GapVec half_y = hn::Mul(hn::Set(d, 0.5f), hn::Sub(to.y, at.y));
      at = {hn::Add(at.x, half_x), hn::Add(at.y, half_y)};
      widening = hn::Add(sag, hn::Sqrt(hn::Add(hn::Mul(half_x, half_x), hn::Mul(half_y, half_y))));
    }
    // Positions beyond the window have the gap of its border: half a cell more is within the margin
    // of none of them, so it is part of `outside`.
    const DiscCenters inside = {hn::Min(hn::Max(at.x, zero), last_x), hn::Min(hn::Max(at.y, zero), last_y)};
    const GapVec outside = hn::Max(hn::Abs(hn::Sub(at.x, inside.x)), hn::Abs(hn::Sub(at.y, inside.y)));
    const GapVec gap = hn::Mul(hn::Set(d, 1.0f / CellIndex::kEighths), GapsAt(cells.index, layout, inside));
    const GapVec outer = hn::Set(d, static_cast<float>(per_cell * (shape.outer_m[k] + cells.radius_m) + margin));
    const GapVec least = hn::Max(gap, hn::Sub(outside, hn::Set(d, 0.5f)));
    *lower = hn::Min(*lower, hn::Sub(least, hn::Add(outer, widening)));
    if (!(shape.inner_m[k] > 0.0)) continue;
    // A point may be the farthest one of its cell's square.
    const double slack = (cells.has_points ? 2.0 : 1.0) * 1.41422 + 1.0 / CellIndex::kEighths;
    const double inner = per_cell * (shape.inner_m[k] + cells.radius_m) - margin - slack;
    const GapVec most = hn::Sub(hn::Add(gap, sag), hn::Set(d, static_cast<float>(inner)));
    const auto is_known = hn::And(hn::Lt(gap, cap), hn::Eq(outside, zero));
    *upper = hn::IfThenElse(is_known, hn::Min(*upper, most), *upper);
  }
}

void Bound(const CellObstacles& cells, const CellShape& shape, const Pose2* poses, const Pose2* poses_at_end, int count,
           GapBounds* bounds) {
  const GapTag d;
  const GapVec infinity = hn::Set(d, std::numeric_limits<float>::infinity());
  Pose2 copies[2][kGapLanes];
  for (int p = 0; p < count; p += kGapLanes) {
    const Pose2* from = poses + p;
    const Pose2* to = poses_at_end + p;
    if (count - p < kGapLanes) {
      // All lanes look into the field.
      for (int i = 0; i < kGapLanes; ++i) copies[0][i] = from[std::min(i, count - p - 1)];
      for (int i = 0; i < kGapLanes; ++i) copies[1][i] = to[std::min(i, count - p - 1)];
      to = from == to ? copies[0] : copies[1];
      from = copies[0];
    }
    GapVec lower = infinity;
    GapVec upper = infinity;
    BoundSome(cells, shape, from, to, &lower, &upper);
    hn::StoreU(lower, d, bounds->lower + p);
    hn::StoreU(upper, d, bounds->upper + p);
  }
}

// The words of stored rows, for rows of a window and columns of a row.
struct RowWords {
  alignas(64) int32_t word[kRowsTogether];
  alignas(64) int32_t next[kRowsTogether];
  alignas(64) int32_t shift[kRowsTogether];
  alignas(64) int32_t count[kRowsTogether];
};

// Vectors of rows: their columns, and where these are stored.
HWY_INLINE void FindWords(const CellIndex::Layout& layout, const RowLines& lines, const RowBand& band, RowSpans* spans,
                          RowWords* words) {
  const hn::CappedTag<float, 16> d;
  const hn::RebindToSigned<decltype(d)> di;
  const auto zero = hn::Zero(di);
  const auto last_column = hn::Set(di, layout.width - 1);
  const auto base = hn::Set(di, band.base_column);
  for (int r = 0; r < band.rows; r += static_cast<int>(hn::Lanes(d))) {
    const auto row = hn::ConvertTo(d, hn::Iota(di, band.first_row - band.base_row + r));
    auto from = hn::Set(d, lines.min_x);
    auto to = hn::Set(d, lines.max_x);
    for (int i = 0; i < lines.low_count; ++i) {
      from = hn::Max(from, hn::Add(hn::Set(d, lines.low_at[i]), hn::Mul(hn::Set(d, lines.low_slope[i]), row)));
    }
    for (int i = 0; i < lines.high_count; ++i) {
      to = hn::Min(to, hn::Add(hn::Set(d, lines.high_at[i]), hn::Mul(hn::Set(d, lines.high_slope[i]), row)));
    }
    // Lines that are nearly rows are anywhere.
    from = hn::Min(from, hn::Set(d, lines.max_x + 2.0f));
    to = hn::Max(to, hn::Set(d, lines.min_x - 2.0f));
    const auto first = hn::Max(hn::Add(hn::ConvertTo(di, hn::Floor(from)), base), zero);
    const auto last = hn::Min(hn::Add(hn::ConvertTo(di, hn::Floor(to)), base), last_column);
    const auto low = hn::Min(first, last_column);
    const auto count = hn::Max(hn::Sub(hn::Add(last, hn::Set(di, 1)), first), zero);
    const auto column = WrapIndex(hn::Add(low, hn::Set(di, layout.column_offset)), layout.stored_columns);
    const auto stored_row = WrapIndex(hn::Iota(di, band.first_row + layout.row_offset + r), layout.stored_rows);
    const auto start = hn::Mul(stored_row, hn::Set(di, layout.tile_columns));
    const auto word = hn::ShiftRight<6>(column);
    hn::Store(hn::Add(start, word), di, words->word + r);
    hn::Store(hn::Add(start, WrapIndex(hn::Add(word, hn::Set(di, 1)), layout.tile_columns)), di, words->next + r);
    hn::Store(hn::And(column, hn::Set(di, 63)), di, words->shift + r);
    hn::Store(hn::Min(count, hn::Set(di, 64)), di, words->count + r);
    hn::Store(low, di, spans->low + r);
    hn::Store(count, di, spans->count + r);
  }
}

bool Scan(const CellIndex& index, const RowLines& lines, const RowBand& band, RowSpans* spans) {
  const CellIndex::Layout layout = index.layout();
  // Lanes beyond the last row may be stored anywhere.
  RowWords words;
  FindWords(layout, lines, band, spans, &words);
  const hn::CappedTag<uint64_t, 8> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::Rebind<int32_t, decltype(d)> d32;
  constexpr int kLanes = hn::MaxLanes(d);
  for (int r = band.rows; r % kLanes != 0; ++r) words.word[r] = words.next[r] = words.count[r] = words.shift[r] = 0;
  auto any = hn::Zero(d);
  for (int r = 0; r < band.rows; r += kLanes) {
    const auto shift = hn::BitCast(d, hn::PromoteTo(di, hn::Load(d32, words.shift + r)));
    const auto count = hn::BitCast(d, hn::PromoteTo(di, hn::Load(d32, words.count + r)));
    const auto word = hn::GatherIndex(d, layout.bits, hn::PromoteTo(di, hn::Load(d32, words.word + r)));
    const auto next = hn::GatherIndex(d, layout.bits, hn::PromoteTo(di, hn::Load(d32, words.next + r)));
    const auto above = hn::Shl(hn::ShiftLeft<1>(next), hn::Sub(hn::Set(d, 63), shift));
    const auto has_none = hn::Eq(count, hn::Zero(d));
    const auto masked_shift = hn::IfThenZeroElse(has_none, hn::Sub(hn::Set(d, 64), count));
    const auto mask = hn::IfThenZeroElse(has_none, hn::Shr(hn::Set(d, ~uint64_t{0}), masked_shift));
    const auto bits = hn::And(hn::Or(hn::Shr(word, shift), above), mask);
    hn::Store(bits, d, spans->bits + r);
    any = hn::Or(any, bits);
  }
  return !hn::AllTrue(d, hn::Eq(any, hn::Zero(d)));
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {
namespace {

HWY_EXPORT(Bound);
HWY_EXPORT(Scan);

double SupportOf(const ConvexPolygon& shape, Vec2 normal) {
  double support = -std::numeric_limits<double>::infinity();
  for (const Vec2 vertex : shape.vertices()) support = std::max(support, Dot(normal, vertex));
  return support;
}

}  // namespace

CellShape::CellShape(const ConvexPolygon& shape) : polygon(&shape) {
  const int size = shape.size();
  const FittedBox box = FitBox(shape);
  sides_are_core = size <= kMaxSides;
  side_count = size > 2 && sides_are_core ? size : kMaxSides;
  reach_m = shape.radius_m();
  for (const Vec2 vertex : shape.vertices()) reach_m = std::max(reach_m, Norm(vertex) + shape.radius_m());
  for (int i = 0; i < side_count; ++i) {
    // Without sides of their own, all round from the axis on: those of a segment are among them.
    constexpr double kCos[] = {1.0, 0.92387953251128674, 0.70710678118654752, 0.38268343236508977, 0.0};
    const int k = i % 4;
    const Vec2 turned = {kCos[k] * box.axis.x - kCos[4 - k] * box.axis.y,
                         kCos[4 - k] * box.axis.x + kCos[k] * box.axis.y};
    const Vec2 quarters[] = {turned, PerpendicularLeft(turned), -turned, -PerpendicularLeft(turned)};
    normals[i] = size > 2 && sides_are_core ? -PerpendicularLeft(Normalized(shape.ring()[i + 1] - shape.ring()[i]))
                                            : quarters[i / 4];
    supports[i] = SupportOf(shape, normals[i]);
  }
  const double ratio = box.half_width_m > 0.0 ? box.half_length_m / box.half_width_m : kMaxDiscs;
  disc_count =
      size == 1 ? 1
                : static_cast<int>(std::min(std::max(2.0, std::ceil(std::max(ratio, 1.0 / ratio))), 1.0 * kMaxDiscs));
  const bool is_wide = box.half_width_m > box.half_length_m;
  const Vec2 along = is_wide ? PerpendicularLeft(box.axis) : box.axis;
  const double half_length_m = is_wide ? box.half_width_m : box.half_length_m;
  const double half_width_m = is_wide ? box.half_length_m : box.half_width_m;
  for (int k = 0; k < disc_count; ++k) {
    const double slab_m = half_length_m / disc_count;
    centers[k] = shape.center() + ((2 * k + 1) * slab_m - half_length_m) * along;
    outer_m[k] = size == 1 ? shape.radius_m() : (1.0 + 1e-12) * Norm({slab_m, half_width_m});
    double inside_m = size == 1 ? 0.0 : std::numeric_limits<double>::infinity();
    for (int i = 0; i < side_count && size > 1; ++i) {
      inside_m = std::min(inside_m, supports[i] - Dot(normals[i], centers[k]));
    }
    inner_m[k] = sides_are_core && inside_m >= 0.0 ? inside_m + shape.radius_m() : 0.0;
  }
}

void BoundGaps(const CellObstacles& cells, const CellShape& shape, const Pose2* poses, const Pose2* poses_at_end,
               int count, GapBounds* bounds) {
  HWY_DYNAMIC_DISPATCH(Bound)(cells, shape, poses, poses_at_end, count, bounds);
}

bool ScanRows(const CellIndex& index, const RowLines& lines, const RowBand& band, RowSpans* spans) {
  return HWY_DYNAMIC_DISPATCH(Scan)(index, lines, band, spans);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
