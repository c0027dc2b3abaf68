#include "collision2d/solid/papers/shape_ref.h"

#include <type_traits>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/papers/combinators.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/solid/testing/support_checker.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

static_assert(kIsVertexHull<VertexHullRef> && !kIsVertexHull<ShapeRef> && !kIsVertexHull<ShapeCoreRef>);
static_assert(kHasRadius<ShapeRef> && !kHasRadius<ShapeCoreRef> && !kHasRadius<VertexHullRef>);
static_assert(std::is_same_v<CoreType<ShapeRef>, ShapeCoreRef>);
static_assert(std::is_trivially_copyable_v<ErasedHint>);

// A reference is made of what outlives it only; references themselves are copied.
static_assert(std::is_constructible_v<ShapeRef, BoxShape&> && std::is_constructible_v<ShapeRef, const BoxShape&>);
static_assert(!std::is_constructible_v<ShapeRef, BoxShape> && !std::is_constructible_v<ShapeRef, const BoxShape>);
static_assert(std::is_constructible_v<ShapeRef, ShapeRef> && std::is_constructible_v<ShapeRef, const ShapeRef>);
static_assert(std::is_constructible_v<VertexHullRef, BoxShape&> &&
              std::is_constructible_v<VertexHullRef, const BoxShape&>);
static_assert(!std::is_constructible_v<VertexHullRef, BoxShape> &&
              !std::is_constructible_v<VertexHullRef, const BoxShape>);
static_assert(std::is_constructible_v<VertexHullRef, VertexHullRef> &&
              std::is_constructible_v<VertexHullRef, const VertexHullRef>);
static_assert(!std::is_constructible_v<VertexHullRef, const SphereShape&>);

// The reference and the shape itself, cold and warm.
template <typename Shape>
void ExpectSameBits(const Shape& shape) {
  Random random(TestSeed());
  const ShapeRef ref(shape);
  EXPECT_EQ(ref.Center(), shape.Center());
  EXPECT_EQ(ref.Magnitude(), shape.Magnitude());
  EXPECT_EQ(RadiusOf(ref), RadiusOf(shape));
  EXPECT_EQ(ref.AsVertexHull().has_value(), kIsVertexHull<Shape>);
  typename Shape::Hint typed_warm{};
  ShapeRef::Hint warm;
  for (const Vec3& d : TestDirections(50, &random)) {
    typename Shape::Hint typed{};
    ShapeRef::Hint hint;
    EXPECT_EQ(ref.Support(d, &hint), shape.Support(d, &typed));
    EXPECT_EQ(ref.Support(d, &warm), shape.Support(d, &typed_warm));
    EXPECT_EQ(CoreOf(ref).Support(d, &warm), CoreOf(shape).Support(d, &typed_warm));
    EXPECT_LE(NormInfinity(CoreOf(ref).Support(d, &hint)), CoreOf(ref).Magnitude());
  }
}

TEST(ShapeRef, SameBitsAsTheShape) {
  const BoxShape box = BoxShape::Create({1, 2, 3}).value();
  ExpectSameBits(box);
  ExpectSameBits(SphereShape::Create(0.5, {1, 2, 3}).value());
  ExpectSameBits(CapsuleShape::Create({1, 2, 3}, {0, 1, 0}, 0.5).value());
  ExpectSameBits(EllipsoidShape::Create({1, 2, 3}).value());
  ExpectSameBits(Rounded<BoxShape>::Create(box, 0.25).value());
  // With hints that matter, and a core that is made for the call.
  const PrismShape prism = PrismShape::Create(RegularPolygon(100, 1.0), 0.0, 1.0).value();
  ExpectSameBits(prism);
  ExpectSameBits(MinkowskiSum(prism, SphereShape::Create(1.0).value()));
}

TEST(ShapeRef, VertexHulls) {
  const PrismShape prism = PrismShape::Create(RegularPolygon(20, 1.0), 0.0, 1.0).value();
  const ShapeRef ref(prism);
  const VertexHullRef hull = ref.AsVertexHull().value();
  ASSERT_EQ(hull.num_vertices(), prism.num_vertices());
  for (int i = 0; i < prism.num_vertices(); ++i) EXPECT_EQ(hull.vertex(i), prism.vertex(i));
  Random random(TestSeed());
  ExpectVertexSupport(VertexHullRef(prism), 0x1p-48, TestDirections(20, &random));
}

// One type for all: what the references are for.
TEST(ShapeRef, ShapesOfDifferentTypesInOneList) {
  const BoxShape box = BoxShape::Create({1, 2, 3}).value();
  const SphereShape sphere = SphereShape::Create(5.0).value();
  const std::vector<ShapeRef> shapes = {ShapeRef(box), ShapeRef(sphere)};
  double largest = 0.0;
  for (const ShapeRef& shape : shapes) {
    ShapeRef::Hint hint;
    largest += shape.Support({0, 0, 1}, &hint).z;
  }
  EXPECT_EQ(largest, 8.0);
}

