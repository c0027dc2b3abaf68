#include <cstdint>

#include "collision2d/code_generation.h"
#include "collision2d/query/stages/edge_windows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/query/stages/window_contact.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/query/stages/edge_windows-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A rounded result and its error, as TwoTerm of fixed_point_sum.h.
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
  // Zero is certain if nothing was rounded: of differences that are exact, and products that are
  // large, or have a factor zero.
  const V errors =
      hn::Add(hn::Add(hn::Abs(ux.error), hn::Abs(uy.error)), hn::Add(hn::Abs(vx.error), hn::Abs(vy.error)));
  const auto is_exact = [&](V factor, V other_factor, V product) HWY_ATTR {
    return hn::Or(hn::Gt(hn::Abs(product), Set(0x1p-900)),
                  hn::Eq(hn::Min(hn::Abs(factor), hn::Abs(other_factor)), zero));
  };
  signs.is_zero = hn::And(hn::And(hn::Eq(difference.value, zero), hn::Eq(left.error, right.error)),
                          hn::And(hn::Eq(errors, zero), hn::And(is_exact(ux.value, vy.value, left.value),
                                                                is_exact(uy.value, vx.value, right.value))));
  return signs;
}

// On which sides of some edges the other polygon's vertices are, one edge in each lane.
template <bool kWhole>
class Sides {
 public:
  // Double precision decides the side of most vertices.
  HWY_INLINE Sides(M is_of_a, const EdgeWindows& windows, const WindowEdges& edges)
      : all_negative_(hn::FirstN(D(), kLanes)),
        any_positive_(hn::FirstN(D(), 0)),
        highest_(Set(-1e300)),
        highest_end_(Set(-1e300)),
        highest_inner_(Set(-1e300)),
        best_(edges.start) {
    const V outside = hn::Neg(edges.bound);
    int doubtful = 0;
    COLLISION2D_HOT_UNROLL(5)
    for (int k = kWhole ? 1 : 0; k <= kEdges; ++k) {
      const Point other = OtherVertex(is_of_a, windows, k);
      const V height = Cross(edges.edge, other - edges.start);
      const M is_positive = hn::Gt(height, edges.bound);
      const M is_negative = hn::Lt(height, outside);
      doubtful |= static_cast<int>(!hn::AllTrue(D(), hn::Or(is_positive, is_negative))) << k;
      all_negative_ = hn::And(all_negative_, hn::Not(is_positive));
      any_positive_ = hn::Or(any_positive_, is_positive);
      highest_ = hn::Max(highest_, height);
      if constexpr (!kWhole) {
        if (k == 0 || k == kEdges) highest_end_ = hn::Max(highest_end_, height);
        TakeAsBest(hn::And(is_positive, hn::Gt(height, highest_inner_)), other, height);
      }
    }
    doubtful_ = doubtful;
  }

  // The doubtful vertices in twice the precision. Adds the lanes where one of them is on the edge
  // to `meets`.
  HWY_INLINE void DecideDoubtful(M is_of_a, const EdgeWindows& windows, const WindowEdges& edges, M* meets) {
    const TwoTerms edge_x = ExactDifference(edges.end.x, edges.start.x);
    const TwoTerms edge_y = ExactDifference(edges.end.y, edges.start.y);
    const Point low{hn::Min(edges.start.x, edges.end.x), hn::Min(edges.start.y, edges.end.y)};
    const Point high{hn::Max(edges.start.x, edges.end.x), hn::Max(edges.start.y, edges.end.y)};
    for (int doubtful = doubtful_; doubtful != 0; doubtful &= doubtful - 1) {
      const auto k = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(static_cast<uint32_t>(doubtful)));
      const Point other = OtherVertex(is_of_a, windows, k);
      const TwoTerms arm_x = ExactDifference(other.x, edges.start.x);
      const TwoTerms arm_y = ExactDifference(other.y, edges.start.y);
      const CertainSigns signs = SignsOfCross(edge_x, edge_y, arm_x, arm_y);
      // A vertex on the line of the edge is on the edge if it is in its box.
      const M is_in_box = hn::And(hn::And(hn::Ge(other.x, low.x), hn::Le(other.x, high.x)),
                                  hn::And(hn::Ge(other.y, low.y), hn::Le(other.y, high.y)));
      *meets = hn::Or(*meets, hn::And(signs.is_zero, is_in_box));
      all_negative_ = hn::And(all_negative_, signs.is_negative);
      any_positive_ = hn::Or(any_positive_, signs.is_positive);
      if constexpr (!kWhole) {
        TakeAsBest(hn::And(signs.is_positive, hn::Lt(highest_inner_, Set(-1e299))), other, edges.bound);
      }
    }
  }

  // After DecideDoubtful: whether all vertices of the window are strictly outside of the edge's
  // line, and whether one is strictly inside.
  HWY_INLINE M all_negative() const { return all_negative_; }
  HWY_INLINE M any_positive() const { return any_positive_; }

  // Whether the vertex that reaches farthest is a support point: not at an end of the window,
  // beyond which the other polygon may reach farther.
  HWY_INLINE M IsSupport(M has_ends, V bound) const {
    const V highest_end = hn::IfThenElse(has_ends, highest_end_, Set(-1e300));
    return hn::Lt(hn::Add(highest_end, hn::Add(bound, bound)), highest_);
  }

  // A vertex strictly inside, if any_positive: the one farthest inside, as far as double precision
  // can tell.
  HWY_INLINE const Point& best() const { return best_; }

 private:
  HWY_INLINE void TakeAsBest(M is_best, const Point& vertex, V height) {
    best_.x = hn::IfThenElse(is_best, vertex.x, best_.x);
    best_.y = hn::IfThenElse(is_best, vertex.y, best_.y);
    highest_inner_ = hn::IfThenElse(is_best, height, highest_inner_);
  }

  M all_negative_;
  M any_positive_;
  V highest_;
  V highest_end_;
  V highest_inner_;
  Point best_;
  // Bit k: the side of vertex k is in doubt in some lane.
  int doubtful_;
};

