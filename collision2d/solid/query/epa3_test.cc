// Closed forms, degenerate families, room and bounds of the penetration depth. Random vertex hulls:
// epa3_exact_test.cc.

#include "collision2d/solid/query/epa3.h"

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/epa_workspace.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

template <typename A, typename B>
PenetrationResult PenetrationOf(const A& a, const B& b, const Pose3& pose = {},
                                QueryContext::Counters* counters = nullptr, EpaWorkspace* workspace = nullptr) {
  return ComputePenetration(Cso3<A, B>(a, b, pose), {}, nullptr, counters, workspace);
}

Pose3 At(double x, double y, double z) { return {{x, y, z}, Mat3::Identity()}; }

TEST(Epa3Test, BoxesAlongTheAxes) {
  Random random(TestSeed());
  for (int i = 0; i < 500; ++i) {
    const double scale = random.LogUniform(1e-3, 1e6);
    const Vec3 a{scale * random.Uniform(0.1, 1.0), scale * random.Uniform(0.1, 1.0), scale * random.Uniform(0.1, 1.0)};
    const Vec3 b{scale * random.Uniform(0.1, 1.0), scale * random.Uniform(0.1, 1.0), scale * random.Uniform(0.1, 1.0)};
    const Vec3 t{random.Uniform(-1.0, 1.0) * (a.x + b.x), random.Uniform(-1.0, 1.0) * (a.y + b.y),
                 random.Uniform(-1.0, 1.0) * (a.z + b.z)};
    const double depth_m = std::min({a.x + b.x - std::abs(t.x), a.y + b.y - std::abs(t.y), a.z + b.z - std::abs(t.z)});
    const PenetrationResult result = PenetrationOf(*BoxShape::Create(a), *BoxShape::Create(b), At(t.x, t.y, t.z));
    EXPECT_EQ(result.status, SeparationStatus::kPenetrating);
    EXPECT_NEAR(result.depth_m, depth_m, 8.0 * 0x1p-52 * scale);
    EXPECT_EQ(NormInfinity(result.direction), 1.0);
    EXPECT_LE(NormInfinity(result.witness_a - result.witness_b - result.depth_m * result.direction), 0x1p-48 * scale);
  }
}

TEST(Epa3Test, IdenticalAndNested) {
  const BoxShape box = *BoxShape::Create({1.0, 2.0, 3.0});
  EXPECT_EQ(PenetrationOf(box, box).depth_m, 2.0);
  const BoxShape inner = *BoxShape::Create({0.125, 0.125, 0.125});
  EXPECT_EQ(PenetrationOf(box, inner, At(0.5, 0.0, 0.0)).depth_m, 0.625);
  const PointCloudShape point({{0.5, 0.0, 0.0}});
  EXPECT_EQ(PenetrationOf(box, point).depth_m, 0.5);
  EXPECT_EQ(PenetrationOf(point, box).depth_m, 0.5);
}

// Touching by faces, edges and vertices: depth 0, along a direction that separates.
TEST(Epa3Test, Touching) {
  const BoxShape box = *BoxShape::Create({1.0, 1.0, 1.0});
  for (const Vec3& t :
       {Vec3{2, 0, 0}, Vec3{2, 0.5, -1}, Vec3{2, 2, 0}, Vec3{2, -2, 0.25}, Vec3{2, 2, 2}, Vec3{0, -2, 2}}) {
    const PenetrationResult result = PenetrationOf(box, box, {t, Mat3::Identity()});
    EXPECT_EQ(result.status, SeparationStatus::kTouching);
    EXPECT_EQ(result.depth_m, 0.0);
    EXPECT_LE(2.0 * Norm1(result.direction), Dot(result.direction, t));
    EXPECT_EQ(result.witness_a, result.witness_b);
  }
}

