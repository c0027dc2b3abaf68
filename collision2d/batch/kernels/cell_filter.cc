#include "collision2d/batch/kernels/cell_filter.h"

#include <algorithm>
#include <cmath>
#include <cstring>
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

// The rounding of a position, relative to the window's size and the body's reach. No proof: 16
// roundings in single precision; a position has five of the window's size, and ten of the reach.
inline constexpr double kGapRounding = 0x1p-20;

}  // namespace collision2d::internal
#endif

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Positions in the window have single precision, whose rounding kGapRounding covers.
using GapTag = hn::CappedTag<float, 8>;
using GapVec = hn::Vec<GapTag>;
constexpr int kGapLanes = hn::MaxLanes(GapTag());
static_assert(kGapLanes == 1 || kGapLanes == 4 || kGapLanes == 8);

// Poses of the body in the frame of the window, in cells; the last one is repeated.
struct PosesInCells {
  static constexpr int kRoom = kCellPoses + 8;
  alignas(64) float x[kRoom];
  alignas(64) float y[kRoom];
  alignas(64) float cos[kRoom];
  alignas(64) float sin[kRoom];
};

HWY_INLINE void LoadPoses(const CellShape& shape, const Pose2* poses, int count, PosesInCells* q) {
  static_assert(sizeof(Pose2) == 4 * sizeof(double), "poses are read as rows of x, y, cos, sin");
  const hn::CappedTag<double, kGapLanes> d;
  constexpr int kLanes = hn::MaxLanes(d);
  const hn::Rebind<float, decltype(d)> df;
  const Pose2& frame = shape.cells->world_from_cells;
  const auto per_cell = hn::Set(d, shape.per_cell);
  const auto c = hn::Set(d, frame.cos);
  const auto s = hn::Set(d, frame.sin);
  const auto frame_x = hn::Set(d, frame.translation.x);
  const auto frame_y = hn::Set(d, frame.translation.y);
  const auto first_x = hn::Set(d, static_cast<double>(shape.cells->first_column));
  const auto first_y = hn::Set(d, static_cast<double>(shape.cells->first_row));
  Pose2 copies[kLanes];
  for (int p = 0; p < (count + kGapLanes - 1) / kGapLanes * kGapLanes; p += kLanes) {
    const Pose2* from = poses + p;
    if (count - p < kLanes) {
      for (int i = 0; i < kLanes; ++i) copies[i] = poses[std::min(p + i, count - 1)];
      from = copies;
    }
    hn::Vec<decltype(d)> x, y, cos, sin;
    hn::LoadInterleaved4(d, &from->translation.x, x, y, cos, sin);
    x = hn::Mul(hn::Sub(x, frame_x), per_cell);
    y = hn::Mul(hn::Sub(y, frame_y), per_cell);
    hn::StoreU(hn::DemoteTo(df, hn::Sub(hn::MulAdd(c, x, hn::Mul(s, y)), first_x)), df, q->x + p);
    hn::StoreU(hn::DemoteTo(df, hn::Sub(hn::MulSub(c, y, hn::Mul(s, x)), first_y)), df, q->y + p);
    hn::StoreU(hn::DemoteTo(df, hn::MulAdd(c, cos, hn::Mul(s, sin))), df, q->cos + p);
    hn::StoreU(hn::DemoteTo(df, hn::MulSub(c, sin, hn::Mul(s, cos))), df, q->sin + p);
  }
}

// A vector of positions in the window.
struct Positions {
  GapVec x, y;
};

// The positions of disc k at poses from p on.
HWY_INLINE Positions DiscAt(const CellShape& shape, const PosesInCells& q, int p, int k) {
  const GapTag d;
  const GapVec x = hn::Set(d, shape.discs_x[k]);
  const GapVec y = hn::Set(d, shape.discs_y[k]);
  const GapVec cos = hn::LoadU(d, q.cos + p);
  const GapVec sin = hn::LoadU(d, q.sin + p);
  return {hn::MulAdd(cos, x, hn::NegMulAdd(sin, y, hn::LoadU(d, q.x + p))),
          hn::MulAdd(sin, x, hn::MulAdd(cos, y, hn::LoadU(d, q.y + p)))};
}

HWY_INLINE Positions HalfBetween(Positions a, Positions b) {
  const GapVec half = hn::Set(GapTag(), 0.5f);
  return {hn::Mul(half, hn::Sub(b.x, a.x)), hn::Mul(half, hn::Sub(b.y, a.y))};
}

// Indices below twice a torus' size.
template <class V>
HWY_INLINE V WrapIndex(V index, int size) {
  const hn::RebindToUnsigned<hn::DFromV<V>> d;
  const auto k = hn::BitCast(d, index);
  return hn::BitCast(hn::DFromV<V>(), hn::Min(k, hn::Sub(k, hn::Set(d, static_cast<uint32_t>(size)))));
}

