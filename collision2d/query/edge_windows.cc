#include "collision2d/query/edge_windows.h"

#include "collision2d/geometry/tolerances.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/query/edge_windows.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Edges of a in the lower half of a vector, of b in the upper: all eight in eight lanes.
using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
constexpr int kLanes = static_cast<int>(hn::MaxLanes(D()));
constexpr int kEdges = 4;

#if HWY_TARGET == HWY_SCALAR
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

struct Point {
  V x;
  V y;
  HWY_INLINE Point() {}
  HWY_INLINE Point(V px, V py) : x(px), y(py) {}
};

// Without fused products, which not every instruction set has: the same bits on all of them.
HWY_INLINE V Cross(const Point& u, const Point& v) { return hn::Sub(hn::Mul(u.x, v.y), hn::Mul(u.y, v.x)); }
HWY_INLINE V Dot(const Point& u, const Point& v) { return hn::Add(hn::Mul(u.x, v.x), hn::Mul(u.y, v.y)); }
HWY_INLINE Point operator-(const Point& u, const Point& v) { return {hn::Sub(u.x, v.x), hn::Sub(u.y, v.y)}; }

// u x v, less its error: positive if it is certain.
HWY_INLINE V CertainCross(const Point& u, const Point& v) {
  const V left = hn::Mul(u.x, v.y);
  const V right = hn::Mul(u.y, v.x);
  const V error = hn::Add(hn::Mul(Set(kCrossRelativeError), hn::Add(hn::Abs(left), hn::Abs(right))), Set(0x1p-1000));
  return hn::Sub(hn::Sub(left, right), error);
}

HWY_INLINE Point LoadPoints(M is_of_a, const Vec2* at_a, const Vec2* at_b) {
  const HalfD half;
  hn::Vec<HalfD> ax, ay, bx, by;
  hn::LoadInterleaved2(half, &at_a->x, ax, ay);
  hn::LoadInterleaved2(half, &at_b->x, bx, by);
  return {Combined(is_of_a, ax, bx), Combined(is_of_a, ay, by)};
}

// The k-th vertex of the other polygon, in each lane.
HWY_INLINE Point OtherVertex(M is_of_a, const EdgeWindows& windows, int k) {
  const Vec2& of_a = windows.a.vertices[k];
  const Vec2& of_b = windows.b.vertices[k];
  return {hn::IfThenElse(is_of_a, Set(of_b.x), Set(of_a.x)), hn::IfThenElse(is_of_a, Set(of_b.y), Set(of_a.y))};
}

// Bounds the error of a height above an edge, times its length. Of an edge of |x| + |y| = 1 m and an extent of 1 m a height has
// two rounded differences, two products and one more difference: an error below 8 u. The 2^-1000 cover products that underflow.
HWY_INLINE V BoundOf(const Point& edge, const EdgeWindows& windows) {
  const V length = hn::Add(hn::Abs(edge.x), hn::Abs(edge.y));
  return hn::Add(hn::Mul(length, Set(kSupportRelativeError * windows.extent_m)), Set(windows.edge_error_m2 + 0x1p-1000));
}

// 1 in lanes of edges of a, -1 in those of b.
HWY_INLINE V SideOf(M is_of_a) { return hn::IfThenElse(is_of_a, Set(1.0), Set(-1.0)); }

