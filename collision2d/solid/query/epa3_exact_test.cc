// The penetration of vertex hulls against the exact depth of their posed vertices, over all
// families of pairs.

#include <array>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/epa3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/testing/brute_force3.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

std::vector<Vec3> PointsOf(const PointCloudShape& shape) {
  std::vector<Vec3> points;
  for (int i = 0; i < shape.num_vertices(); ++i) points.push_back(shape.vertex(i));
  return points;
}

using HullCso = Cso3<PointCloudShape, PointCloudShape>;

// max n . a - min n . b: by how far b must go along n.
double DepthAlong(const Vec3& n, absl::Span<const Vec3> a, absl::Span<const Vec3> b) {
  double depth_m = -INFINITY;
  for (const Vec3& p : a) {
    for (const Vec3& q : b) depth_m = std::max(depth_m, Dot(n, p - q));
  }
  return depth_m;
}

// The largest magnitude of a coordinate of the CSO, or of one that posing rounds.
double SizeOf(const HullCso& cso) { return cso.Magnitude(); }

// Checks that the result satisfies its own claims: the direction frees b, the witness points are on
// the shapes and apart by the depth.
void CheckClaims(const HullCso& cso, absl::Span<const Vec3> b, const PenetrationResult& result, Random* random) {
  const double error_m = kEpaDepthError * SizeOf(cso);
  EXPECT_NEAR(Norm(result.direction), 1.0, 0x1p-50);
  EXPECT_GE(result.depth_m, 0.0);
  EXPECT_LE(result.lower_bound_m, result.depth_m);
  EXPECT_LE(DepthAlong(result.direction, PointsOf(cso.a()), b), result.depth_m + error_m);
  const Vec3 apart = result.witness_a - result.witness_b;
  EXPECT_LE(NormInfinity(apart - result.depth_m * result.direction), 8.0 * error_m);
  for (int i = 0; i < 8; ++i) {
    const Vec3 n = RandomUnitVector(random);
    EXPECT_LE(DepthAlong(n, {result.witness_a}, PointsOf(cso.a())),
              error_m + DepthAlong(n, PointsOf(cso.a()), PointsOf(cso.a())));
    EXPECT_LE(DepthAlong(n, {result.witness_b}, b), error_m + DepthAlong(n, b, b));
  }
}

std::vector<CsoPoint> RandomSeed(const HullCso& cso, int count, Random* random) {
  std::vector<CsoPoint> seed;
  for (int i = 0; i < count; ++i) {
    const Vec3 on_a = cso.a().vertex(random->Index(cso.a().num_vertices()));
    seed.push_back(cso.Point(on_a, cso.b().vertex(random->Index(cso.b().num_vertices()))));
  }
  return seed;
}

TEST(Epa3ExactTest, EqualsTheExactDepth) {
  Random random(TestSeed());
  std::array<int64_t, 4> statuses = {};
  int64_t num_overlapping = 0;
  double worst = 0.0;
  const int64_t num_pairs = TestCaseCount(3000);
  QueryContext::Counters counters;
  for (int64_t i = 0; i < num_pairs; ++i) {
    const PairFamily3 family = RandomFamily3(&random);
    const PosedPair3 pair = WithPose(RandomPair3(family, 14, &random), random.Chance(0.5), &random);
    SCOPED_TRACE(absl::StrCat("pair ", i, ", ", Name(family)));
    const PointCloudShape a(pair.a);
    const PointCloudShape b(pair.b);
    const HullCso cso(a, b, pair.a_from_b);
    const std::vector<Vec3> posed_b = Posed(pair.b, pair.a_from_b);
    const std::vector<CsoPoint> seed = RandomSeed(cso, random.Index(7), &random);
    const PenetrationResult result = ComputePenetration(cso, seed, nullptr, &counters);
    ++statuses[static_cast<size_t>(result.status)];
    ExactOracle3 oracle;
    oracle.SetPair(pair.a, posed_b);
    const double error_m = kEpaDepthError * SizeOf(cso);
    ASSERT_NE(result.status, SeparationStatus::kIterationLimit);
    if (result.status == SeparationStatus::kSeparated) {
      ASSERT_EQ(oracle.relation(), ExactRelation::kDisjoint);
      EXPECT_LT(DepthAlong(result.direction, pair.a, posed_b), 0.0);
      continue;
    }
    if (oracle.relation() == ExactRelation::kDisjoint) {
      // Only in a plane of their own, or by less than rounding.
      EXPECT_LE(result.depth_m, error_m);
      continue;
    }
    const double depth_m = -oracle.SignedDistance();
    num_overlapping += oracle.relation() == ExactRelation::kOverlapping ? 1 : 0;
    worst = std::max(worst, std::abs(result.depth_m - depth_m) / SizeOf(cso));
    ASSERT_TRUE(oracle.IsWithinAbsolute(mpq_class(-result.depth_m), mpq_class(error_m)))
        << result.depth_m << " for " << depth_m;
    EXPECT_LE(result.lower_bound_m, depth_m + error_m);
    CheckClaims(cso, posed_b, result, &random);
  }
  RecordProperty("worst_error_ulp", std::to_string(worst * 0x1p52));
  RecordProperty("pairs", std::to_string(statuses[0]));
  EXPECT_GE(num_overlapping, 3 * num_pairs / 10);
  EXPECT_LE(num_overlapping, 7 * num_pairs / 10);
  EXPECT_EQ(counters.limit_hits, 0);
  // 10 units in the last place, as a share of what bounds the coordinates.
  EXPECT_LE(worst, 10.0 * 0x1p-52);
}

