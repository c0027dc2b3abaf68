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

// Cells. Covers the rounding of bounds in single precision, apart from that of frames.
inline constexpr double kGapMargin = 1e-3;

// Where a disc of the body is at each pose: in which place of the field, how much wider than at
// rest it is for its motion, and how far outside the window.
struct DiscPlaces {
  alignas(64) int32_t place[kCellPoses];
  alignas(64) double widening[kCellPoses];
  alignas(64) double sag[kCellPoses];
  alignas(64) double outside[kCellPoses];
};

}  // namespace collision2d::internal
#endif

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using PoseTag = hn::CappedTag<double, 8>;
using PoseVec = hn::Vec<PoseTag>;

// Poses of the body in the frame of the window, in cells; the rotation is the body's, in the world.
struct PosesInCells {
  PoseVec x, y, cos, sin;
};

HWY_INLINE PosesInCells LoadPoses(const CellObstacles& cells, const Pose2* poses) {
  static_assert(sizeof(Pose2) == 4 * sizeof(double), "poses are read as rows of x, y, cos, sin");
  const PoseTag d;
  const Pose2& frame = cells.world_from_cells;
  const PoseVec per_cell = hn::Set(d, 1.0 / cells.cell_size_m);
  const PoseVec c = hn::Set(d, frame.cos);
  const PoseVec s = hn::Set(d, frame.sin);
  PosesInCells q;
  PoseVec x, y, cos, sin;
  hn::LoadInterleaved4(d, &poses->translation.x, x, y, cos, sin);
  x = hn::Mul(hn::Sub(x, hn::Set(d, frame.translation.x)), per_cell);
  y = hn::Mul(hn::Sub(y, hn::Set(d, frame.translation.y)), per_cell);
  q.x = hn::Sub(hn::Add(hn::Mul(c, x), hn::Mul(s, y)), hn::Set(d, static_cast<double>(cells.first_column)));
  q.y = hn::Sub(hn::Sub(hn::Mul(c, y), hn::Mul(s, x)), hn::Set(d, static_cast<double>(cells.first_row)));
  q.cos = hn::Add(hn::Mul(c, cos), hn::Mul(s, sin));
  q.sin = hn::Sub(hn::Mul(c, sin), hn::Mul(s, cos));
  return q;
}

// The index of the cell that holds each position, on the torus; positions beyond the window count
// as its border.
template <class V>
HWY_INLINE V WrapInto(V position, int size, int offset, int stored) {
  const hn::DFromV<V> d;
  const V inside = hn::Min(hn::Max(hn::Floor(position), hn::Zero(d)), hn::Set(d, size - 1.0));
  const V shifted = hn::Add(inside, hn::Set(d, static_cast<double>(offset)));
  const V size_of_torus = hn::Set(d, static_cast<double>(stored));
  return hn::Sub(shifted, hn::IfThenElseZero(hn::Ge(shifted, size_of_torus), size_of_torus));
}

HWY_INLINE void FindPlaces(const CellIndex::Layout& layout, PoseVec x, PoseVec y, int p, DiscPlaces* places) {
  const PoseTag d;
  const hn::Rebind<int32_t, PoseTag> di;
  const auto column = hn::DemoteTo(di, WrapInto(x, layout.width, layout.column_offset, layout.stored_columns));
  const auto row = hn::DemoteTo(di, WrapInto(y, layout.height, layout.row_offset, layout.stored_rows));
  const auto tile =
      hn::Add(hn::Mul(hn::ShiftRight<6>(row), hn::Set(di, layout.tile_columns)), hn::ShiftRight<6>(column));
  const auto low = hn::Set(di, CellIndex::kTile - 1);
  const auto in_tile = hn::Add(hn::ShiftLeft<6>(hn::And(row, low)), hn::And(column, low));
  hn::Store(hn::Add(hn::ShiftLeft<12>(tile), in_tile), di, places->place + p);
  const auto zero = hn::Zero(d);
  const PoseVec over_x = hn::Max(hn::Sub(zero, x), hn::Sub(x, hn::Set(d, static_cast<double>(layout.width))));
  const PoseVec over_y = hn::Max(hn::Sub(zero, y), hn::Sub(y, hn::Set(d, static_cast<double>(layout.height))));
  hn::Store(hn::Max(zero, hn::Max(over_x, over_y)), d, places->outside + p);
}

