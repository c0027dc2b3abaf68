#include "collision2d/solid/papers/penetration3.h"

#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/epa3.h"
#include "collision2d/solid/query/epa_workspace.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

Pose3 At(double x, double y, double z) { return {{x, y, z}, Mat3::Identity()}; }

// Two ellipsoids about a common centre: the default room is too small, and says so, with bounds; a
// larger one is enough.
TEST(Penetration3Test, EllipsoidsNeedRoom) {
  const EllipsoidShape a = *EllipsoidShape::Create({1.0, 0.9, 0.8});
  const EllipsoidShape b = *EllipsoidShape::Create({0.5, 0.45, 0.4});
  const double depth_m = 1.2;
  QueryContext::Counters counters;
  QueryContext3<EllipsoidShape, EllipsoidShape> context;
  context.counters = &counters;
  const Separation3 by_default = ComputeSeparation(a, b, {}, context);
  EXPECT_EQ(by_default.status, SeparationStatus::kIterationLimit);
  EXPECT_EQ(counters.limit_hits, 1);
  EXPECT_LE(by_default.signed_distance_m, -depth_m);
  const PenetrationResult bounded = ComputePenetration(a, b, {}, context);
  EXPECT_EQ(bounded.status, SeparationStatus::kIterationLimit);
  EXPECT_EQ(bounded.depth_m, -by_default.signed_distance_m);
  EXPECT_LE(bounded.lower_bound_m, depth_m);
  EXPECT_GE(bounded.lower_bound_m, 0.8 * depth_m);
  EpaWorkspace workspace = *EpaWorkspace::Create(1000);
  context.epa_workspace = &workspace;
  counters = {};
  const Separation3 with_room = ComputeSeparation(a, b, {}, context);
  EXPECT_EQ(with_room.status, SeparationStatus::kPenetrating);
  EXPECT_EQ(counters.limit_hits, 0);
  EXPECT_NEAR(with_room.signed_distance_m, -depth_m, 2.0 * kEpaRelativeTolerance * depth_m);
  const PenetrationResult found = ComputePenetration(a, b, {}, context);
  EXPECT_EQ(found.status, SeparationStatus::kPenetrating);
  EXPECT_GE(found.lower_bound_m, depth_m * (1.0 - 2.0 * kEpaRelativeTolerance));
}

// A workspace of the default size changes no bit.
TEST(Penetration3Test, WorkspaceChangesNothing) {
  Random random(TestSeed());
  EpaWorkspace workspace = *EpaWorkspace::Create(kDefaultEpaVertices);
  QueryContext3<PointCloudShape, PointCloudShape> context;
  context.epa_workspace = &workspace;
  for (int i = 0; i < 300; ++i) {
    const PointCloudShape a(PointsOnSphere(16, &random));
    const PointCloudShape b(PointsOnSphere(16, &random));
    const Pose3 pose{random.Uniform(0.0, 2.0) * RandomUnitVector(&random), RandomRotation(&random)};
    const Separation3 on_stack = ComputeSeparation(a, b, pose);
    const int64_t before = AllocationCount();
    const Separation3 in_workspace = ComputeSeparation(a, b, pose, context);
    EXPECT_EQ(AllocationCount(), before);
    EXPECT_EQ(on_stack.signed_distance_m, in_workspace.signed_distance_m);
    EXPECT_EQ(on_stack.direction, in_workspace.direction);
    EXPECT_EQ(on_stack.witness_a, in_workspace.witness_a);
    EXPECT_EQ(on_stack.witness_b, in_workspace.witness_b);
    EXPECT_EQ(on_stack.status, in_workspace.status);
  }
}

// The same as Level 3, with a lower bound that is below the depth by no more than its error.
TEST(Penetration3Test, AgreesWithLevel3) {
  Random random(TestSeed());
  int num_penetrating = 0;
  for (int i = 0; i < 500; ++i) {
    const PointCloudShape a(PointsOnSphere(12, &random));
    const PointCloudShape b(PointsOnSphere(12, &random));
    const Pose3 pose{random.Uniform(0.0, 3.0) * RandomUnitVector(&random), RandomRotation(&random)};
    const Separation3 separation = ComputeSeparation(a, b, pose);
    const PenetrationResult result = ComputePenetration(a, b, pose);
    EXPECT_EQ(result.direction, separation.direction);
    EXPECT_EQ(result.witness_a, separation.witness_a);
    EXPECT_EQ(result.depth_m, std::max(0.0, -separation.signed_distance_m));
    EXPECT_EQ(result.status == SeparationStatus::kSeparated, separation.status == SeparationStatus::kSeparated);
    const double error_m = kEpaDepthError * Cso3(a, b, pose).Magnitude();
    EXPECT_LE(result.lower_bound_m, result.depth_m);
    EXPECT_GE(result.lower_bound_m, result.depth_m - error_m);
    num_penetrating += result.status == SeparationStatus::kPenetrating ? 1 : 0;
    const MtdBounds bounds = ComputeMtdBounds(a, b, pose);
    EXPECT_LE(bounds.lower_m, result.depth_m + error_m);
    EXPECT_GE(bounds.upper_m, result.depth_m - error_m);
  }
  EXPECT_GE(num_penetrating, 150);
  EXPECT_LE(num_penetrating, 350);
}

