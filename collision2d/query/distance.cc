#include "collision2d/query/distance.h"

#include <algorithm>

#include "absl/base/attributes.h"
#include "absl/base/macros.h"
#include "absl/base/optimization.h"
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
  const Separation separation = internal::ResolveNearContact(cso.a(), cso.b(), cso.frame(), cso.extent());
  return std::max(separation.signed_distance_m, 0.0);
}

// m. Of the vertex hulls; 0 if they share a point.
template <typename Frame>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline double HullDistance(const internal::Cso<Frame>& cso, const QueryContext& context) {
  if (ABSL_PREDICT_FALSE(!internal::MayWalk(cso))) {
    return HullDistanceAgain(cso.a(), cso.b(), cso.frame(), internal::kNotLookedAt, context);
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
ABSL_ATTRIBUTE_ALWAYS_INLINE inline double DistanceInFrame(const ConvexPolygon& a, const ConvexPolygon& b,
                                                           const Frame& frame, const QueryContext& context) {
  const internal::Cso<Frame> cso(a, b, frame);
  if (internal::InnerCirclesOverlap(cso)) return 0.0;
  return std::max(HullDistance(cso, context) - (a.radius_m() + b.radius_m()), 0.0);
}

template <typename Frame>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool DistanceWithinInFrame(const ConvexPolygon& a, const ConvexPolygon& b,
                                                               const Frame& frame, double limit_m,
                                                               const QueryContext& context) {
  const internal::Cso<Frame> cso(a, b, frame);
  if (internal::CirclesAreBeyond(cso, limit_m)) return false;
  if (internal::InnerCirclesOverlap(cso)) return true;
  return std::max(HullDistance(cso, context) - (a.radius_m() + b.radius_m()), 0.0) <= limit_m;
}

struct SmallDistance {
  bool is_decided;
  double distance_m;
};

// Of polygons of few vertices in one frame. The order of the shapes changes nothing.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline SmallDistance MeasureSmall(const ConvexPolygon& a, const ConvexPolygon& b) {
  const internal::SameFrame frame;
  const internal::Cso<internal::SameFrame> cso(a, b, frame);
  if (internal::InnerCirclesOverlap(cso)) return {true, 0.0};
  const internal::SmallPolygonsDistance hulls =
      internal::MeasureSmallPolygons(cso.ring_a(), cso.size_a(), cso.ring_b(), cso.size_b(), cso.extent());
  const auto apart = static_cast<double>(hulls.verdict == internal::SmallPolygonsVerdict::kDisjoint);
  return {hulls.verdict != internal::SmallPolygonsVerdict::kUndecided,
          std::max(apart * hulls.distance_m - (a.radius_m() + b.radius_m()), 0.0)};
}

}  // namespace

double Distance(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context) {
  if (internal::HaveFewVertices(a, b, internal::kMaxMeasuredSize)) {
    if (const SmallDistance small = MeasureSmall(a, b); ABSL_PREDICT_TRUE(small.is_decided)) return small.distance_m;
  }
  return internal::InCanonicalOrder(a, b, context.warm_start,
                                    [&](const ConvexPolygon& first, const ConvexPolygon& second, bool /*swapped*/) {
                                      return DistanceInFrame(first, second, internal::SameFrame{}, context);
                                    });
}

double Distance(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context) {
  return DistanceInFrame(a, b, internal::PosedFrame{a_from_b}, context);
}

bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, double limit_m, QueryContext context) {
  ABSL_ASSERT(limit_m >= 0.0);
  if (internal::HaveFewVertices(a, b, internal::kMaxMeasuredSize)) {
    const internal::SameFrame frame;
    if (internal::CirclesAreBeyond(internal::Cso<internal::SameFrame>(a, b, frame), limit_m)) return false;
    if (const SmallDistance small = MeasureSmall(a, b); small.is_decided) return small.distance_m <= limit_m;
  }
  return internal::InCanonicalOrder(
      a, b, context.warm_start, [&](const ConvexPolygon& first, const ConvexPolygon& second, bool /*swapped*/) {
        return DistanceWithinInFrame(first, second, internal::SameFrame{}, limit_m, context);
      });
}

bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, double limit_m,
                    QueryContext context) {
  ABSL_ASSERT(limit_m >= 0.0);
  return DistanceWithinInFrame(a, b, internal::PosedFrame{a_from_b}, limit_m, context);
}

}  // namespace collision2d
