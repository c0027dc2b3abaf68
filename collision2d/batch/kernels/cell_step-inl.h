// A body at many poses, or moving between them, and one layer of cells, for one instruction set:
// included again for each by foreach_target.h.

#include <algorithm>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/cell_filter.h"
#include "collision2d/batch/kernels/cell_scan.h"
#include "collision2d/batch/kernels/shadow_numbers.h"

#if defined(COLLISION2D_BATCH_KERNELS_CELL_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_CELL_STEP_INL_H_
#undef COLLISION2D_BATCH_KERNELS_CELL_STEP_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_CELL_STEP_INL_H_
#endif

#include "collision2d/batch/kernels/walk-inl.h"
#include "collision2d/code_generation.h"
#include "collision2d/query/distance.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

static_assert(kCellPoses >= kPosesTogether);

// Makes a bound of a distance smaller than rounding it to single precision may make it greater. No
// proof: 4 roundings of single precision; there is one, and some of double precision.
constexpr double kGapRoundDown = 1.0 - 0x1p-22;

// Sinks of collisions: see sinks.h.
template <typename Sink>
HWY_NOINLINE void VisitCellCollisions(const StepGroup& group, CellShapes* shapes, Sink* sink) {
  const CellObstacles& cells = *group.layer.cells;
  const absl::Span<const Pose2> poses(group.poses, group.which.size());
  bool is_done[kPosesTogether] = {};
  for (int e = 0; e < shapes->size(); ++e) {
    const CellShape& shape = shapes->At(e, cells);
    GapBounds bounds;
    BoundGaps(shape, poses, group.poses, 0.0f, &bounds);
    for (uint64_t open = bounds.open; open != 0; open &= open - 1) {
      const auto p = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero64(open));
      if (is_done[p] || !sink->Wants(group.which[p], group.layer, 0)) continue;
      const bool is_certain = !Sink::kNamesElement && (bounds.certain >> p & 1) != 0;
      int slot = 0;
      if (!is_certain && !CollidesWithCells(shape, group.poses[p], Sink::kNamesElement ? &slot : nullptr)) continue;
      is_done[p] = true;
      const int64_t element = Sink::kNamesElement ? cells.ElementOf(slot) : -1;
      sink->Add({group.which[p], group.step, group.layer, group.batch, 0, 1u, e, group.poses[p], element});
    }
  }
}

// Sinks of distances: see distance_step-inl.h.
template <typename Sink>
HWY_NOINLINE void VisitCellDistances(const StepGroup& group, CellShapes* shapes, Sink* sink) {
  const CellObstacles& cells = *group.layer.cells;
  const absl::Span<const Pose2> poses(group.poses, group.which.size());
  const auto count = static_cast<int>(poses.size());
  for (int e = 0; e < shapes->size(); ++e) {
    const CellShape& shape = shapes->At(e, cells);
    GapBounds bounds;
    BoundGaps(shape, poses, group.poses, 0.0f, &bounds);
    for (int p = 0; p < count; ++p)
      sink->LowerLimit(group.which[p], LimitOf(cells.cell_size_m * std::max(bounds.upper[p], 0.0f)));
    if (group.poses_at_end != group.poses) BoundGaps(shape, poses, group.poses_at_end, 0.0f, &bounds);
    int last = -1;  // The nearest element of the pose before.
    for (int p = 0; p < count; ++p) {
      const int i = group.which[p];
      if (bounds.lower[p] * cells.cell_size_m > sink->limit_m(i)) continue;
      const bool is_still = group.poses_at_end == group.poses;
      const Pose2 at = InCells(shape, group.poses[p]);
      CellOutline outline;
      if (is_still) {
        OutlineAt(shape, at, &outline);
      } else {
        OutlineBetween(shape, at, InCells(shape, group.poses_at_end[p]), &outline);
      }
      const auto growth = [&] { return sink->limit_m(i) * shape.per_cell + shape.radii + shape.error; };
      // A near one first: it rules out most of the others. Poses are often neighbours.
      double expected = bounds.lower[p] + 4.0 + shape.radii;
      if (last >= 0) expected = DistanceOf(cells, outline, last, GapOf(cells, outline, last)) + kHardlyFarther;
      expected = std::min(expected, bounds.upper[p] + shape.radii + kHardlyFarther);
      NearElements near;
      FindNear(cells, outline, expected, growth(), &near);
      const NearElement& nearest = near.nearest;
      if (nearest.slot < 0) continue;
      last = nearest.slot;
      sink->LowerLimit(i, LimitOf(Distance(*shape.polygon, cells.ShapeOf(nearest.slot),
                                           RelativePose(group.poses[p], cells.world_from_cells))));
      // Of elements that the core overlaps, only the deepest matter, or the lowest.
      const bool overlaps = is_still && shape.sides_are_core && nearest.distance < -shape.error;
      const bool lowest_suffices = overlaps && !Sink::kMeasuresDepth && !cells.has_points;
      const double widest = overlaps && Sink::kMeasuresDepth ? nearest.distance + 2.0 * shape.error : growth();
      const auto take = [&](int slot, double distance) {
        const double lower_m = kGapRoundDown * cells.cell_size_m * (distance - shape.radii - shape.error);
        return sink->TakeElement(group, p, e, slot, static_cast<float>(std::max(0.0, lower_m))) &&
               !(lowest_suffices && distance < -shape.error);
      };
      if (widest <= near.complete_to) {
        for (int k = 0; k < near.count; ++k) {
          if (near.elements[k].distance <= widest && !take(near.elements[k].slot, near.elements[k].distance)) break;
        }
      } else {
        VisitElements(cells, outline, widest,
                      [&](int slot, double gap) { return take(slot, DistanceOf(cells, outline, slot, gap)); });
      }
    }
  }
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_CELL_STEP_INL_H_
