// Level 3 of vertex hulls against exact arithmetic: distance, depth, direction and witnesses, of
// every family of pairs, of thin shapes, and of polytopes too large for the exact depth.

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/epa3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/testing/brute_force3.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/hex_format3.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/query_checker3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

std::vector<Vec3> VerticesOf(const ConvexPolytope& polytope) {
  return {polytope.vertices().begin(), polytope.vertices().end()};
}

// Holds all three levels of one pair against the exact answers.
class Judge {
 public:
  // `with_depth`: whether the depth is compared too; up to some 20 points each.
  template <typename Shape>
  void Check(const Shape& a, const Shape& b, absl::Span<const Vec3> points_a, absl::Span<const Vec3> points_b,
             const Pose3& a_from_b, bool with_depth) {
    const std::vector<Vec3> posed_b = Posed(points_b, a_from_b);
    SCOPED_TRACE(
        absl::StrCat("a = ", HexFormat(points_a), "\nb = ", HexFormat(points_b), "\npose = ", HexFormat(a_from_b)));
    oracle_.SetPair(points_a, posed_b);
    const QueryContext3<Shape, Shape> context{nullptr, &counters_};
    const bool collide = oracle_.relation() != ExactRelation::kDisjoint;
    ++checked_;
    colliding_ += collide ? 1 : 0;
    ASSERT_EQ(Collides(a, b, a_from_b, context), collide);
    const double magnitude_m = internal::Cso3(a, b, a_from_b).Magnitude();
    const Separation3 separation = ComputeSeparation(a, b, a_from_b, context);
    ASSERT_EQ(Distance(a, b, a_from_b, context), std::max(separation.signed_distance_m, 0.0));
    ASSERT_LE(std::abs(Norm(separation.direction) - 1.0), 0x1p-50);
    CheckWitnesses(separation, points_a, posed_b, magnitude_m);
    if (collide) {
      CheckColliding(separation, points_a, posed_b, magnitude_m, with_depth);
    } else {
      CheckApart(separation, points_a, posed_b, magnitude_m);
    }
  }

  const QueryContext::Counters& counters() const { return counters_; }
  int64_t checked() const { return checked_; }
  int64_t colliding() const { return colliding_; }

 private:
  // On their shapes and at the signed distance along the direction. A witness is a sum of at most
  // four vertices with weights of at most 1, or such a one moved by the distance or the depth: as
  // accurate as that.
  void CheckWitnesses(const Separation3& separation, absl::Span<const Vec3> points_a, absl::Span<const Vec3> posed_b,
                      double magnitude_m) {
    const double bound_m = kEpaDepthError * magnitude_m;
    const Vec3 connection = separation.signed_distance_m * separation.direction;
    ASSERT_LE(Norm(separation.witness_b - separation.witness_a - connection), bound_m);
    ASSERT_TRUE(checker_.IsOn(separation.witness_a, points_a, bound_m));
    ASSERT_TRUE(checker_.IsOn(separation.witness_b, posed_b, bound_m));
  }

  void CheckColliding(const Separation3& separation, absl::Span<const Vec3> points_a, absl::Span<const Vec3> posed_b,
                      double magnitude_m, bool with_depth) {
    const bool penetrate = oracle_.relation() == ExactRelation::kOverlapping;
    ASSERT_EQ(separation.status, penetrate ? SeparationStatus::kPenetrating : SeparationStatus::kTouching);
    ASSERT_EQ(separation.signed_distance_m < 0.0, penetrate);
    const double bound_m = kEpaDepthError * magnitude_m;
    // b is free once moved: the depth is no smaller than what the direction needs; the exact depth
    // is no larger.
    ASSERT_GE(ExactGapAlong(points_a, posed_b, separation.direction).get_d(), separation.signed_distance_m - bound_m);
    if (with_depth && penetrate) {
      ASSERT_TRUE(oracle_.IsWithinAbsolute(mpq_class(separation.signed_distance_m), mpq_class(bound_m)))
          << separation.signed_distance_m << " and not " << oracle_.SignedDistance();
    }
  }

  void CheckApart(const Separation3& separation, absl::Span<const Vec3> points_a, absl::Span<const Vec3> posed_b,
                  double magnitude_m) {
    ASSERT_EQ(separation.status, SeparationStatus::kSeparated);
    ASSERT_GT(separation.signed_distance_m, 0.0);
    const double bound_m = kDistance3RelativeError * magnitude_m;
    ASSERT_TRUE(oracle_.IsWithinAbsolute(mpq_class(separation.signed_distance_m), mpq_class(bound_m)))
        << separation.signed_distance_m << " and not " << oracle_.SignedDistance();
    const double distance_m = oracle_.SignedDistance();
    if (distance_m > 0x1p-44 * magnitude_m) {
      ASSERT_LE(Norm(separation.direction - Normalized(oracle_.Direction())), bound_m / distance_m + 0x1p-50);
    } else {
      ASSERT_GE(ExactGapAlong(points_a, posed_b, separation.direction).get_d(), -kEpaDepthError * magnitude_m);
    }
  }