// The bytes of the field at places that have a vector's lanes. Spelled out: compilers do not unroll
// it.
HWY_INLINE uint64_t BytesAt(const CellIndex& index, const uint32_t* places) {
  const auto byte = [&](int i) { return static_cast<uint64_t>(index.ByteAt(places[i])) << 8 * i; };
  if (kGapLanes == 1) return byte(0);
  const uint64_t four = (byte(0) | byte(1)) | (byte(2) | byte(3));
  return kGapLanes == 4 ? four : four | ((byte(4) | byte(5)) | (byte(6) | byte(7)));
}

using GapPlaces = hn::Vec<hn::RebindToUnsigned<GapTag>>;

// Where the field has the cells that hold positions inside the window.
HWY_INLINE GapPlaces PlacesOf(const CellIndex::Layout& layout, Positions inside) {
  const hn::RebindToSigned<GapTag> di;
  const auto column =
      WrapIndex(hn::Add(hn::ConvertTo(di, inside.x), hn::Set(di, layout.column_offset)), layout.stored_columns);
  const auto row = WrapIndex(hn::Add(hn::ConvertTo(di, inside.y), hn::Set(di, layout.row_offset)), layout.stored_rows);
  const auto strip = hn::Add(hn::Mul(hn::ShiftRight<6>(column), hn::Set(di, layout.stored_rows)), row);
  const auto place = hn::Add(hn::ShiftLeft<6>(strip), hn::And(column, hn::Set(di, CellIndex::kTile - 1)));
  return hn::BitCast(hn::RebindToUnsigned<GapTag>(), place);
}

// One more than the gaps at places, in eighths, rounded down; 0: not computed yet.
HWY_INLINE GapVec EighthsAt(const CellIndex& index, GapPlaces places) {
  const hn::RebindToSigned<GapTag> di;
  const hn::Rebind<uint8_t, GapTag> d8;
  alignas(64) uint32_t at[kGapLanes];
  hn::Store(places, hn::RebindToUnsigned<GapTag>(), at);
  const uint64_t bytes = SwapUnlessLittleEndian(BytesAt(index, at));
  uint8_t lanes[8];
  std::memcpy(lanes, &bytes, sizeof(lanes));
  return hn::ConvertTo(GapTag(), hn::PromoteTo(di, hn::LoadU(d8, lanes)));
}

HWY_NOINLINE void ComputeTiles(const CellIndex& index, GapPlaces places) {
  alignas(64) uint32_t at[kGapLanes];
  hn::Store(places, hn::RebindToUnsigned<GapTag>(), at);
  for (const uint32_t place : at) index.ComputeAt(place);
}

HWY_INLINE uint64_t BitsOf(hn::Mask<GapTag> mask) {
  uint8_t bytes[8];
  hn::StoreMaskBits(GapTag(), mask, bytes);
  return bytes[0];
}

// Motions from the poses of `start` on to those of `end`, which is not null if there is motion.
struct WaysInCells {
  const PosesInCells& start;
  const PosesInCells* end;
  int end_of_first;  // Way p ends at pose end_of_first + p.
};

// How far a point within `reach` of the origin leaves the chord of its way.
HWY_INLINE GapVec SagOf(const WaysInCells& ways, int p, double reach) {
  const GapTag d;
  const int to = ways.end_of_first + p;
  const GapVec cos = hn::Sub(hn::LoadU(d, ways.end->cos + to), hn::LoadU(d, ways.start.cos + p));
  const GapVec sin = hn::Sub(hn::LoadU(d, ways.end->sin + to), hn::LoadU(d, ways.start.sin + p));
  const GapVec chord_sq = hn::MulAdd(cos, cos, hn::Mul(sin, sin));
  const GapVec small = hn::Set(d, static_cast<float>(reach * SagFactor(0.5) / 0.5));
  const GapVec large = hn::Set(d, static_cast<float>(reach * SagFactor(1.0)));
  return hn::Mul(chord_sq, hn::IfThenElse(hn::Lt(chord_sq, hn::Set(d, 0.91f)), small, large));
}

struct GapPair {
  GapVec lower, upper;
};

