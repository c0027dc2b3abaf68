// Points, segments, triangles and boxes.

#include <type_traits>

#include "absl/status/status.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/papers/combinators.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/solid/testing/support_checker.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

// A difference, u of each coordinate, and a dot product, 3 u, for each of two vertices: relative to
// the size.
constexpr double kVertexSupportError = 8.0 * 0x1p-53;

Vec3 RandomVec(double reach, Random* random) {
  return {random->Uniform(-reach, reach), random->Uniform(-reach, reach), random->Uniform(-reach, reach)};
}

TEST(VertexShapes, SupportIsTheBestVertex) {
  Random random(TestSeed());
  const std::vector<Vec3> directions = TestDirections(60, &random);
  for (const double scale : {1e-3, 1.0, 1e6}) {
    for (const double offset_m : {0.0, 1e6}) {
      for (int round = 0; round < 3; ++round) {
        SCOPED_TRACE(testing::Message() << "scale " << scale << ", offset " << offset_m << ", round " << round);
        const Vec3 offset{offset_m, -offset_m, 0.5 * offset_m};
        const Vec3 a = offset + RandomVec(scale, &random);
        const Vec3 b = offset + RandomVec(scale, &random);
        const Vec3 c = offset + RandomVec(scale, &random);
        // The size is at most 2 sqrt(3) scale; the centre is a rounded sum of coordinates.
        const double error_m = kVertexSupportError * 4.0 * scale;
        const double centre_error_m = error_m + 4.0 * 0x1p-53 * (offset_m + scale);
        ExpectVertexSupport(PointShape(a), 0.0, directions);
        ExpectVertexSupport(SegmentShape(a, b), centre_error_m, directions);
        ExpectVertexSupport(TriangleShape(a, b, c), centre_error_m, directions);
        // Apart from the centre, the error knows of no offset.
        for (const Vec3& d : directions) {
          NoHint hint;
          EXPECT_LE(ExactRise({a, b}, SegmentShape(a, b).Support(d, &hint), d), error_m * Norm1(d));
          EXPECT_LE(ExactRise({a, b, c}, TriangleShape(a, b, c).Support(d, &hint), d), error_m * Norm1(d));
        }
      }
    }
    const Vec3 half_extents{scale * random.Uniform(0.1, 1.0), scale * random.Uniform(0.1, 1.0),
                            scale * random.Uniform(0.1, 1.0)};
    ExpectVertexSupport(BoxShape::Create(half_extents).value(), 0.0, directions);
  }
}

TEST(VertexShapes, Degenerate) {
  Random random(TestSeed());
  const std::vector<Vec3> directions = TestDirections(30, &random);
  const Vec3 p{3.0, -2.0, 0.1};
  const Vec3 q{3.5, -2.5, 0.2};
  ExpectVertexSupport(PointShape(Vec3{}), 0.0, directions);
  ExpectVertexSupport(SegmentShape(p, p), 0.0, directions);
  ExpectVertexSupport(TriangleShape(p, p, p), 0.0, directions);
  ExpectVertexSupport(TriangleShape(p, p, q), 0x1p-50, directions);
  ExpectVertexSupport(TriangleShape(p, q, 0.5 * p + 0.5 * q), 0x1p-50, directions);
  ExpectVertexSupport(BoxShape::Create({0.0, 2.0, 1.0}).value(), 0.0, directions);
  ExpectVertexSupport(BoxShape::Create({0.0, 0.0, 1.0}).value(), 0.0, directions);
  ExpectVertexSupport(BoxShape::Create({0.0, 0.0, 0.0}).value(), 0.0, directions);
  ExpectVertexSupport(BoxShape::Create({kMaxCoordinate_m, 0x1p-1070, 1e-300}).value(), 0.0, directions);
}

// Coordinates at the limit and directions of any length overflow nowhere.
TEST(VertexShapes, LargestCoordinates) {
  const double most = kMaxCoordinate_m;
  const TriangleShape triangle({-most, -most, -most}, {most, most, most}, {most, -most, most});
  NoHint hint;
  for (const double norm : {1e-320, 1e-300, 1.0, 1e300, 1.7e308}) {
    EXPECT_EQ(triangle.Support({norm, norm, norm}, &hint), triangle.vertex(1)) << norm;
    EXPECT_EQ(triangle.Support({norm, -norm, norm}, &hint), triangle.vertex(2)) << norm;
    EXPECT_EQ(triangle.Support({-norm, -norm, -norm}, &hint), triangle.vertex(0)) << norm;
    EXPECT_EQ(SegmentShape(triangle.vertex(0), triangle.vertex(1)).Support({norm, norm, norm}, &hint),
              triangle.vertex(1));
  }
}

