#include "collision2d/query/small_polygons.h"

#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/query/small_polygons.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Four lanes are enough: most shapes of traffic have four edges.
using D = hn::CappedTag<double, 4>;
using V = hn::Vec<D>;

struct Lines {
  bool one_separates;
  bool all_are_crossed;
};

// How the lines through the edges of `owner` lie to the vertices of `other`: a cross product of the edge and the
// vertex for each pair, the largest for each edge; positive is the inner side.
template <int kChunks>
HWY_INLINE Lines ClassifyLines(const Vec2* owner, int n, const Vec2* other, int m, Vec2 origin, double edge_error) {
  const D d;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(D()));
  const V origin_x = hn::Set(d, origin.x);
  const V origin_y = hn::Set(d, origin.y);
  V edge_x[kChunks];
  V edge_y[kChunks];
  V offset[kChunks];
  V largest[kChunks];
  for (int c = 0; c < kChunks; ++c) {
    // Chunks that would reach beyond the ring repeat edges instead. A triangle begins with the padding before it: n >= 3
    // and at most four lanes keep the index from falling below -1.
    const double* at = &owner[HWY_MIN(c * kLanes, n - kLanes)].x;
    V x, y, next_x, next_y;
    hn::LoadInterleaved2(d, at, x, y);
    hn::LoadInterleaved2(d, at + 2, next_x, next_y);
    edge_x[c] = hn::Sub(next_x, x);
    edge_y[c] = hn::Sub(next_y, y);
    offset[c] = hn::MulSub(edge_x[c], hn::Sub(y, origin_y), hn::Mul(edge_y[c], hn::Sub(x, origin_x)));
    largest[c] = hn::Set(d, -1e300);
  }
  for (int k = 0; k < m; ++k) {
    const V x = hn::Set(d, other[k].x - origin.x);
    const V y = hn::Set(d, other[k].y - origin.y);
    for (int c = 0; c < kChunks; ++c) {
      largest[c] = hn::Max(largest[c], hn::MulSub(edge_x[c], y, hn::Mul(edge_y[c], x)));
    }
  }
  const V zero = hn::Zero(d);
  V highest_of_least = hn::Set(d, 1e300);  // The least height, at most.
  V lowest_of_least = hn::Set(d, 1e300);   // The least height, at least.
  for (int c = 0; c < kChunks; ++c) {
    const V height = hn::Sub(largest[c], offset[c]);
    const V edge_length = hn::Add(hn::Abs(edge_x[c]), hn::Abs(edge_y[c]));
    // The last term covers products that underflow.
    const V bound = hn::MulAdd(edge_length, hn::Set(d, edge_error), hn::Set(d, 0x1p-1000));
    highest_of_least = hn::Min(highest_of_least, hn::Add(height, bound));
    lowest_of_least = hn::Min(lowest_of_least, hn::Sub(height, bound));
  }
  return {!hn::AllFalse(d, hn::Lt(highest_of_least, zero)), hn::AllTrue(d, hn::Gt(lowest_of_least, zero))};
}

template <int kChunks>
HWY_INLINE SmallPolygonsVerdict Classify(const Vec2* ring_a, int n, const Vec2* ring_b, int m, Vec2 origin,
                                         double edge_error) {
  const Lines of_a = ClassifyLines<kChunks>(ring_a, n, ring_b, m, origin, edge_error);
  const Lines of_b = ClassifyLines<kChunks>(ring_b, m, ring_a, n, origin, edge_error);
  const int disjoint = static_cast<int>(of_a.one_separates | of_b.one_separates);
  const int overlapping = static_cast<int>(of_a.all_are_crossed & of_b.all_are_crossed);
  return static_cast<SmallPolygonsVerdict>(disjoint | overlapping << 1);
}

SmallPolygonsVerdict Test(const Vec2* ring_a, int n, const Vec2* ring_b, int m, Vec2 origin, double extent_m) {
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(D()));
  constexpr int kMaxChunks = kMaxSmallPolygonSize / kLanes;
  // Two rounded differences, two products (one with a fused addition) and a difference, of the ends' distances from the
  // origin: below 16 u for an edge of |x| + |y| = 1 m and an extent of 1 m.
  const double edge_error = kSupportRelativeError * extent_m;
  const int chunks = (HWY_MAX(n, m) + kLanes - 1) / kLanes;
  if (chunks == 1) return Classify<1>(ring_a, n, ring_b, m, origin, edge_error);
  if (chunks == 2) return Classify<2>(ring_a, n, ring_b, m, origin, edge_error);
  return Classify<kMaxChunks>(ring_a, n, ring_b, m, origin, edge_error);
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {

HWY_EXPORT(Test);

SmallPolygonsVerdict TestSmallPolygons(const Vec2* ring_a, int n, const Vec2* ring_b, int m, Vec2 origin,
                                       double extent_m) {
  return HWY_DYNAMIC_DISPATCH(Test)(ring_a, n, ring_b, m, origin, extent_m);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