// Larger hulls, by brute force over all facets of the CSO: the faces of both, and the edge pairs.
TEST(Epa3ExactTest, EqualsBruteForce) {
  Random random(TestSeed());
  double worst = 0.0;
  for (int i = 0; i < 60; ++i) {
    const int count = 4 + random.Index(45);
    const PointCloudShape a(PointsOnSphere(count, &random));
    const PointCloudShape b(PointsOnSphere(count, &random));
    Pose3 pose = RandomPose3(0.7, &random);
    pose.translation = 0.7 * random.Uniform(0.0, 1.0) * RandomUnitVector(&random);
    const HullCso cso(a, b, pose);
    const std::vector<Vec3> posed_b = Posed(PointsOf(b), pose);
    const double gap_m = BruteForceGap(RawHull(PointsOf(a)), RawHull(posed_b));
    const PenetrationResult result = ComputePenetration(cso, {});
    EXPECT_EQ(result.status == SeparationStatus::kSeparated, gap_m > 0.0);
    if (gap_m > 0.0) continue;
    worst = std::max(worst, std::abs(result.depth_m + gap_m));
    CheckClaims(cso, posed_b, result, &random);
  }
  // The coordinates of the CSO are at most 3.
  EXPECT_LE(worst, 10.0 * 0x1p-52 * 3.0);
}

// Every seed gives the same depth: none, points that contain the origin or do not, repeated and
// collinear ones.
TEST(Epa3ExactTest, AnySeedWillDo) {
  Random random(TestSeed());
  for (int i = 0; i < 200; ++i) {
    const PointCloudShape a(RandomPoints3(RandomKind3(&random), 14, &random));
    const PointCloudShape b(RandomPoints3(RandomKind3(&random), 14, &random));
    const Pose3 pose = RandomPose3(0.5, &random);
    const HullCso cso(a, b, pose);
    const PenetrationResult alone = ComputePenetration(cso, {});
    for (int count = 1; count <= 12; ++count) {
      const std::vector<CsoPoint> seed = RandomSeed(cso, count, &random);
      const PenetrationResult seeded = ComputePenetration(cso, seed);
      if (alone.status == SeparationStatus::kSeparated || seeded.status == SeparationStatus::kSeparated) continue;
      EXPECT_NEAR(seeded.depth_m, alone.depth_m, kEpaDepthError * SizeOf(cso));
    }
    const PenetrationResult center = ComputePenetration(cso, {cso.Center()});
    if (center.status != SeparationStatus::kSeparated && alone.status != SeparationStatus::kSeparated) {
      EXPECT_NEAR(center.depth_m, alone.depth_m, kEpaDepthError * SizeOf(cso));
    }
  }
}

// Scaling by a power of two scales every figure exactly; swapping the shapes turns the direction
// around.
TEST(Epa3ExactTest, ScalesAndSwaps) {
  Random random(TestSeed());
  for (int i = 0; i < 200; ++i) {
    const std::vector<Vec3> a = PointsOnSphere(4 + random.Index(10), &random);
    const std::vector<Vec3> b = PointsOnSphere(4 + random.Index(10), &random);
    const Pose3 pose{0.4 * RandomUnitVector(&random), Mat3::Identity()};
    const PointCloudShape hull_a(a);
    const PointCloudShape hull_b(b);
    const PenetrationResult result = ComputePenetration(HullCso(hull_a, hull_b, pose), {});
    for (const int exponent : {-120, -60, -10, 20, 24}) {
      const double scale = std::ldexp(1.0, exponent);
      std::vector<Vec3> scaled_a;
      std::vector<Vec3> scaled_b;
      for (const Vec3& p : a) scaled_a.push_back(scale * p);
      for (const Vec3& p : b) scaled_b.push_back(scale * p);
      const Pose3 scaled_pose{scale * pose.translation, pose.rotation};
      const PointCloudShape big_a(scaled_a);
      const PointCloudShape big_b(scaled_b);
      const PenetrationResult scaled = ComputePenetration(HullCso(big_a, big_b, scaled_pose), {});
      EXPECT_EQ(scaled.depth_m, scale * result.depth_m);
      EXPECT_EQ(scaled.direction, result.direction);
      EXPECT_EQ(scaled.status, result.status);
    }
    const Pose3 back = pose.Inverse();
    const PenetrationResult swapped = ComputePenetration(HullCso(hull_b, hull_a, back), {});
    EXPECT_NEAR(swapped.depth_m, result.depth_m, kEpaDepthError * 4.0);
  }
}

}  // namespace
}  // namespace collision2d::solid
