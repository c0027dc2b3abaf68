#include "collision2d/query/distance.h"

#include <algorithm>
#include <limits>

#include "absl/base/macros.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/stages/ladder.h"

namespace collision2d {
namespace internal {
namespace {

// The distance of the vertex hulls in m; 0 if they share a point.
struct DistanceLevel {
  using Result = double;
  static constexpr GjkGoal kGoal = GjkGoal::kClosestPoint;
  static constexpr bool kOrdersShapes = true;
  static constexpr bool kNeedsFeature = false;
  static constexpr Result kInvalid = 0.0;

  static WindowDistance Windows(const EdgeWindows& windows, bool are_distant) {
    return MeasureByWindows(windows, are_distant);
  }
  template <typename Frame>
  static bool DecideContact(const Cso<Frame>& cso, const EdgeWindows& windows, WindowDistance* seen) {
    seen->relation = RelateContactByWindows(windows);
    // Rounding may have lost a gap of a few bits.
    seen->distance_m = std::max(seen->distance_m, std::numeric_limits<double>::denorm_min());
    // The distance of two vertices or of a vertex and an edge is not less than that of the hulls:
    // if it is within the error that is stated for half of a diameter, it need not be the least
    // one.
    const auto radius_m = [](const ConvexPolygon& shape) { return shape.bounding_radius_m() - 2.0 * shape.radius_m(); };
    const bool is_small =
        seen->distance_m <= 0.5 * kDistanceRelativeError * std::max(radius_m(cso.a()), radius_m(cso.b()));
    if (seen->relation != Relation::kApart || seen->is_measured || is_small) {
      return seen->relation != Relation::kUndecided;
    }
    seen->distance_m = NearContactGap(windows, FindContactByWindows(windows));
    return seen->distance_m > 0.0;
  }
  template <typename Frame>
  static bool OfWindows(const Cso<Frame>& /*cso*/, const WindowDistance& seen, const QueryContext& /*context*/,
                        Result* result) {
    // In contact the relation is unpredictable, so that no branch depends on it.
    *result = static_cast<double>(seen.relation == Relation::kApart) * seen.distance_m;
    return true;
  }
  template <typename Frame>
  static void OfFeature(const Cso<Frame>& cso, const FacingFeature& feature, Result* result) {
    *result = DistanceOfFeature(cso, feature);
  }
  template <typename Frame>
  static bool OfOverlap(const Cso<Frame>& /*cso*/, double /*facing_depth_m*/, const QueryContext& /*context*/,
                        Result* result) {
    *result = 0.0;
    return true;
  }
  static Result OfNearContact(const NearContactPair& pair, bool /*reached_limit*/, QueryContext::Counters* counters) {
    return NearContactDistance(pair, counters);
  }
};

template <typename Frame>
COLLISION2D_HOT_INLINE inline double DistanceIn(const Frame& frame, const ConvexPolygon& a, const ConvexPolygon& b,
                                                const QueryContext& context) {
  const Cso<Frame> cso(a, b, frame);
  if (InnerCirclesOverlap(cso)) return 0.0;
  const double hulls_m = AskWindows<DistanceLevel>(a, b, frame, CirclesAreBeyond(cso, 0.0), context);
  return std::max(hulls_m - (a.radius_m() + b.radius_m()), 0.0);
}

// Written as a negation, which is true for a limit that is NaN: what is not known to be farther
// counts as near.
template <typename Frame>
COLLISION2D_HOT_INLINE inline bool IsWithin(const Frame& frame, const ConvexPolygon& a, const ConvexPolygon& b,
                                            double limit_m, const QueryContext& context) {
  ABSL_ASSERT(limit_m >= 0.0);
  if (CirclesAreBeyond(Cso<Frame>(a, b, frame), limit_m)) return false;
  return !(DistanceIn(frame, a, b, context) > limit_m);
}

}  // namespace
}  // namespace internal

double Distance(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context) {
  return internal::DistanceIn(internal::SameFrame{}, a, b, context);
}

double Distance(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context) {
  return internal::DistanceIn(internal::PosedFrame{a_from_b}, a, b, context);
}

bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, double limit_m, QueryContext context) {
  return internal::IsWithin(internal::SameFrame{}, a, b, limit_m, context);
}

bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, double limit_m,
                    QueryContext context) {
  return internal::IsWithin(internal::PosedFrame{a_from_b}, a, b, limit_m, context);
}

double Distance(const ConvexPolygon& a, const Pose2& world_from_a, const ConvexPolygon& b, const Pose2& world_from_b,
                QueryContext context) {
  return Distance(a, b, RelativePose(world_from_a, world_from_b), context);
}

bool DistanceWithin(const ConvexPolygon& a, const Pose2& world_from_a, const ConvexPolygon& b,
                    const Pose2& world_from_b, double limit_m, QueryContext context) {
  return DistanceWithin(a, b, RelativePose(world_from_a, world_from_b), limit_m, context);
}

}  // namespace collision2d
