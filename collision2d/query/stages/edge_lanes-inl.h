// Edges of two polygons in the lanes of one vector, for one instruction set: included again for
// each by foreach_target.h.

#include "collision2d/geometry/vec2.h"
#include "collision2d/simd_targets.h"

#if defined(COLLISION2D_QUERY_STAGES_EDGE_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_QUERY_STAGES_EDGE_LANES_INL_H_
#undef COLLISION2D_QUERY_STAGES_EDGE_LANES_INL_H_
#else
#define COLLISION2D_QUERY_STAGES_EDGE_LANES_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Edges of a in the lower half of a vector, of b in the upper: two quadrilaterals, the shapes of
// traffic, fill eight lanes.
using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
constexpr int kLanes = static_cast<int>(hn::MaxLanes(D()));

// IsOfA is the mask of the lanes of a.
#if HWY_TARGET == HWY_SCALAR
// A single lane is of a and of b in turn.
using HalfD = D;
constexpr int kHalfLanes = 1;
constexpr int kTurns = 2;
HWY_INLINE M IsOfA(int turn) { return hn::FirstN(D(), 1 - turn); }
HWY_INLINE V Combined(M is_of_a, V of_a, V of_b) { return hn::IfThenElse(is_of_a, of_a, of_b); }
#else
using HalfD = hn::Half<D>;
constexpr int kHalfLanes = kLanes / 2;
constexpr int kTurns = 1;
HWY_INLINE M IsOfA(int /*turn*/) { return hn::FirstN(D(), kHalfLanes); }
HWY_INLINE V Combined(M /*is_of_a*/, hn::Vec<HalfD> of_a, hn::Vec<HalfD> of_b) { return hn::Combine(D(), of_b, of_a); }
#endif

HWY_INLINE V Set(double value) { return hn::Set(D(), value); }

// A point or a difference of points in each lane.
struct Point {
  V x;
  V y;

  // GCC does not compile implicit ones for the kernel's instruction set.
  HWY_INLINE Point() {}
  HWY_INLINE Point(V px, V py) : x(px), y(py) {}
};

// Without fused products, which not every instruction set has: the same bits on all of them.
HWY_INLINE V Cross(const Point& u, const Point& v) { return hn::Sub(hn::Mul(u.x, v.y), hn::Mul(u.y, v.x)); }
HWY_INLINE V Dot(const Point& u, const Point& v) { return hn::Add(hn::Mul(u.x, v.x), hn::Mul(u.y, v.y)); }
HWY_INLINE Point operator-(const Point& u, const Point& v) { return {hn::Sub(u.x, v.x), hn::Sub(u.y, v.y)}; }

// The points from at_a on in the lanes of a, those from at_b on in the lanes of b.
HWY_INLINE Point LoadPoints(M is_of_a, const Vec2* at_a, const Vec2* at_b) {
  const HalfD half;
  hn::Vec<HalfD> ax, ay, bx, by;
  hn::LoadInterleaved2(half, &at_a->x, ax, ay);
  hn::LoadInterleaved2(half, &at_b->x, bx, by);
  return {Combined(is_of_a, ax, bx), Combined(is_of_a, ay, by)};
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_QUERY_STAGES_EDGE_LANES_INL_H_
