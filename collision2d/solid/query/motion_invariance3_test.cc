// The same pair moved, scaled, far from the world's origin, and the other way round; and without an
// allocation.

#include "absl/strings/str_cat.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/decision_sphere_search.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/epa3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

ConvexPolytope Polytope(const std::vector<Vec3>& points, double scale = 1.0) {
  std::vector<Vec3> scaled;
  for (const Vec3& p : points) scaled.push_back(scale * p);
  return *ConvexPolytope::FromPoints(scaled);
}

// The error of a signed distance: of a depth, the larger.
double Bound(const ConvexPolytope& a, const ConvexPolytope& b, const Pose3& pose) {
  return std::max(kDistance3RelativeError, kEpaDepthError) * internal::Cso3(a, b, pose).Magnitude();
}

// Calls check(pair, i) for pairs of all families.
template <typename Check>
void ForPairs(int64_t count, const Check& check) {
  Random random(TestSeed());
  for (int64_t i = 0; i < count; ++i) {
    const PosedPair3 pair = WithPose(RandomPair3(RandomFamily3(&random), 14, &random), random.Chance(0.5), &random);
    SCOPED_TRACE(absl::StrCat("pair ", i));
    ASSERT_NO_FATAL_FAILURE(check(pair, &random));
  }
}

// Scaling by a power of two rounds nothing: the same verdicts, and results scaled to the bit,
// except for distances and depths that are 0 within rounding, which are reported as the smallest
// positive number.
TEST(MotionInvariance3Test, PowersOfTwo) {
  ForPairs(TestCaseCount(6000), [](const PosedPair3& pair, Random* random) {
    const ConvexPolytope a = Polytope(pair.a);
    const ConvexPolytope b = Polytope(pair.b);
    const double magnitude_m = internal::Cso3(a, b, pair.a_from_b).Magnitude();
    if (!(magnitude_m > 1e-3 && magnitude_m < 1e4)) return;
    const double scale = std::ldexp(1.0, random->Integer(-10, 12));
    const Pose3 pose{scale * pair.a_from_b.translation, pair.a_from_b.rotation};
    const ConvexPolytope scaled_a = Polytope(pair.a, scale);
    const ConvexPolytope scaled_b = Polytope(pair.b, scale);
    ASSERT_EQ(Collides(scaled_a, scaled_b, pose), Collides(a, b, pair.a_from_b));
    const double distance_m = Distance(a, b, pair.a_from_b);
    const double scaled_distance_m = Distance(scaled_a, scaled_b, pose);
    ASSERT_EQ(scaled_distance_m > 0.0, distance_m > 0.0);
    ASSERT_NEAR(scaled_distance_m, scale * distance_m, 0x1p-1060);
    const Separation3 separation = ComputeSeparation(a, b, pair.a_from_b);
    const Separation3 scaled = ComputeSeparation(scaled_a, scaled_b, pose);
    ASSERT_EQ(scaled.status, separation.status);
    ASSERT_NEAR(scaled.signed_distance_m, scale * separation.signed_distance_m, 0x1p-1060);
  });
}

// Any factor, and the other way round: within the bounds of both.
TEST(MotionInvariance3Test, AnyScaleAndSwap) {
  ForPairs(TestCaseCount(6000), [](const PosedPair3& pair, Random* random) {
    const ConvexPolytope a = Polytope(pair.a);
    const ConvexPolytope b = Polytope(pair.b);
    const double bound_m = Bound(a, b, pair.a_from_b);
    const double signed_distance_m = ComputeSeparation(a, b, pair.a_from_b).signed_distance_m;
    const Pose3 b_from_a = pair.a_from_b.Inverse();
    // Inverting rounds the pose, by 2^-50 of the magnitude.
    ASSERT_NEAR(ComputeSeparation(b, a, b_from_a).signed_distance_m, signed_distance_m,
                bound_m + Bound(b, a, b_from_a));
    if (internal::Cso3(a, b, pair.a_from_b).Magnitude() > 1e5) return;
    const double scale = random->LogUniform(1e-3, 1e3);
    const Pose3 pose{scale * pair.a_from_b.translation, pair.a_from_b.rotation};
    ASSERT_NEAR(ComputeSeparation(Polytope(pair.a, scale), Polytope(pair.b, scale), pose).signed_distance_m,
                scale * signed_distance_m, 3.0 * scale * bound_m);
  });
}

// Both shapes in a world, near its origin or 10^6 m away: the relative pose is the same but for the
// rounding of the translations.
TEST(MotionInvariance3Test, FarFromTheOrigin) {
  Random random(TestSeed());
  int64_t colliding = 0;
  const int64_t count = TestCaseCount(4000);
  for (int64_t i = 0; i < count; ++i) {
    const PointPair3 points = RandomPair3(PairFamily3::kLattice, 14, &random);
    const ConvexPolytope a = Polytope(points.a);
    const ConvexPolytope b = Polytope(points.b);
    const Pose3 near_a = RandomLatticePose3(4, &random);
    const Pose3 near_b = RandomLatticePose3(4, &random);
    const Vec3 offset{1e6, -1e6, 5e5};
    const Pose3 far_a{near_a.translation + offset, near_a.rotation};
    const Pose3 far_b{near_b.translation + offset, near_b.rotation};
    const Pose3 near_pose = RelativePose(near_a, near_b);
    const Pose3 far_pose = RelativePose(far_a, far_b);
    const bool collide = Collides(a, b, near_pose);
    colliding += collide ? 1 : 0;
    ASSERT_EQ(Collides(a, b, far_pose), collide);
    ASSERT_EQ(ComputeSeparation(a, b, far_pose).signed_distance_m,
              ComputeSeparation(a, b, near_pose).signed_distance_m);
    // All by one motion, which rounds the poses.
    const Pose3 motion = RandomPose3(10.0, &random);
    const Pose3 moved = RelativePose(motion * near_a, motion * near_b);
    ASSERT_NEAR(ComputeSeparation(a, b, moved).signed_distance_m, ComputeSeparation(a, b, near_pose).signed_distance_m,
                2.0 * Bound(a, b, near_pose) + 0x1p-46 * 16.0);
  }
  EXPECT_GT(colliding, count / 10);
  EXPECT_LT(colliding, count * 9 / 10);
}

TEST(MotionInvariance3Test, NoAllocation) {
  ForPairs(TestCaseCount(3000), [](const PosedPair3& pair, Random*) {
    const ConvexPolytope a = Polytope(pair.a);
    const ConvexPolytope b = Polytope(pair.b);
    const int64_t allocations = AllocationCount();
    const bool collide = Collides(a, b, pair.a_from_b);
    const double distance_m = Distance(a, b, pair.a_from_b);
    const Separation3 separation = ComputeSeparation(a, b, pair.a_from_b);
    const bool by_search = DecideBySphereSearch(a, b, pair.a_from_b).intersects;
    const bool by_hybrid = DecideByHybridSearch(a, b, pair.a_from_b).intersects;
    ASSERT_EQ(AllocationCount(), allocations);
    ASSERT_EQ(distance_m == 0.0, collide);
    ASSERT_EQ(separation.status != SeparationStatus::kSeparated, collide);
    ASSERT_TRUE(by_search == collide && by_hybrid == collide);
  });
}

// Approach to contact of parallel flat facets, down to 10^-15 of their size, as of gear teeth.
// Source: Montanari, Petrinic, Barbieri 2017, Figs 9, 14, 15.

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
