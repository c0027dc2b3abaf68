#include "collision2d/query/collides.h"

#include "collision2d/query/distance.h"
#include "collision2d/query/stages/ladder.h"

namespace collision2d {
namespace internal {
namespace {

struct CollidesLevel {
  using Result = bool;
  static constexpr GjkGoal kGoal = GjkGoal::kAnyProof;
  static constexpr bool kOrdersShapes = false;
  static constexpr bool kNeedsFeature = false;
  static constexpr Result kInvalid = true;

  static WindowDistance Windows(const EdgeWindows& windows, bool /*are_distant*/) {
    return {RelateByWindows(windows), false, 0.0};
  }
  template <typename Frame>
  static bool DecideContact(const Cso<Frame>& /*cso*/, const EdgeWindows& windows, WindowDistance* seen) {
    seen->relation = RelateContactByWindows(windows);
    return seen->relation != Relation::kUndecided;
  }
  template <typename Frame>
  static bool OfWindows(const Cso<Frame>& /*cso*/, const WindowDistance& seen, const QueryContext& /*context*/,
                        Result* result) {
    *result = seen.relation != Relation::kApart;
    return true;
  }
  template <typename Frame>
  static void OfFeature(const Cso<Frame>& /*cso*/, const FacingFeature& /*feature*/, Result* result) {
    *result = false;
  }
  template <typename Frame>
  static bool OfOverlap(const Cso<Frame>& /*cso*/, double /*facing_depth_m*/, const QueryContext& /*context*/,
                        Result* result) {
    *result = true;
    return true;
  }
  static Result OfNearContact(const NearContactPair& pair, bool /*reached_limit*/, QueryContext::Counters* counters) {
    return CollideNearContact(pair, counters);
  }
};

template <typename Frame>
COLLISION2D_HOT_INLINE inline bool CollideIn(const Frame& frame, const ConvexPolygon& a, const ConvexPolygon& b,
                                             const QueryContext& context) {
  const Cso<Frame> cso(a, b, frame);
  if (CirclesAreBeyond(cso, 0.0)) return false;
  if (InnerCirclesOverlap(cso)) return true;
  return AskWindows<CollidesLevel>(a, b, frame, /*are_distant=*/false, context);
}

bool HaveRadius(const ConvexPolygon& a, const ConvexPolygon& b) { return a.radius_m() + b.radius_m() > 0.0; }

}  // namespace
}  // namespace internal

bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context) {
  if (internal::HaveRadius(a, b)) return DistanceWithin(a, b, 0.0, context);
  return internal::CollideIn(internal::SameFrame{}, a, b, context);
}

bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context) {
  if (internal::HaveRadius(a, b)) return DistanceWithin(a, b, a_from_b, 0.0, context);
  return internal::CollideIn(internal::PosedFrame{a_from_b}, a, b, context);
}

bool Collides(const ConvexPolygon& a, const Pose2& world_from_a, const ConvexPolygon& b, const Pose2& world_from_b,
              QueryContext context) {
  return Collides(a, b, RelativePose(world_from_a, world_from_b), context);
}

}  // namespace collision2d
