#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/axis_penetration.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/epa3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/testing/brute_force3.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

using internal::ComputeGaussPenetration;

std::vector<Vec3> PointsOf(const ConvexPolytope& shape) { return {shape.vertices().begin(), shape.vertices().end()}; }

std::vector<Vec3> BoxCorners(const Vec3& half) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back(
        {(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y, (i & 4) != 0 ? half.z : -half.z});
  }
  return corners;
}

// Random hulls, flat ones to needles, boxes and prisms.
ConvexPolytope RandomPolytope(Random* random) {
  std::vector<Vec3> points;
  const int kind = random->Index(3);
  if (kind == 0) {
    points = PointsOnSphere(4 + random->Index(5), random);
  } else if (kind == 1) {
    points = BoxCorners({random->Uniform(0.2, 1.0), random->Uniform(0.2, 1.0), random->Uniform(0.2, 1.0)});
  } else {
    const int sides = 3 + random->Index(5);
    for (int i = 0; i < sides; ++i) {
      Vec3 p = PointsOnSphere(1, random)[0];
      const double norm = std::sqrt(p.x * p.x + p.y * p.y);
      for (const double z : {-0.5, 0.5}) points.push_back({p.x / norm, p.y / norm, z});
    }
  }
  Vec3 stretch{1.0, 1.0, 1.0};
  if (random->Chance(0.5)) stretch = {random->LogUniform(0.05, 1.0), random->LogUniform(0.05, 1.0), 1.0};
  for (Vec3& p : points) p = {stretch.x * p.x, stretch.y * p.y, stretch.z * p.z};
  return ConvexPolytope::FromPoints(points).value();
}

// Against brute force over the CSO's facets: never wrong, and nearly always found.
TEST(GaussPenetrationTest, EqualsBruteForce) {
  Random random(TestSeed());
  int num_found = 0;
  int num_overlapping = 0;
  double worst = 0.0;
  const int num_pairs = 2000;
  for (int i = 0; i < num_pairs; ++i) {
    const ConvexPolytope a = RandomPolytope(&random);
    const ConvexPolytope b = RandomPolytope(&random);
    const Pose3 pose{random.Uniform(0.0, 1.2) * RandomUnitVector(&random), RandomRotation(&random)};
    const std::vector<Vec3> posed_b = Posed(PointsOf(b), pose);
    const double gap_m = BruteForceGap(RawHull(PointsOf(a)), RawHull(posed_b));
    if (!(gap_m < -1e-6) || a.gauss_map().empty() || b.gauss_map().empty()) continue;
    ++num_overlapping;
    const double magnitude_m = Cso3(a, b, pose).Magnitude();
    PenetrationResult result;
    if (!ComputeGaussPenetration(a, b, pose, magnitude_m, &result)) continue;
    ++num_found;
    EXPECT_NEAR(result.depth_m, -gap_m, kEpaDepthError * magnitude_m);
    worst = std::max(worst, std::abs(result.depth_m + gap_m) / magnitude_m);
    EXPECT_LE(result.lower_bound_m, -gap_m);
    EXPECT_NEAR(Norm(result.direction), 1.0, 0x1p-50);
    const Vec3 apart = result.witness_a - result.witness_b;
    EXPECT_LE(NormInfinity(apart - result.depth_m * result.direction), kEpaDepthError * magnitude_m);
    // The witness points are points of the shapes: no direction has them outside.
    for (int k = 0; k < 8; ++k) {
      const Vec3 n = RandomUnitVector(&random);
      double most_a = -1e9;
      for (const Vec3& p : PointsOf(a)) most_a = std::max(most_a, Dot(n, p));
      double most_b = -1e9;
      for (const Vec3& p : posed_b) most_b = std::max(most_b, Dot(n, p));
      EXPECT_LE(Dot(n, result.witness_a), most_a + 8.0 * kEpaDepthError * magnitude_m);
      EXPECT_LE(Dot(n, result.witness_b), most_b + 8.0 * kEpaDepthError * magnitude_m);
    }
  }
  EXPECT_GE(num_overlapping, 3 * num_pairs / 10);
  EXPECT_GE(num_found, 9 * num_overlapping / 10);
  // 10 units in the last place of the size.
  EXPECT_LE(worst, 10.0 * 0x1p-52);
}

