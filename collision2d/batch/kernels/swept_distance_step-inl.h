// Bounds on the least distances of a body shape on many ways from the moving shapes of a batch, for
// one instruction set: included again for each by foreach_target.h.

#include <algorithm>
#include <cstdint>

#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/posed_body.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "collision2d/batch/polygon_batch.h"

#if defined(COLLISION2D_BATCH_KERNELS_SWEPT_DISTANCE_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_SWEPT_DISTANCE_STEP_INL_H_
#undef COLLISION2D_BATCH_KERNELS_SWEPT_DISTANCE_STEP_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_SWEPT_DISTANCE_STEP_INL_H_
#endif

#include "collision2d/batch/kernels/box_distance-inl.h"
#include "collision2d/batch/kernels/cell_step-inl.h"
#include "collision2d/batch/kernels/distance_step-inl.h"
#include "collision2d/batch/kernels/pose_filter-inl.h"
#include "collision2d/batch/kernels/swept_filter-inl.h"
#include "collision2d/batch/kernels/swept_step-inl.h"
#include "collision2d/batch/kernels/tree_walk-inl.h"
#include "collision2d/batch/kernels/walk-inl.h"
#include "collision2d/code_generation.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// Bounds on the least distance over an interval, from those at both ends, which become the answer:
// `bounds` and `at_end`. Besides the gap that is open throughout (CompareSwept): no distance
// changes faster than points of the shapes move towards each other, so that with V a bound on their
// way over the interval it is at least d0 - V t and d1 - V (1 - t), and the greater of these is at
// least (d0 + d1 - V) / 2. A point moves as the centre and about it. The centre's velocity differs
// from its mean, the chord, by at most twice what turns it about the frame's origin. Pair queries
// are within pair_error_m.
HWY_INLINE void BoundLeastDistances(const SweptShape& shape, int p, const ShadowBlock& start, const ShadowBlock& end,
                                    float pair_error_m, const DistanceBounds& at_end, DistanceBounds* bounds) {
  const BlockTag d;
  const SweptBoxLanes body = BroadcastSweptBox(shape, p);
  const BlockVec zero = hn::Zero(d);
  const float body_arm_m = shape.reach_m + shape.offset_m;
  const BlockVec body_arc = hn::Mul(hn::Sqrt(hn::Set(d, shape.turn_sq[p])), hn::Set(d, body_arm_m));
  for (int lane = 0; lane < kBatchLanes; lane += static_cast<int>(hn::MaxLanes(d))) {
    const ObstacleLanes of = CompareSwept(body, start, end, lane);
    const BlockVec way_x = hn::Sub(of.dx1, of.dx0);
    const BlockVec way_y = hn::Sub(of.dy1, of.dy0);
    const BlockVec chord = hn::Sqrt(hn::MulAdd(way_x, way_x, hn::Mul(way_y, way_y)));
    const BlockVec arm = hn::Add(hn::Load(d, start.radius + lane), hn::Set(d, 2.0f * start.center_offset_m));
    const BlockVec arcs = hn::MulAdd(hn::Sqrt(of.turn_sq), arm, body_arc);
    const BlockVec coordinates =
        hn::Add(hn::Add(hn::Abs(of.dx0), hn::Abs(of.dy0)), hn::Add(hn::Abs(of.dx1), hn::Abs(of.dy1)));
    // What rounding takes from the way: the errors of four centres, and of their differences.
    const BlockVec errors = hn::Set(d, shape.start.error_m[p] + shape.end.error_m[p] + start.error_m + end.error_m +
                                           static_cast<float>(kShadowUnderflow_m));
    const BlockVec way = hn::MulAdd(hn::Set(d, kSweptCenterError), coordinates,
                                    hn::MulAdd(hn::Set(d, kSweptRounding), hn::Add(chord, arcs), errors));
    const BlockVec lower0 = hn::Max(hn::Load(d, bounds->lower_m + lane), zero);
    const BlockVec lower1 = hn::Max(hn::Load(d, at_end.lower_m + lane), zero);
    const BlockVec by_way = hn::Mul(hn::Set(d, 0.5f), hn::Sub(hn::Add(lower0, lower1), way));
    const BlockVec lower =
        hn::Mul(hn::Set(d, 1.0f / kSweptRounding), hn::Sub(hn::Max(of.gap, by_way), hn::Set(d, pair_error_m)));
    hn::Store(hn::Max(hn::Min(lower, hn::Min(lower0, lower1)), zero), d, bounds->lower_m + lane);
    hn::Store(hn::Min(hn::Load(d, bounds->upper_m + lane), hn::Load(d, at_end.upper_m + lane)), d,
              bounds->upper_m + lane);
  }
}

