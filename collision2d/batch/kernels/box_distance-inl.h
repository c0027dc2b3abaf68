// Bounds on the distances of the obstacles of a block, for one instruction set: included again for
// each by foreach_target.h.

#include <cstdint>

#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/shadow_numbers.h"

#if defined(COLLISION2D_BATCH_KERNELS_BOX_DISTANCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_BOX_DISTANCE_INL_H_
#undef COLLISION2D_BATCH_KERNELS_BOX_DISTANCE_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_BOX_DISTANCE_INL_H_
#endif

#include "collision2d/batch/kernels/block_filter-inl.h"
#include "collision2d/batch/kernels/pose_shape-inl.h"
#include "collision2d/code_generation.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// Bounds the evaluation error of a distance of boxes, relative to |dx| + |dy|, where d is the
// difference of the centres. With u = 2^-24 and S the sum of all four halves, in the frame of
// either box:
//   d rounded, two products and a sum                                     4 u |d|
//   an axis that is not unit by 2 u turns and stretches d                 2 u |d|
//   the corners: cosine and sine, products, sums                          8 u S
//   a corner's part beyond the box, two subtractions                      3 u (|d| + S)
//   squares, their sum and root                                           3 u of the distance, at
//   most |d| Below 12 u |d|, here more than doubled, and 11 u S, of which kShadowSizeError holds
//   40. Proof: box_distance.
constexpr float kBoxDistanceError = 0x1p-19f;

// Bounds on what Distance says of a body shape and the shape of each lane. Those of padding lanes
// mean nothing.
struct alignas(64) DistanceBounds {
  // m. kOverlapping: the distance is 0 for certain. 0: nothing is known.
  float lower_m[kBatchLanes];
  float upper_m[kBatchLanes];  // m
};

constexpr float kOverlapping = -1.0f;

// Half the diagonals of a box, seen from another one: its corners are the centre plus and minus
// either.
struct HalfDiagonals {
  BlockVec first_x;
  BlockVec first_y;
  BlockVec second_x;
  BlockVec second_y;
};

// (cos, sin) is the direction of the box's axis.
HWY_INLINE HalfDiagonals MakeHalfDiagonals(BlockVec half_length, BlockVec half_width, BlockVec cos, BlockVec sin) {
  const BlockVec length_x = hn::Mul(half_length, cos);
  const BlockVec length_y = hn::Mul(half_length, sin);
  const BlockVec width_x = hn::Mul(half_width, sin);
  const BlockVec width_y = hn::Mul(half_width, cos);
  return {hn::Sub(length_x, width_x), hn::Add(length_y, width_y), hn::Add(length_x, width_x),
          hn::Sub(length_y, width_y)};
}

// The widest gap between two boxes along the axes of one of them, which has these halves; (x, y) is
// the centre of the other.
HWY_INLINE BlockVec WidestGap(BlockVec half_length, BlockVec half_width, BlockVec x, BlockVec y,
                              const HalfDiagonals& other) {
  const BlockVec reach_x = hn::Max(hn::Abs(other.first_x), hn::Abs(other.second_x));
  const BlockVec reach_y = hn::Max(hn::Abs(other.first_y), hn::Abs(other.second_y));
  return hn::Max(hn::Sub(hn::Abs(x), hn::Add(half_length, reach_x)), hn::Sub(hn::Abs(y), hn::Add(half_width, reach_y)));
}

// The least distance of a corner of the other box from the box of these halves, squared.
HWY_INLINE BlockVec SquaredCornerDistance(BlockVec half_length, BlockVec half_width, BlockVec x, BlockVec y,
                                          const HalfDiagonals& other) {
  const auto squared = [&](BlockVec corner_x, BlockVec corner_y) HWY_ATTR {
    const BlockVec zero = hn::Zero(BlockTag());
    const BlockVec beyond_x = hn::Max(hn::Sub(hn::Abs(corner_x), half_length), zero);
    const BlockVec beyond_y = hn::Max(hn::Sub(hn::Abs(corner_y), half_width), zero);
    return hn::MulAdd(beyond_x, beyond_x, hn::Mul(beyond_y, beyond_y));
  };
  return hn::Min(hn::Min(squared(hn::Add(x, other.first_x), hn::Add(y, other.first_y)),
                         squared(hn::Sub(x, other.first_x), hn::Sub(y, other.first_y))),
                 hn::Min(squared(hn::Add(x, other.second_x), hn::Add(y, other.second_y)),
                         squared(hn::Sub(x, other.second_x), hn::Sub(y, other.second_y))));
}

// The bits of lanes as a mask.
HWY_INLINE BlockMask MaskOf(uint32_t bits) {
  uint8_t buffer[8] = {};  // As many as LoadMaskBits may read.
  for (int k = 0; k < 4; ++k) buffer[k] = static_cast<uint8_t>(bits >> (8 * k));
  return hn::LoadMaskBits(BlockTag(), buffer);
}

