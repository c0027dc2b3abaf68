#include "collision2d/solid/papers/shape_ref.h"

#include <type_traits>
#include <vector>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/papers/combinators.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/solid/testing/support_checker.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

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

}  // namespace
}  // namespace collision2d::solid
