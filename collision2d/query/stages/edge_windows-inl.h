// Edges of two polygons in the lanes of one vector, and those of two windows with what is known of
// their rounding, for one instruction set: included again for each by foreach_target.h.

#include "collision2d/code_generation.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/stages/edge_windows.h"

#if defined(COLLISION2D_QUERY_STAGES_EDGE_WINDOWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_QUERY_STAGES_EDGE_WINDOWS_INL_H_
#undef COLLISION2D_QUERY_STAGES_EDGE_WINDOWS_INL_H_
#else
#define COLLISION2D_QUERY_STAGES_EDGE_WINDOWS_INL_H_
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

// The edges of a window.
constexpr int kEdges = 4;

// u x v, less its error: positive if it is certain.
HWY_INLINE V CertainCross(const Point& u, const Point& v) {
  const V left = hn::Mul(u.x, v.y);
  const V right = hn::Mul(u.y, v.x);
  const V error = hn::Add(hn::Mul(Set(kCrossRelativeError), hn::Add(hn::Abs(left), hn::Abs(right))), Set(0x1p-1000));
  return hn::Sub(hn::Sub(left, right), error);
}

// The k-th vertex of the other polygon, in each lane.
HWY_INLINE Point OtherVertex(M is_of_a, const EdgeWindows& windows, int k) {
  const Vec2& of_a = windows.a.vertices[k];
  const Vec2& of_b = windows.b.vertices[k];
  return {hn::IfThenElse(is_of_a, Set(of_b.x), Set(of_a.x)), hn::IfThenElse(is_of_a, Set(of_b.y), Set(of_a.y))};
}

// Bounds the error of a height above an edge, times its length. Of an edge of |x| + |y| = 1 m and
// an extent of 1 m a height has two rounded differences, two products and one more difference: an
// error below 8 u. The 2^-1000 cover products that underflow.
HWY_INLINE V BoundOf(const Point& edge, const EdgeWindows& windows) {
  const V length = hn::Add(hn::Abs(edge.x), hn::Abs(edge.y));
  return hn::Add(hn::Mul(length, Set(kSupportRelativeError * windows.extent_m)),
                 Set(windows.edge_error_m2 + 0x1p-1000));
}

// The edges of one vector, `first` of each window and the next ones.
struct WindowEdges {
  Point start;
  Point end;
  Point edge;
  // m^2. Bound on the error of a height, times the edge's length: what Cross(edge, arm) computes.
  V bound;

  HWY_INLINE WindowEdges(M is_of_a, const EdgeWindows& windows, int first)
      : start(LoadPoints(is_of_a, windows.a.vertices + first, windows.b.vertices + first)),
        end(LoadPoints(is_of_a, windows.a.vertices + first + 1, windows.b.vertices + first + 1)),
        edge(end - start),
        bound(BoundOf(edge, windows)) {}
};

// In each lane, whether the polygon that the edge is not of has vertices beyond the ends of its
// window.
HWY_INLINE M HasEnds(M is_of_a, const EdgeWindows& windows) {
  const V ends = hn::IfThenElse(is_of_a, Set(windows.b.is_whole ? 0.0 : 1.0), Set(windows.a.is_whole ? 0.0 : 1.0));
  return hn::Gt(ends, hn::Zero(D()));
}

// 1 in lanes of edges of a, -1 in those of b.
HWY_INLINE V SideOf(M is_of_a) { return hn::IfThenElse(is_of_a, Set(1.0), Set(-1.0)); }

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_QUERY_STAGES_EDGE_WINDOWS_INL_H_