// Bounds for the box `body` of a body shape; `body_radius_m` is its bounding radius; `exact`: the
// lanes where both boxes are exact.
// Boxes that are apart are as far apart as the nearest corner of one is from the other, and so are
// shapes within errors of exact ones; a shape in its box may be farther, but not than the far side
// of its inner circle or, without one, of its bounding circle.
HWY_INLINE void BoundDistances(const BoxLanes& body, float body_radius_m, const ShadowBlock& block, uint32_t exact,
                               DistanceBounds* bounds) {
  const BlockTag d;
  const BlockVec zero = hn::Zero(d);
  const BlockVec fixed_error = hn::Add(body.error, hn::Set(d, block.error_m));
  // How far a point of the body shape may be from the centre, at most, towards the other shape's
  // centre.
  const BlockVec body_slack =
      hn::IfThenElse(hn::Gt(body.inner_radius, zero), hn::Neg(body.inner_radius), hn::Set(d, body_radius_m));
  for (int lane = 0; lane < kBatchLanes; lane += static_cast<int>(hn::Lanes(d))) {
    const BlockVec dx = hn::Sub(hn::Load(d, block.center_x + lane), body.center_x);
    const BlockVec dy = hn::Sub(hn::Load(d, block.center_y + lane), body.center_y);
    const BlockVec ax = hn::Load(d, block.axis_x + lane);
    const BlockVec ay = hn::Load(d, block.axis_y + lane);
    const BlockVec length_a = hn::Load(d, block.half_length + lane);
    const BlockVec width_a = hn::Load(d, block.half_width + lane);
    // The direction of the obstacle's axis from the body's; that of the body's from the obstacle's
    // has the other sign of s.
    const BlockVec c = hn::MulAdd(ax, body.axis_x, hn::Mul(ay, body.axis_y));
    const BlockVec s = hn::MulSub(ay, body.axis_x, hn::Mul(ax, body.axis_y));
    const BlockVec along_b = hn::MulAdd(dx, body.axis_x, hn::Mul(dy, body.axis_y));
    const BlockVec across_b = hn::MulSub(dy, body.axis_x, hn::Mul(dx, body.axis_y));
    const BlockVec along_a = hn::MulAdd(dx, ax, hn::Mul(dy, ay));
    const BlockVec across_a = hn::MulSub(dy, ax, hn::Mul(dx, ay));
    const HalfDiagonals of_a = MakeHalfDiagonals(length_a, width_a, c, s);
    const HalfDiagonals of_b = MakeHalfDiagonals(body.half_length, body.half_width, c, hn::Neg(s));
    const BlockVec gap = hn::Max(WidestGap(body.half_length, body.half_width, along_b, across_b, of_a),
                                 WidestGap(length_a, width_a, along_a, across_a, of_b));
    const BlockVec distance =
        hn::Sqrt(hn::Min(SquaredCornerDistance(body.half_length, body.half_width, along_b, across_b, of_a),
                         SquaredCornerDistance(length_a, width_a, along_a, across_a, of_b)));
    const BlockVec error = hn::MulAdd(hn::Set(d, kBoxDistanceError), hn::Add(hn::Abs(dx), hn::Abs(dy)), fixed_error);
    const BlockMask apart = hn::Gt(gap, error);
    const BlockMask cross = hn::Lt(gap, hn::Neg(error));
    BlockVec lower = hn::IfThenElseZero(apart, hn::Max(hn::Sub(distance, error), zero));
    BlockVec upper = hn::Add(distance, error);
    BlockMask overlap = cross;
    if (exact != block.lanes) {
      const BlockMask is_exact = MaskOf(exact >> lane);
      const BlockVec inner_a = hn::Load(d, block.inner_radius + lane);
      const BlockVec slack_a =
          hn::IfThenElse(hn::Gt(inner_a, zero), hn::Neg(inner_a), hn::Load(d, block.radius + lane));
      const BlockVec squared = hn::MulAdd(dx, dx, hn::Mul(dy, dy));
      const BlockVec loose = hn::Add(hn::Add(hn::Sqrt(squared), error), hn::Add(slack_a, body_slack));
      upper = hn::IfThenElse(is_exact, upper, hn::Max(loose, zero));
      const BlockVec reach = hn::Max(hn::Add(inner_a, body.inner_radius), zero);
      overlap = hn::Or(hn::And(is_exact, cross), hn::Lt(squared, hn::Mul(reach, reach)));
    }
    hn::Store(hn::IfThenElse(overlap, hn::Set(d, kOverlapping), lower), d, bounds->lower_m + lane);
    hn::Store(hn::IfThenElse(overlap, zero, upper), d, bounds->upper_m + lane);
  }
}

// The least upper bound over `lanes`, at most kMaxLimit_m.
HWY_INLINE float LeastUpper(const DistanceBounds& bounds, uint32_t lanes) {
  const BlockTag d;
  BlockVec least = hn::Set(d, kMaxLimit_m);
  for (int lane = 0; lane < kBatchLanes; lane += static_cast<int>(hn::Lanes(d))) {
    least = hn::Min(least, hn::IfThenElse(MaskOf(lanes >> lane), hn::Load(d, bounds.upper_m + lane), least));
  }
  return hn::GetLane(hn::MinOfLanes(d, least));
}

// The lanes whose lower bound is at most limit_m.
HWY_INLINE uint32_t LanesWithin(const DistanceBounds& bounds, float limit_m) {
  const BlockTag d;
  const BlockVec limit = hn::Set(d, limit_m);
  uint32_t within = 0;
  for (int lane = 0; lane < kBatchLanes; lane += static_cast<int>(hn::Lanes(d))) {
    within |= BitsOf(hn::Le(hn::Load(d, bounds.lower_m + lane), limit)) << lane;
  }
  return within;
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_BOX_DISTANCE_INL_H_