// A vector of poses, or of motions, from p on.
HWY_INLINE GapPair BoundSome(const CellShape& shape, const WaysInCells& ways, int p) {
  const GapTag d;
  const GapVec zero = hn::Zero(d);
  const GapVec infinity = hn::Set(d, std::numeric_limits<float>::infinity());
  const CellIndex& index = shape.cells->index;
  const CellIndex::Layout layout = index.layout();
  const GapVec cap = hn::Set(d, static_cast<float>(CellIndex::kEighths * index.reach() + 1));
  // The largest numbers whose cells are those of the window.
  const GapVec last_x = hn::Set(d, static_cast<float>(layout.width) - 0.5f);
  const GapVec last_y = hn::Set(d, static_cast<float>(layout.height) - 0.5f);
  const GapVec sag = ways.end == nullptr ? zero : SagOf(ways, p, shape.reach);
  // In eighths.
  GapVec lower = infinity;
  GapVec upper = infinity;
  for (int disc = 0; disc < shape.disc_count; ++disc) {
    Positions at = DiscAt(shape, ways.start, p, disc);
    Positions half = {zero, zero};
    if (ways.end != nullptr) {
      half = HalfBetween(at, DiscAt(shape, *ways.end, ways.end_of_first + p, disc));
      at = {hn::Add(at.x, half.x), hn::Add(at.y, half.y)};
    }
    // Positions beyond the window have at least the gap of its border.
    const Positions inside = {hn::Min(hn::Max(at.x, zero), last_x), hn::Min(hn::Max(at.y, zero), last_y)};
    const GapPlaces places = PlacesOf(layout, inside);
    GapVec eighths = EighthsAt(index, places);
    if (HWY_UNLIKELY(!hn::AllFalse(d, hn::Eq(eighths, zero)))) {
      ComputeTiles(index, places);
      eighths = EighthsAt(index, places);
    }
    GapVec least = eighths;
    if (ways.end != nullptr) {
      const GapVec length = hn::Sqrt(hn::MulAdd(half.x, half.x, hn::Mul(half.y, half.y)));
      least = hn::NegMulAdd(hn::Set(d, CellIndex::kEighths), length, eighths);
    }
    lower = hn::Min(lower, least);
    const auto is_inside = hn::And(hn::Eq(at.x, inside.x), hn::Eq(at.y, inside.y));
    const auto is_known = hn::And(is_inside, hn::Lt(eighths, cap));
    const GapVec most = hn::Sub(eighths, hn::Set(d, CellIndex::kEighths * shape.inner[disc]));
    upper = hn::Min(upper, hn::IfThenElse(is_known, most, infinity));
  }
  const GapVec per_eighth = hn::Set(d, 1.0f / CellIndex::kEighths);
  const GapVec one = hn::Set(d, 1.0f);
  return {hn::MulSub(hn::Sub(lower, one), per_eighth, hn::Add(sag, hn::Set(d, shape.outer))),
          hn::MulAdd(hn::Sub(upper, one), per_eighth, sag)};
}