// Also valid for the smallest coordinates.
TEST(VertexShapes, SmallestCoordinates) {
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  const TriangleShape triangle({0, 0, 0}, {3 * kLeast, kLeast, 0}, {kLeast, 2 * kLeast, 0});
  NoHint hint;
  for (const double norm : {1e-320, 1e-300, 1e-30, 1.0, 1e300}) {
    EXPECT_EQ(triangle.Support({norm, 0.9 * norm, 0}, &hint), triangle.vertex(1)) << norm;
    EXPECT_EQ(triangle.Support({0.4 * norm, norm, 0}, &hint), triangle.vertex(2)) << norm;
    EXPECT_EQ(triangle.Support({-norm, -norm, norm}, &hint), triangle.vertex(0)) << norm;
    EXPECT_EQ(SegmentShape({}, triangle.vertex(1)).Support({norm, 0, 0}, &hint), triangle.vertex(1)) << norm;
  }
}

TEST(VertexShapes, TiesGoToTheFirstVertex) {
  NoHint hint;
  EXPECT_EQ(SegmentShape({0, 0, 0}, {1, 0, 0}).Support({0, 1, 0}, &hint), (Vec3{0, 0, 0}));
  EXPECT_EQ(TriangleShape({0, 0, 0}, {1, 1, 0}, {-1, 1, 0}).Support({0, 1, 0}, &hint), (Vec3{1, 1, 0}));
  EXPECT_EQ(TriangleShape({0, 0, 0}, {1, 1, 0}, {-1, 1, 0}).Support({0, 0, 1}, &hint), (Vec3{0, 0, 0}));
}

TEST(VertexShapes, BoxVerticesAreAllSigns) {
  const BoxShape box = BoxShape::Create({1, 2, 3}).value();
  EXPECT_EQ(box.num_vertices(), 8);
  EXPECT_EQ(box.vertex(0), (Vec3{-1, -2, -3}));
  EXPECT_EQ(box.vertex(1), (Vec3{1, -2, -3}));
  EXPECT_EQ(box.vertex(6), (Vec3{-1, 2, 3}));
  EXPECT_EQ(box.vertex(7), (Vec3{1, 2, 3}));
  EXPECT_EQ(box.Magnitude(), 3.0);
}

TEST(VertexShapes, BadInputIsNamed) {
  const Vec3 ok{1, 2, 3};
  const BadInput cases[] = {
      {PointShape::Create({1, kNaN, 0}).status(), "position.y: nan is not finite"},
      {PointShape::Create({1, 0, -2e8}).status(), "position.z: -200000000 m is beyond the limit of 1e+08 m"},
      {SegmentShape::Create({kInf, 0, 0}, ok).status(), "a.x: inf is not finite"},
      {SegmentShape::Create(ok, {0, 0, 1e9}).status(), "b.z: 1000000000 m is beyond the limit of 1e+08 m"},
      {TriangleShape::Create(ok, ok, {0, -kInf, 0}).status(), "c.y: -inf is not finite"},
      {TriangleShape::Create({kNaN, 0, 0}, ok, ok).status(), "a.x: nan is not finite"},
      {TriangleShape::Create(ok, {kNaN, 0, 0}, ok).status(), "b.x: nan is not finite"},
      {BoxShape::Create({1, -1, 1}).status(), "half_extents.y: -1 is negative"},
      {BoxShape::Create({1, 1, kInf}).status(), "half_extents.z: inf is not finite"},
      {BoxShape::Create({3e8, 1, 1}).status(), "half_extents.x: 300000000 m is beyond the limit of 1e+08 m"},
  };
  for (const BadInput& bad : cases) ExpectRefused(bad);
  EXPECT_TRUE(PointShape::Create(ok).ok());
  EXPECT_TRUE(SegmentShape::Create(ok, ok).ok());
  EXPECT_TRUE(TriangleShape::Create(ok, ok, ok).ok());
  EXPECT_EQ(BoxShape::Create({-0.0, 1, 1}).value().half_extents(), (Vec3{0, 1, 1}));
}

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

namespace collision2d::solid::internal {
namespace {

TEST(DirectionInRange, BringsEveryLengthIntoRange) {
  for (const double norm : {0x1p-1074, 0x1p-1022, 1e-300, 0x1p-101, 0x1p-100, 1.0, 0x1p100, 0x1p101, 1e300,
                            std::numeric_limits<double>::max()}) {
    const Vec3 scaled = DirectionInRange({norm, 0.0, -norm});
    EXPECT_GE(NormInfinity(scaled), kMinDirectionNorm) << norm;
    EXPECT_LE(NormInfinity(scaled), kMaxDirectionNorm) << norm;
    EXPECT_EQ(scaled.z, -scaled.x);
  }
}

TEST(DirectionInRange, DotProductsNeitherOverflowNorUnderflow) {
  for (const double norm : {0x1p-1074, 0x1p-201, 1e-20, 1.0, 0x1p399, std::numeric_limits<double>::max()}) {
    const Vec3 d = ForDotProducts({norm, norm, norm});
    // Twice the largest coordinate and the smallest one, of three.
    EXPECT_LT(Dot(d, {2e8, 2e8, 2e8}), kInf);
    EXPECT_GE(0x1p-1074 * d.x, std::numeric_limits<double>::min());
  }
}

TEST(DirectionInRange, LeavesDirectionsInRangeAsTheyAre) {
  const Vec3 d{1e-20, -3.0, 1e-300};
  EXPECT_EQ(DirectionInRange(d), d);
}

}  // namespace
}  // namespace collision2d::solid::internal
