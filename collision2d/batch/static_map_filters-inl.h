// What the walks of StaticMap ask of a node or a block, 16 children at a time. Compiled once for each instruction set.

#if defined(COLLISION2D_BATCH_STATIC_MAP_FILTERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_STATIC_MAP_FILTERS_INL_H_
#undef COLLISION2D_BATCH_STATIC_MAP_FILTERS_INL_H_
#else
#define COLLISION2D_BATCH_STATIC_MAP_FILTERS_INL_H_
#endif

#include <cstddef>
#include <cstdint>

#include "collision2d/batch/packed_tree.h"
#include "collision2d/batch/packed_tree_box.h"
#include "collision2d/batch/static_map_block.h"
#include "collision2d/batch/static_map_boxes.h"
#include "collision2d/simd_targets.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr int kWidth = PackedTree::kWidth;
using D = hn::CappedTag<float, kWidth>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;

// Bound on the rounding of a gap between two oriented boxes along an axis, relative to their half lengths and the two
// projections of their centres' difference d on one box's axes. With u = 2^-24:
//   d rounded, two products and a sum, the last difference                4 u |d|_1
//   an axis of the projection that is not unit by 2 u                     2 u |d|_1
//   the cosine or sine between the axes: two products and a sum           3 u of half lengths
//   the square of an axis that is not unit, by which it should be divided 4 u of half lengths
//   the extent: products and sums, and the last difference                5 u of half lengths
// |d|_1 is up to 1.5 times the sum of the two projections: below 12 u of all; doubled, and rounded up to a power of
// two.
constexpr float kGapRelativeError = 0x1p-19f;

// Bit i for lane i.
HWY_INLINE uint32_t Bits(D d, M mask) {
  // Highway asks for eight bytes.
  uint8_t bytes[8];
  hn::StoreMaskBits(d, mask, bytes);
  return hn::Lanes(d) > 8 ? bytes[0] | static_cast<uint32_t>(bytes[1]) << 8 : bytes[0];
}

// Of the children whose boxes overlap `box`.
HWY_INLINE uint32_t OverlapBits(const PackedTree::Node& node, const PackedTreeBox& box) {
  const D d;
  uint32_t bits = 0;
  for (size_t i = 0; i < kWidth; i += hn::Lanes(d)) {
    const M in_x = hn::And(hn::Le(hn::Load(d, node.min_x + i), hn::Set(d, box.max_x)),
                           hn::Ge(hn::Load(d, node.max_x + i), hn::Set(d, box.min_x)));
    const M in_y = hn::And(hn::Le(hn::Load(d, node.min_y + i), hn::Set(d, box.max_y)),
                           hn::Ge(hn::Load(d, node.max_y + i), hn::Set(d, box.min_y)));
    bits |= Bits(d, hn::And(in_x, in_y)) << i;
  }
  return bits;
}

// m^2. For each child the distance of its box from `box`, squared.
HWY_INLINE void SquaredDistances(const PackedTree::Node& node, const PackedTreeBox& box, float* HWY_RESTRICT squares) {
  const D d;
  for (size_t i = 0; i < kWidth; i += hn::Lanes(d)) {
    const V gap_x = hn::Max(hn::Sub(hn::Load(d, node.min_x + i), hn::Set(d, box.max_x)),
                            hn::Sub(hn::Set(d, box.min_x), hn::Load(d, node.max_x + i)));
    const V gap_y = hn::Max(hn::Sub(hn::Load(d, node.min_y + i), hn::Set(d, box.max_y)),
                            hn::Sub(hn::Set(d, box.min_y), hn::Load(d, node.max_y + i)));
    const V x = hn::Max(gap_x, hn::Zero(d));
    const V y = hn::Max(gap_y, hn::Zero(d));
    hn::Store(hn::MulAdd(x, x, hn::Mul(y, y)), d, squares + i);
  }
}

// Gaps of oriented boxes along the body's axes and along the map shape's, in m, less than they are by their error
// bound.
struct Gaps {
  V body_x;
  V body_y;
  V shape_x;
  V shape_y;
};

