// Discs against boxes and capsules in lanes, for one instruction set: included again for each by foreach_target.h.

#include <cstdint>

#include "collision2d/batch/batch_shadow.h"
#include "collision2d/batch/posed_body.h"

#if defined(COLLISION2D_BATCH_DISC_FILTER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_DISC_FILTER_INL_H_
#undef COLLISION2D_BATCH_DISC_FILTER_INL_H_
#else
#define COLLISION2D_BATCH_DISC_FILTER_INL_H_
#endif

#include "collision2d/batch/block_filter-inl.h"
#include "collision2d/batch/pose_shape-inl.h"
#include "collision2d/simd_targets.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The lanes in which one shape is a disc and the other one a box rounded by its own radius, both exactly.
HWY_INLINE uint32_t DiscLanes(const BodyShape& shape, const ShadowBlock& block) {
  if (shape.polygon->size() == 1) return static_cast<uint32_t>(block.exact_boxes | block.capsules);
  return shape.box.core_is_exact ? block.discs : 0u;
}

// As bits by lane; neither bit: nothing. Only bits of DiscLanes mean anything.
struct DiscVerdicts {
  uint32_t apart;
  uint32_t overlapping;
};

// Compares the distance of a disc's centre from the core of the other shape's box with the sum of the radii, in each lane
// of DiscLanes. The error is that of the pair's boxes, see kShadowSizeError.
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

#endif  // COLLISION2D_BATCH_DISC_FILTER_INL_H_
