// The filters of a block of obstacles, for one instruction set: included again for each by foreach_target.h.

#include <cstdint>
#include <cstring>

#include "collision2d/batch/batch_shadow.h"
#include "collision2d/batch/posed_body.h"

#if defined(COLLISION2D_BATCH_BLOCK_FILTER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_BLOCK_FILTER_INL_H_
#undef COLLISION2D_BATCH_BLOCK_FILTER_INL_H_
#else
#define COLLISION2D_BATCH_BLOCK_FILTER_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using BlockTag = hn::CappedTag<float, kBatchLanes>;
using BlockVec = hn::Vec<BlockTag>;
using BlockMask = hn::Mask<BlockTag>;

constexpr int kVectorsPerBlock = kBatchLanes / static_cast<int>(hn::MaxLanes(BlockTag()));

// The lanes of a mask as bits.
HWY_INLINE uint32_t BitsOf(BlockMask mask) {
  uint8_t bytes[8] = {};
  hn::StoreMaskBits(BlockTag(), mask, bytes);
  uint32_t bits = bytes[0];
  if (hn::MaxLanes(BlockTag()) > 8) bits |= static_cast<uint32_t>(bytes[1]) << 8;
  return bits;
}

// A PosedCircle in every lane.
struct CircleLanes {
  BlockVec minus_twice_x;
  BlockVec minus_twice_y;
  BlockVec minus_twice_radius;
  BlockVec threshold;
};

HWY_INLINE CircleLanes Broadcast(const PosedCircle& circle) {
  const BlockTag d;
  return {hn::Set(d, circle.minus_twice_x), hn::Set(d, circle.minus_twice_y), hn::Set(d, circle.minus_twice_radius),
          hn::Set(d, circle.threshold)};
}

// Lanes whose bounding circle is certainly apart from that of the body shape; also true of padding.
HWY_INLINE BlockMask CirclesApart(const CircleLanes& circle, const ShadowBlock& block, int lane) {
  const BlockTag d;
  BlockVec power = hn::Load(d, block.origin_power + lane);
  power = hn::MulAdd(hn::Load(d, block.center_x + lane), circle.minus_twice_x, power);
  power = hn::MulAdd(hn::Load(d, block.center_y + lane), circle.minus_twice_y, power);
  power = hn::MulAdd(hn::Load(d, block.radius + lane), circle.minus_twice_radius, power);
  return hn::Gt(power, circle.threshold);
}

// True if CirclesApart is for all lanes of the blocks [begin, end).
HWY_INLINE bool AllCirclesApart(const CircleLanes& circle, const ShadowBlock* begin, const ShadowBlock* end) {
  const BlockTag d;
  BlockMask apart = CirclesApart(circle, *begin, 0);
  for (int v = 1; v < kVectorsPerBlock; ++v) {
    apart = hn::And(apart, CirclesApart(circle, *begin, v * static_cast<int>(hn::Lanes(d))));
  }
  for (const ShadowBlock* block = begin + 1; block < end; ++block) {
    for (int v = 0; v < kVectorsPerBlock; ++v) {
      apart = hn::And(apart, CirclesApart(circle, *block, v * static_cast<int>(hn::Lanes(d))));
    }
  }
  return hn::AllTrue(d, apart);
}

// What a block's boxes and inner circles prove, as bits by lane; neither bit: nothing. Bits of padding lanes mean nothing.
struct BoxVerdicts {
  uint32_t apart;        // The boxes are apart, and therefore the shapes.
  uint32_t boxes_cross;  // The boxes overlap, by more than the error: so do the shapes, if both are exact.
  uint32_t overlapping;  // The inner circles overlap, and therefore the shapes.
};

// Separating axes of the two boxes of each lane: the axes of both, unit vectors b of the body and a of the obstacle. With
// c = |a . b| and s = |a x b|, a box of halves (h, w) reaches h c + w s along the other's axis and h s + w c across it.
HWY_INLINE BoxVerdicts CompareBoxes(const PosedBox& body, const ShadowBlock& block, bool ask_inner_circles) {
  const BlockTag d;
  const BlockVec error = hn::Set(d, body.error_m + block.error_m);
  const BlockVec length_b = hn::Set(d, body.half_length);
  const BlockVec width_b = hn::Set(d, body.half_width);
  const BlockVec bx = hn::Set(d, body.axis_x);
  const BlockVec by = hn::Set(d, body.axis_y);
  BoxVerdicts verdicts = {};
  for (int lane = 0; lane < kBatchLanes; lane += static_cast<int>(hn::Lanes(d))) {
    const BlockVec dx = hn::Sub(hn::Load(d, block.center_x + lane), hn::Set(d, body.center_x));
    const BlockVec dy = hn::Sub(hn::Load(d, block.center_y + lane), hn::Set(d, body.center_y));
    const BlockVec ax = hn::Load(d, block.axis_x + lane);
    const BlockVec ay = hn::Load(d, block.axis_y + lane);
    const BlockVec length_a = hn::Load(d, block.half_length + lane);
    const BlockVec width_a = hn::Load(d, block.half_width + lane);
    const BlockVec c = hn::Abs(hn::MulAdd(ax, bx, hn::Mul(ay, by)));
    const BlockVec s = hn::Abs(hn::MulSub(ax, by, hn::Mul(ay, bx)));
    const BlockVec along_b = hn::Abs(hn::MulAdd(dx, bx, hn::Mul(dy, by)));
    const BlockVec across_b = hn::Abs(hn::MulSub(dx, by, hn::Mul(dy, bx)));
    const BlockVec along_a = hn::Abs(hn::MulAdd(dx, ax, hn::Mul(dy, ay)));
    const BlockVec across_a = hn::Abs(hn::MulSub(dx, ay, hn::Mul(dy, ax)));
    const auto gap =
        [](BlockVec distance, BlockVec half, BlockVec length, BlockVec along, BlockVec width, BlockVec across)
            HWY_ATTR { return hn::NegMulAdd(width, across, hn::NegMulAdd(length, along, hn::Sub(distance, half))); };
    const BlockVec gap_b =
        hn::Max(gap(along_b, length_b, length_a, c, width_a, s), gap(across_b, width_b, length_a, s, width_a, c));
    const BlockVec gap_a =
        hn::Max(gap(along_a, length_a, length_b, c, width_b, s), gap(across_a, width_a, length_b, s, width_b, c));
    const BlockVec widest = hn::Max(gap_a, gap_b);
    verdicts.apart |= BitsOf(hn::Gt(widest, error)) << lane;
    verdicts.boxes_cross |= BitsOf(hn::Lt(widest, hn::Neg(error))) << lane;
    if (ask_inner_circles) {
      const BlockVec reach =
          hn::Max(hn::Add(hn::Load(d, block.inner_radius + lane), hn::Set(d, body.inner_radius)), hn::Zero(d));
      const BlockVec distance_sq = hn::MulAdd(dx, dx, hn::Mul(dy, dy));
      verdicts.overlapping |= BitsOf(hn::Lt(distance_sq, hn::Mul(reach, reach))) << lane;
    }
  }
  return verdicts;
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_BLOCK_FILTER_INL_H_
