// The filters of a block of obstacles, for one instruction set: included again for each by
// foreach_target.h.

#include <cstdint>

#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/posed_body.h"

#if defined(COLLISION2D_BATCH_KERNELS_BLOCK_FILTER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_BLOCK_FILTER_INL_H_
#undef COLLISION2D_BATCH_KERNELS_BLOCK_FILTER_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_BLOCK_FILTER_INL_H_
#endif

#include "collision2d/batch/kernels/pose_shape-inl.h"
#include "collision2d/code_generation.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using BlockTag = hn::CappedTag<float, kBatchLanes>;
using BlockVec = hn::Vec<BlockTag>;
using BlockMask = hn::Mask<BlockTag>;

// The lanes of a mask as bits.
HWY_INLINE uint32_t BitsOf(BlockMask mask) {
  uint8_t bytes[8];  // As many as StoreMaskBits may write.
  hn::StoreMaskBits(BlockTag(), mask, bytes);
  if (hn::MaxLanes(BlockTag()) <= 8) return bytes[0];
  return bytes[0] | uint32_t{bytes[1]} << 8;
}

// The circle of one pose in every lane.
struct CircleLanes {
  BlockVec minus_twice_x;
  BlockVec minus_twice_y;
  BlockVec minus_twice_radius;
  BlockVec threshold;
};

// Lanes whose bounding circle is certainly apart from that of the body shape; also true of padding.
HWY_INLINE BlockMask CirclesApart(const CircleLanes& circle, const ShadowBlock& block, int lane) {
  const BlockTag d;
  BlockVec power = hn::Load(d, block.origin_power + lane);
  power = hn::MulAdd(hn::Load(d, block.center_x + lane), circle.minus_twice_x, power);
  power = hn::MulAdd(hn::Load(d, block.center_y + lane), circle.minus_twice_y, power);
  power = hn::MulAdd(hn::Load(d, block.radius + lane), circle.minus_twice_radius, power);
  return hn::Gt(power, circle.threshold);
}

// CirclesApart of all lanes of a block, joined.
HWY_INLINE BlockMask AllLanesCirclesApart(const CircleLanes& circle, const ShadowBlock& block) {
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(BlockTag()));
  BlockMask apart = CirclesApart(circle, block, 0);
  // The 15 further vectors of one lane in three rounds: a loop of a few instructions each is up to
  // 1.4 times slower, depending on the address that it happens to have.
  COLLISION2D_HOT_UNROLL(5)
  for (int lane = kLanes; lane < kBatchLanes; lane += kLanes) {
    apart = hn::And(apart, CirclesApart(circle, block, lane));
  }
  return apart;
}

// What a block's boxes and circles prove, as bits by lane; neither bit: nothing. Bits of padding
// lanes mean nothing.
struct BoxVerdicts {
  uint32_t apart;        // The boxes or the circles are apart, and therefore the shapes.
  uint32_t boxes_cross;  // The boxes overlap, by more than the error: so do the shapes, if both are exact.
  uint32_t overlapping;  // The inner circles overlap, and therefore the shapes.
};

// The box of a body shape at one pose in every lane.
struct BoxLanes {
  BlockVec center_x;
  BlockVec center_y;
  BlockVec axis_x;
  BlockVec axis_y;
  BlockVec half_length;
  BlockVec half_width;
  BlockVec radius;
  BlockVec inner_radius;
  BlockVec error;
  BlockVec minus_error;
};

HWY_INLINE BoxLanes BroadcastBox(const PosedShape& shape, int p) {
  const BlockTag d;
  return {hn::Set(d, shape.center_x[p]), hn::Set(d, shape.center_y[p]),     hn::Set(d, shape.axis_x[p]),
          hn::Set(d, shape.axis_y[p]),   hn::Set(d, shape.half_length),     hn::Set(d, shape.half_width),
          hn::Set(d, shape.radius[p]),   hn::Set(d, shape.inner_radius[p]), hn::Set(d, shape.error_m[p]),
          hn::Set(d, -shape.error_m[p])};
}

