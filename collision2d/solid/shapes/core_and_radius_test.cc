#include <type_traits>
#include <utility>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/papers/combinators.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "gtest/gtest.h"

namespace collision2d::solid {
namespace {

static_assert(kHasRadius<SphereShape> && kHasRadius<CapsuleShape> && kHasRadius<Rounded<BoxShape>>);
static_assert(!kHasRadius<BoxShape> && !kHasRadius<PointShape> && !kHasRadius<CylinderShape>);
static_assert(kIsVertexHull<PointShape> && kIsVertexHull<BoxShape> && !kIsVertexHull<SphereShape>);
static_assert(std::is_same_v<CoreType<SphereShape>, PointShape>);
static_assert(std::is_same_v<CoreType<CapsuleShape>, SegmentShape>);
static_assert(std::is_same_v<CoreType<BoxShape>, BoxShape>);
static_assert(std::is_same_v<CoreType<Rounded<Rounded<SphereShape>>>, PointShape>);
// Nothing is copied.
static_assert(std::is_same_v<decltype(CoreOf(std::declval<const BoxShape&>())), const BoxShape&>);
static_assert(std::is_same_v<decltype(CoreOf(std::declval<const Rounded<BoxShape>&>())), const BoxShape&>);

TEST(CoreAndRadius, OfAShapeWithoutRadius) {
  const BoxShape box = BoxShape::Create({1, 2, 3}).value();
  EXPECT_EQ(&CoreOf(box), &box);
  EXPECT_EQ(RadiusOf(box), 0.0);
}

TEST(CoreAndRadius, OfSphereAndCapsule) {
  const SphereShape sphere = SphereShape::Create(2.5, {1, 2, 3}).value();
  EXPECT_EQ(CoreOf(sphere).position(), (Vec3{1, 2, 3}));
  EXPECT_EQ(RadiusOf(sphere), 2.5);
  const CapsuleShape capsule = CapsuleShape::Create({1, 2, 3}, {4, 5, 6}, 0.5).value();
  EXPECT_EQ(CoreOf(capsule).a(), (Vec3{1, 2, 3}));
  EXPECT_EQ(CoreOf(capsule).b(), (Vec3{4, 5, 6}));
  EXPECT_EQ(RadiusOf(capsule), 0.5);
}

TEST(CoreAndRadius, RadiiOfRoundedShapesAddUp) {
  const SphereShape sphere = SphereShape::Create(1.0, {1, 2, 3}).value();
  const auto twice = Rounded<Rounded<SphereShape>>::Create(Rounded<SphereShape>::Create(sphere, 0.5).value(), 0.25);
  EXPECT_EQ(RadiusOf(*twice), 1.75);
  EXPECT_EQ(CoreOf(*twice).position(), (Vec3{1, 2, 3}));
}

}  // namespace
}  // namespace collision2d::solid