  ExactOracle3 oracle_;
  QueryChecker3 checker_;
  QueryContext::Counters counters_;
  int64_t checked_ = 0;
  int64_t colliding_ = 0;
};

class SeparationFamilies3Test : public testing::TestWithParam<int> {};

// Clouds of points as they are, and the polytopes that are made of them: of these the vertices are
// judged, since a point on a face is no longer on it once it is posed.
TEST_P(SeparationFamilies3Test, CloudsAndPolytopes) {
  const auto family = static_cast<PairFamily3>(GetParam());
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  Judge judge;
  for (int64_t i = 0; i < TestCaseCount(1500); ++i) {
    const PosedPair3 pair = WithPose(RandomPair3(family, 14, &random), random.Chance(0.5), &random);
    SCOPED_TRACE(absl::StrCat("pair ", i));
    ASSERT_NO_FATAL_FAILURE(judge.Check(PointCloudShape(pair.a), PointCloudShape(pair.b), pair.a, pair.b, pair.a_from_b,
                                        /*with_depth=*/true));
    const ConvexPolytope a = *ConvexPolytope::FromPoints(pair.a);
    const ConvexPolytope b = *ConvexPolytope::FromPoints(pair.b);
    ASSERT_NO_FATAL_FAILURE(judge.Check(a, b, a.vertices(), b.vertices(), pair.a_from_b, /*with_depth=*/true));
  }
  EXPECT_EQ(judge.counters().limit_hits, 0);
  if (family == PairFamily3::kIdentical || family == PairFamily3::kNested) return;  // These collide.
  EXPECT_GT(judge.colliding(), judge.checked() * 3 / 10);
  EXPECT_LT(judge.colliding(), judge.checked() * 8 / 10);
}

INSTANTIATE_TEST_SUITE_P(AllFamilies, SeparationFamilies3Test, testing::Range(0, kPairFamily3Count),
                         [](const testing::TestParamInfo<int>& family) {
                           return std::string(Name(static_cast<PairFamily3>(family.param)));
                         });

// Needles and flakes, down to 10^-9 as thick as long, whose facets are as thin, deep in each other
// and apart.
TEST(Separation3OracleTest, ThinShapes) {
  Random random(TestSeed());
  Judge judge;
  const ShapeKind3 kinds[] = {ShapeKind3::kNeedle, ShapeKind3::kFlake, ShapeKind3::kPolygonalSphere, ShapeKind3::kBox};
  for (int64_t i = 0; i < TestCaseCount(4000); ++i) {
    const std::vector<Vec3> a = RandomPoints3(kinds[i % 2], 14, &random);
    const std::vector<Vec3> b = RandomPoints3(kinds[random.Index(4)], 14, &random);
    const Pose3 pose = RandomPose3(random.Chance(0.3) ? 1e-8 : 0.8, &random);
    SCOPED_TRACE(absl::StrCat("pair ", i));
    ASSERT_NO_FATAL_FAILURE(judge.Check(PointCloudShape(a), PointCloudShape(b), a, b, pose, /*with_depth=*/true));
  }
  EXPECT_GT(judge.colliding(), judge.checked() * 3 / 10);
  EXPECT_LT(judge.colliding(), judge.checked() * 8 / 10);
}

// Polytopes of 15 to 100 vertices; the depth is compared with brute force over all facets of the
// CSO.
TEST(Separation3OracleTest, LargerPolytopes) {
  Random random(TestSeed());
  Judge judge;
  for (int64_t i = 0; i < TestCaseCount(150); ++i) {
    const ConvexPolytope a = *ConvexPolytope::FromPoints(PointsOnSphere(random.Integer(15, 100), &random));
    const ConvexPolytope b = *ConvexPolytope::FromPoints(PointsOnSphere(random.Integer(15, 100), &random));
    const Pose3 pose = RandomPose3(1.9, &random);
    SCOPED_TRACE(absl::StrCat("pair ", i));
    ASSERT_NO_FATAL_FAILURE(judge.Check(a, b, a.vertices(), b.vertices(), pose, /*with_depth=*/false));
    const double brute_m = BruteForceSignedDistance(RawHull(a.vertices()), RawHull(Posed(b.vertices(), pose)));
    // Error of brute force: 16 units of roundoff of the coordinates, and t for edges that are
    // parallel up to an angle t.
    ASSERT_NEAR(ComputeSeparation(a, b, pose).signed_distance_m, brute_m,
                (kEpaDepthError + 0x1p-49) * internal::Cso3(a, b, pose).Magnitude());
  }
  EXPECT_GT(judge.colliding(), judge.checked() * 3 / 10);
  EXPECT_LT(judge.colliding(), judge.checked() * 7 / 10);
}

