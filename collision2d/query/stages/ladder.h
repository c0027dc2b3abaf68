#pragma once

#include <cmath>
#include <limits>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/near_contact.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/stages/cso.h"
#include "collision2d/query/stages/edge_windows.h"
#include "collision2d/query/stages/facing_feature.h"
#include "collision2d/query/stages/gjk.h"

namespace collision2d::internal {

// The ladder of a query on two vertex hulls. Every rung proves its answer, with error bounds, or
// passes the pair to the next one:
//   1. circles about the shapes' centres              cso.h
//   2. windows of four edges each, in SIMD            edge_windows.h      polygons
//   3. the same windows in twice the precision        window_contact.cc   convex as posed, strictly
//   4. the walk to the facing feature                 facing_feature.h    without needle corners
//   5. GJK from where the walk ended                  gjk.h
//   6. exact orientations next to where GJK ended     near_contact.h

// A `Level` says what is asked: Result, kInvalid, kGoal, kNeedsFeature, kOrdersShapes, and the
// hooks Windows, DecideContact, OfWindows, OfFeature, OfOverlap and OfNearContact. What each of
// them is:
// docs/architecture.md, "A level's members"; see collides.cc, distance.cc, separation.cc.

// Five vertices of each shape in the query frame.
template <typename Frame>
class WindowsOf {
 public:
  // REQUIRES: both shapes have three or more vertices.
  COLLISION2D_HOT_INLINE WindowsOf(const Cso<Frame>& cso, bool are_distant) {
    const bool a_is_whole = cso.size_a() <= 4;
    const bool b_is_whole = cso.size_b() <= 4;
    windows_.inner = cso.center_difference();
    if (!(a_is_whole & b_is_whole)) {
      const FacingSectors sectors = SectorsOf(cso, are_distant);
      if (!a_is_whole) first_a_ = cso.a().WindowAround(cso.a().StartVertex(sectors.a));
      if (!b_is_whole) first_b_ = cso.b().WindowAround(cso.b().StartVertex(sectors.b));
      windows_.inner = InnerPoint(cso, sectors);
    }
    windows_.a = {cso.ring_a() + first_a_, a_is_whole};
    windows_.b = {WindowOfB(cso, first_b_), b_is_whole};
    windows_.center_difference = cso.center_difference();
    windows_.extent_m = cso.extent();
    windows_.edge_error_m2 = cso.edge_posing_m2();
  }
  WindowsOf(const WindowsOf&) = delete;
  WindowsOf& operator=(const WindowsOf&) = delete;

  const EdgeWindows& get() const { return windows_; }

  // Whether one polygon reaches the line of the other's edge within rounding. If so, *ends is that
  // edge and vertex, in padded rings, where the last rung begins; with the shapes in the other
  // order, if `swaps`.
  bool FindContact(bool swaps, FeatureEnds* ends) const {
    EdgeWindows ordered = windows_;
    if (swaps) std::swap(ordered.a, ordered.b);
    const WindowContact contact = FindContactByWindows(ordered);
    const int i = (swaps ? first_b_ : first_a_) + (contact.edge_is_of_a ? contact.edge : contact.vertex);
    const int j = (swaps ? first_a_ : first_b_) + (contact.edge_is_of_a ? contact.vertex : contact.edge);
    *ends = {i, j, i + static_cast<int>(contact.edge_is_of_a), j + static_cast<int>(!contact.edge_is_of_a)};
    return contact.is_found;
  }

 private:
  COLLISION2D_HOT_INLINE const Vec2* WindowOfB(const Cso<Frame>& cso, int first) {
    if constexpr (!Frame::kRounds) return cso.ring_b() + first;
    for (int k = 0; k < 5; ++k) posed_[k] = cso.vertex_b(first + k);
    return posed_;
  }