Pose3 RandomPose3(double reach_m, Random* random) {
  const double x = random->Uniform(-reach_m, reach_m);
  const double y = random->Uniform(-reach_m, reach_m);
  const double z = random->Uniform(-reach_m, reach_m);
  const double yaw = random->Angle();
  const double pitch = random->Angle();
  return Pose3::FromYawPitchRoll({x, y, z}, yaw, pitch, random->Angle());
}

void ExpectNear(const Aabb3& box, const Vec3& min, const Vec3& max, double error_m) {
  EXPECT_LE(NormInfinity(box.min - min), error_m) << box.min << " instead of " << min;
  EXPECT_LE(NormInfinity(box.max - max), error_m) << box.max << " instead of " << max;
}

TEST(BoundingBox, ClosedForms) {
  const double kError = 8.0 * kBoxRelativeError;
  ExpectNear(BoundingBox(BoxShape::Create({1, 2, 3}).value()), {-1, -2, -3}, {1, 2, 3}, 3.0 * kError);
  ExpectNear(BoundingBox(SphereShape::Create(2.0, {1, 2, 3}).value()), {-1, 0, 1}, {3, 4, 5}, 5.0 * kError);
  ExpectNear(BoundingBox(ConeShape::Create(1.0, 0.5).value()), {-0.5, -0.5, -1}, {0.5, 0.5, 1}, kError);
  ExpectNear(BoundingBox(CapsuleShape::Create({0, 0, 0}, {3, -2, 1}, 0.5).value()), {-0.5, -2.5, -0.5}, {3.5, 0.5, 1.5},
             4.0 * kError);
  // A quarter turn about z swaps x and y.
  const Pose3 quarter{{10, 20, 30}, {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}};
  ExpectNear(BoundingBox(BoxShape::Create({1, 2, 3}).value(), quarter), {8, 19, 27}, {12, 21, 33}, 36.0 * kError);
}

// It contains every posed vertex, with rounding, and is not larger than the stated margin.
TEST(BoundingBox, ContainsEveryPosedVertex) {
  Random random(TestSeed());
  for (int round = 0; round < 2000; ++round) {
    const PrismShape prism = PrismShape::Create(RandomPolygon(24, &random), -0.5, random.Uniform(-0.5, 3.0)).value();
    const Pose3 pose = RandomPose3(round % 2 == 0 ? 3.0 : 1e6, &random);
    const Aabb3 box = BoundingBox(prism, pose);
    Aabb3 exact;
    for (const Vec3& v : VerticesOf(prism)) {
      exact.Extend(pose * v);
      EXPECT_TRUE(box.Contains(pose * v));
    }
    ExpectNear(box, exact.min, exact.max,
               2.0 * kBoxRelativeError * (2.0 * prism.Magnitude() + NormInfinity(pose.translation)));
  }
}

// An edge that is perpendicular to an axis but for rounding: its ends tie, and the support point
// need not be the end whose posed coordinate is rounded farthest out. Without the margin that end
// would be outside.
TEST(BoundingBox, MarginCoversRounding) {
  Random random(TestSeed());
  int outside_without_margin = 0;
  for (int round = 0; round < 2000; ++round) {
    const Pose3 pose = RandomPose3(3.0, &random);
    const double x = random.Uniform(-1.0, 1.0);
    const double y = random.Uniform(-1.0, 1.0);
    const Vec3 a{x, y, random.Uniform(-1.0, 1.0)};
    const SegmentShape edge(a, a + random.Uniform(-2.0, 2.0) * Cross(pose.rotation.row[round % 3], a));
    const Aabb3 bounds = BoundingBox(edge, pose);
    const Aabb3 plain = bounds.Inflated(-kBoxRelativeError * (2.0 * edge.Magnitude() + NormInfinity(pose.translation)));
    EXPECT_TRUE(bounds.Contains(pose * edge.a()));
    EXPECT_TRUE(bounds.Contains(pose * edge.b()));
    outside_without_margin += !plain.Contains(pose * edge.a()) || !plain.Contains(pose * edge.b());
  }
  EXPECT_GT(outside_without_margin, 20);
}

TEST(BoundingBox, OfASumIsTheSumOfTheBoxes) {
  Random random(TestSeed());
  for (int round = 0; round < 200; ++round) {
    const PrismShape prism = PrismShape::Create(RandomPolygon(12, &random), 0.0, 1.0).value();
    const CapsuleShape capsule =
        CapsuleShape::Create({0, 0, 0}, {random.Uniform(-1.0, 1.0), 1, 2}, random.Uniform(0.0, 1.0)).value();
    const Pose3 pose{{}, RandomPose3(1.0, &random).rotation};
    const Aabb3 of_prism = BoundingBox(prism, pose);
    const Aabb3 of_capsule = BoundingBox(capsule, pose);
    const MinkowskiSum sum(prism, capsule);
    ExpectNear(BoundingBox(sum, pose), of_prism.min + of_capsule.min, of_prism.max + of_capsule.max,
               8.0 * kBoxRelativeError * sum.Magnitude());
  }
}

}  // namespace
}  // namespace collision2d::solid
