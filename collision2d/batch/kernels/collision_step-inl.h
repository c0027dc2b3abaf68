// The collisions of a body shape at many poses with the blocks of a batch, for one instruction set:
// included again for each by foreach_target.h.

#include <algorithm>
#include <cstdint>
#include <limits>

#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/posed_body.h"
#include "collision2d/batch/kernels/sinks.h"
#include "collision2d/batch/polygon_batch.h"

#if defined(COLLISION2D_BATCH_KERNELS_COLLISION_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_COLLISION_STEP_INL_H_
#undef COLLISION2D_BATCH_KERNELS_COLLISION_STEP_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_COLLISION_STEP_INL_H_
#endif

#include "collision2d/batch/kernels/block_filter-inl.h"
#include "collision2d/batch/kernels/obstacle_pair-inl.h"
#include "collision2d/batch/kernels/pose_filter-inl.h"
#include "collision2d/batch/kernels/pose_shape-inl.h"
#include "collision2d/batch/kernels/tree_walk-inl.h"
#include "collision2d/batch/kernels/walk-inl.h"
#include "collision2d/code_generation.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// What a block's filters and pairs say of its lanes, as bits.
struct BlockOutcome {
  uint32_t hits;
  uint32_t open;  // Neither boxes nor circles are apart.
};

// Decides all lanes of block b.
HWY_INLINE BlockOutcome CompareBlock(const BoxLanes& box, ShapeAtPose* body, const PolygonBatch& batch, int b) {
  const ShadowBlock& block = batch.shadow().blocks[b];
  const uint32_t exact = body->shape().box.is_exact ? block.exact_boxes : 0u;
  const uint32_t wanted = block.lanes;
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
  return {hits, block.lanes & ~verdicts.apart};
}

// visit(index) for each bit that is set, ascending.
template <typename Visit>
HWY_INLINE void ForEachBit(uint32_t bits, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits)));
}

// One body shape and a group of poses. `Sink`: see sinks.h.
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
    if (group_.layer.tree != nullptr) {
      PackedTreeBox boxes[kPosesTogether];
      for (int p = 0; p < count; ++p) boxes[p] = AlignedBox(posed_, p);
      const auto decide = [this](int p, int b) HWY_ATTR { return Decide(p, b); };
      OverlapWalk(*group_.layer.tree, group_.batch.shadow(), absl::MakeConstSpan(boxes, count), decide).Run();
      return;
    }
    const ShadowBlock* const blocks = group_.batch.shadow().blocks.data();
    for (int begin = 0; begin < block_count; begin += kBlocksTogether) {
      const int end = std::min(begin + kBlocksTogether, block_count);
      int open_count = 0;
      if (*group_.is_dense) {
        for (int p = 0; p < count; ++p) open_count += DecideAll(p, begin, end);
      } else if (count <= kFewPoses || block_count > kFewBlocks) {
        for (int p = 0; p < count; ++p) {
          const uint32_t open = OpenBlocks(CirclesOf(posed_), p, blocks + begin, end - begin);
          open_count += static_cast<int>(hwy::PopCount(open));
          ForEachBit(open, [&](int b) HWY_ATTR { Decide(p, begin + b); });
        }
      } else {
        for (int b = begin; b < end; ++b) {
          const uint32_t open = OpenPoses(CirclesOf(posed_), blocks[b]) & ((1u << count) - 1u);
          open_count += static_cast<int>(hwy::PopCount(open));
          ForEachBit(open, [&](int p) HWY_ATTR { Decide(p, b); });
        }
      }
      *group_.is_dense = 8 * open_count > 7 * count * (end - begin);
    }
  }

 private:
  // A vector of poses that so few fill is no faster than one that the shapes of a block fill for
  // one pose after the other. Nor are short vectors, for each of which the numbers of an obstacle
  // are broadcast, but for a block or two.
  static constexpr int kFewPoses = 5;
  static constexpr int kFewBlocks = hn::MaxLanes(BlockTag()) >= 8 ? std::numeric_limits<int>::max() : 2;
  static constexpr int kBlocksTogether = 32;

  // Whether the sink wanted to know. Other blocks of the pose do not matter if it does not.
  HWY_INLINE bool Decide(int p, int b) {
    const int i = group_.which[p];
    if (!sink_->Wants(i, group_.layer, b)) return false;
    ShapeAtPose at_pose;
    at_pose.Set(shape_, posed_, p, group_.poses[p]);
    DecideBlock(BroadcastBox(posed_, p), i, b, &at_pose, sink_);
    return true;
  }

  // Decides all blocks of [begin, end) at pose p, and returns in how many of them some boxes were
  // not apart.
  HWY_INLINE int DecideAll(int p, int begin, int end) {
    const int i = group_.which[p];
    ShapeAtPose at_pose;
    at_pose.Set(shape_, posed_, p, group_.poses[p]);
    const BoxLanes box = BroadcastBox(posed_, p);
    // A copy of our own, which no output can overwrite: it stays in registers.
    Sink sink = *sink_;
    int open_count = 0;
    for (int b = begin; b < end && sink.Wants(i, group_.layer, b); ++b) {
      open_count += static_cast<int>(DecideBlock(box, i, b, &at_pose, &sink) != 0);
    }
    *sink_ = sink;
    return open_count;
  }

  // The lanes that boxes left open.
  HWY_INLINE uint32_t DecideBlock(const BoxLanes& box, int i, int b, ShapeAtPose* at_pose, Sink* sink) {
    const BlockOutcome outcome = CompareBlock(box, at_pose, group_.batch, b);
    // Without a branch: whether there are any is unpredictable in a crowd.
    sink->Add({i, group_.step, group_.layer, group_.batch, b, outcome.hits, body_shape_, at_pose->world_from_body()});
    return outcome.open;
  }

  const StepGroup& group_;
  const BodyShape shape_;
  const int body_shape_;
  Sink* const sink_;
  PosedShape posed_;
};

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_COLLISION_STEP_INL_H_