// kWhole: whether both windows are whole.
template <bool kWhole>
HWY_INLINE Relation RelateInTwiceThePrecision(const EdgeWindows& windows) {
  const D d;
  M separates = hn::FirstN(d, 0);
  M meets = hn::FirstN(d, 0);
  M all_inner = hn::FirstN(d, kLanes);
  for (int turn = 0; turn < kTurns; ++turn) {
    const M is_of_a = IsOfA(turn);
    const V side = SideOf(is_of_a);
    const Point inner{hn::Mul(side, Set(windows.inner.x)), hn::Mul(side, Set(windows.inner.y))};
    const M has_ends = HasEnds(is_of_a, windows);
    for (int first = 0; first < kEdges; first += kHalfLanes) {
      const WindowEdges edges(is_of_a, windows, first);
      Sides<kWhole> sides(is_of_a, windows, edges);
      sides.DecideDoubtful(is_of_a, windows, edges, &meets);
      all_inner = hn::And(all_inner, sides.any_positive());
      if constexpr (kWhole) {
        separates = hn::Or(separates, sides.all_negative());
      } else {
        separates = hn::Or(separates, hn::And(sides.all_negative(), sides.IsSupport(has_ends, edges.bound)));
        const V around =
            hn::Min(CertainCross(edges.end - sides.best(), inner), CertainCross(inner, edges.start - sides.best()));
        meets = hn::Or(meets, hn::And(sides.any_positive(), hn::Gt(around, hn::Zero(d))));
      }
    }
  }
  const bool apart = !hn::AllFalse(d, separates);
  const bool meeting = !hn::AllFalse(d, meets) | (kWhole && hn::AllTrue(d, all_inner));
  return meeting ? Relation::kTouching : apart ? Relation::kApart : Relation::kUndecided;
}

WindowContact FindContact(const EdgeWindows& windows) {
  const D d;
  // An edge and a vertex as one number, to find the first: 8 edge + vertex, and more by this much
  // for edges of b.
  constexpr int kOfB = 64;
  const V no_place = Set(2 * kOfB);
  V place = no_place;
  for (int turn = 0; turn < kTurns; ++turn) {
    const M is_of_a = IsOfA(turn);
    COLLISION2D_HOT_UNROLL(4)
    for (int first = 0; first < kEdges; first += kHalfLanes) {
      const WindowEdges edges(is_of_a, windows, first);
      V highest = Set(-1e300);
      V vertex = hn::Zero(d);
      COLLISION2D_HOT_UNROLL(5)
      for (int k = 0; k <= kEdges; ++k) {
        const V height = Cross(edges.edge, OtherVertex(is_of_a, windows, k) - edges.start);
        vertex = hn::IfThenElse(hn::Gt(height, highest), Set(k), vertex);
        highest = hn::Max(highest, height);
      }
      const HalfD half;
      const auto index = hn::Iota(half, static_cast<double>(first));
      const auto place_of_edge = hn::Mul(index, hn::Set(half, 8.0));
      const V of_edge = hn::Add(Combined(is_of_a, place_of_edge, hn::Add(place_of_edge, hn::Set(half, kOfB))), vertex);
      place = hn::Min(place, hn::IfThenElse(hn::Le(hn::Abs(highest), edges.bound), of_edge, no_place));
    }
  }
  const auto first = static_cast<int>(hn::GetLane(hn::MinOfLanes(d, place)));
  return {first < 2 * kOfB, first < kOfB, first % kOfB / 8, first % 8};
}

Relation RelateInContact(const EdgeWindows& windows) {
  return (windows.a.is_whole & windows.b.is_whole) ? RelateInTwiceThePrecision<true>(windows)
                                                   : RelateInTwiceThePrecision<false>(windows);
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {

HWY_EXPORT(FindContact);
HWY_EXPORT(RelateInContact);

Relation RelateContactByWindows(const EdgeWindows& windows) { return HWY_DYNAMIC_DISPATCH(RelateInContact)(windows); }

WindowContact FindContactByWindows(const EdgeWindows& windows) {
  // Posing turns short edges by so much that their lines reach shapes metres away. The edges of the
  // walk are not posed.
  EdgeWindows unturned = windows;
  unturned.edge_error_m2 = 0.0;
  return HWY_DYNAMIC_DISPATCH(FindContact)(unturned);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