// kProves: how the polygons lie; otherwise they are known to be apart by their circles. kWhole: both windows are.
template <bool kProves, bool kMeasures, bool kWhole>
HWY_INLINE WindowDistance Look(const EdgeWindows& windows) {
  const D d;
  const V zero = hn::Zero(d);
  const V one = Set(1.0);
  const V lowest = Set(-1e300);
  const V farthest = Set(1e300);
  // A whole window begins with its last vertex.
  constexpr int kFirst = kWhole ? 1 : 0;
  const Point towards_b{Set(-windows.center_difference.x), Set(-windows.center_difference.y)};
  V nearest_sq = farthest;
  // Those that say that the closest points are elsewhere: at the end of a window; or behind an edge, which then is on the back of its
  // polygon, and hides the points that are closer. Behind edges that face the other polygon there is nothing of it.
  V nearest_end_sq = farthest;
  V nearest_back_sq = farthest;
  V shortest_sq = farthest;
  M separates = hn::FirstN(d, 0);
  M encloses = hn::FirstN(d, 0);
  M all_inner = hn::FirstN(d, kLanes);
  for (int turn = 0; turn < kTurns; ++turn) {
    const M is_of_a = IsOfA(turn);
    // Whether the other polygon has vertices beyond the ends of its window.
    const M has_ends =
        hn::Gt(hn::IfThenElse(is_of_a, Set(windows.b.is_whole ? 0.0 : 1.0), Set(windows.a.is_whole ? 0.0 : 1.0)), zero);
#pragma GCC unroll 4
    for (int first = 0; first < kEdges; first += kHalfLanes) {
      const Point start = LoadPoints(is_of_a, windows.a.vertices + first, windows.b.vertices + first);
      const Point end = LoadPoints(is_of_a, windows.a.vertices + first + 1, windows.b.vertices + first + 1);
      const Point edge = end - start;
      const V length_sq = Dot(edge, edge);
      const V inverse_sq = hn::Div(one, length_sq);
      const V bound = BoundOf(edge, windows);
      V nearest_of_edge_sq = farthest;
      V nearest_end_of_edge_sq = farthest;
      V height[kEdges + 1];
      Point other[kEdges + 1];
#pragma GCC unroll 5
      for (int k = kFirst; k <= kEdges; ++k) {
        other[k] = OtherVertex(is_of_a, windows, k);
        const Point arm = other[k] - start;
        if constexpr (kProves) height[k] = Cross(edge, arm);
        if constexpr (kMeasures) {
          const V along = hn::Mul(Dot(edge, arm), inverse_sq);
          const V part = hn::Min(hn::Max(along, zero), one);
          const Point apart{hn::Sub(arm.x, hn::Mul(part, edge.x)), hn::Sub(arm.y, hn::Mul(part, edge.y))};
          const V apart_sq = Dot(apart, apart);
          if (!kWhole && (k == 0 || k == kEdges)) {
            nearest_end_of_edge_sq = hn::Min(nearest_end_of_edge_sq, apart_sq);
          } else {
            nearest_of_edge_sq = hn::Min(nearest_of_edge_sq, apart_sq);
          }
          if constexpr (kProves && !kWhole) {
            const M is_behind = hn::And(hn::Eq(along, part), hn::Ge(hn::Add(height[k], bound), zero));
            nearest_back_sq = hn::Min(nearest_back_sq, hn::IfThenElse(is_behind, apart_sq, farthest));
          }
        }
      }
      if constexpr (kMeasures) {
        shortest_sq = hn::Min(shortest_sq, length_sq);
        nearest_sq = hn::Min(nearest_sq, nearest_of_edge_sq);
        // A window that is whole has no ends.
        nearest_sq = hn::Min(nearest_sq, hn::IfThenElse(has_ends, farthest, nearest_end_of_edge_sq));
        nearest_end_sq = hn::Min(nearest_end_sq, hn::IfThenElse(has_ends, nearest_end_of_edge_sq, farthest));
        if constexpr (!kProves) {
          // The direction between the centres, from the polygon of the edge to the other one.
          const M is_back = hn::Gt(hn::Mul(SideOf(is_of_a), Cross(edge, towards_b)), zero);
          nearest_back_sq = hn::Min(
              nearest_back_sq, hn::IfThenElse(is_back, hn::Min(nearest_of_edge_sq, nearest_end_of_edge_sq), farthest));
        }
      }
      if constexpr (kProves) {
        const V high12 = hn::Max(height[1], height[2]);
        const V high34 = hn::Max(height[3], height[4]);
        if constexpr (kWhole) {
          const V highest = hn::Max(high12, high34);
          separates = hn::Or(separates, hn::Lt(hn::Add(highest, bound), zero));
          all_inner = hn::And(all_inner, hn::Gt(highest, bound));
        } else {
          // The highest of the five, two by two.
          const V high012 = hn::Max(height[0], high12);
          const V highest = hn::Max(high012, high34);
          const M is_2 = hn::Gt(height[2], height[1]);
          const M is_4 = hn::Gt(height[4], height[3]);
          const M is_0 = hn::Gt(height[0], high12);
          const M is_3_or_4 = hn::Gt(high34, high012);
          const auto select = [&](V v0, V v1, V v2, V v3, V v4) HWY_ATTR {
            const V of_first = hn::IfThenElse(is_0, v0, hn::IfThenElse(is_2, v2, v1));
            return hn::IfThenElse(is_3_or_4, hn::IfThenElse(is_4, v4, v3), of_first);
          };
          const Point best{select(other[0].x, other[1].x, other[2].x, other[3].x, other[4].x),
                           select(other[0].y, other[1].y, other[2].y, other[3].y, other[4].y)};
          // The support point must not be at an end of the window, beyond which the other polygon may reach farther.
          const V highest_end = hn::IfThenElse(has_ends, hn::Max(height[0], height[4]), lowest);
          const M is_support = hn::Lt(hn::Add(highest_end, hn::Add(bound, bound)), highest);
          separates = hn::Or(separates, hn::And(hn::Lt(hn::Add(highest, bound), zero), is_support));
          // A triangle of the CSO: the inner point, and the edge at the other polygon's vertex; of edges of b all turned round.
          const V side = SideOf(is_of_a);
          const Point inner{hn::Mul(side, Set(windows.inner.x)), hn::Mul(side, Set(windows.inner.y))};
          const V around = hn::Min(CertainCross(end - best, inner), CertainCross(inner, start - best));
          encloses = hn::Or(encloses, hn::And(hn::Gt(highest, bound), hn::Gt(around, zero)));
        }
      }
    }
  }
  int relation = static_cast<int>(Relation::kApart);
  if constexpr (kProves) {
    const bool apart = !hn::AllFalse(d, separates);
    const bool overlapping = kWhole ? hn::AllTrue(d, all_inner) : !hn::AllFalse(d, encloses);
    static_assert(static_cast<int>(Relation::kApart) == 1 && static_cast<int>(Relation::kOverlapping) == 3, "bits");
    relation = static_cast<int>(apart) | 3 * static_cast<int>(overlapping);
  }
  double distance_m = 0.0;
  bool is_measured = false;
  if constexpr (kMeasures) {
    const V nearest = hn::Sqrt(hn::MinOfLanes(d, nearest_sq));
    distance_m = hn::GetLane(nearest);
    const bool is_long = hn::AllTrue(d, hn::Gt(shortest_sq, Set(kSquaresUnderflow_m * kSquaresUnderflow_m)));
    // Each distance errs by less than half of the margin.
    const V margin = Set(kSupportRelativeError * windows.extent_m);
    const V nearest_elsewhere = hn::Sqrt(hn::Min(nearest_end_sq, nearest_back_sq));
    const bool is_local = kWhole || hn::AllTrue(d, hn::Lt(hn::Add(nearest, margin), nearest_elsewhere));
    is_measured = is_long & is_local;
    const bool is_overlapping = relation == static_cast<int>(Relation::kOverlapping);
    relation &= -static_cast<int>(is_measured | is_overlapping);
  }
  return {static_cast<Relation>(relation), is_measured, distance_m};
}

