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

// What edges show about a contact, one edge in each lane: on which sides of them the other
// polygon's vertices are, exactly.
template <bool kWhole>
class Sides {
 public:
  HWY_INLINE Sides(M is_of_a, const EdgeWindows& windows, const WindowEdges& edges)
      : edges_(edges),
        edge_x_(ExactDifference(edges.end.x, edges.start.x)),
        edge_y_(ExactDifference(edges.end.y, edges.start.y)),
        reached_(hn::FirstN(D(), 0)),
        separates_(hn::FirstN(D(), 0)),
        meets_(hn::FirstN(D(), 0)) {
    const V side = SideOf(is_of_a);
    inner_ = {hn::Mul(side, Set(windows.inner.x)), hn::Mul(side, Set(windows.inner.y))};
    constexpr int kFirst = kWhole ? 1 : 0;
    Point vertex = OtherVertex(is_of_a, windows, kFirst);
    V highest = Cross(edges.edge, vertex - edges.start);
    V second = Set(-1e300);
    V highest_end = highest;
    COLLISION2D_HOT_UNROLL(4)
    for (int k = kFirst + 1; k <= kEdges; ++k) {
      const Point other = OtherVertex(is_of_a, windows, k);
      const V height = Cross(edges.edge, other - edges.start);
      const M is_higher = hn::Gt(height, highest);
      vertex.x = hn::IfThenElse(is_higher, other.x, vertex.x);
      vertex.y = hn::IfThenElse(is_higher, other.y, vertex.y);
      second = hn::Max(second, hn::Min(highest, height));
      highest = hn::Max(highest, height);
      if (k == kEdges) highest_end = hn::Max(highest_end, height);
    }
    reached_ = hn::Gt(highest, edges.bound);
    if (hn::AllTrue(D(), reached_)) return;
    // Mostly the highest vertex alone is near the line.
    const M is_crossed = reached_;
    separates_ = hn::Not(is_crossed);
    const V outside = hn::Neg(edges.bound);
    int k = hn::AllTrue(D(), hn::Or(is_crossed, hn::Lt(second, outside))) ? kEdges + 1 : kFirst;
    for (;;) {
      Add(vertex);
      for (; k <= kEdges; ++k) {
        vertex = OtherVertex(is_of_a, windows, k);
        if (!hn::AllTrue(D(), hn::Or(is_crossed, hn::Lt(Cross(edges.edge, vertex - edges.start), outside)))) break;
      }
      if (k++ > kEdges) break;
    }
    // On every instruction set the same edges count, however many are in one vector.
    meets_ = hn::AndNot(is_crossed, meets_);
    if constexpr (!kWhole) {
      // The vertex that reaches farthest must not be at an end of the window, beyond which the
      // other polygon may reach farther.
      const V of_end = hn::IfThenElse(HasEnds(is_of_a, windows), highest_end, Set(-1e300));
      separates_ = hn::And(separates_, hn::Lt(hn::Add(of_end, hn::Add(edges.bound, edges.bound)), highest));
    }
  }

  // Whether a vertex of the window is not outside of the edge's line.
  HWY_INLINE M reached() const { return reached_; }
  // Whether the other polygon is outside of the edge's line.
  HWY_INLINE M separates() const { return separates_; }
  // Whether the edge shows a point of both polygons.
  HWY_INLINE M meets() const { return meets_; }

 private:
  // A vertex of the other polygon.
  HWY_INLINE void Add(const Point& vertex) {
    const CertainSigns signs = SignsOfCross(edge_x_, edge_y_, ExactDifference(vertex.x, edges_.start.x),
                                            ExactDifference(vertex.y, edges_.start.y));
    const M is_reached = hn::Or(signs.is_positive, signs.is_zero);
    reached_ = hn::Or(reached_, is_reached);
    separates_ = hn::And(separates_, signs.is_negative);
    // A vertex on the line of the edge is on the edge if it is in its box.
    const Point& start = edges_.start;
    const Point& end = edges_.end;
    const M is_in_box =
        hn::And(hn::And(hn::Ge(vertex.x, hn::Min(start.x, end.x)), hn::Le(vertex.x, hn::Max(start.x, end.x))),
                hn::And(hn::Ge(vertex.y, hn::Min(start.y, end.y)), hn::Le(vertex.y, hn::Max(start.y, end.y))));
    meets_ = hn::Or(meets_, hn::And(signs.is_zero, is_in_box));
    if constexpr (!kWhole) {
      // A triangle of the CSO: the inner point, and the edge at the vertex.
      const V around = hn::Min(CertainCross(end - vertex, inner_), CertainCross(inner_, start - vertex));
      meets_ = hn::Or(meets_, hn::And(is_reached, hn::Gt(around, hn::Zero(D()))));
    }
  }

  const WindowEdges& edges_;
  TwoTerms edge_x_;
  TwoTerms edge_y_;
  // The inner point; for edges of b all signs are reversed.
  Point inner_;
  M reached_;
  M separates_;
  M meets_;
};

// kWhole: whether both windows are whole. Then there are no other edges that could separate.
template <bool kWhole>
HWY_INLINE Relation RelateInTwiceThePrecision(const EdgeWindows& windows) {
  const D d;
  M separates = hn::FirstN(d, 0);
  M meets = hn::FirstN(d, 0);
  M all_reached = hn::FirstN(d, kLanes);
  for (int turn = 0; turn < kTurns; ++turn) {
    const M is_of_a = IsOfA(turn);
    for (int first = 0; first < kEdges; first += kHalfLanes) {
      const WindowEdges edges(is_of_a, windows, first);
      const Sides<kWhole> sides(is_of_a, windows, edges);
      separates = hn::Or(separates, sides.separates());
      meets = hn::Or(meets, sides.meets());
      all_reached = hn::And(all_reached, sides.reached());
    }
  }
  const bool apart = !hn::AllFalse(d, separates);
  const bool meeting = !hn::AllFalse(d, meets) | (kWhole && hn::AllTrue(d, all_reached));
  // As a number, so that no branch depends on it.
  static_assert(static_cast<int>(Relation::kApart) == 1 && static_cast<int>(Relation::kTouching) == 2, "bits");
  return static_cast<Relation>(static_cast<int>(apart) | 2 * static_cast<int>(meeting));
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
