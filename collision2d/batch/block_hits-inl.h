// The collisions of a body at many poses with the blocks of a batch, for one instruction set: included again for each by
// foreach_target.h.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/batch_shadow.h"
#include "collision2d/batch/body_call.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/posed_body.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

#if defined(COLLISION2D_BATCH_BLOCK_HITS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_BLOCK_HITS_INL_H_
#undef COLLISION2D_BATCH_BLOCK_HITS_INL_H_
#else
#define COLLISION2D_BATCH_BLOCK_HITS_INL_H_
#endif

#include "collision2d/batch/block_filter-inl.h"
#include "collision2d/batch/disc_filter-inl.h"
#include "collision2d/batch/obstacle_pair-inl.h"
#include "collision2d/batch/pose_shape-inl.h"
#include "collision2d/simd_targets.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// What a block's filters and pairs say of its lanes, as bits.
struct BlockOutcome {
  uint32_t hits;
  uint32_t apart;  // By the boxes.
};

// The lanes of block b that the body shape collides with; those of `known` are not asked for.
HWY_INLINE BlockOutcome DecideBlock(const BoxLanes& box, ShapeAtPose* body, const PolygonBatch& batch, int b,
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
  return {hits, verdicts.apart & block.lanes};
}

// The shapes of a body at up to kPosesTogether poses.
class PosedBody {
 public:
  // REQUIRES: the body has a shape.
  explicit PosedBody(const BodyCall& call)
      : call_(call), count_(static_cast<int>(call.body.size())), fits_(count_ <= kShapesTogether) {
    for (int s = 0; fits_ && s < count_; ++s) shapes_[s] = BodyShape(call.body[s]);
  }

  // False for a body of more shapes than are kept: each is then posed again for each block.
  bool fits() const { return fits_; }

  void SetPoses(absl::Span<const Pose2> world_from_body) {
    world_from_body_ = world_from_body;
    current_p_ = -1;
    for (int s = 0; fits_ && s < count_; ++s) {
      PoseShape(shapes_[s], world_from_body.data(), static_cast<int>(world_from_body.size()),
                call_.batch.shadow().origin, &posed_[s]);
    }
  }

  // Appends the blocks of [begin, end) that the circles leave open at pose p to `open`, without a branch: which they are, is
  // random. Returns the new end of `open`.
  // REQUIRES: fits().
  HWY_INLINE uint32_t* AppendOpenBlocks(int p, int begin, int end, uint32_t* open) const {
    const BlockTag d;
    const ShadowBlock* blocks = call_.batch.shadow().blocks.data();
    const CircleLanes circle = BroadcastCircle(posed_[0], p);
    for (int b = begin; b < end; ++b) {
      BlockMask apart = AllLanesCirclesApart(circle, blocks[b]);
      for (int s = 1; s < count_; ++s) {
        apart = hn::And(apart, AllLanesCirclesApart(BroadcastCircle(posed_[s], p), blocks[b]));
      }
      *open = static_cast<uint32_t>(p) << kBlockBits | static_cast<uint32_t>(b - begin);
      open += static_cast<int>(!hn::AllTrue(d, apart));
    }
    return open;
  }

  // The lanes of block b that the body collides with at pose p.
  HWY_INLINE BlockOutcome Decide(int p, int b) {
    if (HWY_UNLIKELY(!fits_)) return DecideUnkept(p, b);
    TurnTo(p);
    BlockOutcome outcome = DecideBlock(BroadcastBox(posed_[0], p), &at_pose_[0], call_.batch, b, 0);
    for (int s = 1; s < count_; ++s) {
      const BlockOutcome of_shape = DecideBlock(BroadcastBox(posed_[s], p), &at_pose_[s], call_.batch, b, outcome.hits);
      outcome.hits |= of_shape.hits;
      outcome.apart &= of_shape.apart;
    }
    return outcome;
  }

