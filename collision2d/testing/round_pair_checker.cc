#include "collision2d/testing/round_pair_checker.h"

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/query_checker.h"

namespace collision2d {
namespace {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

struct Answers {
  bool collides;
  bool within_zero;
  double distance_m;
  Separation separation;
};

template <typename... Pose>
Answers Ask(const ConvexPolygon& a, const ConvexPolygon& b, const Pose&... a_from_b) {
  return {Collides(a, b, a_from_b...), DistanceWithin(a, b, a_from_b..., 0.0), Distance(a, b, a_from_b...),
          ComputeSeparation(a, b, a_from_b...)};
}

// `hulls` is set to the pair without radii.
AssertionResult Judge(const Answers& answers, const ExactOracle& hulls, double radius_sum_m, double error_m) {
  const mpq_class radii(radius_sum_m);
  const Separation& s = answers.separation;
  if (!std::isfinite(s.signed_distance_m) || !hulls.IsWithinAbsolute(radii + s.signed_distance_m, error_m)) {
    return AssertionFailure() << "signed_distance_m is " << s.signed_distance_m;
  }
  // Whether the hulls' distance, or minus their depth, exceeds `limit`.
  const auto exceeds = [&](const mpq_class& limit) {
    if (hulls.relation() == ExactRelation::kOverlapping) return limit < 0 && hulls.DepthSquared() < limit * limit;
    return limit < 0 || hulls.DistanceSquared() > limit * limit;
  };
  const bool surely_apart = exceeds(radii + error_m);
  const bool surely_colliding = !exceeds(radii - error_m);
  if (answers.collides ? surely_apart : surely_colliding) return AssertionFailure() << "Collides is wrong";
  if (answers.collides != answers.within_zero) return AssertionFailure() << "DistanceWithin 0 is not Collides";
  if (answers.collides != (answers.distance_m == 0.0)) return AssertionFailure() << "Distance is not Collides";
  if (answers.distance_m == 0.0 ? surely_apart : !hulls.IsWithinAbsolute(radii + answers.distance_m, error_m)) {
    return AssertionFailure() << "Distance is " << answers.distance_m;
  }
  if (answers.collides == (s.status == SeparationStatus::kSeparated)) return AssertionFailure() << "status is wrong";
  if (!(std::abs(NormSquared(s.direction) - 1.0) <= 0x1p-50)) return AssertionFailure() << "direction is not a unit";
  return AssertionSuccess();
}

template <typename... Pose>
AssertionResult Check(const ConvexPolygon& a, const ConvexPolygon& b, absl::Span<const Vec2> b_in_a, double posing_m,
                      const Pose&... a_from_b) {
  ExactOracle hulls;
  hulls.SetPair(a.vertices(), b_in_a);
  const double radius_sum_m = a.radius_m() + b.radius_m();
  // The bound of distance.h; the diameters include the radii. The sum of the radii rounds too.
  const double size_m = hulls.Size() + 2.0 * std::max(a.radius_m(), b.radius_m()) + posing_m;
  const double error_m = kDistanceRelativeError * size_m + 4.0 * std::numeric_limits<double>::denorm_min();
  AssertionResult result = Judge(Ask(a, b, a_from_b...), hulls, radius_sum_m, error_m);
  if (result) return result;
  return result << "\na = " << HexFormat(a) << "\nb = " << HexFormat(b);
}

}  // namespace

AssertionResult RoundPairIsRight(const ConvexPolygon& a, const ConvexPolygon& b) {
  return Check(a, b, b.vertices(), 0.0);
}

AssertionResult RoundPairIsRight(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) {
  const double posing_m =
      std::abs(a_from_b.translation.x) + std::abs(a_from_b.translation.y) + 2.0 * b.max_coordinate_m();
  AssertionResult result = Check(a, b, PosedVertices(b, a_from_b), posing_m, a_from_b);
  if (result) return result;
  return result << "\na_from_b = " << HexFormat(a_from_b);
}

}  // namespace collision2d