// A rounded result and its error, as two_term.h.
struct TwoTerms {
  V value;
  V error;
  HWY_INLINE TwoTerms() {}
};

HWY_INLINE TwoTerms ExactDifference(V a, V b) {
  TwoTerms t;
  t.value = hn::Sub(a, b);
  const V b_virtual = hn::Sub(t.value, a);
  const V a_virtual = hn::Sub(t.value, b_virtual);
  t.error = hn::Sub(hn::Sub(a, a_virtual), hn::Add(b, b_virtual));
  return t;
}

// Dekker's product where there are no fused ones: the error is the same, since it is exact.
HWY_INLINE TwoTerms ExactProduct(V a, V b) {
  TwoTerms t;
  t.value = hn::Mul(a, b);
#if HWY_NATIVE_FMA
  t.error = hn::MulSub(a, b, t.value);
#else
  const auto high_half = [](V x) HWY_ATTR {
    const V scaled = hn::Mul(Set(0x1p27 + 1.0), x);
    return hn::Sub(scaled, hn::Sub(scaled, x));
  };
  const V a_high = high_half(a);
  const V b_high = high_half(b);
  const V a_low = hn::Sub(a, a_high);
  const V b_low = hn::Sub(b, b_high);
  const V high_error = hn::Sub(t.value, hn::Mul(a_high, b_high));
  const V low_error = hn::Sub(hn::Sub(high_error, hn::Mul(a_low, b_high)), hn::Mul(a_high, b_low));
  t.error = hn::Sub(hn::Mul(a_low, b_low), low_error);
#endif
  return t;
}