// Balls that overlap, and cores that do.
TEST(Penetration3Test, Radii) {
  const CapsuleShape capsule = *CapsuleShape::Create({0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}, 0.5);
  const SphereShape sphere = *SphereShape::Create(0.25);
  const PenetrationResult side = ComputePenetration(capsule, sphere, At(0.5, 0.0, 0.0));
  EXPECT_EQ(side.status, SeparationStatus::kPenetrating);
  EXPECT_EQ(side.depth_m, 0.25);
  EXPECT_EQ(side.lower_bound_m, 0.25);
  const MtdBounds bounds = ComputeMtdBounds(capsule, sphere, At(0.5, 0.0, 0.0));
  EXPECT_EQ(bounds.lower_m, 0.25);
  EXPECT_EQ(bounds.upper_m, 0.25);
  const PenetrationResult concentric = ComputePenetration(sphere, sphere, {});
  EXPECT_EQ(concentric.depth_m, 0.5);
  EXPECT_EQ(concentric.lower_bound_m, 0.5);
  EXPECT_EQ(ComputePenetration(sphere, sphere, At(1.0, 0.0, 0.0)).status, SeparationStatus::kSeparated);
  EXPECT_EQ(ComputeMtdBounds(sphere, sphere, At(1.0, 0.0, 0.0)).upper_m, 0.0);
}

// Pairs too small for products of lengths are magnified; counters work as for others, a warm start
// is emptied, and a search over the CSO itself says that it is too small.
TEST(Penetration3Test, TinyPairs) {
  for (const double scale : {0x1p-140, 0x1p-200, 0x1p-500, 0x1p-900}) {
    const PointCloudShape a({{scale, 0, 0}, {-scale, 0, 0}, {0, scale, 0}, {0, 0, scale}});
    const PointCloudShape b({{scale, scale, 0}, {-scale, scale, 0}, {0, -scale, 0}, {0, scale, scale}});
    const Pose3 pose = At(0.25 * scale, 0.0, 0.0);
    QueryContext::Counters counters;
    WarmStart3<PointCloudShape, PointCloudShape> warm;
    const QueryContext3<PointCloudShape, PointCloudShape> context = {&warm, &counters, nullptr};
    const PenetrationResult result = ComputePenetration(a, b, pose, context);
    EXPECT_EQ(result.status, SeparationStatus::kPenetrating);
    EXPECT_GT(result.depth_m, 0.1 * scale);
    EXPECT_LE(result.lower_bound_m, result.depth_m);
    EXPECT_GE(result.lower_bound_m, 0.999 * result.depth_m);
    EXPECT_GT(counters.support_calls, 0);
    EXPECT_EQ(warm.size, 0);
    EXPECT_EQ(ComputePenetration(a, b, pose, context).depth_m, result.depth_m);
    const Pose3 apart = At(4.0 * scale, 0.0, 0.0);
    const int64_t before = counters.support_calls;
    const double distance_m = Distance(a, b, apart, context);
    EXPECT_GT(counters.support_calls, before);
    EXPECT_EQ(Distance(a, b, apart), distance_m);
    EXPECT_GT(distance_m, scale);
    const MtdBounds bounds = ComputeMtdBounds(a, b, pose);
    EXPECT_LE(bounds.lower_m, result.depth_m);
    EXPECT_GE(bounds.upper_m, result.depth_m);
    if (scale > kEpaLeastMagnitude_m) continue;
    counters = {};
    const PenetrationResult raw = ComputePenetration(Cso3(a, b, pose), {}, nullptr, &counters);
    EXPECT_EQ(raw.status, SeparationStatus::kIterationLimit);
    EXPECT_EQ(counters.limit_hits, 1);
    EXPECT_EQ(raw.lower_bound_m, 0.0);
    EXPECT_GE(raw.depth_m, result.depth_m);
  }
}

