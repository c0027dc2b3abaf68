#ifndef COLLISION2D_QUERY_LADDER_H_
#define COLLISION2D_QUERY_LADDER_H_

#include <cmath>
#include <limits>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/geometry/hot_inline.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/canonical_order.h"
#include "collision2d/query/circle_test.h"
#include "collision2d/query/closest_features.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/cso_start.h"
#include "collision2d/query/edge_windows.h"
#include "collision2d/query/facing_feature.h"
#include "collision2d/query/gjk.h"
#include "collision2d/query/near_contact.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/relation.h"

namespace collision2d::internal {

// The ladder of a query on two vertex hulls. Every rung proves its answer, with error bounds, or leaves it to the next one:
//
//   1. circles about the shapes' centres              circle_test.h
//   2. windows of four edges each, in SIMD            edge_windows.h      polygons
//   3. the walk to the facing feature                 facing_feature.h    shapes without needle corners
//   4. GJK from where the walk ended                  gjk.h
//   5. exact orientations next to where GJK ended     near_contact.h
//
// A `Level` says what is asked; see collides.cc, distance.cc, separation.cc:
//
//   Result                                          what the query returns
//   kInvalid                                        the answer to a pose that is not finite: on the safe side
//   kGoal                                           whether any proof will do, or the closest point is wanted
//   kNeedsFeature                                   whether the answer of shapes that are apart needs their closest feature
//   kOrdersShapes                                   whether the rungs below windows take the shapes in an order of their own, so
//                                                   that (a, b) and (b, a) agree to the bit; the result does not tell the order
//   Windows(windows, are_distant)                   the second rung
//   OfWindows(cso, seen, context)                   the answer by it
//   OfFeature(cso, feature)                         the answer of shapes that are apart, by their closest feature
//   OfOverlap(cso, facing_depth_m, ends, context)   the answer of shapes that overlap, near the feature with these ends
//   OfNearContact(pair, reached_cap, counters)      the answer by exact orientations

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

