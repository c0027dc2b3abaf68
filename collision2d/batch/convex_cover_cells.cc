#include "collision2d/batch/convex_cover_cells.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/packed_tree.h"
#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/convex_cover_cells.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/tree_walk-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

static_assert(kCoverPoints == PackedTree::kWidth, "points take the place of children in vectors");

// Points relative to the origin of the cells, and what a test of each may lose.
struct alignas(64) CoverPoints {
  float x[kCoverPoints];
  float y[kCoverPoints];
  float error_m[kCoverPoints];
};

// Bits of the points that are on the inner side of all sides, by more than the error.
HWY_INLINE uint32_t InsideBits(const CoverPoints& points, const HalfPlane* sides, int32_t count) {
  const BlockTag d;
  uint32_t inside = 0;
  for (int i = 0; i < kCoverPoints; i += static_cast<int>(hn::Lanes(d))) {
    const BlockVec x = hn::Load(d, points.x + i);
    const BlockVec y = hn::Load(d, points.y + i);
    const BlockVec error = hn::Load(d, points.error_m + i);
    BlockMask all = hn::Le(x, x);
    for (int32_t k = 0; k < count; ++k) {
      const BlockVec place = hn::MulAdd(hn::Set(d, sides[k].x), x, hn::MulAdd(hn::Set(d, sides[k].y), y, error));
      all = hn::And(all, hn::Le(place, hn::Set(d, sides[k].end)));
    }
    inside |= BitsOf(all) << i;
  }
  return inside;
}

// Writes the points; returns a box around them.
HWY_INLINE PackedTreeBox MakeCoverPoints(const CoverCells& cells, const Vec2* world, CoverPoints* points) {
  static_assert(sizeof(Vec2) == 2 * sizeof(double), "points are read as rows of x, y");
  const hn::CappedTag<double, kCoverPoints / 2> d;
  const hn::Rebind<float, decltype(d)> df;
  const auto extent_m = hn::Set(df, cells.extent_m);
  auto min_x = hn::Set(df, std::numeric_limits<float>::infinity());
  auto min_y = min_x;
  auto max_x = hn::Neg(min_x);
  auto max_y = max_x;
  for (int p = 0; p < kCoverPoints; p += static_cast<int>(hn::Lanes(d))) {
    hn::Vec<decltype(d)> world_x, world_y;
    hn::LoadInterleaved2(d, &world[p].x, world_x, world_y);
    const auto x = hn::DemoteTo(df, hn::Sub(world_x, hn::Set(d, cells.origin.x)));
    const auto y = hn::DemoteTo(df, hn::Sub(world_y, hn::Set(d, cells.origin.y)));
    hn::Store(x, df, points->x + p);
    hn::Store(y, df, points->y + p);
    const auto reach_m = hn::Add(hn::Add(hn::Abs(x), hn::Abs(y)), extent_m);
    hn::Store(hn::Mul(hn::Set(df, kCoverError), reach_m), df, points->error_m + p);
    min_x = hn::Min(min_x, x);
    min_y = hn::Min(min_y, y);
    max_x = hn::Max(max_x, x);
    max_y = hn::Max(max_y, y);
  }
  // Outward by more than the rounding of the points.
  return {SingleAtMost(hn::GetLane(hn::MinOfLanes(df, min_x))), SingleAtMost(hn::GetLane(hn::MinOfLanes(df, min_y))),
          SingleAtLeast(hn::GetLane(hn::MaxOfLanes(df, max_x))), SingleAtLeast(hn::GetLane(hn::MaxOfLanes(df, max_y)))};
}

uint32_t Covered(const CoverCells& cells, const Vec2* world, int count) {
  CoverPoints points;
  const PackedTreeBox box = MakeCoverPoints(cells, world, &points);
  const uint32_t all = (1u << count) - 1u;
  uint32_t covered = 0;
  VisitOverlaps(cells.tree, box, [&](uint32_t slot) HWY_ATTR {
    const CoverCell& cell = cells.cells[slot];
    if (cell.first_side < cell.end_side) {
      covered |= InsideBits(points, &cells.sides[cell.first_side], cell.end_side - cell.first_side);
    }
    return (covered & all) != all;
  });
  return covered & all;
}

void CellsAt(const CoverCells& cells, Vec2 world, CellVisitor* visitor) {
  const Vec2 point = world - cells.origin;
  const PackedTreeBox box = {SingleAtMost(point.x), SingleAtMost(point.y), SingleAtLeast(point.x),
                             SingleAtLeast(point.y)};
  VisitOverlaps(cells.tree, box, [&](uint32_t slot) HWY_ATTR { return visitor->Visit(cells.cells[slot].cell); });
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {
namespace {

HWY_EXPORT(Covered);
HWY_EXPORT(CellsAt);

PackedTreeBox RelativeBox(const Aabb2& box, Vec2 origin) {
  const Vec2 min = box.min - origin;
  const Vec2 max = box.max - origin;
  return {SingleAtMost(min.x), SingleAtMost(min.y), SingleAtLeast(max.x), SingleAtLeast(max.y)};
}

void AddSides(const ConvexPolygon& cell, Vec2 origin, CoverCells* index) {
  for (int i = 0; cell.size() >= 3 && i < cell.size(); ++i) {
    const Vec2 from = cell.ring()[i] - origin;
    const Vec2 to = cell.ring()[i + 1] - origin;
    const Vec2 side = Normalized(to - from);
    const HalfPlane outward = {static_cast<float>(side.y), static_cast<float>(-side.x), 0.0f};
    const auto place = [&](Vec2 v) { return outward.x * v.x + outward.y * v.y; };
    index->sides.push_back({outward.x, outward.y, static_cast<float>(std::min(place(from), place(to)))});
    index->extent_m = std::max(index->extent_m, SingleAtLeast(Norm1(from)));
  }
}

}  // namespace

CoverCells MakeCoverCells(absl::Span<const ConvexPolygon> cells, absl::Span<const Aabb2> bounds) {
  CoverCells index;
  Aabb2 all;
  for (const Aabb2& box : bounds) all.Extend(box);
  if (!cells.empty()) index.origin = all.center();
  std::vector<PackedTreeEntry> entries(cells.size());
  for (size_t i = 0; i < cells.size(); ++i) {
    const Vec2 center = bounds[i].center() - index.origin;
    entries[i] = {static_cast<float>(center.x), static_cast<float>(center.y), static_cast<int32_t>(i)};
  }
  OrderForPackedTree(absl::MakeSpan(entries));
  std::vector<PackedTreeBox> boxes;
  for (const PackedTreeEntry& entry : entries) {
    boxes.push_back(RelativeBox(bounds[entry.index], index.origin));
    const auto first_side = static_cast<int32_t>(index.sides.size());
    AddSides(cells[entry.index], index.origin, &index);
    index.cells.push_back({entry.index, first_side, static_cast<int32_t>(index.sides.size())});
  }
  index.tree = PackedTree(boxes);
  return index;
}

uint32_t CertainlyCovered(const CoverCells& cells, const Vec2* points, int count) {
  return HWY_DYNAMIC_DISPATCH(Covered)(cells, points, count);
}

void VisitCellsAt(const CoverCells& cells, Vec2 point, CellVisitor* visitor) {
  HWY_DYNAMIC_DISPATCH(CellsAt)(cells, point, visitor);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
