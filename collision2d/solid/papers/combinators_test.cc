// Minkowski sums, hulls of two, affine images: the algebra of support mappings.

#include "collision2d/solid/papers/combinators.h"

#include "absl/status/status.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/solid/testing/support_checker.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

constexpr double kU = 0x1p-53;

Vec3 RandomVec(double reach, Random* random) {
  return {random->Uniform(-reach, reach), random->Uniform(-reach, reach), random->Uniform(-reach, reach)};
}

TriangleShape RandomTriangle(double scale, Random* random) {
  const Vec3 a = RandomVec(scale, random);
  const Vec3 b = RandomVec(scale, random);
  return TriangleShape(a, b, RandomVec(scale, random));
}

BoxShape RandomBox(double scale, Random* random) {
  const double x = random->Uniform(0.1, 1.0);
  const double y = random->Uniform(0.1, 1.0);
  return BoxShape::Create(scale * Vec3{x, y, random->Uniform(0.1, 1.0)}).value();
}

Mat3 RandomMatrix(double scale, Random* random) {
  Mat3 m;
  for (Vec3& row : m.row) row = RandomVec(scale, random);
  return m;
}

// A choice of vertices of sums of coordinates up to 4 scale: of each summand 8 u of its size, the
// sum's rounding u.
double SumError(double scale) { return 8.0 * kU * 16.0 * scale; }

TEST(MinkowskiSum, OfVertexHullsIsOne) {
  Random random(TestSeed());
  const std::vector<Vec3> directions = TestDirections(20, &random);
  for (const double scale : {1e-3, 1.0, 1e6}) {
    for (int round = 0; round < 3; ++round) {
      const TriangleShape triangle = RandomTriangle(scale, &random);
      const BoxShape box = RandomBox(scale, &random);
      const MinkowskiSum sum(triangle, box);
      ASSERT_EQ(sum.num_vertices(), 24);
      for (int i = 0; i < 24; ++i) EXPECT_EQ(sum.vertex(i), triangle.vertex(i / 8) + box.vertex(i % 8));
      ExpectVertexSupport(sum, SumError(scale), directions);
      // A sum of sums.
      const MinkowskiSum more(SegmentShape(triangle.vertex(0), triangle.vertex(1)), sum);
      ASSERT_EQ(more.num_vertices(), 48);
      ExpectVertexSupport(more, SumError(2.0 * scale), directions);
    }
  }
}

TEST(MinkowskiSum, SupportIsTheSumOfSupports) {
  Random random(TestSeed());
  const SphereShape sphere = SphereShape::Create(0.5, {1, 2, 3}).value();
  const EllipsoidShape ellipsoid = EllipsoidShape::Create({1, 0.5, 2}).value();
  const MinkowskiSum sum(sphere, ellipsoid);
  const MinkowskiSum swapped(ellipsoid, sphere);
  for (const Vec3& d : TestDirections(100, &random)) {
    MinkowskiSum<SphereShape, EllipsoidShape>::Hint hint;
    MinkowskiSum<EllipsoidShape, SphereShape>::Hint swapped_hint;
    NoHint none;
    EXPECT_EQ(sum.Support(d, &hint), sphere.Support(d, &none) + ellipsoid.Support(d, &none));
    EXPECT_EQ(swapped.Support(d, &swapped_hint), sum.Support(d, &hint));
  }
  static_assert(!kIsVertexHull<MinkowskiSum<SphereShape, EllipsoidShape>>);
}

// A box and a ball make a rounded box, by either name.
TEST(MinkowskiSum, RadiiAreSplitOff) {
  Random random(TestSeed());
  const BoxShape box = RandomBox(1.0, &random);
  const SphereShape ball = SphereShape::Create(0.5).value();
  const MinkowskiSum sum(box, ball);
  static_assert(kHasRadius<MinkowskiSum<BoxShape, SphereShape>>);
  static_assert(!kHasRadius<MinkowskiSum<BoxShape, BoxShape>>);
  static_assert(kIsVertexHull<CoreType<MinkowskiSum<BoxShape, SphereShape>>>);
  EXPECT_EQ(RadiusOf(sum), 0.5);
  const auto rounded = Rounded<BoxShape>::Create(box, 0.5).value();
  for (const Vec3& d : TestDirections(100, &random)) {
    MinkowskiSum<BoxShape, SphereShape>::Hint hint;
    NoHint none;
    EXPECT_EQ(sum.Support(d, &hint), rounded.Support(d, &none)) << d;
    EXPECT_EQ(CoreOf(sum).Support(d, &hint), box.Support(d, &none)) << d;
  }
}

