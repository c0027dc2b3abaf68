// The edges of two windows and what is known of their rounding, for one instruction set: included
// again for each by foreach_target.h.

#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/stages/edge_windows.h"
#include "collision2d/simd_targets.h"

#if defined(COLLISION2D_QUERY_STAGES_EDGE_WINDOWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_QUERY_STAGES_EDGE_WINDOWS_INL_H_
#undef COLLISION2D_QUERY_STAGES_EDGE_WINDOWS_INL_H_
#else
#define COLLISION2D_QUERY_STAGES_EDGE_WINDOWS_INL_H_
#endif

#include "collision2d/query/stages/edge_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

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