// Disc k of the shape at all poses, or in the middle of its ways.
HWY_INLINE void PlaceDisc(const CellObstacles& cells, const CellShape& shape, int k, const PosesInCells* start,
                          const PosesInCells* end, int count, DiscPlaces* places) {
  const PoseTag d;
  const PoseVec center_x = hn::Set(d, shape.centers[k].x / cells.cell_size_m);
  const PoseVec center_y = hn::Set(d, shape.centers[k].y / cells.cell_size_m);
  const PoseVec reach = hn::Set(d, shape.reach_m / cells.cell_size_m);
  const CellIndex::Layout layout = cells.index.layout();
  for (int p = 0; p < count; p += static_cast<int>(hn::Lanes(d)), ++start, ++end) {
    const auto x_of = [&](const PosesInCells& q) HWY_ATTR {
      return hn::Add(q.x, hn::Sub(hn::Mul(q.cos, center_x), hn::Mul(q.sin, center_y)));
    };
    const auto y_of = [&](const PosesInCells& q) HWY_ATTR {
      return hn::Add(q.y, hn::Add(hn::Mul(q.sin, center_x), hn::Mul(q.cos, center_y)));
    };
    const PoseVec x = x_of(*start);
    const PoseVec y = y_of(*start);
    if (start == end) {
      FindPlaces(layout, x, y, p, places);
      hn::Store(hn::Zero(d), d, places->widening + p);
      hn::Store(hn::Zero(d), d, places->sag + p);
      continue;
    }
    const PoseVec half = hn::Set(d, 0.5);
    const PoseVec half_x = hn::Mul(half, hn::Sub(x_of(*end), x));
    const PoseVec half_y = hn::Mul(half, hn::Sub(y_of(*end), y));
    const PoseVec cos_change = hn::Sub(end->cos, start->cos);
    const PoseVec sin_change = hn::Sub(end->sin, start->sin);
    const PoseVec chord_sq = hn::Add(hn::Mul(cos_change, cos_change), hn::Mul(sin_change, sin_change));
    const PoseVec factor = hn::IfThenElse(hn::Lt(chord_sq, hn::Set(d, 0.91)), hn::Set(d, SagFactor(0.5) / 0.5),
                                          hn::Set(d, SagFactor(1.0)));
    const PoseVec sag = hn::Mul(reach, hn::Mul(factor, chord_sq));
    const PoseVec half_way = hn::Sqrt(hn::Add(hn::Mul(half_x, half_x), hn::Mul(half_y, half_y)));
    FindPlaces(layout, hn::Add(x, half_x), hn::Add(y, half_y), p, places);
    hn::Store(sag, d, places->sag + p);
    hn::Store(hn::Add(sag, half_way), d, places->widening + p);
  }
}

void Bound(const CellObstacles& cells, const CellShape& shape, const Pose2* poses, const Pose2* poses_at_end, int count,
           GapBounds* bounds) {
  constexpr int kLanes = hn::MaxLanes(PoseTag());
  PosesInCells start[kCellPoses / kLanes];
  PosesInCells end[kCellPoses / kLanes];
  const bool moves = poses != poses_at_end;
  for (int p = 0; p < count; p += kLanes) {
    start[p / kLanes] = LoadPoses(cells, poses + p);
    if (moves) end[p / kLanes] = LoadPoses(cells, poses_at_end + p);
  }
  std::fill_n(bounds->lower, kCellPoses, std::numeric_limits<float>::infinity());
  std::fill_n(bounds->upper, kCellPoses, std::numeric_limits<float>::infinity());
  constexpr double kEighth = 1.0 / CellIndex::kEighths;
  const double margin = kGapMargin + cells.FrameError(shape.reach_m);
  const int cap = CellIndex::kEighths * cells.index.reach();
  // A point may be the farthest one of its cell's square.
  const double slack = (cells.has_points ? 2.0 : 1.0) * 1.41422 + kEighth;
  for (int k = 0; k < shape.disc_count; ++k) {
    DiscPlaces places;
    PlaceDisc(cells, shape, k, start, moves ? end : start, count, &places);
    const double outer = (shape.outer_m[k] + cells.radius_m) / cells.cell_size_m + margin;
    const double inner = (shape.inner_m[k] + cells.radius_m) / cells.cell_size_m - margin - slack;
    for (int p = 0; p < count; ++p) {
      const int eighths = cells.index.GapAt(static_cast<uint32_t>(places.place[p]));
      const double gap = kEighth * eighths;
      const double lower = std::max(gap, places.outside[p]) - outer - places.widening[p];
      bounds->lower[p] = std::min(bounds->lower[p], static_cast<float>(lower));
      const bool is_known = eighths < cap && places.outside[p] == 0.0 && shape.inner_m[k] > 0.0;
      const double upper = is_known ? gap + places.sag[p] - inner : std::numeric_limits<double>::infinity();
      bounds->upper[p] = std::min(bounds->upper[p], static_cast<float>(upper));
    }
  }
}

void Columns(const RowLines& lines, int first_row, int32_t* low, int32_t* high) {
  const hn::CappedTag<float, 8> d;
  const hn::RebindToSigned<decltype(d)> di;
  for (int r = 0; r < kRowsTogether; r += static_cast<int>(hn::Lanes(d))) {
    const auto row = hn::ConvertTo(d, hn::Iota(di, first_row + r));
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
    hn::StoreU(hn::ConvertTo(di, hn::Floor(from)), di, low + r);
    hn::StoreU(hn::ConvertTo(di, hn::Floor(to)), di, high + r);
  }
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {
namespace {

HWY_EXPORT(Bound);
HWY_EXPORT(Columns);

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

void FindColumns(const RowLines& lines, int first_row, int32_t* low, int32_t* high) {
  HWY_DYNAMIC_DISPATCH(Columns)(lines, first_row, low, high);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
