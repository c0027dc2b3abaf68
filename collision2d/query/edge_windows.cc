#include "collision2d/query/edge_windows.h"

#include "collision2d/geometry/hot_path.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/query/edge_windows.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/query/edge_windows-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

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
    const M has_ends = HasEnds(is_of_a, windows);
    COLLISION2D_HOT_UNROLL(4)
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
      COLLISION2D_HOT_UNROLL(5)
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
