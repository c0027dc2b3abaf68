// The pairs of a body shape on many ways and the moving shapes of a batch that may meet, for one instruction set: included again for each by
// foreach_target.h.

#include <cstdint>

#include "collision2d/batch/batch_shadow.h"
#include "collision2d/batch/collision_sinks.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/posed_body.h"
#include "collision2d/batch/shadow_numbers.h"

#if defined(COLLISION2D_BATCH_SWEPT_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_SWEPT_STEP_INL_H_
#undef COLLISION2D_BATCH_SWEPT_STEP_INL_H_
#else
#define COLLISION2D_BATCH_SWEPT_STEP_INL_H_
#endif

#include "collision2d/batch/pose_filter-inl.h"
#include "collision2d/batch/pose_shape-inl.h"
#include "collision2d/batch/swept_filter-inl.h"
#include "collision2d/batch/tree_walk-inl.h"
#include "collision2d/batch/walk-inl.h"
#include "collision2d/simd_targets.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// One body shape and a group of ways over an interval. `Sink`: see swept_sinks.h.
template <typename Sink>
class SweptStep {
 public:
  SweptStep(const StepGroup& group, const BodyShape& shape, int body_shape, Sink* sink)
      : group_(group), body_shape_(body_shape), sink_(sink) {
    PoseShape(shape, group.poses, kPosesTogether, start().origin, &swept_.start);
    PoseShape(shape, group.poses_at_end, kPosesTogether, end().origin, &swept_.end);
    const Vec2 shift = end().origin - start().origin;
    shift_ = {static_cast<float>(shift.x), static_cast<float>(shift.y)};
    margin_m_ = LimitOf(group.call.sweep->options.epsilon_m + kSweptPairError * Norm1(shift));
    SweepShape(shape, shift_, margin_m_, &swept_);
  }

  void Visit() {
    const int count = static_cast<int>(group_.which.size());
    if (group_.call.tree != nullptr) {
      PackedTreeBox boxes[kPosesTogether];
      for (int p = 0; p < count; ++p) boxes[p] = BoxOfWay(p);
      const auto decide = [this](int p, int b) HWY_ATTR { return Decide(p, b); };
      OverlapWalk(*group_.call.tree, start(), absl::MakeConstSpan(boxes, count), decide).Run();
      return;
    }
    const uint32_t all = (1u << count) - 1u;
    for (int b = 0; b < static_cast<int>(start().blocks.size()); ++b) {
      const SweptBlock block(start().blocks[b], end().blocks[b], shift_);
      for (uint32_t open = OpenPoses(CirclesOf(swept_), block) & all; open != 0; open &= open - 1) {
        Decide(static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open)), b);
      }
    }
  }

 private:
  // Relative to the way of the shadow's origin, which bodies may share: more than 8 errors of a pair (kPairMotionRelativeError), within which the pair
  // query may leave open what the filters see to be free. Errors relative to other lengths are within those of the shadow.
  static constexpr double kSweptPairError = 0x1p-40;

  const BatchShadow& start() const { return group_.batch.shadow(); }
  const BatchShadow& end() const { return group_.batch_at_end.shadow(); }

  // The box about the whole way of the body shape, for shapes that stand still.
  PackedTreeBox BoxOfWay(int p) const {
    PackedTreeBox box = AlignedBox(swept_.start, p);
    box.Extend(AlignedBox(swept_.end, p));
    const double sag_m = swept_.sag_m[p];
    return {SingleAtMost(box.min_x - sag_m), SingleAtMost(box.min_y - sag_m), SingleAtLeast(box.max_x + sag_m),
            SingleAtLeast(box.max_y + sag_m)};
  }

  // Whether the sink wanted to know. Other blocks of the pose do not matter if it does not.
  HWY_INLINE bool Decide(int p, int b) {
    const int i = group_.which[p];
    if (!sink_->Wants(i, b)) return false;
    const uint32_t open = OpenSweptLanes(BroadcastSweptBox(swept_, p), start().blocks[b], end().blocks[b]);
    if (open != 0) sink_->Add({i, group_.step, group_.batch, b, open, body_shape_, group_.poses[p]});
    return true;
  }

  const StepGroup& group_;
  const int body_shape_;
  Sink* const sink_;
  OriginShift shift_;
  float margin_m_;
  SweptShape swept_;
};

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_SWEPT_STEP_INL_H_
