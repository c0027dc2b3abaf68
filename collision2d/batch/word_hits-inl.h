// The collisions of a body with 64 obstacles at a time, for one instruction set: included again for each by
// foreach_target.h.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "collision2d/batch/batch_shadow.h"
#include "collision2d/batch/body_call.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/posed_body.h"
#include "collision2d/geometry/pose2.h"

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

// Which lanes of block b the body shape collides with; those of `known` are not asked for.
HWY_INLINE uint32_t BlockHits(ShapeAtPose* body, const PolygonBatch& batch, int b, uint32_t known) {
  const ShadowBlock& block = batch.shadow().blocks[b];
  const uint32_t exact = body->shape().box.is_exact ? block.exact_boxes : 0u;
  const uint32_t wanted = block.lanes & ~known;
  const BoxVerdicts verdicts = CompareBoxes(body->box(), block, exact != block.lanes);
  uint32_t hits = wanted & ((verdicts.boxes_cross & exact) | verdicts.overlapping);
  uint32_t open = wanted & ~(verdicts.apart | hits);
  for (; open != 0; open &= open - 1) {
    const int lane = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
    hits |= static_cast<uint32_t>(PairCollides(body, batch, b, lane)) << lane;
  }
  return hits;
}

// The same of the blocks of word w, as the bits of a mask.
HWY_INLINE uint64_t WordHits(ShapeAtPose* body, const PolygonBatch& batch, int w, uint64_t known) {
  const ShadowBlock* blocks = batch.shadow().blocks.data();
  const int begin = w * kBlocksPerWord;
  const int end = std::min(begin + kBlocksPerWord, static_cast<int>(batch.shadow().blocks.size()));
  if (AllCirclesApart(Broadcast(body->circle()), blocks + begin, blocks + end)) return 0;
  uint64_t hits = 0;
  for (int b = begin; b < end; ++b) {
    const int shift = (b - begin) * kBatchLanes;
    hits |= static_cast<uint64_t>(BlockHits(body, batch, b, static_cast<uint32_t>(known >> shift))) << shift;
  }
  return hits;
}

// consume(p, w, hits) for each pose p and each word w of its row of CollisionMask; it returns whether the pose's next word is
// wanted. Bodies of many shapes are posed in parts, again for each word.
template <typename Consume>
HWY_INLINE void ForEachWord(const BodyCall& call, const Consume& consume) {
  BodyShape shapes[kShapesTogether];
  ShapeAtPose posed[kShapesTogether];
  const int shape_count = static_cast<int>(call.body.size());
  const int words = (call.batch.size() + 63) / 64;
  const Vec2 origin = call.batch.shadow().origin;
  const bool fits = shape_count <= kShapesTogether;
  for (int s = 0; fits && s < shape_count; ++s) shapes[s] = BodyShape(call.body[s]);
  for (size_t p = 0; p < call.world_from_body.size(); ++p) {
    const Pose2& pose = call.world_from_body[p];
    for (int s = 0; fits && s < shape_count; ++s) posed[s].Set(shapes[s], pose, origin);
    for (int w = 0; w < words; ++w) {
      uint64_t hits = 0;
      for (int s = 0; s < shape_count; ++s) {
        if (!fits) {
          shapes[0] = BodyShape(call.body[s]);
          posed[0].Set(shapes[0], pose, origin);
        }
        hits |= WordHits(&posed[fits ? s : 0], call.batch, w, hits);
      }
      if (!consume(p, w, hits)) break;
    }
  }
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_WORD_HITS_INL_H_
