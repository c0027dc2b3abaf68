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

constexpr int kFewVertices = 8;

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

// The least of edge x vertex over the vertices of `ring`, for the edge of each lane.
HWY_INLINE EdgeVec LeastCross(EdgeVec edge_x, EdgeVec edge_y, const FloatRing& ring) {
  const EdgeTag d;
  EdgeVec least = hn::Set(d, 3e38f);
  for (int j = 0; j < ring.size; ++j) {
    least = hn::Min(least, hn::MulSub(edge_y, hn::Set(d, ring.x[j]), hn::Mul(edge_x, hn::Set(d, ring.y[j]))));
  }
  return least;
}

// The same over kFewVertices, some of which are the first one again: without a loop, whose end a processor could not foresee.
HWY_INLINE EdgeVec LeastCrossOfFew(EdgeVec edge_x, EdgeVec edge_y, const FloatRing& ring) {
  const EdgeTag d;
  const auto cross = [&](int j) HWY_ATTR {
    return hn::MulSub(edge_y, hn::Set(d, ring.x[j]), hn::Mul(edge_x, hn::Set(d, ring.y[j])));
  };
  static_assert(kFewVertices == 8, "below");
  return hn::Min(hn::Min(hn::Min(cross(0), cross(1)), hn::Min(cross(2), cross(3))),
                 hn::Min(hn::Min(cross(4), cross(5)), hn::Min(cross(6), cross(7))));
}

// How the lines through the edges of `owner` lie to the vertices of `other`, moved by `shift`.
// REQUIRES: kFew: both have at most kFewVertices, and `other` is filled up to that number.
template <bool kFew>
HWY_INLINE EdgeVerdict CompareEdges(const FloatRing& owner, const FloatRing& other, float shift_x, float shift_y,
                                    const RingBounds& bounds) {
  const EdgeTag d;
  const EdgeVec sx = hn::Set(d, shift_x);
  const EdgeVec sy = hn::Set(d, shift_y);
  const int edge_count = owner.size > 1 ? owner.size : 0;
  EdgeVerdict verdict = {false, true};
  for (int i = 0; i < edge_count; i += static_cast<int>(hn::MaxLanes(d))) {
    const EdgeVec x = hn::LoadU(d, owner.x + i);
    const EdgeVec y = hn::LoadU(d, owner.y + i);
    const EdgeVec edge_x = hn::Sub(hn::LoadU(d, owner.x + i + 1), x);
    const EdgeVec edge_y = hn::Sub(hn::LoadU(d, owner.y + i + 1), y);
    // The outward normal is (edge_y, -edge_x).
    const EdgeVec least = kFew ? LeastCrossOfFew(edge_x, edge_y, other) : LeastCross(edge_x, edge_y, other);
    const EdgeVec gap = hn::Add(least, hn::MulSub(edge_y, hn::Sub(sx, x), hn::Mul(edge_x, hn::Sub(sy, y))));
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

// The first kFewVertices of a ring, filled up with its first vertex.
struct alignas(32) FilledRing {
  float x[kFewVertices];
  float y[kFewVertices];
};

HWY_INLINE FloatRing FillUp(const FloatRing& ring, FilledRing* filled) {
  const EdgeTag d;
  const EdgeVec first_x = hn::Set(d, ring.x[0]);
  const EdgeVec first_y = hn::Set(d, ring.y[0]);
  for (int i = 0; i < kFewVertices; i += static_cast<int>(hn::MaxLanes(d))) {
    const auto is_vertex = hn::FirstN(d, static_cast<size_t>(HWY_MAX(ring.size - i, 0)));
    // Narrow vectors of a small ring would reach beyond what may be read.
    const int at = HWY_MIN(i, ring.size);
    hn::Store(hn::IfThenElse(is_vertex, hn::LoadU(d, ring.x + at), first_x), d, filled->x + i);
    hn::Store(hn::IfThenElse(is_vertex, hn::LoadU(d, ring.y + at), first_y), d, filled->y + i);
  }
  return {filled->x, filled->y, ring.size};
}

enum class RingVerdict { kUndecided = 0, kApart = 1, kOverlapping = 2 };

// Whether two polygons are apart or overlap; b is moved by `shift`. Of a point the edges are none, of a segment its two
// sides.
// REQUIRES: one of them has three vertices or more; a is filled up to kFewVertices with its first vertex.
HWY_INLINE RingVerdict CompareRings(const FloatRing& a, const FloatRing& b, float shift_x, float shift_y,
                                    const RingBounds& bounds) {
  EdgeVerdict of_a;
  EdgeVerdict of_b;
  if (HWY_LIKELY(a.size <= kFewVertices && b.size <= kFewVertices)) {
    FilledRing filled;
    of_a = CompareEdges<true>(a, FillUp(b, &filled), shift_x, shift_y, bounds);
    of_b = CompareEdges<true>(b, a, -shift_x, -shift_y, bounds);
  } else {
    of_a = CompareEdges<false>(a, b, shift_x, shift_y, bounds);
    of_b = CompareEdges<false>(b, a, -shift_x, -shift_y, bounds);
  }
  // Without a branch: which it is, is random.
  const int apart = static_cast<int>(of_a.one_separates | of_b.one_separates);
  const int overlapping = static_cast<int>(of_a.all_are_crossed & of_b.all_are_crossed);
  return static_cast<RingVerdict>(apart | overlapping << 1);
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_POLYGON_PAIR_INL_H_
