// Approach to contact of parallel flat facets, down to 10^-15 of their size, as of gear teeth.
// Source: Montanari, Petrinic, Barbieri 2017, Figs 9, 14, 15.

#include <cmath>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::solid {
namespace {

constexpr double kTenUlps = 10.0 * 0x1p-52;

// A tooth of about 1 m with a flat facet at z = 0, below it or above. The coordinates are multiples
// of 2^-20.
std::vector<Vec3> Tooth(double side, Random* random) {
  std::vector<Vec3> points;
  const int count = random->Integer(3, 10);
  for (int i = 0; i < count; ++i) {
    const double x = std::round(0x1p+19 * random->Uniform(-1.0, 1.0)) * 0x1p-20;
    const double y = std::round(0x1p+19 * random->Uniform(-1.0, 1.0)) * 0x1p-20;
    points.push_back({x, y, 0.0});
    points.push_back({1.5 * x, 1.5 * y, side * 0.5});
  }
  // Makes the facets of any two teeth overlap when seen along the axis.
  for (const double x : {-0.25, 0.25}) points.push_back({x, x, 0.0});
  return points;
}

// The gap, to 10 ulps of the teeth's size; and never a collision.
TEST(Approach3Test, FacetsAlongTheAxes) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(200); ++i) {
    const ConvexPolytope a = *ConvexPolytope::FromPoints(Tooth(-1.0, &random));
    const ConvexPolytope b = *ConvexPolytope::FromPoints(Tooth(1.0, &random));
    for (int k = 1; k <= 52; ++k) {
      SCOPED_TRACE(absl::StrCat("tooth ", i, " gap 2^-", k));
      const double gap_m = std::ldexp(1.0, -k);
      const Pose3 pose{{0.0, 0.0, gap_m}, Mat3::Identity()};
      ASSERT_FALSE(Collides(a, b, pose));
      ASSERT_NEAR(Distance(a, b, pose), gap_m, kTenUlps);
      const Separation3 separation = ComputeSeparation(a, b, pose);
      ASSERT_EQ(separation.signed_distance_m, Distance(a, b, pose));
      // Upright, the facets' planes are exact, and so is the gap.
      ASSERT_LE(NormInfinity(separation.direction - Vec3{0.0, 0.0, 1.0}), kTenUlps / gap_m);
    }
    ASSERT_TRUE(Collides(a, b, Pose3{}));
    ASSERT_EQ(Distance(a, b, Pose3{}), 0.0);
  }
}

// Turned, the posed vertices are rounded: the exact distance is that of the oracle, and the verdict
// too.
TEST(Approach3Test, FacetsInAnyDirection) {
  Random random(TestSeed());
  ExactOracle3 oracle;
  double worst_ulps = 0.0;
  for (int64_t i = 0; i < TestCaseCount(40); ++i) {
    const Pose3 turn{{}, RandomRotation(&random)};
    const ConvexPolytope a = *ConvexPolytope::FromPoints(Posed(Tooth(-1.0, &random), turn));
    const ConvexPolytope b = *ConvexPolytope::FromPoints(Tooth(1.0, &random));
    for (int k = 1; k <= 52; ++k) {
      SCOPED_TRACE(absl::StrCat("tooth ", i, " gap 2^-", k));
      const Pose3 pose{turn.Rotate({0.0, 0.0, std::ldexp(1.0, -k)}), turn.rotation};
      oracle.SetPair(a.vertices(), Posed(b.vertices(), pose));
      ASSERT_EQ(Collides(a, b, pose), oracle.relation() != ExactRelation::kDisjoint);
      const double exact_m = oracle.DistanceSquared() == 0 ? 0.0 : oracle.SignedDistance();
      const double error_m = std::abs(Distance(a, b, pose) - exact_m);
      ASSERT_LE(error_m, kTenUlps * oracle.Size());
      worst_ulps = std::fmax(worst_ulps, error_m / (0x1p-52 * oracle.Size()));
    }
  }
  RecordProperty("worst_ulps", absl::StrCat(worst_ulps));
}

}  // namespace
}  // namespace collision2d::solid