// The same as the expanding polytope, far from the origin and at any scale.
TEST(GaussPenetrationTest, EqualsTheExpandingPolytope) {
  Random random(TestSeed() + 1);
  int num_found = 0;
  for (int i = 0; i < 1000; ++i) {
    const double scale = random.LogUniform(1e-3, 1e4);
    const Vec3 away = random.Chance(0.3) ? Vec3{1e3 * scale, -1e3 * scale, 5e2 * scale} : Vec3{};
    std::vector<Vec3> points[2];
    for (std::vector<Vec3>& hull : points) {
      hull = PointsOf(RandomPolytope(&random));
      for (Vec3& p : hull) p = scale * p + away;
    }
    const ConvexPolytope a = ConvexPolytope::FromPoints(points[0]).value();
    const ConvexPolytope b = ConvexPolytope::FromPoints(points[1]).value();
    if (a.gauss_map().empty() || b.gauss_map().empty()) continue;
    Pose3 pose{0.3 * scale * RandomUnitVector(&random), RandomRotation(&random)};
    pose.translation = pose.translation + away - pose.Rotate(away);
    const PointCloudShape cloud_a(PointsOf(a));
    const PointCloudShape cloud_b(PointsOf(b));
    const Cso3<PointCloudShape, PointCloudShape> cso(cloud_a, cloud_b, pose);
    const PenetrationResult expanded = ComputePenetration(cso, {});
    if (expanded.status != SeparationStatus::kPenetrating) continue;
    PenetrationResult result;
    if (!ComputeGaussPenetration(a, b, pose, cso.Magnitude(), &result)) continue;
    ++num_found;
    EXPECT_NEAR(result.depth_m, expanded.depth_m, 2.0 * kEpaDepthError * cso.Magnitude());
  }
  EXPECT_GE(num_found, 600);
}

// Sets that are apart are declined, whatever separates them.
TEST(GaussPenetrationTest, ApartIsLeft) {
  Random random(TestSeed() + 2);
  int num_apart = 0;
  for (int i = 0; i < 3000; ++i) {
    const ConvexPolytope a = RandomPolytope(&random);
    const ConvexPolytope b = RandomPolytope(&random);
    const Pose3 pose{random.Uniform(0.5, 2.0) * RandomUnitVector(&random), RandomRotation(&random)};
    if (a.gauss_map().empty() || b.gauss_map().empty() || Collides(a, b, pose)) continue;
    ++num_apart;
    PenetrationResult result;
    EXPECT_FALSE(ComputeGaussPenetration(a, b, pose, Cso3(a, b, pose).Magnitude(), &result));
    EXPECT_EQ(ComputePenetration(Cso3(a, b, pose), {}).status, SeparationStatus::kSeparated);
  }
  EXPECT_GE(num_apart, 900);
}

// Faces parallel to edges of the other: a sign is not clear, and another search is needed.
TEST(GaussPenetrationTest, ParallelFeaturesAreLeft) {
  const ConvexPolytope box = ConvexPolytope::FromPoints(BoxCorners({1.0, 1.0, 1.0})).value();
  ASSERT_FALSE(box.gauss_map().empty());
  PenetrationResult result;
  result.depth_m = -1.0;
  EXPECT_FALSE(ComputeGaussPenetration(box, box, {{0.5, 0.25, 0.125}, Mat3::Identity()}, 5.0, &result));
  const Pose3 turned = Pose3::FromYawPitchRoll({0.5, 0.25, 0.125}, 0.5, 0.0, 0.0);
  EXPECT_FALSE(ComputeGaussPenetration(box, box, turned, 5.0, &result));
  EXPECT_EQ(result.depth_m, -1.0);
  EXPECT_TRUE(
      ComputeGaussPenetration(box, box, Pose3::FromYawPitchRoll({0.5, 0.25, 0.125}, 0.5, 0.3, 0.2), 5.0, &result));
  EXPECT_GT(result.depth_m, 0.0);
}

