#include "collision2d/query/distance.h"

#include <algorithm>
#include <cmath>

#include "absl/base/macros.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/closest_features.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/gjk.h"
#include "collision2d/query/near_contact.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"

namespace collision2d {
namespace {

// m. Of the vertex hulls, from the end of the GJK loop; 0 if they share a point.
template <typename Frame>
double HullDistance(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame, const internal::Cso<Frame>& cso,
                    const internal::GjkResult& gjk, const QueryContext& context) {
  if (gjk.verdict == internal::GjkVerdict::kInside) return 0.0;
  if (gjk.verdict == internal::GjkVerdict::kOutside && !gjk.reached_cap) {
    return internal::DistanceOfSimplex(cso, gjk.simplex);
  }
  if (context.counters != nullptr) ++context.counters->exact_path_entries;
  const Separation separation = internal::ResolveNearContact(a, b, frame, cso.is_tiny());
  return std::max(separation.signed_distance_m, 0.0);
}

double WithRadii(double hull_distance_m, const ConvexPolygon& a, const ConvexPolygon& b) {
  return std::max(hull_distance_m - (a.radius_m() + b.radius_m()), 0.0);
}

template <typename Frame>
double DistanceInFrame(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame,
                       const QueryContext& context) {
  const internal::Cso<Frame> cso(a, b, frame);
  const internal::GjkResult gjk = internal::RunGjk(cso, context, internal::NoEarlyExit());
  return WithRadii(HullDistance(a, b, frame, cso, gjk, context), a, b);
}

// Stops when the hulls' distance is proved to be above or below a limit by more than the rounding of Distance itself,
// so that both give one answer.
struct StopAtLimit {
  double limit_m;
  double rounding_m;

  bool StopOutside(Vec2 v, Vec2 w, double error) const {
    const double lower = Dot(v, w) - error;
    const double limit = limit_m + rounding_m;
    return lower * lower > kAbove * (limit * limit) * NormSquared(v);
  }
  bool StopNear(Vec2 v) const {
    const double limit = limit_m - rounding_m;
    return limit > 0.0 && NormSquared(v) * kAbove <= limit * limit;
  }

  static constexpr double kAbove = 1.0 + 0x1p-44;
};

template <typename Frame>
bool DistanceWithinInFrame(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame, double limit_m,
                           const QueryContext& context) {
  const internal::Cso<Frame> cso(a, b, frame);
  const StopAtLimit exit{limit_m + (a.radius_m() + b.radius_m()), kSupportRelativeError * cso.magnitude()};
  const internal::GjkResult gjk = internal::RunGjk(cso, context, exit);
  if (gjk.stop != internal::GjkStop::kNone) return gjk.stop == internal::GjkStop::kNear;
  return WithRadii(HullDistance(a, b, frame, cso, gjk, context), a, b) <= limit_m;
}

}  // namespace

double Distance(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context) {
  return DistanceInFrame(a, b, internal::SameFrame{}, context);
}

double Distance(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context) {
  return DistanceInFrame(a, b, internal::PosedFrame{a_from_b}, context);
}

bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, double limit_m, QueryContext context) {
  ABSL_ASSERT(limit_m >= 0.0);
  return DistanceWithinInFrame(a, b, internal::SameFrame{}, limit_m, context);
}

bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, double limit_m,
                    QueryContext context) {
  ABSL_ASSERT(limit_m >= 0.0);
  return DistanceWithinInFrame(a, b, internal::PosedFrame{a_from_b}, limit_m, context);
}

}  // namespace collision2d
