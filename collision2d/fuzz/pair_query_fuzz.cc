#include "collision2d/fuzz/pair_query_fuzz.h"

#include <algorithm>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/fuzz/require.h"
#include "collision2d/fuzz/row_agreement.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/query_checker.h"
#include "collision2d/testing/round_pair_checker.h"
#include "collision2d/testing/symmetry_checker.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

constexpr int kMaxPoints = 12;

// What is promised at any scale: whether the shapes share a point.
template <typename... Pose>
testing::AssertionResult BooleansAreExact(const ConvexPolygon& a, const ConvexPolygon& b, const Pose&... a_from_b) {
  std::vector<Vec2> posed(b.vertices().begin(), b.vertices().end());
  if constexpr (sizeof...(Pose) > 0) posed = PosedVertices(b, a_from_b...);
  ExactOracle oracle;
  oracle.SetPair(a.vertices(), posed);
  const bool expected = oracle.relation() != ExactRelation::kDisjoint;
  if (Collides(a, b, a_from_b...) == expected && (Distance(a, b, a_from_b...) == 0.0) == expected &&
      (ComputeSeparation(a, b, a_from_b...).status != SeparationStatus::kSeparated) == expected) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "whether they collide is wrong\na = " << HexFormat(a)
                                     << "\nb = " << HexFormat(b);
}

// Promised at any scale: the separation of ComputeSeparation, and derivatives that are finite and
// within their bounds.
template <typename... Pose>
testing::AssertionResult GradientIsSound(const ConvexPolygon& a, const ConvexPolygon& b, const Pose&... a_from_b) {
  const Separation separation = ComputeSeparation(a, b, a_from_b...);
  for (const MovingShape moving : {MovingShape::kA, MovingShape::kB}) {
    const SeparationGradient gradient = ComputeSeparationGradient(a, b, a_from_b..., moving);
    const auto [low, high] = std::minmax(gradient.yaw_left_m_per_rad, gradient.yaw_right_m_per_rad);
    if (gradient.separation.signed_distance_m == separation.signed_distance_m &&
        gradient.separation.direction == separation.direction && std::isfinite(gradient.yaw_m_per_rad) &&
        std::isfinite(gradient.yaw_low_m_per_rad) && std::isfinite(gradient.yaw_high_m_per_rad) &&
        gradient.yaw_low_m_per_rad <= low && high <= gradient.yaw_high_m_per_rad) {
      continue;
    }
    return testing::AssertionFailure() << "the gradient is not sound\na = " << HexFormat(a) << "\nb = " << HexFormat(b);
  }
  return testing::AssertionSuccess();
}

template <typename... Pose>
void CheckPair(const ConvexPolygon& a, const ConvexPolygon& b, const Pose&... a_from_b) {
  Require(GradientIsSound(a, b, a_from_b...));
  if (a.radius_m() == 0.0 && b.radius_m() == 0.0) {
    if (DistancesArePromised(a, b, a_from_b...)) {
      QueryChecker checker;
      Require(checker.Check(a, b, a_from_b...));
    } else {
      Require(BooleansAreExact(a, b, a_from_b...));
    }
  } else if (DistancesArePromised(a, b, a_from_b...)) {
    Require(RoundPairIsRight(a, b, a_from_b...));
  }
}

}  // namespace

int FuzzPairQuery(const uint8_t* data, size_t size) {
  FuzzInput input(data, size);
  const int variant = input.Index(8);
  const bool posed = variant % 2 == 1;
  const Pose2 a_from_b = posed ? input.Pose() : Pose2{};
  // Small against the shapes of most codes, and in range.
  const double radius_a_m = variant & 2 ? input.Byte() / 16.0 : 0.0;
  const double radius_b_m = variant & 4 ? input.Byte() / 16.0 : 0.0;
  const std::vector<Vec2> points_a = input.Points(kMaxPoints);
  const std::vector<Vec2> points_b = input.Points(kMaxPoints);
  const absl::StatusOr<ConvexPolygon> a = ConvexPolygon::Hull(points_a, radius_a_m);
  const absl::StatusOr<ConvexPolygon> b = ConvexPolygon::Hull(points_b, radius_b_m);
  if (!a.ok() || !b.ok()) return 0;
  if (posed) {
    CheckPair(*a, *b, a_from_b);
  } else {
    CheckPair(*a, *b);
    Require(AnswersAreSymmetric(*a, *b));
    Require(RowsAgree(*a, *b));
  }
  return 0;
}

}  // namespace collision2d