// Polytopes of 1000 vertices, that climb, against the same as clouds of points, that scan, and
// against fewer vertices, which are no deeper. The direction proves that the depth is no larger.
TEST(Separation3OracleTest, ThousandVertices) {
  Random random(TestSeed());
  Judge judge;
  const ConvexPolytope a = *ConvexPolytope::FromPoints(PointsOnSphere(1000, &random));
  const ConvexPolytope b = *ConvexPolytope::FromPoints(PolygonalSphere(1000));
  const PointCloudShape cloud_a(VerticesOf(a));
  const PointCloudShape cloud_b(VerticesOf(b));
  const PointCloudShape some_of_b({b.vertices().begin(), b.vertices().begin() + 8});
  const int64_t count = TestCaseCount(4);
  for (int64_t i = 0; i < count; ++i) {
    // The polytopes hold balls of 0.9 m, and are in balls of 1 m.
    const double apart_m = i % 2 == 0 ? random.Uniform(0.2, 1.7) : random.Uniform(2.001, 2.3);
    const Pose3 pose = {apart_m * RandomUnitVector(&random), RandomRotation(&random)};
    SCOPED_TRACE(absl::StrCat("pair ", i));
    ASSERT_NO_FATAL_FAILURE(judge.Check(a, b, a.vertices(), b.vertices(), pose, /*with_depth=*/false));
    const double signed_distance_m = ComputeSeparation(a, b, pose).signed_distance_m;
    const double bound_m = 2.0 * kEpaDepthError * internal::Cso3(a, b, pose).Magnitude();
    ASSERT_NEAR(signed_distance_m, ComputeSeparation(cloud_a, cloud_b, pose).signed_distance_m, bound_m);
    ASSERT_LE(signed_distance_m, ComputeSeparation(cloud_a, some_of_b, pose).signed_distance_m + bound_m);
  }
  EXPECT_EQ(judge.colliding(), (count + 1) / 2);
}

// Exact contact, rounded apart by 10^-16 of its size: the closest points' difference is rounding,
// and so is a direction from it.
TEST(Separation3OracleTest, DirectionWithinRoundingOfContact) {
  const std::vector<Vec3> a = {{512, -512, 0},   {0, 0, -512},   {-512, 512, -512},
                               {512, 512, -512}, {0, -512, 512}, {-512, -512, 0}};
  const std::vector<Vec3> b = {{0x1.69b4286d3bd39p+7, -0x1.877d2ca725a69p+10, 0x1.7940c69707ddep+8},
                               {0x1.2fe111a7f0e58p+10, -0x1.0fcae2c3be17bp+10, 0x1.e1e8b76f0d224p+8},
                               {0x1.a2b9ad40b43f1p+7, -0x1.d08853990b59ap+8, 0x1.08ac32bb90c9dp+6},
                               {0x1.8faeb5c508101p+9, -0x1.4053caec77f9ep+7, 0x1.6335a39ba2738p+8},
                               {0x1.f7b86c8a74ed9p+9, -0x1.37d55c214d16fp+9, 0x1.a28f2d8557caep+8},
                               {0x1.62b3ce0aa0747p+8, -0x1.4e949ee10adbap+8, 0x1.0dcc24d82db82p+9},
                               {0x1.19639dcabd17bp+9, -0x1.8f0ab8d6b4865p+9, 0x1.2d78e9cd0863dp+9}};
  const Pose3 pose = {{0x1.fc1ba35e14b6p-3, 0x1.5ae40ad81a548p+1, 0x1.cdb03b3accc74p+0},
                      {{{0x1.bca99d7f6fabcp-1, 0x1.5cd572d59dbd6p-2, -0x1.70c54c2971f96p-2},
                        {-0x1.22adeed48ca9bp-2, -0x1.03e7697000fcp-2, -0x1.d96d3d01773dcp-1},
                        {-0x1.a026db15b376p-2, 0x1.cf80d2cc5e31p-1, -0x1.facc4f4daabbp-4}}}};
  Judge judge;
  judge.Check(PointCloudShape(a), PointCloudShape(b), a, b, pose, /*with_depth=*/true);
  EXPECT_EQ(judge.colliding(), 0);
}

}  // namespace
}  // namespace collision2d::solid