HWY_INLINE Gaps GapsOf(D d, const MapBlock& block, size_t i, const PosedBody& body, const PosedBody::Box& box) {
  const V cos = hn::Set(d, body.cos);
  const V sin = hn::Set(d, body.sin);
  const V body_half_x = hn::Set(d, box.half_x);
  const V body_half_y = hn::Set(d, box.half_y);
  const V axis_x = hn::Load(d, block.axis_x + i);
  const V axis_y = hn::Load(d, block.axis_y + i);
  const V half_x = hn::Load(d, block.half_x + i);
  const V half_y = hn::Load(d, block.half_y + i);
  const V dx = hn::Sub(hn::Load(d, block.x + i), hn::Set(d, box.x));
  const V dy = hn::Sub(hn::Load(d, block.y + i), hn::Set(d, box.y));
  // Between the axes.
  const V along = hn::Abs(hn::MulAdd(axis_x, cos, hn::Mul(axis_y, sin)));
  const V across = hn::Abs(hn::MulSub(axis_y, cos, hn::Mul(axis_x, sin)));
  const V body_x = hn::Abs(hn::MulAdd(dx, cos, hn::Mul(dy, sin)));
  const V body_y = hn::Abs(hn::MulSub(dy, cos, hn::Mul(dx, sin)));
  const V shape_x = hn::Abs(hn::MulAdd(dx, axis_x, hn::Mul(dy, axis_y)));
  const V shape_y = hn::Abs(hn::MulSub(dy, axis_x, hn::Mul(dx, axis_y)));
  const V size =
      hn::Add(hn::Add(hn::Add(body_x, body_y), hn::Set(d, box.half_x + box.half_y)), hn::Add(half_x, half_y));
  const V error = hn::Mul(size, hn::Set(d, kGapRelativeError));
  const V body_reach_x = hn::Add(body_half_x, error);
  const V body_reach_y = hn::Add(body_half_y, error);
  const V shape_reach_x = hn::Add(half_x, error);
  const V shape_reach_y = hn::Add(half_y, error);
  return {hn::Sub(body_x, hn::MulAdd(half_x, along, hn::MulAdd(half_y, across, body_reach_x))),
          hn::Sub(body_y, hn::MulAdd(half_x, across, hn::MulAdd(half_y, along, body_reach_y))),
          hn::Sub(shape_x, hn::MulAdd(body_half_x, along, hn::MulAdd(body_half_y, across, shape_reach_x))),
          hn::Sub(shape_y, hn::MulAdd(body_half_x, across, hn::MulAdd(body_half_y, along, shape_reach_y)))};
}

// Of the shapes that are not proven apart from the body's box.
HWY_INLINE uint32_t OverlapBits(const MapBlock& block, const PosedBody& body, const PosedBody::Box& box) {
  const D d;
  uint32_t bits = 0;
  for (size_t i = 0; i < kWidth; i += hn::Lanes(d)) {
    const Gaps gaps = GapsOf(d, block, i, body, box);
    const V largest = hn::Max(hn::Max(gaps.body_x, gaps.body_y), hn::Max(gaps.shape_x, gaps.shape_y));
    bits |= Bits(d, hn::Le(largest, hn::Zero(d))) << i;
  }
  return bits;
}

// m^2. The square of a lower bound on the distance of two boxes, for each shape: the distance of one from the rectangle
// about the other along the first one's axes.
HWY_INLINE void SquaredDistances(const MapBlock& block, const PosedBody& body, const PosedBody::Box& box,
                                 float* HWY_RESTRICT squares) {
  const D d;
  for (size_t i = 0; i < kWidth; i += hn::Lanes(d)) {
    const Gaps gaps = GapsOf(d, block, i, body, box);
    const V body_x = hn::Max(gaps.body_x, hn::Zero(d));
    const V body_y = hn::Max(gaps.body_y, hn::Zero(d));
    const V shape_x = hn::Max(gaps.shape_x, hn::Zero(d));
    const V shape_y = hn::Max(gaps.shape_y, hn::Zero(d));
    hn::Store(hn::Max(hn::MulAdd(body_x, body_x, hn::Mul(body_y, body_y)),
                      hn::MulAdd(shape_x, shape_x, hn::Mul(shape_y, shape_y))),
              d, squares + i);
  }
}

// Poses that walk down the tree together, so that the nodes and blocks of one are fetched from memory while the others
// work.
constexpr int kGroupSize = 16;

template <typename T>
HWY_INLINE void FetchFromMemory(const T& object) {
  const auto* bytes = reinterpret_cast<const char*>(&object);
  for (size_t line = 0; line < sizeof(T); line += 64) hwy::Prefetch(bytes + line);
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_STATIC_MAP_FILTERS_INL_H_