// A CSO without an interior: depth 0, along its normal.
TEST(Epa3Test, Flat) {
  const PointCloudShape square({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
  const PointCloudShape triangle({{0, 0, 0}, {3, 0, 0}, {0, 3, 0}});
  const PointCloudShape segment({{-1, 0, 0}, {2, 0, 0}});
  const PointCloudShape crossing({{0, -1, 0}, {0, 1, 0}});
  const PointCloudShape point({{0.5, 0, 0}});
  for (const PenetrationResult& result : {PenetrationOf(square, triangle), PenetrationOf(square, segment),
                                          PenetrationOf(segment, crossing), PenetrationOf(triangle, point)}) {
    EXPECT_EQ(result.status, SeparationStatus::kTouching);
    EXPECT_EQ(result.depth_m, 0.0);
    EXPECT_EQ(std::abs(result.direction.z), 1.0);
    EXPECT_LE(NormInfinity(result.witness_a - result.witness_b), 0x1p-50);
  }
  const PenetrationResult collinear = PenetrationOf(segment, segment, At(0.5, 0.0, 0.0));
  EXPECT_EQ(collinear.status, SeparationStatus::kTouching);
  EXPECT_EQ(collinear.direction.x, 0.0);
  EXPECT_EQ(PenetrationOf(point, point).status, SeparationStatus::kTouching);
  EXPECT_EQ(Norm(PenetrationOf(point, point).direction), 1.0);
  EXPECT_EQ(PenetrationOf(square, square, At(0.0, 0.0, 0.5)).status, SeparationStatus::kSeparated);
  EXPECT_EQ(PenetrationOf(square, square, At(0.0, 0.0, 0.5)).direction.z, 1.0);
  // The CSO of flat sets that pierce each other is not flat.
  const PointCloudShape upright({{0, 0, -1}, {0, 0, 1}});
  EXPECT_EQ(PenetrationOf(square, upright).depth_m, 1.0);
}

// Flat in a plane that rounding makes uneven.
TEST(Epa3Test, FlatButForRounding) {
  Random random(TestSeed());
  for (int i = 0; i < 300; ++i) {
    const Pose3 tilt{{}, RandomRotation(&random)};
    std::vector<Vec3> a;
    std::vector<Vec3> b;
    for (int k = 0; k < 6; ++k) a.push_back(tilt * Vec3{random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0), 0.0});
    for (int k = 0; k < 6; ++k) b.push_back(tilt * Vec3{random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0), 0.0});
    const PenetrationResult result = PenetrationOf(PointCloudShape(a), PointCloudShape(b));
    EXPECT_LE(result.depth_m, 0x1p-49);
    EXPECT_NE(result.status, SeparationStatus::kIterationLimit);
  }
}

TEST(Epa3Test, ApartIsSaid) {
  const BoxShape box = *BoxShape::Create({1.0, 1.0, 1.0});
  const PenetrationResult result = PenetrationOf(box, box, At(2.5, 1.0, 0.0));
  EXPECT_EQ(result.status, SeparationStatus::kSeparated);
  EXPECT_EQ(result.depth_m, 0.0);
  EXPECT_GT(Dot(result.direction, {2.5, 1.0, 0.0}), 2.0 * Norm1(result.direction));
}

TEST(Epa3Test, Spheres) {
  const SphereShape a = *SphereShape::Create(1.0);
  const SphereShape b = *SphereShape::Create(0.5);
  const PenetrationResult result = PenetrationOf(a, b, At(0.9, 0.3, -0.2));
  const double depth_m = 1.5 - Norm({0.9, 0.3, -0.2});
  EXPECT_EQ(result.status, SeparationStatus::kPenetrating);
  EXPECT_LE(result.lower_bound_m, depth_m);
  EXPECT_GE(result.depth_m, depth_m - 0x1p-50);
  EXPECT_LE(result.depth_m, depth_m * (1.0 + 2.0 * kEpaRelativeTolerance));
}