// Signs of u x v, of differences with their errors, in twice the precision.
struct CertainSigns {
  M is_positive;
  M is_negative;
  M is_zero;
  HWY_INLINE CertainSigns() {}
};

HWY_INLINE CertainSigns SignsOfCross(const TwoTerms& ux, const TwoTerms& uy, const TwoTerms& vx, const TwoTerms& vy) {
  const V zero = hn::Zero(D());
  const TwoTerms left = ExactProduct(ux.value, vy.value);
  const TwoTerms right = ExactProduct(uy.value, vx.value);
  const TwoTerms difference = ExactDifference(left.value, right.value);
  const V tail = hn::Sub(hn::Add(hn::Mul(ux.value, vy.error), hn::Mul(ux.error, vy.value)),
                         hn::Add(hn::Mul(uy.value, vx.error), hn::Mul(uy.error, vx.value)));
  const V low = hn::Add(difference.error, hn::Add(hn::Sub(left.error, right.error), tail));
  const V cross = hn::Add(difference.value, low);
  // What is rounded or left out is below 16 u^2 of the products, unless it underflows.
  const V magnitude = hn::Add(hn::Abs(left.value), hn::Abs(right.value));
  const V error = hn::Add(hn::Mul(Set(0x1p-100), magnitude), Set(0x1p-960));
  CertainSigns signs;
  signs.is_positive = hn::Gt(cross, error);
  signs.is_negative = hn::Lt(cross, hn::Neg(error));
  // Zero is certain if nothing was rounded: of differences that are exact, and products that are large, or have a factor zero.
  const V errors = hn::Add(hn::Add(hn::Abs(ux.error), hn::Abs(uy.error)), hn::Add(hn::Abs(vx.error), hn::Abs(vy.error)));
  const auto is_exact = [&](V factor, V other_factor, V product) HWY_ATTR {
    return hn::Or(hn::Gt(hn::Abs(product), Set(0x1p-900)), hn::Eq(hn::Min(hn::Abs(factor), hn::Abs(other_factor)), zero));
  };
  signs.is_zero = hn::And(hn::And(hn::Eq(difference.value, zero), hn::Eq(left.error, right.error)),
                          hn::And(hn::Eq(errors, zero), hn::And(is_exact(ux.value, vy.value, left.value),
                                                                is_exact(uy.value, vx.value, right.value))));
  return signs;
}

