#include "collision2d/query/stages/edge_windows.h"

#include "collision2d/code_generation.h"
#include "collision2d/geometry/tolerances.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/query/stages/edge_windows.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/query/stages/edge_windows-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// What the edges prove: that one of them separates the polygons, that a triangle of the CSO holds
// the origin, or, if both windows are whole, that the other polygon crosses the lines of all of
// them.
template <bool kWhole>
class Proof {
 public:
  HWY_INLINE Proof()
      : separates_(hn::FirstN(D(), 0)), encloses_(hn::FirstN(D(), 0)), all_inner_(hn::FirstN(D(), kLanes)) {}

  // Heights of the other polygon's vertices above the edges, times their length.
  HWY_INLINE void Add(const WindowEdges& edges, const Point* other, const V* height, M is_of_a, M has_ends,
                      const Vec2& inner_point) {
    const V bound = edges.bound;
    const V zero = hn::Zero(D());
    const V high12 = hn::Max(height[1], height[2]);
    const V high34 = hn::Max(height[3], height[4]);
    if constexpr (kWhole) {
      const V highest = hn::Max(high12, high34);
      separates_ = hn::Or(separates_, hn::Lt(hn::Add(highest, bound), zero));
      all_inner_ = hn::And(all_inner_, hn::Gt(highest, bound));
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
      // The support point must not be at an end of the window, beyond which the other polygon may
      // reach farther.
      const V highest_end = hn::IfThenElse(has_ends, hn::Max(height[0], height[4]), Set(-1e300));
      const M is_support = hn::Lt(hn::Add(highest_end, hn::Add(bound, bound)), highest);
      separates_ = hn::Or(separates_, hn::And(hn::Lt(hn::Add(highest, bound), zero), is_support));
      // A triangle of the CSO: the inner point, and the edge at the other polygon's vertex. For
      // edges of b all signs are reversed.
      const V side = SideOf(is_of_a);
      const Point inner{hn::Mul(side, Set(inner_point.x)), hn::Mul(side, Set(inner_point.y))};
      const V around = hn::Min(CertainCross(edges.end - best, inner), CertainCross(inner, edges.start - best));
      encloses_ = hn::Or(encloses_, hn::And(hn::Gt(highest, bound), hn::Gt(around, zero)));
    }
  }

  // As a number, so that no branch depends on it.
  HWY_INLINE int relation() const {
    const bool apart = !hn::AllFalse(D(), separates_);
    const bool overlapping = kWhole ? hn::AllTrue(D(), all_inner_) : !hn::AllFalse(D(), encloses_);
    static_assert(static_cast<int>(Relation::kApart) == 1 && static_cast<int>(Relation::kOverlapping) == 3, "bits");
    return static_cast<int>(apart) | 3 * static_cast<int>(overlapping);
  }

 private:
  M separates_;
  M encloses_;
  M all_inner_;
};

// The least distance of the vertices to the edges, and whether it is that of the polygons.
template <bool kProves, bool kWhole>
class LeastDistance {
 public:
  explicit HWY_INLINE LeastDistance(double extent_m)
      : end_sq_(Set((kFootMargin * extent_m) * (kFootMargin * extent_m))),
        nearest_sq_(Set(kFarthest)),
        nearest_end_sq_(Set(kFarthest)),
        nearest_back_sq_(Set(kFarthest)),
        shortest_sq_(Set(kFarthest)) {}

  // For each vector of edges: BeginEdges, AddVertex for the other polygon's vertices, EndEdges.
  HWY_INLINE void BeginEdges(const WindowEdges& edges) {
    const V length_sq = Dot(edges.edge, edges.edge);
    shortest_sq_ = hn::Min(shortest_sq_, length_sq);
    inverse_sq_ = hn::Div(Set(1.0), length_sq);
    beyond_sq_ = hn::Mul(end_sq_, inverse_sq_);
    of_edge_sq_ = Set(kFarthest);
    end_of_edge_sq_ = Set(kFarthest);
  }

  // The k-th vertex, relative to the edges' starts, and its height as in Proof, if kProves.
  HWY_INLINE void AddVertex(const WindowEdges& edges, int k, const Point& arm, const V& height) {
    const V zero = hn::Zero(D());
    const V along = hn::Mul(Dot(edges.edge, arm), inverse_sq_);
    const V part = hn::Min(hn::Max(along, zero), Set(1.0));
    const Point apart{hn::Sub(arm.x, hn::Mul(part, edges.edge.x)), hn::Sub(arm.y, hn::Mul(part, edges.edge.y))};
    const V apart_sq = Dot(apart, apart);
    if (!kWhole && (k == 0 || k == kEdges)) {
      end_of_edge_sq_ = hn::Min(end_of_edge_sq_, apart_sq);
    } else {
      of_edge_sq_ = hn::Min(of_edge_sq_, apart_sq);
    }
    if constexpr (kProves && !kWhole) {
      const V beyond = hn::Sub(along, part);
      const M has_foot = hn::Le(hn::Mul(beyond, beyond), beyond_sq_);
      const M is_behind = hn::And(has_foot, hn::Ge(hn::Add(height, edges.bound), zero));
      nearest_back_sq_ = hn::Min(nearest_back_sq_, hn::IfThenElse(is_behind, apart_sq, Set(kFarthest)));
    }
  }

