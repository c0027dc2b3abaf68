// A body at many poses, or moving between them, and one layer of cells, for one instruction set:
// included again for each by foreach_target.h.

#include <algorithm>
#include <cstdint>
#include <limits>

#include "collision2d/batch/kernels/cell_filter.h"
#include "collision2d/batch/kernels/cell_motion.h"
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
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

static_assert(kCellPoses == kPosesTogether);

// Makes a bound of a distance smaller than rounding it to single precision may make it greater. No
// proof: 4 roundings of single precision; there is one, and some of double precision.
constexpr double kGapRoundDown = 1.0 - 0x1p-22;

// Sinks of collisions: see sinks.h.
template <typename Sink>
HWY_NOINLINE void VisitCellCollisions(const StepGroup& group, CellShapes* shapes, Sink* sink) {
  const CellObstacles& cells = *group.layer.cells;
  const int count = static_cast<int>(group.which.size());
  bool is_done[kPosesTogether] = {};
  for (int e = 0; e < shapes->size(); ++e) {
    const CellShape& shape = shapes->At(e);
    GapBounds bounds;
    BoundGaps(cells, shape, group.poses, group.poses, count, &bounds);
    for (int p = 0; p < count; ++p) {
      if (bounds.lower[p] > 0.0f || is_done[p] || !sink->Wants(group.which[p], group.layer, 0)) continue;
      const bool is_certain = !Sink::kNamesElement && cells.min_count == 1 && bounds.upper[p] <= 0.0f;
      int slot = 0;
      if (!is_certain && !CollidesWithCells(cells, shape, group.poses[p], Sink::kNamesElement ? &slot : nullptr)) {
        continue;
      }
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
  const int count = static_cast<int>(group.which.size());
  for (int e = 0; e < shapes->size(); ++e) {
    const CellShape& shape = shapes->At(e);
    GapBounds bounds;
    BoundGaps(cells, shape, group.poses, group.poses, count, &bounds);
    for (int p = 0; p < count; ++p)
      sink->LowerLimit(group.which[p], LimitOf(cells.cell_size_m * std::max(bounds.upper[p], 0.0f)));
    if (group.poses_at_end != group.poses) BoundGaps(cells, shape, group.poses, group.poses_at_end, count, &bounds);
    for (int p = 0; p < count; ++p) {
      const int i = group.which[p];
      if (bounds.lower[p] * cells.cell_size_m > sink->limit_m(i)) continue;
      const CellOutline outline = group.poses_at_end == group.poses
                                      ? OutlineAt(cells, shape, group.poses[p])
                                      : OutlineBetween(cells, shape, group.poses[p], group.poses_at_end[p]);
      const double radii =
          (shape.polygon->radius_m() + cells.radius_m) / cells.cell_size_m + cells.FrameError(shape.reach_m);
      const auto growth = [&] { return sink->limit_m(i) / cells.cell_size_m + radii; };
      // The nearest by its gap first: it rules out most of the others.
      const double nearest_m = BoundNearest(cells, shape, outline, group.poses[p], bounds.lower[p], growth());
      if (nearest_m == std::numeric_limits<double>::infinity()) continue;
      sink->LowerLimit(i, LimitOf(nearest_m));
      VisitElements(cells, outline, growth(), [&](int slot, double gap) {
        const double lower_m = kGapRoundDown * cells.cell_size_m * (gap - radii);
        return sink->TakeElement(group, p, e, slot, static_cast<float>(std::max(0.0, lower_m)));
      });
    }
  }
}

// Sinks of contacts: see sinks.h.
template <typename Sink>
HWY_NOINLINE void VisitCellContacts(const StepGroup& group, CellShapes* shapes, Sink* sink) {
  const CellObstacles& cells = *group.layer.cells;
  const int count = static_cast<int>(group.which.size());
  const double tolerance = group.call.sweep->options.contact_tolerance_m / cells.cell_size_m;
  for (int e = 0; e < shapes->size(); ++e) {
    const CellShape& shape = shapes->At(e);
    GapBounds bounds;
    BoundGaps(cells, shape, group.poses, group.poses_at_end, count, &bounds);
    for (int p = 0; p < count; ++p) {
      if (bounds.lower[p] > tolerance || !sink->Wants(group.which[p], group.layer, 0)) continue;
      sink->AddCells(group.which[p], {0, group.step, group.layer, 0, e}, shape, bounds.upper[p] <= 0.0f);
    }
  }
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_CELL_STEP_INL_H_
