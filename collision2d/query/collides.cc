#include "collision2d/query/collides.h"

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/geometry/hot_inline.h"
#include "collision2d/query/circle_test.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/first_look.h"
#include "collision2d/query/gjk.h"
#include "collision2d/query/near_contact.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/small_polygons.h"

namespace collision2d {
namespace {

template <typename Frame>
ABSL_ATTRIBUTE_NOINLINE bool DecideAgain(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame,
                                         internal::LookedAt first, const QueryContext& context) {
  const internal::Cso<Frame> cso(a, b, frame);
  const internal::GjkResult gjk = internal::LookAgain<internal::GjkGoal::kAnyProof>(cso, first);
  internal::Report(cso, first, gjk, context);
  if (gjk.verdict != internal::GjkVerdict::kUndecided) return gjk.verdict == internal::GjkVerdict::kInside;
  return internal::CollideNearContact(internal::NearContactAt(cso, internal::LastFeature(first, gjk)), context.counters);
}

// Of hulls that the circles leave open. Apart, so that what most pairs need is a few instructions, of which the processor
// has many pairs in flight.
template <typename Frame>
ABSL_ATTRIBUTE_NOINLINE bool HullsCollide(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame,
                                          const QueryContext& context) {
  const internal::Cso<Frame> cso(a, b, frame);
  if (internal::HaveFewVertices(cso.a(), cso.b(), internal::kMaxTestedSize)) {
    const internal::SmallRingOfB<Frame, internal::kMaxTestedSize> ring_b(cso);
    const internal::SmallPolygonsVerdict verdict = internal::TestSmallPolygons(
        cso.ring_a(), cso.size_a(), ring_b.get(), cso.size_b(), cso.extent(), cso.edge_posing_m2());
    if (ABSL_PREDICT_TRUE(verdict != internal::SmallPolygonsVerdict::kUndecided)) {
      return verdict == internal::SmallPolygonsVerdict::kOverlapping;
    }
  }
  if (ABSL_PREDICT_FALSE(!internal::MayWalk(cso))) {
    return DecideAgain(a, b, frame, internal::NotLookedAt(cso), context);
  }
  // Not from a tracked feature: where circles decided in between, it is older than the table's start is far.
  const internal::CsoStart start = internal::ColdStart(cso);
  const internal::FacingFeature feature = internal::WalkToFacingFeature(cso, start);
  const bool is_outside = feature.IsOutside();
  const bool is_inside = internal::IsInside(cso, start, feature);
  if (ABSL_PREDICT_FALSE(!(is_outside | is_inside))) {
    return DecideAgain(a, b, frame, internal::Summary(feature), context);
  }
  internal::Report(cso, feature, context);
  return is_inside;
}

bool HaveRadius(const ConvexPolygon& a, const ConvexPolygon& b) { return a.radius_m() + b.radius_m() > 0.0; }

enum class Circles { kApart, kOverlapping, kUndecided };

template <typename Frame>
COLLISION2D_HOT_INLINE inline Circles CompareCircles(const internal::Cso<Frame>& cso) {
  if (internal::CirclesAreBeyond(cso, 0.0)) return Circles::kApart;
  return internal::InnerCirclesOverlap(cso) ? Circles::kOverlapping : Circles::kUndecided;
}

}  // namespace

bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context) {
  const internal::SameFrame frame;
  const Circles circles = CompareCircles(internal::Cso<internal::SameFrame>(a, b, frame));
  if (circles != Circles::kUndecided) return circles == Circles::kOverlapping;
  return HaveRadius(a, b) ? DistanceWithin(a, b, 0.0, context) : HullsCollide(a, b, frame, context);
}

bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context) {
  const internal::PosedFrame frame{a_from_b};
  const Circles circles = CompareCircles(internal::Cso<internal::PosedFrame>(a, b, frame));
  if (circles != Circles::kUndecided) return circles == Circles::kOverlapping;
  return HaveRadius(a, b) ? DistanceWithin(a, b, a_from_b, 0.0, context) : HullsCollide(a, b, frame, context);
}

}  // namespace collision2d
