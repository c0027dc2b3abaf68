// The pairs of a body shape on many ways and the moving shapes of a batch that may meet, for one
// instruction set: included again for each by foreach_target.h.

#include <algorithm>
#include <cstdint>

#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/posed_body.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "collision2d/batch/kernels/sinks.h"
#include "collision2d/batch/polygon_batch.h"

#if defined(COLLISION2D_BATCH_KERNELS_SWEPT_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_SWEPT_STEP_INL_H_
#undef COLLISION2D_BATCH_KERNELS_SWEPT_STEP_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_SWEPT_STEP_INL_H_
#endif

#include "collision2d/batch/kernels/pose_filter-inl.h"
#include "collision2d/batch/kernels/pose_shape-inl.h"
#include "collision2d/batch/kernels/swept_filter-inl.h"
#include "collision2d/batch/kernels/tree_walk-inl.h"
#include "collision2d/batch/kernels/walk-inl.h"
#include "collision2d/code_generation.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// How the shadows' origin moves over the interval.
HWY_INLINE OriginShift ShiftOf(const StepGroup& group) {
  const Vec2 shift = group.batch_at_end.shadow().origin - group.batch.shadow().origin;
  return {static_cast<float>(shift.x), static_cast<float>(shift.y)};
}

// Pair queries have errors relative to the ways of both bodies. This covers eight times what they
// have of the way of the shadows' origin, which the bodies may share; errors relative to other
// lengths are within those of the shadow. No proof: 128 kPairMotionRelativeError.
constexpr double kPairShiftError = 0x1p-39;

// m. kPairShiftError of the way of the shadows' origin.
HWY_INLINE double PairErrorOf(const StepGroup& group) {
  return kPairShiftError * Norm1(group.batch_at_end.shadow().origin - group.batch.shadow().origin);
}

// Sets the circles of the lanes of block b that hold other shapes at the end of the interval than
// at its start, and returns these lanes.
inline HWY_NOINLINE uint32_t SetChanged(const StepGroup& group, int b, SweptBlock* block) {
  const uint32_t changed = ChangedLanes(group.batch, group.batch_at_end, b);
  for (uint32_t lanes = changed; lanes != 0; lanes &= lanes - 1) {
    const int lane = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(lanes));
    block->Set(lane, SweptCircleOf(group.batch, group.batch_at_end, b * kBatchLanes + lane));
  }
  return changed;
}

// The box about the way of a body shape, and what is within margin_m of it.
HWY_INLINE PackedTreeBox BoxOfWay(const SweptShape& swept, int p, float margin_m) {
  PackedTreeBox box = AlignedBox(swept.start, p);
  box.Extend(AlignedBox(swept.end, p));
  const double room_m = static_cast<double>(SagOf(swept.turn_sq[p], swept.reach_m)) + margin_m;
  return {SingleAtMost(box.min_x - room_m), SingleAtMost(box.min_y - room_m), SingleAtLeast(box.max_x + room_m),
          SingleAtLeast(box.max_y + room_m)};
}

// One body shape and a group of ways over an interval. `Sink`: see sinks.h.
template <typename Sink>
class SweptStep {
 public:
  SweptStep(const StepGroup& group, const BodyShape& shape, int body_shape, Sink* sink)
      : group_(group), body_shape_(body_shape), sink_(sink), shift_(ShiftOf(group)), margin_m_(MarginOf(group)) {
    SweepShape(shape, group.poses, start().origin, group.poses_at_end, end().origin, shift_, &swept_);
  }

  // Contacts with cells are asked about apart (cell_motion.h).
  static void VisitCells(const StepGroup&, CellShapes*, Sink*) {}

  void Visit() {
    const int count = static_cast<int>(group_.which.size());
    if (group_.layer.tree != nullptr) {
      PackedTreeBox boxes[kPosesTogether];
      for (int p = 0; p < count; ++p) boxes[p] = BoxOfWay(swept_, p, margin_m_);
      const auto decide = [this](int p, int b) HWY_ATTR { return Decide(p, b, 0); };
      OverlapWalk(*group_.layer.tree, start(), absl::MakeConstSpan(boxes, count), decide).Run();
      return;
    }
    alignas(64) float margins_m[kPosesTogether];
    std::fill_n(margins_m, kPosesTogether, margin_m_);
    WidenedCircles widened;
    const PoseCircles circles = WidenCircles(swept_, margins_m, &widened);
    const uint32_t all = (1u << count) - 1u;
    const bool shapes_change = group_.call.sweep->shapes_change;
    for (int b = 0; b < static_cast<int>(start().blocks.size()); ++b) {
      SweptBlock block(start().blocks[b], end().blocks[b], shift_);
      const uint32_t changed = HWY_UNLIKELY(shapes_change) ? SetChanged(group_, b, &block) : 0u;
      for (uint32_t open = OpenPoses(circles, block) & all; open != 0; open &= open - 1) {
        Decide(static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open)), b, changed);
      }
    }
  }

 private:
  const BatchShadow& start() const { return group_.batch.shadow(); }
  const BatchShadow& end() const { return group_.batch_at_end.shadow(); }

  // What the pair query leaves undecided, the filters must not call free. No pair is known that
  // needs it: what is proven here at once the pair query proves in a few steps.
  static float MarginOf(const StepGroup& group) {
    return LimitOf(group.call.sweep->options.contact_tolerance_m + PairErrorOf(group));
  }

  // Whether the sink wanted to know. Other blocks of the pose do not matter if it does not.
  HWY_INLINE bool Decide(int p, int b, uint32_t changed) {
    const int i = group_.which[p];
    if (!sink_->Wants(i, group_.layer, b)) return false;
    const uint32_t open =
        OpenSweptLanes(BroadcastSweptBox(swept_, p), start().blocks[b], end().blocks[b], changed, margin_m_);
    if (open != 0) sink_->Add({i, group_.step, group_.layer, group_.batch, b, open, body_shape_, group_.poses[p]});
    return true;
  }

  const StepGroup& group_;
  const int body_shape_;
  Sink* const sink_;
  const OriginShift shift_;
  const float margin_m_;
  SweptShape swept_;
};

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_SWEPT_STEP_INL_H_