// Compares the lanes from `lane` on, as many as a vector has, of a block with the boxes of `body`,
// whose error is that of the pair, and adds their bits to `verdicts`.
// Separating axes: those of both boxes, unit vectors b of the body and a of the obstacle. With c =
// |a . b| and s = |a x b|, a box of halves (h, w) reaches h c + w s along the other's axis and h s
// + w c across it.
HWY_INLINE void CompareBoxLanes(const BoxLanes& body, const ShadowBlock& block, int lane, bool ask_circles,
                                BoxVerdicts* verdicts) {
  const BlockTag d;
  const BlockVec dx = hn::Sub(hn::Load(d, block.center_x + lane), body.center_x);
  const BlockVec dy = hn::Sub(hn::Load(d, block.center_y + lane), body.center_y);
  const BlockVec axis_x = hn::Load(d, block.axis_x + lane);
  const BlockVec axis_y = hn::Load(d, block.axis_y + lane);
  const BlockVec length = hn::Load(d, block.half_length + lane);
  const BlockVec width = hn::Load(d, block.half_width + lane);
  const BlockVec c = hn::Abs(hn::MulAdd(axis_x, body.axis_x, hn::Mul(axis_y, body.axis_y)));
  const BlockVec s = hn::Abs(hn::MulSub(axis_x, body.axis_y, hn::Mul(axis_y, body.axis_x)));
  const BlockVec along_b = hn::Abs(hn::MulAdd(dx, body.axis_x, hn::Mul(dy, body.axis_y)));
  const BlockVec across_b = hn::Abs(hn::MulSub(dx, body.axis_y, hn::Mul(dy, body.axis_x)));
  const BlockVec along_a = hn::Abs(hn::MulAdd(dx, axis_x, hn::Mul(dy, axis_y)));
  const BlockVec across_a = hn::Abs(hn::MulSub(dx, axis_y, hn::Mul(dy, axis_x)));
  const BlockVec gap_along_b = hn::NegMulAdd(width, s, hn::NegMulAdd(length, c, hn::Sub(along_b, body.half_length)));
  const BlockVec gap_across_b = hn::NegMulAdd(width, c, hn::NegMulAdd(length, s, hn::Sub(across_b, body.half_width)));
  const BlockVec gap_along_a =
      hn::NegMulAdd(body.half_width, s, hn::NegMulAdd(body.half_length, c, hn::Sub(along_a, length)));
  const BlockVec gap_across_a =
      hn::NegMulAdd(body.half_width, c, hn::NegMulAdd(body.half_length, s, hn::Sub(across_a, width)));
  const BlockVec widest = hn::Max(hn::Max(gap_along_a, gap_across_a), hn::Max(gap_along_b, gap_across_b));
  BlockMask apart = hn::Gt(widest, body.error);
  verdicts->boxes_cross |= BitsOf(hn::Lt(widest, body.minus_error)) << lane;
  if (ask_circles) {
    const BlockVec distance_sq = hn::MulAdd(dx, dx, hn::Mul(dy, dy));
    const BlockVec reach = hn::Add(hn::Load(d, block.radius + lane), body.radius);
    const BlockVec inner = hn::Max(hn::Add(hn::Load(d, block.inner_radius + lane), body.inner_radius), hn::Zero(d));
    apart = hn::Or(apart, hn::Gt(distance_sq, hn::Mul(reach, reach)));
    verdicts->overlapping |= BitsOf(hn::Lt(distance_sq, hn::Mul(inner, inner))) << lane;
  }
  verdicts->apart |= BitsOf(apart) << lane;
}

// Compares all lanes of a block with a body shape.
HWY_INLINE BoxVerdicts CompareBoxes(const BoxLanes& body, const ShadowBlock& block, bool ask_circles) {
  BoxLanes pair = body;
  pair.error = hn::Add(body.error, hn::Set(BlockTag(), block.error_m));
  pair.minus_error = hn::Sub(body.minus_error, hn::Set(BlockTag(), block.error_m));
  BoxVerdicts verdicts = {};
  for (int lane = 0; lane < kBatchLanes; lane += static_cast<int>(hn::MaxLanes(BlockTag()))) {
    CompareBoxLanes(pair, block, lane, ask_circles, &verdicts);
  }
  return verdicts;
}

