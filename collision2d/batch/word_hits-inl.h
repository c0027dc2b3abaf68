// The collisions of a body with 64 obstacles at a time, for one instruction set: included again for each by
// foreach_target.h.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collision2d/batch/batch_shadow.h"
#include "collision2d/batch/body_call.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/posed_body.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

#if defined(COLLISION2D_BATCH_WORD_HITS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_WORD_HITS_INL_H_
#undef COLLISION2D_BATCH_WORD_HITS_INL_H_
#else
#define COLLISION2D_BATCH_WORD_HITS_INL_H_
#endif

#include "collision2d/batch/block_filter-inl.h"
#include "collision2d/batch/obstacle_pair-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

constexpr int kBlocksPerWord = 64 / kBatchLanes;

// Body shapes that are posed together.
constexpr int kShapesTogether = 8;

// What a block's filters and pairs say of its lanes, as bits.
struct BlockOutcome {
  uint32_t hits;
  uint32_t apart;  // By the boxes.
};

// The lanes of block b that the body shape collides with; those of `known` are not asked for.
HWY_INLINE BlockOutcome DecideBlock(ShapeAtPose* body, const PolygonBatch& batch, const ShadowBlock& block, int b,
                                    uint32_t known) {
  const uint32_t exact = body->shape().box.is_exact ? block.exact_boxes : 0u;
  const uint32_t wanted = block.lanes & ~known;
  const BoxVerdicts verdicts = CompareBoxes(body->posed(), body->p(), block, exact != block.lanes);
  uint32_t hits = wanted & ((verdicts.boxes_cross & exact) | verdicts.overlapping);
  for (uint32_t open = wanted & ~(verdicts.apart | hits); HWY_UNLIKELY(open != 0); open &= open - 1) {
    const int lane = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
    hits |= static_cast<uint32_t>(PairCollides(body, batch, b, lane)) << lane;
  }
  return {hits, verdicts.apart & block.lanes};
}

// The same of the blocks of word w, as the bits of a mask. In a dense crowd circles rule out no block and are not asked:
// *is_dense, which only the speed depends on, is set if boxes or hits are open in most of the blocks.
HWY_NOINLINE uint64_t OpenWordHits(const PosedShape& posed, ShapeAtPose* body, const PolygonBatch& batch, int w,
                                   uint64_t known, bool* is_dense) {
  const ShadowBlock* blocks = batch.shadow().blocks.data();
  const int begin = w * kBlocksPerWord;
  const int end = std::min(begin + kBlocksPerWord, static_cast<int>(batch.shadow().blocks.size()));
  const CircleLanes circle = Broadcast(posed, body->p());
  const bool ask_circles = !*is_dense;
  uint64_t hits = 0;
  int open_blocks = 0;
  for (int b = begin; b < end; ++b) {
    const ShadowBlock& block = blocks[b];
    if (ask_circles && AllCirclesApart(circle, &block, 1)) continue;
    const int shift = (b - begin) * kBatchLanes;
    const BlockOutcome outcome = DecideBlock(body, batch, block, b, static_cast<uint32_t>(known >> shift));
    hits |= static_cast<uint64_t>(outcome.hits) << shift;
    open_blocks += static_cast<int>(outcome.apart != block.lanes);
  }
  *is_dense = 2 * open_blocks > end - begin;
  return hits;
}

// The collisions with the obstacles of word w, as the bits of a mask; those of `known` may be left out.
HWY_INLINE uint64_t WordHits(ShapeAtPose* body, const PolygonBatch& batch, int w, uint64_t known, bool* is_dense) {
  const std::vector<ShadowBlock>& blocks = batch.shadow().blocks;
  const int begin = w * kBlocksPerWord;
  const int count = std::min(kBlocksPerWord, static_cast<int>(blocks.size()) - begin);
  if (!*is_dense && AllCirclesApart(Broadcast(body->posed(), body->p()), &blocks[begin], count)) return 0;
  return OpenWordHits(body->posed(), body, batch, w, known, is_dense);
}

// The shapes of a body at some poses; of a body of many shapes one of them.
struct PosedBody {
  BodyShape shapes[kShapesTogether];
  PosedShape posed[kShapesTogether];
  ShapeAtPose at_pose[kShapesTogether];
};

// consume(p, w, hits) for each pose p and each word w of its row of CollisionMask; it returns whether the pose's next word is
// wanted. Bodies of more than kShapesTogether shapes are posed shape by shape, again for each word.
template <typename Consume>
HWY_INLINE void ForEachWord(const BodyCall& call, const Consume& consume) {
  PosedBody body;
  const int shape_count = static_cast<int>(call.body.size());
  const int words = (call.batch.size() + 63) / 64;
  const int pose_count = static_cast<int>(call.world_from_body.size());
  const Vec2 origin = call.batch.shadow().origin;
  const bool fits = shape_count <= kShapesTogether;
  bool is_dense = false;
  for (int s = 0; fits && s < shape_count; ++s) body.shapes[s] = BodyShape(call.body[s]);
  for (int first = 0; first < pose_count; first += kPosesTogether) {
    const Pose2* poses = call.world_from_body.data() + first;
    const int together = std::min(kPosesTogether, pose_count - first);
    for (int s = 0; fits && s < shape_count; ++s) PoseShape(body.shapes[s], poses, together, origin, &body.posed[s]);
    for (int p = 0; p < together; ++p) {
      for (int s = 0; fits && s < shape_count; ++s) body.at_pose[s].Set(body.shapes[s], body.posed[s], p, poses[p]);
      for (int w = 0; w < words; ++w) {
        uint64_t hits = 0;
        for (int s = 0; s < shape_count; ++s) {
          const int slot = fits ? s : 0;
          if (HWY_UNLIKELY(!fits)) {
            body.shapes[0] = BodyShape(call.body[s]);
            PoseShape(body.shapes[0], poses + p, 1, origin, &body.posed[0]);
            body.at_pose[0].Set(body.shapes[0], body.posed[0], 0, poses[p]);
          }
          hits |= WordHits(&body.at_pose[slot], call.batch, w, hits, &is_dense);
        }
        if (!consume(static_cast<size_t>(first + p), w, hits)) break;
      }
    }
  }
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_WORD_HITS_INL_H_