  // Adds the hits of the blocks of [begin, end) at pose p, until the sink wants no more, and returns for how many blocks the
  // boxes were not all apart. `first` is the index of pose 0 in the call.
  template <typename Sink>
  HWY_INLINE int VisitAllBlocks(size_t first, int p, int begin, int end, Sink* sink) {
    const size_t pose = first + static_cast<size_t>(p);
    int open_blocks = 0;
    if (HWY_LIKELY(count_ == 1)) {
      TurnTo(p);
      const BoxLanes box = BroadcastBox(posed_[0], p);
      for (int b = begin; b < end && sink->Wants(pose); ++b) {
        const BlockOutcome outcome = DecideBlock(box, &at_pose_[0], call_.batch, b, 0);
        sink->Add(pose, b, outcome.hits);
        open_blocks += static_cast<int>(outcome.apart != call_.batch.shadow().blocks[b].lanes);
      }
      return open_blocks;
    }
    for (int b = begin; b < end && sink->Wants(pose); ++b) {
      const BlockOutcome outcome = Decide(p, b);
      sink->Add(pose, b, outcome.hits);
      open_blocks += static_cast<int>(outcome.apart != call_.batch.shadow().blocks[b].lanes);
    }
    return open_blocks;
  }

  // In the entries of AppendOpenBlocks a block has this many bits, below the pose.
  static constexpr int kBlockBits = 16;

 private:
  static constexpr int kShapesTogether = 8;

  // REQUIRES: fits().
  HWY_INLINE void TurnTo(int p) {
    if (p == current_p_) return;
    for (int s = 0; s < count_; ++s) at_pose_[s].Set(shapes_[s], posed_[s], p, world_from_body_[p]);
    current_p_ = p;
  }

  HWY_NOINLINE BlockOutcome DecideUnkept(int p, int b) {
    BlockOutcome outcome = {0, 0};
    for (int s = 0; s < count_; ++s) {
      shapes_[0] = BodyShape(call_.body[s]);
      PoseShape(shapes_[0], &world_from_body_[p], 1, call_.batch.shadow().origin, &posed_[0]);
      at_pose_[0].Set(shapes_[0], posed_[0], 0, world_from_body_[p]);
      outcome.hits |= DecideBlock(BroadcastBox(posed_[0], 0), &at_pose_[0], call_.batch, b, outcome.hits).hits;
    }
    return outcome;
  }

  const BodyCall& call_;
  const int count_;
  const bool fits_;
  absl::Span<const Pose2> world_from_body_;
  int current_p_ = -1;
  BodyShape shapes_[kShapesTogether];
  PosedShape posed_[kShapesTogether];
  ShapeAtPose at_pose_[kShapesTogether];
};

// Blocks that are tested together: their circles stay in the first-level cache, and the list of open ones on the stack.
constexpr int kBlocksTogether = 32;

// sink->Add(p, b, hits) for each pose p and block b that has hits, which are its lanes as bits; for one pose in the order of
// the blocks. Blocks of poses for which sink->Wants(p) is false are left out.
// In a dense crowd circles rule out nothing and are not asked: only the speed depends on it.
template <typename Sink>
HWY_INLINE void VisitHits(const BodyCall& call, Sink* sink) {
  if (call.body.empty()) return;
  PosedBody body(call);
  const int block_count = static_cast<int>(call.batch.shadow().blocks.size());
  bool is_dense = !body.fits();
  for (size_t first = 0; first < call.world_from_body.size(); first += kPosesTogether) {
    const absl::Span<const Pose2> poses = call.world_from_body.subspan(first, kPosesTogether);
    const int pose_count = static_cast<int>(poses.size());
    body.SetPoses(poses);
    for (int begin = 0; begin < block_count; begin += kBlocksTogether) {
      const int end = std::min(begin + kBlocksTogether, block_count);
      int open_blocks = 0;
      if (is_dense) {
        for (int p = 0; p < pose_count; ++p) open_blocks += body.VisitAllBlocks(first, p, begin, end, sink);
      } else {
        uint32_t open[kPosesTogether * kBlocksTogether + 1];
        uint32_t* open_end = open;
        for (int p = 0; p < pose_count; ++p) open_end = body.AppendOpenBlocks(p, begin, end, open_end);
        for (const uint32_t* entry = open; entry < open_end; ++entry) {
          const int p = static_cast<int>(*entry >> PosedBody::kBlockBits);
          const int b = begin + static_cast<int>(*entry & ((1u << PosedBody::kBlockBits) - 1));
          if (!sink->Wants(first + static_cast<size_t>(p))) continue;
          sink->Add(first + static_cast<size_t>(p), b, body.Decide(p, b).hits);
        }
        open_blocks = static_cast<int>(open_end - open);
      }
      is_dense = !body.fits() || 2 * open_blocks > pose_count * (end - begin);
    }
  }
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_BLOCK_HITS_INL_H_