// The lanes in which one shape is a disc and the other one a box rounded by its own radius, both
// exactly.
HWY_INLINE uint32_t DiscLanes(const BodyShape& shape, const ShadowBlock& block) {
  if (shape.polygon->size() == 1) return static_cast<uint32_t>(block.exact_boxes | block.capsules);
  return shape.box.core_is_exact ? block.discs : 0u;
}

// One bit for each lane; if neither is set, nothing is proven. Bits outside DiscLanes are
// meaningless.
struct DiscVerdicts {
  uint32_t apart;
  uint32_t overlapping;
};

// Compares the distance of a disc's centre from the core of the other shape's box with the sum of
// the radii, in each lane of DiscLanes. The error is that of the pair's boxes, see
// kShadowSizeError.
HWY_INLINE DiscVerdicts CompareDiscs(const BodyShape& shape, const PosedShape& posed, int p, const ShadowBlock& block) {
  const BlockTag d;
  const bool body_is_disc = shape.polygon->size() == 1;
  const BlockVec error = hn::Set(d, block.error_m + posed.error_m[p]);
  DiscVerdicts verdicts = {};
  for (int lane = 0; lane < kBatchLanes; lane += static_cast<int>(hn::MaxLanes(d))) {
    const BlockVec dx = hn::Sub(hn::Load(d, block.center_x + lane), hn::Set(d, posed.center_x[p]));
    const BlockVec dy = hn::Sub(hn::Load(d, block.center_y + lane), hn::Set(d, posed.center_y[p]));
    BlockVec axis_x = hn::Set(d, posed.axis_x[p]);
    BlockVec axis_y = hn::Set(d, posed.axis_y[p]);
    BlockVec core_length = hn::Set(d, posed.core_half_length);
    BlockVec core_width = hn::Set(d, posed.core_half_width);
    BlockVec radius = hn::Load(d, block.half_width + lane);
    if (body_is_disc) {
      axis_x = hn::Load(d, block.axis_x + lane);
      axis_y = hn::Load(d, block.axis_y + lane);
      const uint32_t rounded = static_cast<uint32_t>(block.capsules) >> lane;
      const uint8_t rounded_bits[8] = {static_cast<uint8_t>(rounded), static_cast<uint8_t>(rounded >> 8)};
      radius = hn::IfThenElseZero(hn::LoadMaskBits(d, rounded_bits), radius);
      core_length = hn::Sub(hn::Load(d, block.half_length + lane), radius);
      core_width = hn::Sub(hn::Load(d, block.half_width + lane), radius);
    }
    const BlockVec along = hn::Abs(hn::MulAdd(dx, axis_x, hn::Mul(dy, axis_y)));
    const BlockVec across = hn::Abs(hn::MulSub(dx, axis_y, hn::Mul(dy, axis_x)));
    const BlockVec beyond_length = hn::Max(hn::Sub(along, core_length), hn::Zero(d));
    const BlockVec beyond_width = hn::Max(hn::Sub(across, core_width), hn::Zero(d));
    const BlockVec distance_sq = hn::MulAdd(beyond_length, beyond_length, hn::Mul(beyond_width, beyond_width));
    const BlockVec reach = hn::Add(radius, hn::Set(d, posed.rounding_radius));
    const BlockVec farthest = hn::Add(reach, error);
    const BlockVec nearest = hn::Max(hn::Sub(reach, error), hn::Zero(d));
    verdicts.apart |= BitsOf(hn::Gt(distance_sq, hn::Mul(farthest, farthest))) << lane;
    verdicts.overlapping |= BitsOf(hn::Lt(distance_sq, hn::Mul(nearest, nearest))) << lane;
  }
  return verdicts;
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_BLOCK_FILTER_INL_H_