  // A whole window begins with its last vertex.
  int first_a_ = -1;
  int first_b_ = -1;
  EdgeWindows windows_;
  Vec2 posed_[Frame::kRounds ? 5 : 1];
};

inline bool IsFinite(const SameFrame& /*frame*/) { return true; }
inline bool IsFinite(const PosedFrame& frame) {
  const Pose2& pose = frame.a_from_b;
  return std::isfinite(pose.translation.x) && std::isfinite(pose.translation.y) && std::isfinite(pose.cos) &&
         std::isfinite(pose.sin);
}

// The walk and GJK. True if they have proved an answer, which is then in *result; otherwise *ends
// is where the last rung begins, and *reached_limit whether a loop reached its bound.
template <typename Level, typename Frame>
ABSL_ATTRIBUTE_NOINLINE bool AskFeatures(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame,
                                         bool are_distant, const QueryContext& context, FeatureEnds* ends,
                                         bool* reached_limit, typename Level::Result* result) {
  const Cso<Frame> cso(a, b, frame);
  const FacingSectors sectors = SectorsOf(cso, are_distant);
  const CsoStart start = StartAt(cso, sectors);
  *ends = {start.vertex_a, start.vertex_b, start.vertex_a, start.vertex_b};
  // Arithmetic with subnormal numbers takes a hundred times longer: tiny shapes are scaled first,
  // by the last rung.
  if (ABSL_PREDICT_FALSE(cso.is_tiny())) return false;
  QueryContext::Counters* const counters = context.counters;
  if (counters != nullptr) ++counters->support_calls;
  if (ABSL_PREDICT_TRUE(MayWalk(cso))) {
    const FacingFeature feature = WalkToFacingFeature(cso, start);
    if (counters != nullptr) counters->iterations += feature.steps;
    *ends = feature.ends;
    if (feature.IsOutside()) {
      Level::OfFeature(cso, feature, result);
      return true;
    }
    if (IsInside(feature, InnerPoint(cso, sectors))) {
      const double facing_depth_m = feature.ends.is_edge() ? (feature.reach_error - feature.reach) / Norm(feature.v)
                                                           : std::numeric_limits<double>::infinity();
      return Level::OfOverlap(cso, facing_depth_m, context, result);
    }
    *reached_limit = feature.reached_limit;
    if (feature.IsNearContact() || feature.reached_limit) return false;
  }
  const GjkResult gjk = RunGjk<Level::kGoal>(cso, SimplexOf(cso, *ends), RoundBound(a.size(), b.size()));
  if (counters != nullptr) {
    counters->iterations += gjk.iterations;
    counters->support_calls += gjk.support_calls;
  }
  *ends = EndsOf(gjk.simplex);
  *reached_limit = gjk.reached_limit;
  if (gjk.relation == Relation::kOverlapping) {
    return Level::OfOverlap(cso, std::numeric_limits<double>::infinity(), context, result);
  }
  if (gjk.relation != Relation::kApart || gjk.reached_limit) return false;
  Level::OfFeature(cso, FeatureOfSimplex(cso, gjk.simplex), result);
  return true;
}

// True if the rungs below windows take the shapes in the other order.
template <typename Level, typename Frame>
bool SwapsShapes(const ConvexPolygon& a, const ConvexPolygon& b) {
  return Level::kOrdersShapes && !Frame::kRounds && ComesFirst(b, a);
}

// The rungs below windows, one after the other, so that none is on the stack of the next one.
// `contact` is where windows have found the shapes in contact, or null.
template <typename Level, typename Frame>
ABSL_ATTRIBUTE_NOINLINE typename Level::Result AskBeyondWindows(const ConvexPolygon& given_a,
                                                                const ConvexPolygon& given_b, const Frame& frame,
                                                                bool are_distant, const FeatureEnds* contact,
                                                                const QueryContext& context) {
  typename Level::Result result = Level::kInvalid;
  // No comparison above proves anything from NaN or infinity: such a pose always comes here.
  if (ABSL_PREDICT_FALSE(!IsFinite(frame))) return result;
  const bool swaps = SwapsShapes<Level, Frame>(given_a, given_b);
  const ConvexPolygon& a = swaps ? given_b : given_a;
  const ConvexPolygon& b = swaps ? given_a : given_b;
  FeatureEnds ends;
  bool reached_limit = false;
  if (contact != nullptr) {
    ends = *contact;
  } else if (AskFeatures<Level>(a, b, frame, are_distant, context, &ends, &reached_limit, &result)) {
    return result;
  }
  if (ABSL_PREDICT_FALSE(reached_limit && context.counters != nullptr)) ++context.counters->limit_hits;
  result = Level::OfNearContact(NearContactAt(Cso<Frame>(a, b, frame), ends), reached_limit, context.counters);
  return result;
}

// All rungs but the first. That one is compiled apart from them: most pairs then need only a few
// instructions, and the processor has many pairs in flight.
template <typename Level, typename Frame>
ABSL_ATTRIBUTE_NOINLINE typename Level::Result AskWindows(const ConvexPolygon& a, const ConvexPolygon& b,
                                                          const Frame& frame, bool are_distant,
                                                          const QueryContext& context) {
  const Cso<Frame> cso(a, b, frame);
  // Products of tiny shapes' coordinates underflow.
  const bool has_windows = (a.size() >= 3) & (b.size() >= 3) & !cso.is_tiny();
  FeatureEnds ends;
  const FeatureEnds* contact = nullptr;
  if (ABSL_PREDICT_TRUE(has_windows && !(Level::kNeedsFeature && are_distant))) {
    const WindowsOf<Frame> windows(cso, are_distant);
    WindowDistance seen = Level::Windows(windows.get(), are_distant);
    bool is_undecided = seen.relation == Relation::kUndecided;
    if (is_undecided && !are_distant && cso.is_b_convex() && Level::DecideContact(cso, windows.get(), &seen)) {
      is_undecided = false;
      if (context.counters != nullptr) ++context.counters->exact_path_entries;
    }
    typename Level::Result result;
    if (ABSL_PREDICT_TRUE(!is_undecided) && Level::OfWindows(cso, seen, context, &result)) return result;
    if (is_undecided && !are_distant && windows.FindContact(SwapsShapes<Level, Frame>(a, b), &ends)) contact = &ends;
  }
  return AskBeyondWindows<Level>(a, b, frame, are_distant, contact, context);
}

}  // namespace collision2d::internal