// One body shape and a group of ways over an interval. `Sink`: as that of DistanceStep; bounds are
// those of the least distances over the interval.
template <typename Sink>
class SweptDistanceStep {
 public:
  SweptDistanceStep(const StepGroup& group, const BodyShape& shape, int body_shape, Sink* sink)
      : group_(group),
        is_exact_(shape.box.is_exact),
        body_shape_(body_shape),
        sink_(sink),
        shift_(ShiftOf(group)),
        pair_error_m_(RoundedUp(PairErrorOf(group))) {
    SweepShape(shape, group.poses, start().origin, group.poses_at_end, end().origin, shift_, &swept_);
  }

  static void VisitCells(const StepGroup& group, CellShapes* shapes, Sink* sink) {
    VisitCellDistances(group, shapes, sink);
  }

  void Visit() {
    if (group_.layer.tree != nullptr) {
      for (int p = 0; p < count(); ++p) {
        VisitNearBlocks(
            *group_.layer.tree, BoxOfWay(swept_, p, 0.0f), [&]() HWY_ATTR { return limit_m(p); },
            [&](int b) HWY_ATTR { VisitBlock(p, b, 0); });
      }
      return;
    }
    const uint32_t all = (1u << count()) - 1u;
    for (int b = 0; b < static_cast<int>(start().blocks.size()); ++b) {
      alignas(64) float limits_m[kPosesTogether] = {};
      for (int p = 0; p < count(); ++p) limits_m[p] = limit_m(p);
      WidenedCircles widened;
      const PoseCircles circles = WidenCircles(swept_, limits_m, &widened);
      SweptBlock block(start().blocks[b], end().blocks[b], shift_);
      const uint32_t changed = HWY_UNLIKELY(group_.call.sweep->shapes_change) ? SetChanged(group_, b, &block) : 0u;
      for (uint32_t open = OpenPoses(circles, block) & all; open != 0; open &= open - 1) {
        VisitBlock(static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open)), b, changed);
      }
    }
  }

 private:
  int count() const { return static_cast<int>(group_.which.size()); }
  const BatchShadow& start() const { return group_.batch.shadow(); }
  const BatchShadow& end() const { return group_.batch_at_end.shadow(); }
  float limit_m(int p) const { return std::min(sink_->limit_m(group_.which[p]) + 2.0f * pair_error_m_, kMaxLimit_m); }

  HWY_INLINE void VisitBlock(int p, int b, uint32_t changed) {
    // Gaps that stay open throughout rule out most blocks, and cost less than the bounds.
    const ShadowBlock& block = start().blocks[b];
    if (OpenSweptLanes(BroadcastSweptBox(swept_, p), block, end().blocks[b], changed, limit_m(p)) == 0) return;
    DistanceBounds bounds;
    DistanceBounds at_end;
    Bound(swept_.start, p, block, &bounds);
    Bound(swept_.end, p, end().blocks[b], &at_end);
    BoundLeastDistances(swept_, p, block, end().blocks[b], pair_error_m_, at_end, &bounds);
    // The bounds hold for one shape; they prove nothing about shapes that differ at the two ends.
    for (uint32_t lanes = changed; HWY_UNLIKELY(lanes != 0); lanes &= lanes - 1) {
      const int lane = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(lanes));
      bounds.lower_m[lane] = 0.0f;
      bounds.upper_m[lane] = kMaxLimit_m;
    }
    sink_->Take({group_.which[p], group_, p, b, body_shape_, bounds, block.lanes | changed});
  }

  HWY_INLINE void Bound(const PosedShape& posed, int p, const ShadowBlock& block, DistanceBounds* bounds) const {
    BoundDistances(BroadcastBox(posed, p), posed.radius[p], block, is_exact_ ? block.exact_boxes : 0u, bounds);
  }

  const StepGroup& group_;
  const bool is_exact_;
  const int body_shape_;
  Sink* const sink_;
  const OriginShift shift_;
  const float pair_error_m_;
  SweptShape swept_;
};

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_SWEPT_DISTANCE_STEP_INL_H_