// Coordinates that are tiny beside the others do no harm.
TEST(Penetration3Test, TinyCoordinates) {
  Random random(TestSeed());
  for (int i = 0; i < 300; ++i) {
    std::vector<Vec3> points[2];
    for (std::vector<Vec3>& hull : points) {
      hull = PointsOnSphere(8, &random);
      for (Vec3& p : hull) {
        if (random.Chance(0.5)) p.x = std::ldexp(p.x, -random.Index(1070));
        if (random.Chance(0.3)) p.y = std::ldexp(p.y, -random.Index(1070));
        if (random.Chance(0.3)) p.z = std::ldexp(p.z, -random.Index(1070));
      }
    }
    std::vector<Vec3> flushed[2] = {points[0], points[1]};
    for (std::vector<Vec3>& hull : flushed) {
      for (Vec3& p : hull) {
        for (double* const x : {&p.x, &p.y, &p.z}) *x = std::abs(*x) < 0x1p-80 ? 0.0 : *x;
      }
    }
    const PointCloudShape a(points[0]);
    const PointCloudShape b(points[1]);
    QueryContext::Counters counters;
    const QueryContext3<PointCloudShape, PointCloudShape> context = {nullptr, &counters, nullptr};
    const Separation3 tiny = ComputeSeparation(a, b, {}, context);
    EXPECT_EQ(counters.limit_hits, 0);
    const PointCloudShape flushed_a(flushed[0]);
    const PointCloudShape flushed_b(flushed[1]);
    const Separation3 zero = ComputeSeparation(flushed_a, flushed_b, {});
    EXPECT_NEAR(tiny.signed_distance_m, zero.signed_distance_m, kEpaDepthError * Cso3(a, b, Pose3()).Magnitude());
  }
}

// Two boxes are done without an expansion.
TEST(Penetration3Test, Boxes) {
  const BoxShape box = *BoxShape::Create({1.0, 1.0, 1.0});
  const PenetrationResult result = ComputePenetration(box, box, At(1.5, 0.25, 0.0));
  EXPECT_EQ(result.depth_m, 0.5);
  EXPECT_EQ(result.iterations, 0);
  EXPECT_GE(result.lower_bound_m, 0.5 - 0x1p-45);
}

CsoPoint PointAt(double x, double y, double z) { return {{x, y, z}, {x, y, z}, {}}; }

TEST(MtdBoundsTest, RegularTetrahedron) {
  const CsoPoint simplex[] = {PointAt(1, 1, 1), PointAt(1, -1, -1), PointAt(-1, 1, -1), PointAt(-1, -1, 1)};
  const MtdBounds bounds = ComputeMtdBounds(simplex);
  EXPECT_NEAR(bounds.upper_m, std::sqrt(3.0), 0x1p-50);
  // Less by the bound of its error, and by no more: 8 u * 4 * 4 / |4 (1, 1, 1)| * 3 for the normal,
  // 21 u for the products.
  EXPECT_LE(bounds.lower_m, 1.0 / std::sqrt(3.0));
  EXPECT_GE(bounds.lower_m, 1.0 / std::sqrt(3.0) - 80.0 * 0x1p-53);
}

TEST(MtdBoundsTest, FewerPointsAndOutside) {
  const CsoPoint segment[] = {PointAt(-1, 0, 0), PointAt(3, 0, 0)};
  EXPECT_EQ(ComputeMtdBounds(segment).lower_m, 0.0);
  EXPECT_EQ(ComputeMtdBounds(segment).upper_m, 1.0);
  const CsoPoint outside[] = {PointAt(1, 0, 0), PointAt(2, 0, 0), PointAt(1, 1, 0), PointAt(1, 0, 1)};
  EXPECT_EQ(ComputeMtdBounds(outside).lower_m, 0.0);
  const CsoPoint flat[] = {PointAt(-1, -1, 0), PointAt(2, 0, 0), PointAt(0, 2, 0), PointAt(-1, 2, 0)};
  EXPECT_EQ(ComputeMtdBounds(flat).lower_m, 0.0);
}

TEST(MtdBoundsTest, EnclosesTheDepth) {
  Random random(TestSeed());
  int num_enclosing = 0;
  for (int i = 0; i < 2000; ++i) {
    const PointCloudShape a(PointsOnSphere(12, &random));
    const PointCloudShape b(PointsOnSphere(12, &random));
    const Pose3 pose{0.3 * RandomUnitVector(&random), RandomRotation(&random)};
    const Cso3<PointCloudShape, PointCloudShape> cso(a, b, pose);
    std::vector<CsoPoint> simplex;
    Cso3<PointCloudShape, PointCloudShape>::Hints hints;
    for (int k = 0; k < 4; ++k) simplex.push_back(cso.Support(RandomUnitVector(&random), &hints));
    const PenetrationResult penetration = ComputePenetration(cso, simplex);
    if (penetration.status != SeparationStatus::kPenetrating) continue;
    const MtdBounds bounds = ComputeMtdBounds(simplex);
    num_enclosing += bounds.lower_m > 0.0 ? 1 : 0;
    EXPECT_LE(bounds.lower_m, penetration.depth_m + kEpaDepthError * cso.Magnitude());
    EXPECT_GE(bounds.upper_m, penetration.depth_m - kEpaDepthError * cso.Magnitude());
  }
  EXPECT_GE(num_enclosing, 100);
}

}  // namespace
}  // namespace collision2d::solid
