// The collisions of a body shape at many poses with the blocks of a batch, for one instruction set: included again for each
// by foreach_target.h.

#include <algorithm>
#include <cstdint>

#include "collision2d/batch/batch_shadow.h"
#include "collision2d/batch/collision_sinks.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/posed_body.h"

#if defined(COLLISION2D_BATCH_COLLISION_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_COLLISION_STEP_INL_H_
#undef COLLISION2D_BATCH_COLLISION_STEP_INL_H_
#else
#define COLLISION2D_BATCH_COLLISION_STEP_INL_H_
#endif

#include "collision2d/batch/block_filter-inl.h"
#include "collision2d/batch/disc_filter-inl.h"
#include "collision2d/batch/obstacle_pair-inl.h"
#include "collision2d/batch/pose_filter-inl.h"
#include "collision2d/batch/pose_shape-inl.h"
#include "collision2d/batch/tree_walk-inl.h"
#include "collision2d/batch/walk-inl.h"
#include "collision2d/simd_targets.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// The lanes of block b that the body shape collides with; those of `known` are not asked for.
HWY_INLINE uint32_t CollidingLanes(const BoxLanes& box, ShapeAtPose* body, const PolygonBatch& batch, int b,
                                   uint32_t known) {
  const ShadowBlock& block = batch.shadow().blocks[b];
  const uint32_t exact = body->shape().box.is_exact ? block.exact_boxes : 0u;
  const uint32_t wanted = block.lanes & ~known;
  const BoxVerdicts verdicts = CompareBoxes(box, block, exact != block.lanes);
  uint32_t hits = wanted & ((verdicts.boxes_cross & exact) | verdicts.overlapping);
  uint32_t open = wanted & ~(verdicts.apart | hits);
  if (const uint32_t discs = HWY_UNLIKELY(open != 0) ? open & DiscLanes(body->shape(), block) : 0u; discs != 0) {
    const DiscVerdicts of_discs = CompareDiscs(body->shape(), body->posed(), body->p(), block);
    hits |= discs & of_discs.overlapping;
    open &= ~(discs & (of_discs.apart | of_discs.overlapping));
  }
  for (; HWY_UNLIKELY(open != 0); open &= open - 1) {
    const int lane = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
    hits |= static_cast<uint32_t>(PairCollides(body, batch, b, lane)) << lane;
  }
  return hits;
}

// One body shape and a group of poses. `Sink`: see collision_sinks.h.
template <typename Sink>
class CollisionStep {
 public:
  CollisionStep(const StepGroup& group, const BodyShape& shape, int body_shape, Sink* sink)
      : group_(group), shape_(shape), body_shape_(body_shape), sink_(sink) {
    const int count = static_cast<int>(group.which.size());
    PoseShape(shape, group.poses, count <= kFewPoses ? count : kPosesTogether, group.batch.shadow().origin, &posed_);
  }

  void Visit() {
    const int count = static_cast<int>(group_.which.size());
    const int block_count = static_cast<int>(group_.batch.shadow().blocks.size());
    if (group_.call.tree != nullptr) {
      PackedTreeBox boxes[kPosesTogether];
      for (int p = 0; p < count; ++p) boxes[p] = AlignedBox(posed_, p);
      const auto decide = [this](int p, int b) HWY_ATTR { return Decide(p, b); };
      OverlapWalk(*group_.call.tree, group_.batch.shadow(), absl::MakeConstSpan(boxes, count), decide).Run();
    } else if (count <= kFewPoses) {
      for (int p = 0; p < count; ++p) VisitPose(p, block_count);
    } else {
      for (int b = 0; b < block_count; ++b) VisitBlock(b, (1u << count) - 1u);
    }
  }

 private:
  // A vector that so few poses fill is no faster than one that a block fills for one pose after the other.
  static constexpr int kFewPoses = 5;
  static constexpr int kBlocksTogether = 32;

  HWY_INLINE void VisitBlock(int b, uint32_t poses) {
    uint32_t open = OpenPoses(CirclesOf(posed_), group_.batch.shadow().blocks[b]) & poses;
    for (; open != 0; open &= open - 1) Decide(static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open)), b);
  }

  HWY_INLINE void VisitPose(int p, int block_count) {
    for (int begin = 0; begin < block_count; begin += kBlocksTogether) {
      uint32_t open = OpenBlocks(CirclesOf(posed_), p, group_.batch.shadow().blocks.data() + begin,
                                 std::min(block_count - begin, kBlocksTogether));
      for (; open != 0; open &= open - 1) Decide(p, begin + static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open)));
    }
  }

  // Whether the sink wants other blocks of the pose, too.
  HWY_INLINE bool Decide(int p, int b) {
    const int i = group_.which[p];
    if (!sink_->Wants(i, b)) return false;
    ShapeAtPose at_pose;
    at_pose.Set(shape_, posed_, p, group_.poses[p]);
    const uint32_t lanes = CollidingLanes(BroadcastBox(posed_, p), &at_pose, group_.batch, b, sink_->Known(i, b));
    if (lanes != 0) sink_->Add({i, group_.step, group_.batch, b, lanes, body_shape_, group_.poses[p]});
    return true;
  }

  const StepGroup& group_;
  const BodyShape shape_;
  const int body_shape_;
  Sink* const sink_;
  PosedShape posed_;
};

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_COLLISION_STEP_INL_H_
