// Separating axes of two polygons in single precision, for one instruction set: included again for
// each by foreach_target.h.

#include <cstddef>
#include <cstdint>

#include "collision2d/code_generation.h"
#include "collision2d/query/stages/edge_windows.h"

#if defined(COLLISION2D_BATCH_KERNELS_POLYGON_PAIR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_POLYGON_PAIR_INL_H_
#undef COLLISION2D_BATCH_KERNELS_POLYGON_PAIR_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_POLYGON_PAIR_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using EdgeTag = hn::CappedTag<float, 8>;
using EdgeVec = hn::Vec<EdgeTag>;

constexpr int kFewVertices = 8;

// A polygon as arrays of coordinates: x[size] == x[0], and whole vectors may be loaded from any
// index up to size.
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

// The same over kFewVertices, some of which are the first one again: without a loop, whose end a
// processor could not foresee.
HWY_INLINE EdgeVec LeastCrossOfFew(EdgeVec edge_x, EdgeVec edge_y, const FloatRing& ring) {
  const EdgeTag d;
  const auto cross = [&](int j) HWY_ATTR {
    return hn::MulSub(edge_y, hn::Set(d, ring.x[j]), hn::Mul(edge_x, hn::Set(d, ring.y[j])));
  };
  static_assert(kFewVertices == 8, "below");
  return hn::Min(hn::Min(hn::Min(cross(0), cross(1)), hn::Min(cross(2), cross(3))),
                 hn::Min(hn::Min(cross(4), cross(5)), hn::Min(cross(6), cross(7))));
}

// Compares the lines through the edges of `owner` with the vertices of `other`, moved by `shift`.
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

#if HWY_CAP_GE512
// For each lane of both rings in one vector where vertex j of the other ring is. Read, not
// computed: a processor has few units for what makes such vectors.
struct alignas(64) OtherVertex {
  int32_t index[kFewVertices][2 * kFewVertices];
};

constexpr OtherVertex MakeOtherVertex() {
  OtherVertex other = {};
  for (int j = 0; j < kFewVertices; ++j) {
    for (int lane = 0; lane < 2 * kFewVertices; ++lane) {
      other.index[j][lane] = lane < kFewVertices ? kFewVertices + j : j;
    }
  }
  return other;
}

constexpr OtherVertex kOtherVertex = MakeOtherVertex();

// Does CompareEdges<true> of a against b and of b against a together, in vectors that hold the
// vertices of both: those of a, then those of b.
// REQUIRES: both have at most kFewVertices; of a they are filled up to that number.
template <class D>
HWY_INLINE EdgeVerdict CompareAllEdges(D d, const FloatRing& a, const FloatRing& b, float shift_x, float shift_y,
                                       const RingBounds& bounds) {
  const hn::Half<D> half;
  using V = hn::Vec<D>;
  const auto is_vertex_of_b = hn::FirstN(half, static_cast<size_t>(b.size));
  const auto both = [&](const float* of_a, const float* of_b, float first_of_b, float shift) HWY_ATTR {
    const auto filled = hn::IfThenElse(is_vertex_of_b, hn::LoadU(half, of_b), hn::Set(half, first_of_b));
    return hn::Combine(d, hn::Add(filled, hn::Set(half, shift)), hn::LoadU(half, of_a));
  };
  const V x = both(a.x, b.x, b.x[0], shift_x);
  const V y = both(a.y, b.y, b.y[0], shift_y);
  const V edge_x = hn::Sub(both(a.x + 1, b.x + 1, b.x[0], shift_x), x);
  const V edge_y = hn::Sub(both(a.y + 1, b.y + 1, b.y[0], shift_y), y);
  const hn::RebindToSigned<D> di;
  const auto cross = [&](int j) HWY_ATTR {
    const auto index = hn::IndicesFromVec(d, hn::Load(di, kOtherVertex.index[j]));
    return hn::MulSub(edge_y, hn::TableLookupLanes(x, index), hn::Mul(edge_x, hn::TableLookupLanes(y, index)));
  };
  static_assert(kFewVertices == 8, "below");
  const V least = hn::Min(hn::Min(hn::Min(cross(0), cross(1)), hn::Min(cross(2), cross(3))),
                          hn::Min(hn::Min(cross(4), cross(5)), hn::Min(cross(6), cross(7))));
  const V gap = hn::Sub(least, hn::MulSub(edge_y, x, hn::Mul(edge_x, y)));
  const V length = hn::Sqrt(hn::MulAdd(edge_x, edge_x, hn::Mul(edge_y, edge_y)));
  const V rounding = hn::Set(d, bounds.rounding_m2);
  const auto separates = hn::Gt(gap, hn::MulAdd(length, hn::Set(d, bounds.reach_m), rounding));
  const auto is_crossed = hn::Lt(hn::Add(gap, hn::MulAdd(length, hn::Set(d, bounds.depth_m), rounding)), hn::Zero(d));
  const auto edges_of = [](const FloatRing& ring) { return ring.size > 1 ? (1u << ring.size) - 1u : 0u; };
  const uint8_t edge_bits[8] = {static_cast<uint8_t>(edges_of(a)), static_cast<uint8_t>(edges_of(b))};
  const auto is_edge = hn::LoadMaskBits(d, edge_bits);
  return {!hn::AllFalse(d, hn::And(is_edge, separates)), hn::AllFalse(d, hn::AndNot(is_crossed, is_edge))};
}
#endif

HWY_INLINE EdgeVerdict Both(const EdgeVerdict& a, const EdgeVerdict& b) {
  return {(a.one_separates | b.one_separates) != 0, (a.all_are_crossed & b.all_are_crossed) != 0};
}

// CompareEdges of both rings.
// REQUIRES: as CompareAllEdges.
HWY_INLINE EdgeVerdict CompareFewEdges(const FloatRing& a, const FloatRing& b, float shift_x, float shift_y,
                                       const RingBounds& bounds) {
#if HWY_CAP_GE512
  return CompareAllEdges(hn::CappedTag<float, 2 * kFewVertices>(), a, b, shift_x, shift_y, bounds);
#else
  FilledRing filled;
  return Both(CompareEdges<true>(a, FillUp(b, &filled), shift_x, shift_y, bounds),
              CompareEdges<true>(b, a, -shift_x, -shift_y, bounds));
#endif
}

// Whether two polygons are apart or overlap; b is moved by `shift`. Of a point the edges are none,
// of a segment its two sides.
// REQUIRES: one of them has three vertices or more; a is filled up to kFewVertices with its first
// vertex.
HWY_INLINE Relation CompareRings(const FloatRing& a, const FloatRing& b, float shift_x, float shift_y,
                                 const RingBounds& bounds) {
  EdgeVerdict verdict;
  if (HWY_LIKELY(a.size <= kFewVertices && b.size <= kFewVertices)) {
    verdict = CompareFewEdges(a, b, shift_x, shift_y, bounds);
  } else {
    verdict = Both(CompareEdges<false>(a, b, shift_x, shift_y, bounds),
                   CompareEdges<false>(b, a, -shift_x, -shift_y, bounds));
  }
  // Without a branch: which it is, is random.
  // At most one of the two holds.
  return static_cast<Relation>(static_cast<int>(verdict.one_separates) * static_cast<int>(Relation::kApart) +
                               static_cast<int>(verdict.all_are_crossed) * static_cast<int>(Relation::kOverlapping));
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_POLYGON_PAIR_INL_H_
