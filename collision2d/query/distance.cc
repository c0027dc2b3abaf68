#include "collision2d/query/distance.h"

#include <algorithm>

#include "absl/base/attributes.h"
#include "absl/base/macros.h"
#include "absl/base/optimization.h"
#include "collision2d/geometry/hot_inline.h"
#include "collision2d/query/canonical_order.h"
#include "collision2d/query/circle_test.h"
#include "collision2d/query/closest_features.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/first_look.h"
#include "collision2d/query/gjk.h"
#include "collision2d/query/near_contact.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/query/small_polygons.h"

namespace collision2d {
namespace {

// m. Of the vertex hulls, where the first look has not decided; 0 if they share a point.
template <typename Frame>
ABSL_ATTRIBUTE_NOINLINE double HullDistanceAgain(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame,
                                                 internal::LookedAt first, const QueryContext& context) {
  const internal::Cso<Frame> cso(a, b, frame);
  const internal::GjkResult gjk = internal::LookAgain<internal::GjkGoal::kClosestPoint>(cso, first);
  internal::Report(cso, first, gjk, context);
  if (gjk.verdict == internal::GjkVerdict::kInside) return 0.0;
  if (gjk.verdict == internal::GjkVerdict::kOutside && !gjk.reached_cap) {
    return internal::DistanceOfFeature(cso, internal::FeatureOfSimplex(cso, gjk.simplex));
  }
  return internal::NearContactDistance(internal::NearContactAt(cso, internal::LastFeature(first, gjk)), context.counters);
}

// m. Of the vertex hulls; 0 if they share a point.
template <typename Frame>
COLLISION2D_HOT_INLINE inline double HullDistance(const internal::Cso<Frame>& cso, const QueryContext& context) {
  if (ABSL_PREDICT_FALSE(!internal::MayWalk(cso))) {
    return HullDistanceAgain(cso.a(), cso.b(), cso.frame(), internal::NotLookedAt(cso), context);
  }
  const internal::CsoStart start = internal::StartOf(cso, context.warm_start);
  const internal::FacingFeature feature = internal::WalkToFacingFeature(cso, start);
  const bool is_outside = feature.IsOutside();
  // In contact it is random whether the shapes are apart or not: both are asked, without a branch.
  const bool is_inside = !internal::CirclesAreBeyond(cso, 0.0) && internal::IsInside(cso, start, feature);
  if (ABSL_PREDICT_FALSE(!(is_outside | is_inside))) {
    return HullDistanceAgain(cso.a(), cso.b(), cso.frame(), internal::Summary(feature), context);
  }
  internal::Report(cso, feature, context);
  // Inside, the origin is on the inner side of the feature: 0.
  return internal::DistanceOfFeature(cso, feature);
}

template <typename Frame>
COLLISION2D_HOT_INLINE inline double DistanceInFrame(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame,
                                                     const QueryContext& context) {
  const internal::Cso<Frame> cso(a, b, frame);
  if (internal::InnerCirclesOverlap(cso)) return 0.0;
  return std::max(HullDistance(cso, context) - (a.radius_m() + b.radius_m()), 0.0);
}

struct SmallDistance {
  bool is_decided;
  double distance_m;
};

// Decided for most polygons of few vertices, and for no others. In one frame the order of the shapes changes nothing.
template <typename Frame>
COLLISION2D_HOT_INLINE inline SmallDistance MeasureIfSmall(const ConvexPolygon& a, const ConvexPolygon& b,
                                                           const Frame& frame) {
  if (!internal::HaveFewVertices(a, b, internal::kMaxMeasuredSize)) return {false, 0.0};
  const internal::Cso<Frame> cso(a, b, frame);
  if (internal::InnerCirclesOverlap(cso)) return {true, 0.0};
  const internal::SmallRingOfB<Frame, internal::kMaxMeasuredSize> ring_b(cso);
  const internal::SmallPolygonsDistance hulls = internal::MeasureSmallPolygons(
      cso.ring_a(), cso.size_a(), ring_b.get(), cso.size_b(), cso.extent(), cso.edge_posing_m2());
  const auto apart = static_cast<double>(hulls.verdict == internal::SmallPolygonsVerdict::kDisjoint);
  return {hulls.verdict != internal::SmallPolygonsVerdict::kUndecided,
          std::max(apart * hulls.distance_m - (a.radius_m() + b.radius_m()), 0.0)};
}

}  // namespace

double Distance(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context) {
  if (const SmallDistance small = MeasureIfSmall(a, b, internal::SameFrame{}); small.is_decided) {
    return small.distance_m;
  }
  return internal::InCanonicalOrder(a, b, context.warm_start,
                                    [&](const ConvexPolygon& first, const ConvexPolygon& second, bool /*swapped*/) {
                                      return DistanceInFrame(first, second, internal::SameFrame{}, context);
                                    });
}

double Distance(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context) {
  const internal::PosedFrame frame{a_from_b};
  if (const SmallDistance small = MeasureIfSmall(a, b, frame); small.is_decided) return small.distance_m;
  return DistanceInFrame(a, b, frame, context);
}

bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, double limit_m, QueryContext context) {
  ABSL_ASSERT(limit_m >= 0.0);
  const internal::SameFrame frame;
  if (internal::CirclesAreBeyond(internal::Cso<internal::SameFrame>(a, b, frame), limit_m)) return false;
  if (const SmallDistance small = MeasureIfSmall(a, b, frame); small.is_decided) return small.distance_m <= limit_m;
  return internal::InCanonicalOrder(a, b, context.warm_start,
                                    [&](const ConvexPolygon& first, const ConvexPolygon& second, bool /*swapped*/) {
                                      return DistanceInFrame(first, second, frame, context) <= limit_m;
                                    });
}

bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, double limit_m,
                    QueryContext context) {
  ABSL_ASSERT(limit_m >= 0.0);
  const internal::PosedFrame frame{a_from_b};
  if (internal::CirclesAreBeyond(internal::Cso<internal::PosedFrame>(a, b, frame), limit_m)) return false;
  if (const SmallDistance small = MeasureIfSmall(a, b, frame); small.is_decided) return small.distance_m <= limit_m;
  return DistanceInFrame(a, b, frame, context) <= limit_m;
}

}  // namespace collision2d