// kWhole: both windows are.
template <bool kWhole>
HWY_INLINE Relation RelateInTwiceThePrecision(const EdgeWindows& windows) {
  const D d;
  const V zero = hn::Zero(d);
  const M none = hn::FirstN(d, 0);
  constexpr int kFirst = kWhole ? 1 : 0;
  M separates = none;
  M meets = none;
  M all_inner = hn::FirstN(d, kLanes);
  for (int turn = 0; turn < kTurns; ++turn) {
    const M is_of_a = IsOfA(turn);
    const V side = SideOf(is_of_a);
    const Point inner{hn::Mul(side, Set(windows.inner.x)), hn::Mul(side, Set(windows.inner.y))};
    const M has_ends =
        hn::Gt(hn::IfThenElse(is_of_a, Set(windows.b.is_whole ? 0.0 : 1.0), Set(windows.a.is_whole ? 0.0 : 1.0)), zero);
    for (int first = 0; first < kEdges; first += kHalfLanes) {
      const Point start = LoadPoints(is_of_a, windows.a.vertices + first, windows.b.vertices + first);
      const Point end = LoadPoints(is_of_a, windows.a.vertices + first + 1, windows.b.vertices + first + 1);
      const TwoTerms edge_x = ExactDifference(end.x, start.x);
      const TwoTerms edge_y = ExactDifference(end.y, start.y);
      const Point edge{edge_x.value, edge_y.value};
      const V bound = BoundOf(edge, windows);
      // Double precision tells the side of most vertices.
      const V outside = hn::Neg(bound);
      M all_negative = hn::FirstN(d, kLanes);
      M any_positive = none;
      V highest = Set(-1e300);
      V highest_end = Set(-1e300);
      V highest_inner = Set(-1e300);
      Point best = start;
      int doubtful = 0;
#pragma GCC unroll 5
      for (int k = kFirst; k <= kEdges; ++k) {
        const Point other = OtherVertex(is_of_a, windows, k);
        const V height = Cross(edge, other - start);
        const M is_positive = hn::Gt(height, bound);
        const M is_negative = hn::Lt(height, outside);
        doubtful |= static_cast<int>(!hn::AllTrue(d, hn::Or(is_positive, is_negative))) << k;
        all_negative = hn::And(all_negative, hn::Not(is_positive));
        any_positive = hn::Or(any_positive, is_positive);
        highest = hn::Max(highest, height);
        if constexpr (!kWhole) {
          if (k == 0 || k == kEdges) highest_end = hn::Max(highest_end, height);
          const M is_inner = hn::And(is_positive, hn::Gt(height, highest_inner));
          best.x = hn::IfThenElse(is_inner, other.x, best.x);
          best.y = hn::IfThenElse(is_inner, other.y, best.y);
          highest_inner = hn::IfThenElse(is_inner, height, highest_inner);
        }
      }
      const Point low{hn::Min(start.x, end.x), hn::Min(start.y, end.y)};
      const Point high{hn::Max(start.x, end.x), hn::Max(start.y, end.y)};
      for (; doubtful != 0; doubtful &= doubtful - 1) {
        const Point other = OtherVertex(is_of_a, windows, static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(static_cast<uint32_t>(doubtful))));
        const TwoTerms arm_x = ExactDifference(other.x, start.x);
        const TwoTerms arm_y = ExactDifference(other.y, start.y);
        const CertainSigns signs = SignsOfCross(edge_x, edge_y, arm_x, arm_y);
        // A vertex on the line of the edge is on the edge if it is in its box.
        const M is_in_box = hn::And(hn::And(hn::Ge(other.x, low.x), hn::Le(other.x, high.x)),
                                    hn::And(hn::Ge(other.y, low.y), hn::Le(other.y, high.y)));
        meets = hn::Or(meets, hn::And(signs.is_zero, is_in_box));
        all_negative = hn::And(all_negative, signs.is_negative);
        any_positive = hn::Or(any_positive, signs.is_positive);
        if constexpr (!kWhole) {
          const M is_first_inner = hn::And(signs.is_positive, hn::Lt(highest_inner, Set(-1e299)));
          best.x = hn::IfThenElse(is_first_inner, other.x, best.x);
          best.y = hn::IfThenElse(is_first_inner, other.y, best.y);
          highest_inner = hn::IfThenElse(is_first_inner, bound, highest_inner);
        }
      }
      all_inner = hn::And(all_inner, any_positive);
      if constexpr (kWhole) {
        separates = hn::Or(separates, all_negative);
      } else {
        const M is_support =
            hn::Lt(hn::Add(hn::IfThenElse(has_ends, highest_end, Set(-1e300)), hn::Add(bound, bound)), highest);
        separates = hn::Or(separates, hn::And(all_negative, is_support));
        const V around = hn::Min(CertainCross(end - best, inner), CertainCross(inner, start - best));
        meets = hn::Or(meets, hn::And(any_positive, hn::Gt(around, zero)));
      }
    }
  }
  const bool apart = !hn::AllFalse(d, separates);
  const bool meeting = !hn::AllFalse(d, meets) | (kWhole && hn::AllTrue(d, all_inner));
  return meeting ? Relation::kTouching : apart ? Relation::kApart : Relation::kUndecided;
}