  // The ends of an edge and a vertex in the windows, in padded rings.
  FeatureEnds EndsOf(const WindowContact& contact) const {
    const int i = first_a_ + (contact.edge_is_of_a ? contact.edge : contact.vertex);
    const int j = first_b_ + (contact.edge_is_of_a ? contact.vertex : contact.edge);
    return {i, j, i + static_cast<int>(contact.edge_is_of_a), j + static_cast<int>(!contact.edge_is_of_a)};
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

inline bool ArePolygons(const ConvexPolygon& a, const ConvexPolygon& b) { return (a.size() >= 3) & (b.size() >= 3); }

inline bool IsFinite(const SameFrame& /*frame*/) { return true; }
inline bool IsFinite(const PosedFrame& frame) {
  const Pose2& pose = frame.a_from_b;
  return std::isfinite(pose.translation.x) && std::isfinite(pose.translation.y) && std::isfinite(pose.cos) &&
         std::isfinite(pose.sin);
}

// The rungs from the third on, of shapes in their order.
template <typename Level, typename Frame>
typename Level::Result AskFeaturesInOrder(const Cso<Frame>& cso, bool are_distant, const QueryContext& context) {
  const FacingSectors sectors = SectorsOf(cso, are_distant);
  const CsoStart start = StartAt(cso, sectors);
  QueryCounters* const counters = context.counters;
  if (counters != nullptr) ++counters->support_calls;
  FeatureEnds ends{start.vertex_a, start.vertex_b, start.vertex_a, start.vertex_b};
  bool is_near_contact = false;
  bool reached_cap = false;
  if (ABSL_PREDICT_TRUE(MayWalk(cso))) {
    const FacingFeature feature = WalkToFacingFeature(cso, start);
    if (counters != nullptr) counters->iterations += feature.steps;
    if (feature.IsOutside()) return Level::OfFeature(cso, feature);
    if (IsInside(feature, InnerPoint(cso, sectors))) {
      const double facing_depth_m = feature.ends.is_edge() ? (feature.reach_error - feature.reach) / Norm(feature.v)
                                                           : std::numeric_limits<double>::infinity();
      return Level::OfOverlap(cso, facing_depth_m, feature.ends, context);
    }
    ends = feature.ends;
    is_near_contact = feature.IsNearContact();
    reached_cap = feature.reached_cap;
  }
  if (!is_near_contact && !reached_cap) {
    const GjkResult gjk = RunGjk<Level::kGoal>(cso, SimplexOf(cso, ends));
    if (counters != nullptr) {
      counters->iterations += gjk.iterations;
      counters->support_calls += gjk.support_calls;
    }
    ends = EndsOf(gjk.simplex);
    if (gjk.verdict == GjkVerdict::kInside) {
      return Level::OfOverlap(cso, std::numeric_limits<double>::infinity(), ends, context);
    }
    if (gjk.verdict == GjkVerdict::kOutside && !gjk.reached_cap) {
      return Level::OfFeature(cso, FeatureOfSimplex(cso, gjk.simplex));
    }
    reached_cap = gjk.reached_cap;
  }
  if (ABSL_PREDICT_FALSE(reached_cap && counters != nullptr)) ++counters->cap_hits;
  return Level::OfNearContact(NearContactAt(cso, ends), reached_cap, counters);
}

template <typename Level, typename Frame>
ABSL_ATTRIBUTE_NOINLINE typename Level::Result AskFeatures(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame,
                                                           bool are_distant, const QueryContext& context) {
  // All that compares numbers above leaves a pose with NaN or infinity undecided.
  if (ABSL_PREDICT_FALSE(!IsFinite(frame))) return Level::kInvalid;
  const bool swaps = Level::kOrdersShapes && !Frame::kRounds && ComesFirst(b, a);
  const Cso<Frame> cso(swaps ? b : a, swaps ? a : b, frame);
  if (ABSL_PREDICT_FALSE(cso.is_tiny())) {
    const FacingSectors sectors = SectorsOf(cso, /*are_distant=*/true);
    const int i = cso.a().StartVertex(sectors.a);
    const int j = cso.b().StartVertex(sectors.b);
    return Level::OfNearContact(NearContactAt(cso, {i, j, i, j}), /*reached_cap=*/false, context.counters);
  }
  return AskFeaturesInOrder<Level>(cso, are_distant, context);
}

// The same of polygons whose windows are undecided: if because an edge's line is reached within rounding, the last rung begins there.
template <typename Level, typename Frame>
ABSL_ATTRIBUTE_NOINLINE typename Level::Result AskContact(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame,
                                                          bool are_distant, const QueryContext& context) {
  if (ABSL_PREDICT_FALSE(!IsFinite(frame))) return Level::kInvalid;
  const bool swaps = Level::kOrdersShapes && !Frame::kRounds && ComesFirst(b, a);
  const Cso<Frame> cso(swaps ? b : a, swaps ? a : b, frame);
  const WindowsOf<Frame> windows(cso, are_distant);
  if (const WindowContact contact = FindContactByWindows(windows.get()); contact.is_found) {
    return Level::OfNearContact(NearContactAt(cso, windows.EndsOf(contact)), /*reached_cap=*/false, context.counters);
  }
  return AskFeatures<Level>(a, b, frame, are_distant, context);
}

// The rungs from the second on. Apart from the first, so that what most pairs need is a few instructions, of which the processor
// has many pairs in flight.
template <typename Level, typename Frame>
ABSL_ATTRIBUTE_NOINLINE typename Level::Result AskWindows(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame,
                                                          bool are_distant, const QueryContext& context) {
  const Cso<Frame> cso(a, b, frame);
  // Arithmetic with subnormal numbers takes a hundred times longer: tiny shapes are scaled first, by the last rung.
  const bool has_windows = (a.size() >= 3) & (b.size() >= 3) & !cso.is_tiny();
  if (ABSL_PREDICT_TRUE(has_windows && !(Level::kNeedsFeature && are_distant))) {
    const WindowsOf<Frame> windows(cso, are_distant);
    WindowDistance seen = Level::Windows(windows.get(), are_distant);
    const bool is_enough = seen.relation == Relation::kOverlapping || !Level::kNeedsFeature;
    if (ABSL_PREDICT_TRUE(seen.relation != Relation::kUndecided)) {
      if (is_enough) return Level::OfWindows(cso, seen, context);
    } else {
      if (cso.is_b_convex() && Level::TouchesWindows(cso, windows.get(), &seen)) {
        if (context.counters != nullptr) ++context.counters->exact_path_entries;
        return Level::OfWindows(cso, seen, context);
      }
      return AskContact<Level>(a, b, frame, are_distant, context);
    }
  }
  return AskFeatures<Level>(a, b, frame, are_distant, context);
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_LADDER_H_