TEST(HullOf, OfVertexHullsIsOne) {
  Random random(TestSeed());
  const std::vector<Vec3> directions = TestDirections(20, &random);
  for (const double scale : {1e-3, 1.0, 1e6}) {
    for (int round = 0; round < 3; ++round) {
      const TriangleShape triangle = RandomTriangle(3.0 * scale, &random);
      const BoxShape box = RandomBox(scale, &random);
      const HullOf hull(triangle, box);
      ASSERT_EQ(hull.num_vertices(), 11);
      for (int i = 0; i < 11; ++i) EXPECT_EQ(hull.vertex(i), i < 3 ? triangle.vertex(i) : box.vertex(i - 3));
      ExpectVertexSupport(hull, SumError(scale), directions);
    }
  }
}

// The hull of two balls is a cone with round ends; of two equal ones a capsule.
TEST(HullOf, OfRoundShapes) {
  Random random(TestSeed());
  const Vec3 a{1, 2, 3};
  const Vec3 b{-2, 0, 1};
  const HullOf hull(SphereShape::Create(0.5, a).value(), SphereShape::Create(1.5, b).value());
  const HullOf even(SphereShape::Create(0.5, a).value(), SphereShape::Create(0.5, b).value());
  const CapsuleShape capsule = CapsuleShape::Create(a, b, 0.5).value();
  static_assert(!kIsVertexHull<HullOf<SphereShape, SphereShape>>);
  for (const Vec3& d : TestDirections(100, &random)) {
    HullOf<SphereShape, SphereShape>::Hint hint;
    NoHint none;
    const double norm = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    const double expected = std::max((d.x + 2 * d.y + 3 * d.z) / norm + 0.5, (-2 * d.x + d.z) / norm + 1.5);
    EXPECT_NEAR(Dot(d, hull.Support(d, &hint)) / norm, expected, 2.0 * kRoundSupportRelativeError * hull.Magnitude());
    EXPECT_NEAR(Dot(d, even.Support(d, &hint)), Dot(d, capsule.Support(d, &none)),
                2.0 * kRoundSupportRelativeError * even.Magnitude() * norm);
  }
}

// Against the explicit polytope of the image's vertices. The error is that of the original's
// choice, seen through the map: the stated 16 u of the reach of the image, and the triangle's own 8
// u of its size.
TEST(Affine, OfAVertexHullIsOne) {
  Random random(TestSeed());
  const std::vector<Vec3> directions = TestDirections(20, &random);
  for (const double scale : {1e-3, 1.0, 1e6}) {
    for (const double stretch : {1e-3, 1.0, 10.0}) {
      const TriangleShape triangle = RandomTriangle(scale, &random);
      const BoxShape box = RandomBox(scale, &random);
      const Mat3 linear = RandomMatrix(stretch, &random);
      const Vec3 t = RandomVec(scale, &random);
      const auto image = Affine<BoxShape>::Create(box, linear, t).value();
      ASSERT_EQ(image.num_vertices(), 8);
      for (int i = 0; i < 8; ++i) EXPECT_EQ(image.vertex(i), linear * box.vertex(i) + t);
      ExpectVertexSupport(image, 32.0 * kU * image.Magnitude(), directions);
      const auto flat = Affine<TriangleShape>::Create(triangle, linear, t).value();
      ExpectVertexSupport(flat, 32.0 * kU * flat.Magnitude(), directions);
    }
  }
}

TEST(Affine, StretchedBallIsAnEllipsoid) {
  Random random(TestSeed());
  const Vec3 axes{1.0, 0.25, 3.0};
  const Mat3 stretch{{{axes.x, 0, 0}, {0, axes.y, 0}, {0, 0, axes.z}}};
  const auto image = Affine<SphereShape>::Create(SphereShape::Create(1.0).value(), stretch).value();
  const EllipsoidShape ellipsoid = EllipsoidShape::Create(axes).value();
  static_assert(!kHasRadius<Affine<SphereShape>> && !kIsVertexHull<Affine<SphereShape>>);
  for (const Vec3& d : TestDirections(100, &random)) {
    NoHint hint;
    const Vec3 off = image.Support(d, &hint) - ellipsoid.Support(d, &hint);
    EXPECT_LE(NormInfinity(off), 2.0 * kRoundSupportRelativeError * ellipsoid.Magnitude()) << d;
  }
}