  HWY_INLINE void EndEdges(const WindowEdges& edges, M is_of_a, M has_ends, const Vec2& center_difference) {
    const V farthest = Set(kFarthest);
    nearest_sq_ = hn::Min(nearest_sq_, of_edge_sq_);
    // A window that is whole has no ends.
    nearest_sq_ = hn::Min(nearest_sq_, hn::IfThenElse(has_ends, farthest, end_of_edge_sq_));
    nearest_end_sq_ = hn::Min(nearest_end_sq_, hn::IfThenElse(has_ends, end_of_edge_sq_, farthest));
    if constexpr (!kProves) {
      // The direction between the centres, from the polygon of the edge to the other one.
      const Point towards_b{Set(-center_difference.x), Set(-center_difference.y)};
      const M is_back = hn::Gt(hn::Mul(SideOf(is_of_a), Cross(edges.edge, towards_b)), hn::Zero(D()));
      nearest_back_sq_ =
          hn::Min(nearest_back_sq_, hn::IfThenElse(is_back, hn::Min(of_edge_sq_, end_of_edge_sq_), farthest));
    }
  }

  // `relation` is what is proved. kApart becomes kUndecided if the distance is not that of the
  // polygons.
  HWY_INLINE WindowDistance Result(int relation, double extent_m) const {
    const D d;
    const V nearest = hn::Sqrt(hn::MinOfLanes(d, nearest_sq_));
    const bool is_long = hn::AllTrue(d, hn::Gt(shortest_sq_, Set(kSquaresUnderflow_m * kSquaresUnderflow_m)));
    // Each distance errs by less than half of the margin.
    const V margin = Set(kSupportRelativeError * extent_m);
    const V nearest_elsewhere = hn::Sqrt(hn::Min(nearest_end_sq_, nearest_back_sq_));
    const bool is_local = kWhole || hn::AllTrue(d, hn::Lt(hn::Add(nearest, margin), nearest_elsewhere));
    const bool is_measured = is_long & is_local;
    const bool is_overlapping = relation == static_cast<int>(Relation::kOverlapping);
    relation &= -static_cast<int>(is_measured | is_overlapping);
    return {static_cast<Relation>(relation), is_measured, hn::GetLane(nearest)};
  }

 private:
  static constexpr double kFarthest = 1e300;
  // A vertex within the angle of a nearly straight corner has its feet beyond both of the corner's
  // edges, by rounding: so far beyond an edge it still counts as behind it. No proof: a tolerance
  // of angles, on the safe side.
  static constexpr double kFootMargin = 0x1p-48;

  V end_sq_;
  V nearest_sq_;
  // If one of these two is the least, the closest points are elsewhere: the vertex is at the end of
  // a window; or it is behind an edge, which then is on the back of its polygon and hides closer
  // points. Behind edges that face the other polygon there is nothing of it.
  V nearest_end_sq_;
  V nearest_back_sq_;
  V shortest_sq_;
  // Between BeginEdges and EndEdges: one over the edges' squared length, the square of the part of
  // an edge that a foot may lie beyond it, and the least squared distance from them to vertices
  // within the window and to those at its ends.
  V inverse_sq_;
  V beyond_sq_;
  V of_edge_sq_;
  V end_of_edge_sq_;
};

// kProves: whether the relation is to be proved; if not, circles have proved that the polygons are
// apart. kMeasures: whether their distance is wanted. kWhole: whether both windows are whole.
template <bool kProves, bool kMeasures, bool kWhole>
HWY_INLINE WindowDistance Look(const EdgeWindows& windows) {
  // A whole window begins with its last vertex.
  constexpr int kFirst = kWhole ? 1 : 0;
  Proof<kWhole> proof;
  LeastDistance<kProves, kWhole> distance(windows.extent_m);
  for (int turn = 0; turn < kTurns; ++turn) {
    const M is_of_a = IsOfA(turn);
    const M has_ends = HasEnds(is_of_a, windows);
    COLLISION2D_HOT_UNROLL(4)
    for (int first = 0; first < kEdges; first += kHalfLanes) {
      const WindowEdges edges(is_of_a, windows, first);
      V height[kEdges + 1];
      Point other[kEdges + 1];
      if constexpr (kMeasures) distance.BeginEdges(edges);
      COLLISION2D_HOT_UNROLL(5)
      for (int k = kFirst; k <= kEdges; ++k) {
        other[k] = OtherVertex(is_of_a, windows, k);
        const Point arm = other[k] - edges.start;
        if constexpr (kProves) height[k] = Cross(edges.edge, arm);
        if constexpr (kMeasures) distance.AddVertex(edges, k, arm, height[k]);
      }
      if constexpr (kMeasures) distance.EndEdges(edges, is_of_a, has_ends, windows.center_difference);
      if constexpr (kProves) proof.Add(edges, other, height, is_of_a, has_ends, windows.inner);
    }
  }
  const int relation = kProves ? proof.relation() : static_cast<int>(Relation::kApart);
  if constexpr (kMeasures) return distance.Result(relation, windows.extent_m);
  return {static_cast<Relation>(relation), false, 0.0};
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

}  // namespace collision2d::internal
#endif  // HWY_ONCE
