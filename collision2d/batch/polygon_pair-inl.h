// Separating axes of two polygons in single precision, for one instruction set: included again for each by
// foreach_target.h.

#include "collision2d/geometry/vec2.h"

#if defined(COLLISION2D_BATCH_POLYGON_PAIR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_POLYGON_PAIR_INL_H_
#undef COLLISION2D_BATCH_POLYGON_PAIR_INL_H_
#else
#define COLLISION2D_BATCH_POLYGON_PAIR_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using EdgeTag = hn::CappedTag<float, 8>;
using EdgeVec = hn::Vec<EdgeTag>;

// A polygon as arrays of coordinates: x[size] == x[0], and whole vectors may be loaded from any index up to size.
struct FloatRing {
  const float* x;
  const float* y;
  int size;
};

struct RingBounds {
  float reach_m;      // Radii, and the error of positions: an edge separates if the other ring is farther than this.
  float depth_m;      // The error of positions: an edge is crossed if the other ring is deeper than this.
  float rounding_m2;  // The error of an edge's own direction times the lengths that it turns.
};

struct EdgeVerdict {
  bool one_separates;
  bool all_are_crossed;
};

// How the lines through the edges of `owner` lie to the vertices of `other`, moved by `shift`.
HWY_INLINE EdgeVerdict CompareEdges(const FloatRing& owner, const FloatRing& other, float shift_x, float shift_y,
                                    const RingBounds& bounds) {
  const EdgeTag d;
  const EdgeVec sx = hn::Set(d, shift_x);
  const EdgeVec sy = hn::Set(d, shift_y);
  const int edge_count = owner.size > 1 ? owner.size : 0;
  EdgeVerdict verdict = {false, true};
  for (int i = 0; i < edge_count; i += static_cast<int>(hn::Lanes(d))) {
    const EdgeVec x = hn::LoadU(d, owner.x + i);
    const EdgeVec y = hn::LoadU(d, owner.y + i);
    const EdgeVec edge_x = hn::Sub(hn::LoadU(d, owner.x + i + 1), x);
    const EdgeVec edge_y = hn::Sub(hn::LoadU(d, owner.y + i + 1), y);
    // The outward normal is (edge_y, -edge_x).
    EdgeVec lowest = hn::Set(d, 3e38f);
    for (int j = 0; j < other.size; ++j) {
      lowest = hn::Min(lowest, hn::MulSub(edge_y, hn::Set(d, other.x[j]), hn::Mul(edge_x, hn::Set(d, other.y[j]))));
    }
    const EdgeVec to_own_x = hn::Sub(sx, x);
    const EdgeVec to_own_y = hn::Sub(sy, y);
    const EdgeVec gap = hn::Add(lowest, hn::MulSub(edge_y, to_own_x, hn::Mul(edge_x, to_own_y)));
    const EdgeVec length = hn::Sqrt(hn::MulAdd(edge_x, edge_x, hn::Mul(edge_y, edge_y)));
    const EdgeVec rounding = hn::Set(d, bounds.rounding_m2);
    const auto separates = hn::Gt(gap, hn::MulAdd(length, hn::Set(d, bounds.reach_m), rounding));
    const auto is_crossed = hn::Lt(hn::Add(gap, hn::MulAdd(length, hn::Set(d, bounds.depth_m), rounding)), hn::Zero(d));
    const auto is_edge = hn::FirstN(d, static_cast<size_t>(edge_count - i));
    verdict.one_separates |= !hn::AllFalse(d, hn::And(is_edge, separates));
    verdict.all_are_crossed &= hn::AllFalse(d, hn::AndNot(is_crossed, is_edge));
  }
  return verdict;
}

enum class RingVerdict { kUndecided = 0, kApart = 1, kOverlapping = 2 };

// Whether two polygons are apart or overlap; b is moved by `shift`.
// REQUIRES: one of them has three vertices or more. Of a point the edges are none, of a segment its two sides.
HWY_INLINE RingVerdict CompareRings(const FloatRing& a, const FloatRing& b, float shift_x, float shift_y,
                                    const RingBounds& bounds) {
  const EdgeVerdict of_a = CompareEdges(a, b, shift_x, shift_y, bounds);
  const EdgeVerdict of_b = CompareEdges(b, a, -shift_x, -shift_y, bounds);
  // Without a branch: which it is, is random.
  const int apart = static_cast<int>(of_a.one_separates | of_b.one_separates);
  const int overlapping = static_cast<int>(of_a.all_are_crossed & of_b.all_are_crossed);
  return static_cast<RingVerdict>(apart | overlapping << 1);
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_POLYGON_PAIR_INL_H_