// Concentric: every direction is as good. The cores are points, and touch; the whole spheres fill
// any room, and say so.
TEST(Epa3Test, ConcentricSpheres) {
  const SphereShape sphere = *SphereShape::Create(1.0);
  const PenetrationResult cores = PenetrationOf(CoreOf(sphere), CoreOf(sphere));
  EXPECT_EQ(cores.status, SeparationStatus::kTouching);
  EXPECT_EQ(Norm(cores.direction), 1.0);
  QueryContext::Counters counters;
  const PenetrationResult whole = PenetrationOf(sphere, sphere, {}, &counters);
  EXPECT_EQ(whole.status, SeparationStatus::kIterationLimit);
  EXPECT_EQ(counters.limit_hits, 1);
  EXPECT_NEAR(whole.depth_m, 2.0, 0x1p-48);
  EXPECT_LE(whole.lower_bound_m, 2.0);
  EXPECT_GE(whole.lower_bound_m, 1.8);
  EXPECT_NEAR(Norm(whole.direction), 1.0, 0x1p-50);
}

TEST(Epa3Test, CylinderAndBox) {
  const CylinderShape cylinder = *CylinderShape::Create(1.0, 0.5);
  const BoxShape box = *BoxShape::Create({1.0, 1.0, 1.0});
  // Through the side of the box, and through its top.
  const PenetrationResult side = PenetrationOf(box, cylinder, At(1.25, 0.125, 0.0));
  EXPECT_NEAR(side.depth_m, 0.25, 0.25 * 2.0 * kEpaRelativeTolerance);
  EXPECT_NEAR(side.direction.x, 1.0, 1e-3);
  const PenetrationResult top = PenetrationOf(box, cylinder, At(0.125, 0.25, 1.875));
  EXPECT_NEAR(top.depth_m, 0.125, 0.125 * 2.0 * kEpaRelativeTolerance);
  EXPECT_NEAR(top.direction.z, 1.0, 1e-3);
}

// Upright prisms: the planar depth, or the overlap of the spans.
TEST(Epa3Test, PrismsThroughThePlanarCore) {
  Random random(TestSeed());
  int num_penetrating = 0;
  for (int i = 0; i < 2000; ++i) {
    const ConvexPolygon a = RandomPolygon(3 + random.Index(12), &random);
    const ConvexPolygon b = RandomPolygon(3 + random.Index(12), &random);
    const double z_m = random.Uniform(-3.0, 3.0);
    const PrismShape prism_a = *PrismShape::Create(a, 0.0, 3.0);
    const PrismShape prism_b = *PrismShape::Create(b, z_m, z_m + 2.0);
    const double planar_m = -ComputeSeparation(a, b).signed_distance_m;
    const double upright_m = std::min(3.0 - z_m, z_m + 2.0);
    const PenetrationResult result = PenetrationOf(prism_a, prism_b);
    const double error_m = kEpaDepthError * (prism_a.Magnitude() + prism_b.Magnitude());
    if (planar_m < -error_m || upright_m < -error_m) {
      EXPECT_EQ(result.status, SeparationStatus::kSeparated);
      continue;
    }
    ++num_penetrating;
    EXPECT_NEAR(result.depth_m, std::max(0.0, std::min(planar_m, upright_m)), error_m);
  }
  EXPECT_GE(num_penetrating, 200);
}

// 10^6 m from the origin of both frames, nothing is lost but what posing rounds.
TEST(Epa3Test, FarOut) {
  Random random(TestSeed());
  for (int i = 0; i < 200; ++i) {
    std::vector<Vec3> a = PointsOnSphere(12, &random);
    std::vector<Vec3> b = PointsOnSphere(12, &random);
    const PenetrationResult near = PenetrationOf(PointCloudShape(a), PointCloudShape(b), At(0.25, 0.5, 0.0));
    for (Vec3& p : a) p = p + Vec3{1e6, -1e6, 5e5};
    for (Vec3& p : b) p = p + Vec3{1e6, -1e6, 5e5};
    const PenetrationResult far = PenetrationOf(PointCloudShape(a), PointCloudShape(b), At(0.25, 0.5, 0.0));
    // 2 u of 10^6 for each coordinate of each point, and once more for posing.
    EXPECT_NEAR(far.depth_m, near.depth_m, 8.0 * 0x1p-53 * 1e6 * 3.0);
  }
}