// Many faces, or slivers: no map.
TEST(GaussPenetrationTest, MapsOfFewClearFaces) {
  Random random(TestSeed());
  EXPECT_TRUE(ConvexPolytope::FromPoints(PointsOnSphere(16, &random)).value().gauss_map().empty());
  EXPECT_EQ(ConvexPolytope::FromPoints(PointsOnSphere(8, &random)).value().gauss_map().faces.size(), 12u);
  const std::vector<Vec3> sliver = {{0, 0, 0}, {1, 0, 0}, {0.5, 0.01, 0}, {0.5, 0, 1}};
  EXPECT_TRUE(ConvexPolytope::FromPoints(sliver).value().gauss_map().empty());
  const std::vector<Vec3> flat = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  EXPECT_TRUE(ConvexPolytope::FromPoints(flat).value().gauss_map().empty());
}

}  // namespace
}  // namespace collision2d::solid

namespace collision2d::solid::internal {
namespace {

using BoxCso = Cso3<BoxShape, BoxShape>;

bool Compute(const BoxShape& a, const BoxShape& b, const Pose3& pose, PenetrationResult* result) {
  const double magnitude_m = BoxCso(a, b, pose).Magnitude();
  return ComputeBoxPenetration(a, b, pose, magnitude_m, kEpaTouchingError * magnitude_m, result);
}

Vec3 RandomExtents(double scale, Random* random) {
  return {scale * random->Uniform(0.1, 1.0), scale * random->Uniform(0.1, 1.0), scale * random->Uniform(0.1, 1.0)};
}

// m. By how far p is outside of the box; negative inside.
double Outside(const Vec3& half, const Vec3& p) {
  return std::max({std::abs(p.x) - half.x, std::abs(p.y) - half.y, std::abs(p.z) - half.z});
}

// Turned by about `angle_rad`: nearly parallel edges.
Pose3 SlightlyTurned(double angle_rad, Random* random) {
  const Vec3 axis = RandomUnitVector(random);
  return Pose3::FromYawPitchRoll({}, angle_rad * axis.x, angle_rad * axis.y, angle_rad * axis.z);
}

// Against the exact depth of the posed corners, for any turn, nearly parallel edges, flat boxes,
// and all scales.
TEST(BoxPenetrationTest, EqualsTheExactDepth) {
  Random random(TestSeed());
  int num_overlapping = 0;
  int num_told = 0;
  const int64_t num_pairs = TestCaseCount(600);
  for (int64_t i = 0; i < num_pairs; ++i) {
    const double scale = random.LogUniform(1e-3, 1e6);
    Vec3 half_a = RandomExtents(scale, &random);
    if (random.Chance(0.1)) half_a.z = 0.0;
    const Vec3 half_b = RandomExtents(scale, &random);
    Pose3 pose{{}, RandomRotation(&random)};
    if (random.Chance(0.3)) pose = SlightlyTurned(random.LogUniform(1e-15, 1e-2), &random);
    pose.translation = random.Uniform(0.0, 2.6) * scale * RandomUnitVector(&random);
    const BoxShape a = *BoxShape::Create(half_a);
    const BoxShape b = *BoxShape::Create(half_b);
    PenetrationResult result;
    const bool is_told = Compute(a, b, pose, &result);
    ExactOracle3 oracle;
    const std::vector<Vec3> posed_b = Posed(BoxPoints(half_b), pose);
    oracle.SetPair(BoxPoints(half_a), posed_b);
    if (oracle.relation() != ExactRelation::kOverlapping) {
      EXPECT_FALSE(is_told);
      continue;
    }
    ++num_overlapping;
    if (!is_told) continue;
    ++num_told;
    const double magnitude_m = BoxCso(a, b, pose).Magnitude();
    ASSERT_TRUE(oracle.IsWithinAbsolute(mpq_class(-result.depth_m), mpq_class(0x1p-50 * magnitude_m)))
        << i << ": " << result.depth_m << " for " << -oracle.SignedDistance() << " in " << magnitude_m;
    EXPECT_EQ(result.status, SeparationStatus::kPenetrating);
    EXPECT_LE(result.lower_bound_m, result.depth_m);
    EXPECT_NEAR(Norm(result.direction), 1.0, 0x1p-50);
    EXPECT_LE(NormInfinity(result.witness_a - result.witness_b - result.depth_m * result.direction),
              0x1p-48 * magnitude_m);
    EXPECT_LE(Outside(half_a, result.witness_a), 0x1p-48 * magnitude_m);
    EXPECT_LE(Outside(half_b, pose.RotateBack(result.witness_b - pose.translation)), 0x1p-48 * magnitude_m);
  }
  EXPECT_GE(num_overlapping, 3 * num_pairs / 10);
  EXPECT_LE(num_overlapping, 7 * num_pairs / 10);
  // Nothing else needs the expansion in general position.
  EXPECT_GE(num_told, 8 * num_overlapping / 10);
}

// The expansion of the corners as a hull of points finds the same.
TEST(BoxPenetrationTest, EqualsTheExpansion) {
  Random random(TestSeed());
  for (int i = 0; i < 2000; ++i) {
    const Vec3 half_a = RandomExtents(1.0, &random);
    const Vec3 half_b = RandomExtents(1.0, &random);
    const Pose3 pose{random.Uniform(0.0, 1.0) * RandomUnitVector(&random), RandomRotation(&random)};
    PenetrationResult result;
    if (!Compute(*BoxShape::Create(half_a), *BoxShape::Create(half_b), pose, &result)) continue;
    const PointCloudShape a(BoxPoints(half_a));
    const PointCloudShape b(BoxPoints(half_b));
    const Cso3<PointCloudShape, PointCloudShape> cso(a, b, pose);
    EXPECT_NEAR(result.depth_m, ComputePenetration(cso, {}).depth_m, kEpaDepthError * cso.Magnitude());
  }
}

// A face over a corner, and an edge over an edge.
TEST(BoxPenetrationTest, ClosedForms) {
  const BoxShape box = *BoxShape::Create({1.0, 1.0, 1.0});
  PenetrationResult result;
  // Corner down, along the diagonal sqrt(3) from the centre.
  const Vec3 x = Normalized({1.0, 1.0, 1.0});
  const Vec3 y = Normalized({1.0, -1.0, 0.0});
  const Vec3 z = Cross(x, y);
  ASSERT_TRUE(Compute(box, box, {{0.125, 0.0625, 2.5}, {{y, z, x}}}, &result));
  EXPECT_NEAR(result.depth_m, std::sqrt(3.0) - 1.5, 0x1p-48);
  EXPECT_EQ(result.direction, (Vec3{0.0, 0.0, 1.0}));
  // Edges along (1, 0, 0) and (0, 1, 0) of boxes that stand on edges, sqrt(2) from the centres.
  const double h = std::sqrt(0.5);
  const Pose3 world_from_a{{}, {{{1.0, 0.0, 0.0}, {0.0, h, -h}, {0.0, h, h}}}};
  const Pose3 world_from_b{{0.25, 0.125, 2.5}, {{{h, 0.0, h}, {0.0, 1.0, 0.0}, {-h, 0.0, h}}}};
  ASSERT_TRUE(Compute(box, box, RelativePose(world_from_a, world_from_b), &result));
  EXPECT_NEAR(result.depth_m, 2.0 * std::sqrt(2.0) - 2.5, 0x1p-48);
  EXPECT_NEAR(world_from_a.Rotate(result.direction).z, 1.0, 0x1p-48);
  EXPECT_LE(NormInfinity(world_from_a * result.witness_a - Vec3{0.25, 0.0, std::sqrt(2.0)}), 0x1p-48);
}

// Not its cases: the result stays as it was.
TEST(BoxPenetrationTest, LeavesTouchingAndApart) {
  const BoxShape box = *BoxShape::Create({1.0, 1.0, 1.0});
  PenetrationResult result;
  result.depth_m = 7.0;
  EXPECT_FALSE(Compute(box, box, {{2.0, 0.5, 0.0}, Mat3::Identity()}, &result));
  EXPECT_FALSE(Compute(box, box, {{2.5, 0.5, 0.0}, Mat3::Identity()}, &result));
  EXPECT_EQ(result.depth_m, 7.0);
}

}  // namespace
}  // namespace collision2d::solid::internal