void Bound(const CellShape& shape, absl::Span<const Pose2> poses, const Pose2* poses_at_end, float room,
           GapBounds* bounds) {
  const GapTag d;
  const auto count = static_cast<int>(poses.size());
  const bool moves = poses_at_end != poses.data();
  // Steps of a trajectory: each way ends where the next one starts.
  const bool is_chain = poses_at_end == poses.data() + 1;
  PosesInCells start;
  PosesInCells end;
  LoadPoses(shape, poses.data(), count + (is_chain ? 1 : 0), &start);
  if (moves && !is_chain) LoadPoses(shape, poses_at_end, count, &end);
  const WaysInCells ways = {start, !moves ? nullptr : is_chain ? &start : &end, is_chain ? 1 : 0};
  bounds->open = bounds->certain = 0;
  for (int p = 0; p < count; p += kGapLanes) {
    const GapPair some = BoundSome(shape, ways, p);
    hn::StoreU(some.lower, d, bounds->lower + p);
    hn::StoreU(some.upper, d, bounds->upper + p);
    bounds->open |= BitsOf(hn::Le(some.lower, hn::Set(d, room))) << p;
    bounds->certain |= BitsOf(hn::Le(some.upper, hn::Zero(d))) << p;
  }
  const uint64_t all = ~uint64_t{0} >> (kCellPoses - count);
  bounds->open &= all;
  bounds->certain &= shape.cells->min_count == 1 ? all : 0;
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {
namespace {

HWY_EXPORT(Bound);

double SupportOf(const ConvexPolygon& shape, Vec2 normal) {
  double support = -std::numeric_limits<double>::infinity();
  for (const Vec2 vertex : shape.vertices()) support = std::max(support, Dot(normal, vertex));
  return support;
}

}  // namespace

CellShape::CellShape(const ConvexPolygon& shape, const CellObstacles& of_cells, DiscGrid grid)
    : polygon(&shape), cells(&of_cells), per_cell(1.0 / of_cells.cell_size_m) {
  const int size = shape.size();
  const FittedBox box = FitBox(shape);
  sides_are_core = size <= kMaxSides;
  side_count = size > 2 && sides_are_core ? size : kMaxSides;
  double reach_m = shape.radius_m();
  for (const Vec2 vertex : shape.vertices()) reach_m = std::max(reach_m, Norm(vertex) + shape.radius_m());
  reach = per_cell * reach_m;
  error = of_cells.FrameError(reach_m);
  radii = per_cell * (shape.radius_m() + of_cells.radius_m);
  SetSides(box.axis);
  SetPoints();
  SetDiscs(box, grid);
}

void CellShape::SetSides(Vec2 axis) {
  const bool has_own = polygon->size() > 2 && sides_are_core;
  for (int i = 0; i < kMaxSides; ++i) {
    // Without sides of their own, all round from the axis on: those of a segment are among them.
    constexpr double kCos[] = {1.0, 0.92387953251128674, 0.70710678118654752, 0.38268343236508977, 0.0};
    const int k = i % 4;
    const Vec2 turned = {kCos[k] * axis.x - kCos[4 - k] * axis.y, kCos[4 - k] * axis.x + kCos[k] * axis.y};
    const Vec2 quarters[] = {turned, PerpendicularLeft(turned), -turned, -PerpendicularLeft(turned)};
    const Vec2* const edge = &polygon->ring()[i < polygon->size() ? i : 0];
    const Vec2 normal = has_own ? -PerpendicularLeft(Normalized(edge[1] - edge[0])) : quarters[i / 4];
    normals_x[i] = normal.x;
    normals_y[i] = normal.y;
    supports[i] = per_cell * SupportOf(*polygon, normal);
  }
}

void CellShape::SetPoints() {
  point_count = std::min(polygon->size(), kMaxSides);
  for (int i = 0; i < kMaxSides; ++i) {
    Vec2 point = per_cell * polygon->ring()[i < point_count ? i : 0];
    if (!sides_are_core) {
      // The corner between two sides.
      const int next = (i + 1) % kMaxSides;
      const Vec2 a = {normals_x[i], normals_y[i]};
      const Vec2 b = {normals_x[next], normals_y[next]};
      point = (-1.0 / Cross(a, b)) * PerpendicularLeft(supports[i] * b - supports[next] * a);
    }
    points_x[i] = point.x;
    points_y[i] = point.y;
  }
}

// A row of discs that are as wide as the shape, at least three. A fine grid has two rows if the
// shape is nearly square: one row reaches far beyond its corners.
void CellShape::SetDiscs(const FittedBox& box, DiscGrid grid) {
  const bool is_point = polygon->size() == 1;
  const bool is_wide = box.half_width_m > box.half_length_m;
  const Vec2 axis = per_cell * (is_wide ? PerpendicularLeft(box.axis) : box.axis);
  const Vec2 along = std::max(box.half_length_m, box.half_width_m) * axis;
  const Vec2 across = std::min(box.half_length_m, box.half_width_m) * PerpendicularLeft(axis);
  const double ratio = Norm(across) > 0.0 ? Norm(along) / Norm(across) : kMaxDiscs;
  const int rows = grid == DiscGrid::kFine && !is_point && ratio < 1.5 ? 2 : 1;
  const int columns = is_point ? 1 : static_cast<int>(std::min(std::max(3.0, std::ceil(ratio)), 1.0 * kMaxDiscs));
  disc_count = rows * columns;
  const double margin = kGapMargin + error + kGapRounding * (cells->index.width() + cells->index.height() + reach);
  const double outer_of_core =
      is_point ? 0.0
               : (1.0 + 1e-12) * Norm({Norm(along) / columns, Norm(across) / rows}) - per_cell * polygon->radius_m();
  outer = static_cast<float>(outer_of_core + radii + margin);
  // A point may be the farthest one of its cell's square; gaps are rounded down.
  const double slack = (cells->has_points ? 2.0 : 1.0) * 1.41422 + 1.0 / CellIndex::kEighths;
  for (int k = 0; k < disc_count; ++k) {
    const Vec2 center = per_cell * polygon->center() + ((2 * (k / rows) + 1.0) / columns - 1.0) * along +
                        ((2 * (k % rows) + 1.0) / rows - 1.0) * across;
    double inside = is_point ? 0.0 : std::numeric_limits<double>::infinity();
    for (int i = 0; i < side_count && !is_point; ++i) {
      inside = std::min(inside, supports[i] - Dot({normals_x[i], normals_y[i]}, center));
    }
    discs_x[k] = static_cast<float>(center.x);
    discs_y[k] = static_cast<float>(center.y);
    inner[k] = sides_are_core && inside >= 0.0 ? static_cast<float>(inside + radii - margin - slack)
                                               : -std::numeric_limits<float>::infinity();
  }
}

void BoundGaps(const CellShape& shape, absl::Span<const Pose2> poses, const Pose2* poses_at_end, float room,
               GapBounds* bounds) {
  HWY_DYNAMIC_DISPATCH(Bound)(shape, poses, poses_at_end, room, bounds);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