// A map that mirrors or flattens by any factor is not singular, and its directions do not
// underflow.
TEST(Affine, ExtremeMaps) {
  Random random(TestSeed());
  const std::vector<Vec3> directions = TestDirections(20, &random);
  const BoxShape box = BoxShape::Create({1, 2, 3}).value();
  const Mat3 turn = Pose3::FromYawPitchRoll({}, 0.3, -0.4, 1.2).rotation;
  for (const double factor : {-1.0, 1e-9, 1e-60, 1e7}) {
    const Mat3 flatten{{{1, 0, 0}, {0, factor, 0}, {0, 0, 1}}};
    for (const Mat3& linear : {flatten, turn * flatten, flatten * turn}) {
      const auto image = Affine<BoxShape>::Create(box, linear).value();
      ExpectVertexSupport(image, 32.0 * kU * image.Magnitude(), directions);
    }
  }
  for (const double scale : {1e-300, 1e-200, 1e7}) {
    const Mat3 uniform{{{scale, 0, 0}, {0, scale, 0}, {0, 0, scale}}};
    const auto image = Affine<BoxShape>::Create(box, uniform).value();
    NoHint hint;
    EXPECT_EQ(image.Support({1, -1, 1}, &hint), (Vec3{scale, -2.0 * scale, 3.0 * scale}));
    EXPECT_EQ(image.Support({1e-300, 1e-300, -1e-300}, &hint), (Vec3{scale, 2.0 * scale, -3.0 * scale}));
    // A direction that underflowed to 0 would have no unit vector.
    const auto ball = Affine<SphereShape>::Create(SphereShape::Create(2.0).value(), uniform).value();
    EXPECT_EQ(ball.Support({0, 0x1p-100, 0}, &hint), (Vec3{0, 2.0 * scale, 0}));
    EXPECT_EQ(ball.Support({0, 1e-320, 0}, &hint), (Vec3{0, 2.0 * scale, 0}));
  }
}

TEST(Affine, SingularMapsAreRefusedAtAnyScale) {
  const Mat3 turn = Pose3::FromYawPitchRoll({}, 0.3, -0.4, 1.2).rotation;
  const BoxShape box = BoxShape::Create({1, 1, 1}).value();
  for (const double scale : {1e-100, 1e-3, 1.0, 1e6}) {
    const Vec3 a = scale * turn.row[0];
    const Vec3 b = scale * turn.row[1];
    for (const Mat3& singular :
         {Mat3{{a, a, b}}, Mat3{{a, b, a + b}}, Mat3{{a, b, {}}}, Mat3{{{}, {}, {}}},
          Mat3{{a, b, 0.3 * a - 0.7 * b}}.Transposed(), Mat3{{a, b, a + 1e-15 * scale * turn.row[2]}}}) {
      const auto image = Affine<BoxShape>::Create(box, singular);
      ASSERT_FALSE(image.ok());
      EXPECT_NE(image.status().message().find("linear: singular, its determinant "), std::string::npos)
          << image.status();
    }
    EXPECT_TRUE(Affine<BoxShape>::Create(box, Mat3{{a, b, a + 1e-12 * scale * turn.row[2]}}).ok());
  }
}

TEST(Affine, BadInputIsNamed) {
  const BoxShape box = BoxShape::Create({1, 2, 3}).value();
  const Mat3 identity;
  const Mat3 zero{{{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}};
  const Mat3 not_finite{{{1, 0, 0}, {0, kNaN, 0}, {0, 0, 1}}};
  const Mat3 large{{{1e8, 0, 0}, {0, 1e8, 0}, {0, 0, 1e8}}};
  const BadInput cases[] = {
      {Affine<BoxShape>::Create(box, zero).status(), "linear: singular, its determinant 0 is 0 within rounding"},
      {Affine<BoxShape>::Create(box, not_finite).status(), "linear.row[1]: (0, nan, 0) is not finite"},
      {Affine<BoxShape>::Create(box, identity, {0, 2e9, 0}).status(),
       "translation.y: 2000000000 m is beyond the limit of 1e+08 m"},
  };
  for (const BadInput& bad : cases) ExpectRefused(bad);
  const absl::Status too_large = Affine<BoxShape>::Create(box, large).status();
  EXPECT_EQ(too_large.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(too_large.message().substr(0, 36), "image: coordinates of up to 30000000");
}

// Combinators in each other, over shapes with hints.
TEST(Combinators, Nest) {
  Random random(TestSeed());
  const std::vector<Vec3> directions = TestDirections(20, &random);
  const PrismShape prism = PrismShape::Create(RegularPolygon(12, 1.0), 0.0, 1.0).value();
  const SegmentShape segment({0, 0, 0}, {1, 2, 3});
  const auto turned = Affine<PrismShape>::Create(prism, Pose3::FromYawPitchRoll({}, 1, 2, 3).rotation).value();
  const HullOf hull(MinkowskiSum(turned, segment), PointShape({5, 5, 5}));
  ASSERT_EQ(hull.num_vertices(), 24 * 2 + 1);
  // The polygon's climbing 6 u of its perimeter, below 7 m; rotations and sums below 16 u of 6 m
  // each.
  ExpectVertexSupport(hull, 16.0 * kU * 16.0, directions);
  const auto rounded = Rounded<decltype(hull)>::Create(hull, 0.5).value();
  EXPECT_EQ(RadiusOf(rounded), 0.5);
  static_assert(sizeof(decltype(hull)::Hint) <= 16);
}

}  // namespace
}  // namespace collision2d::solid
