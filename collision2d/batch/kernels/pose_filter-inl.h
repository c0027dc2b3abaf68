// The circles of many poses against the obstacles of a block, for one instruction set: included
// again for each by foreach_target.h. A vector holds poses here, not obstacles: what one pose needs
// of a block is then known for 16 poses at once, and nothing is broadcast but what is in memory.

#include <cstdint>

#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/shadow_numbers.h"

#if defined(COLLISION2D_BATCH_KERNELS_POSE_FILTER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_POSE_FILTER_INL_H_
#undef COLLISION2D_BATCH_KERNELS_POSE_FILTER_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_POSE_FILTER_INL_H_
#endif

#include "collision2d/batch/kernels/block_filter-inl.h"
#include "collision2d/batch/kernels/pose_shape-inl.h"
#include "collision2d/code_generation.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

static_assert(kPosesTogether == kBatchLanes, "poses take the place of obstacles in vectors");

// What CirclesApart reads of the circles of kPosesTogether poses; arrays as in PosedShape.
struct PoseCircles {
  const float* minus_twice_x;
  const float* minus_twice_y;
  const float* minus_twice_radius;
  const float* threshold;
};

HWY_INLINE PoseCircles CirclesOf(const PosedShape& posed) {
  return {posed.minus_twice_x, posed.minus_twice_y, posed.minus_twice_radius, posed.threshold};
}

// Circles grown by a limit each: those of obstacles that are apart from them are farther than the
// limit.
struct alignas(64) WidenedCircles {
  float minus_twice_radius[kPosesTogether];
  float threshold[kPosesTogether];
};

// `limit_m`: of each pose, at most kMaxLimit_m. `Posed` is PosedShape, or has its circles.
template <typename Posed>
HWY_INLINE PoseCircles WidenCircles(const Posed& posed, const float* limit_m, WidenedCircles* widened) {
  const hn::CappedTag<double, kPosesTogether / 2> d;
  const hn::Rebind<float, decltype(d)> df;
  for (int p = 0; p < kPosesTogether; p += static_cast<int>(hn::Lanes(d))) {
    const auto x = hn::PromoteTo(d, hn::Load(df, posed.center_x + p));
    const auto y = hn::PromoteTo(d, hn::Load(df, posed.center_y + p));
    const auto radius = hn::PromoteTo(d, hn::Load(df, posed.radius + p));
    const auto limit = hn::PromoteTo(d, hn::Load(df, limit_m + p));
    // Rounded up, as in RoundedUp.
    const auto float_reach = hn::DemoteTo(df, hn::Mul(hn::Set(d, kRoundedUp), hn::Add(radius, limit)));
    const auto reach = hn::PromoteTo(d, float_reach);
    const auto norm1 = hn::Add(hn::Add(hn::Abs(x), hn::Abs(y)), reach);
    const auto power = hn::Sub(hn::MulAdd(x, x, hn::Mul(y, y)), hn::Mul(reach, reach));
    const auto threshold = hn::MulSub(hn::Set(d, kCirclesApartError), hn::Mul(norm1, norm1), power);
    hn::Store(hn::Mul(hn::Set(df, -2.0f), float_reach), df, widened->minus_twice_radius + p);
    hn::Store(hn::DemoteTo(df, threshold), df, widened->threshold + p);
  }
  return {posed.minus_twice_x, posed.minus_twice_y, widened->minus_twice_radius, widened->threshold};
}

// `Block` is ShadowBlock, or has its circles and lanes_end.

// The left side of CirclesApart for the poses from p on: its least over the block's obstacles,
// which is that of the nearest circle.
template <typename Block>
HWY_INLINE BlockVec LeastPower(const PoseCircles& circles, const Block& block, int p) {
  const BlockTag d;
  const BlockVec x = hn::Load(d, circles.minus_twice_x + p);
  const BlockVec y = hn::Load(d, circles.minus_twice_y + p);
  const BlockVec radius = hn::Load(d, circles.minus_twice_radius + p);
  const auto power_of = [&](int k) HWY_ATTR {
    BlockVec power = hn::MulAdd(hn::Set(d, block.center_x[k]), x, hn::Set(d, block.origin_power[k]));
    power = hn::MulAdd(hn::Set(d, block.center_y[k]), y, power);
    return hn::MulAdd(hn::Set(d, block.radius[k]), radius, power);
  };
  // Two chains of minima; padding changes nothing.
  BlockVec even = power_of(0);
  BlockVec odd = power_of(1);
  for (int k = 2; k < static_cast<int>(block.lanes_end); k += 2) {
    even = hn::Min(even, power_of(k));
    odd = hn::Min(odd, power_of(k + 1));
  }
  return hn::Min(even, odd);
}

// Bit p: the circle of pose p is not certainly apart from that of every obstacle of the block.
template <typename Block>
HWY_INLINE uint32_t OpenPoses(const PoseCircles& circles, const Block& block) {
  const BlockTag d;
  uint32_t open = 0;
  for (int p = 0; p < kPosesTogether; p += static_cast<int>(hn::Lanes(d))) {
    const BlockVec power = LeastPower(circles, block, p);
    open |= BitsOf(hn::Le(power, hn::Load(d, circles.threshold + p))) << p;
  }
  return open;
}

// Bit b: the circle of pose p is not certainly apart from that of every obstacle of block begin +
// b, for `count` <= 32 blocks.
HWY_INLINE uint32_t OpenBlocks(const PoseCircles& circles, int p, const ShadowBlock* blocks, int count) {
  const BlockTag d;
  const CircleLanes circle = {hn::Set(d, circles.minus_twice_x[p]), hn::Set(d, circles.minus_twice_y[p]),
                              hn::Set(d, circles.minus_twice_radius[p]), hn::Set(d, circles.threshold[p])};
  uint32_t open = 0;
  for (int b = 0; b < count; ++b) {
    open |= static_cast<uint32_t>(!hn::AllTrue(d, AllLanesCirclesApart(circle, blocks[b]))) << b;
  }
  return open;
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_POSE_FILTER_INL_H_