template <typename A, typename B>
void CheckRoom(const A& a, const B& b, const Pose3& pose, QueryContext::Counters* counters) {
  const PenetrationResult result = PenetrationOf(a, b, pose, counters);
  EXPECT_NE(result.status, SeparationStatus::kIterationLimit);
}

// The default room is enough for vertex hulls and, in general position, for smooth shapes.
TEST(Epa3Test, DefaultRoomIsEnough) {
  Random random(TestSeed());
  QueryContext::Counters counters;
  for (int i = 0; i < 3000; ++i) {
    const int count = 4 + random.Index(97);
    const PointCloudShape a(PointsOnSphere(count, &random));
    const PointCloudShape b(PointsOnSphere(count, &random));
    const Pose3 pose{random.Uniform(0.0, 1.5) * RandomUnitVector(&random), RandomRotation(&random)};
    CheckRoom(a, b, pose, &counters);
    const double r = random.Uniform(0.2, 1.0);
    const double h = random.Uniform(0.2, 1.0);
    const CylinderShape cylinder = *CylinderShape::Create(h, r);
    CheckRoom(*BoxShape::Create({r, h, 0.5}), cylinder, pose, &counters);
    CheckRoom(*BoxShape::Create({r, h, 0.5}), *ConeShape::Create(h, r), pose, &counters);
  }
  EXPECT_EQ(counters.limit_hits, 0);
}

// More memory makes the bounds tighter; too little is reported, with valid bounds.
TEST(Epa3Test, RoomAndBounds) {
  const EllipsoidShape a = *EllipsoidShape::Create({1.0, 0.98, 0.96});
  const EllipsoidShape b = *EllipsoidShape::Create({0.5, 0.49, 0.48});
  double last_gap_m = 1.0;
  for (const int room : {16, 64, 256, 1024}) {
    EpaWorkspace workspace = *EpaWorkspace::Create(room);
    QueryContext::Counters counters;
    const PenetrationResult result = PenetrationOf(a, b, {}, &counters, &workspace);
    EXPECT_EQ(counters.limit_hits, result.status == SeparationStatus::kIterationLimit ? 1 : 0);
    EXPECT_LE(result.lower_bound_m, 1.44 + 1e-12);
    EXPECT_GE(result.depth_m, 1.44 - 1e-12);
    EXPECT_LT(result.depth_m - result.lower_bound_m, last_gap_m);
    last_gap_m = result.depth_m - result.lower_bound_m;
  }
  EXPECT_LT(last_gap_m, 0.01);
}

TEST(Epa3Test, NoAllocation) {
  Random random(TestSeed());
  const PointCloudShape a(PointsOnSphere(50, &random));
  const PointCloudShape b(PointsOnSphere(50, &random));
  EpaWorkspace workspace = *EpaWorkspace::Create(1000);
  const int64_t before = AllocationCount();
  double sum_m = 0.0;
  for (int i = 0; i < 200; ++i) {
    const Pose3 pose{random.Uniform(0.0, 1.5) * RandomUnitVector(&random), RandomRotation(&random)};
    sum_m += PenetrationOf(a, b, pose).depth_m + PenetrationOf(a, b, pose, nullptr, &workspace).depth_m;
  }
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_GT(sum_m, 0.0);
}

TEST(EpaWorkspaceTest, RefusesBadRoom) {
  EXPECT_EQ(EpaWorkspace::Create(15).status().message(), "max_vertices = 15: must be in [16, 32000]");
  EXPECT_EQ(EpaWorkspace::Create(-1).status().message(), "max_vertices = -1: must be in [16, 32000]");
  EXPECT_EQ(EpaWorkspace::Create(32001).status().message(), "max_vertices = 32001: must be in [16, 32000]");
  EXPECT_EQ(EpaWorkspace::Create(16)->max_vertices(), 16);
  EXPECT_TRUE(EpaWorkspace::Create(32000).ok());
}

// The documented size of the stack workspace.
TEST(EpaWorkspaceTest, StackSize) { EXPECT_LE(sizeof(internal::EpaStackWorkspace), 37u * 1024u); }

}  // namespace
}  // namespace collision2d::solid