WindowContact FindContact(const EdgeWindows& windows) {
  const D d;
  // An edge and a vertex as one number, to find the first: 8 edge + vertex, and more by this much for edges of b.
  constexpr int kOfB = 64;
  const V no_place = Set(2 * kOfB);
  V place = no_place;
  for (int turn = 0; turn < kTurns; ++turn) {
    const M is_of_a = IsOfA(turn);
#pragma GCC unroll 4
    for (int first = 0; first < kEdges; first += kHalfLanes) {
      const Point start = LoadPoints(is_of_a, windows.a.vertices + first, windows.b.vertices + first);
      const Point end = LoadPoints(is_of_a, windows.a.vertices + first + 1, windows.b.vertices + first + 1);
      const Point edge = end - start;
      const V bound = BoundOf(edge, windows);
      V highest = Set(-1e300);
      V vertex = hn::Zero(d);
#pragma GCC unroll 5
      for (int k = 0; k <= kEdges; ++k) {
        const V height = Cross(edge, OtherVertex(is_of_a, windows, k) - start);
        vertex = hn::IfThenElse(hn::Gt(height, highest), Set(k), vertex);
        highest = hn::Max(highest, height);
      }
      const HalfD half;
      const auto index = hn::Iota(half, static_cast<double>(first));
      const auto edges = hn::Mul(index, hn::Set(half, 8.0));
      const V of_edge = hn::Add(Combined(is_of_a, edges, hn::Add(edges, hn::Set(half, kOfB))), vertex);
      place = hn::Min(place, hn::IfThenElse(hn::Le(hn::Abs(highest), bound), of_edge, no_place));
    }
  }
  const auto first = static_cast<int>(hn::GetLane(hn::MinOfLanes(d, place)));
  return {first < 2 * kOfB, first < kOfB, first % kOfB / 8, first % 8};
}

Relation RelateInContact(const EdgeWindows& windows) {
  return windows.a.is_whole & windows.b.is_whole ? RelateInTwiceThePrecision<true>(windows)
                                                 : RelateInTwiceThePrecision<false>(windows);
}

Relation Relate(const EdgeWindows& windows) { return Look<true, false, false>(windows).relation; }
Relation RelateWhole(const EdgeWindows& windows) { return Look<true, false, true>(windows).relation; }
WindowDistance Measure(const EdgeWindows& windows) { return Look<true, true, false>(windows); }
WindowDistance MeasureWhole(const EdgeWindows& windows) { return Look<true, true, true>(windows); }
WindowDistance MeasureApart(const EdgeWindows& windows) { return Look<false, true, false>(windows); }

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {

HWY_EXPORT(FindContact);
HWY_EXPORT(RelateInContact);
HWY_EXPORT(Relate);
HWY_EXPORT(RelateWhole);
HWY_EXPORT(Measure);
HWY_EXPORT(MeasureWhole);
HWY_EXPORT(MeasureApart);

Relation RelateByWindows(const EdgeWindows& windows) {
  if (windows.a.is_whole & windows.b.is_whole) return HWY_DYNAMIC_DISPATCH(RelateWhole)(windows);
  return HWY_DYNAMIC_DISPATCH(Relate)(windows);
}

WindowDistance MeasureByWindows(const EdgeWindows& windows, bool are_apart) {
  if (windows.a.is_whole & windows.b.is_whole) return HWY_DYNAMIC_DISPATCH(MeasureWhole)(windows);
  return are_apart ? HWY_DYNAMIC_DISPATCH(MeasureApart)(windows) : HWY_DYNAMIC_DISPATCH(Measure)(windows);
}

Relation RelateContactByWindows(const EdgeWindows& windows) { return HWY_DYNAMIC_DISPATCH(RelateInContact)(windows); }

WindowContact FindContactByWindows(const EdgeWindows& windows) { return HWY_DYNAMIC_DISPATCH(FindContact)(windows); }

}  // namespace collision2d::internal
#endif  // HWY_ONCE
