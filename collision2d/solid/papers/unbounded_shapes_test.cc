// Rays, lines, half-spaces and view pyramids.

#include "collision2d/solid/papers/unbounded_shapes.h"

#include <array>

#include "absl/status/status.h"
#include "collision2d/solid/geometry/determinant_sign.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/solid/testing/support_checker.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

static_assert(kIsUnbounded<RayShape> && kIsUnbounded<LineShape> && kIsUnbounded<HalfSpaceShape> &&
              kIsUnbounded<ViewPyramidShape> && !kIsUnbounded<BoxShape>);
static_assert(!kIsVertexHull<RayShape> && !kIsVertexHull<ViewPyramidShape>);

const std::array<Vec3, 4> kWindow = {{{1, -1, 2}, {1, 1, 2}, {-1, 1, 2}, {-1, -1, 2}}};

// The base point is a support point in every direction that no recession direction rises along.
template <typename Shape>
void ExpectBasePoint(const Shape& shape, const Vec3& base) {
  NoHint hint;
  EXPECT_EQ(shape.Support({1, -2, 3}, &hint), base);
  EXPECT_EQ(shape.Center(), base);
  EXPECT_EQ(shape.Magnitude(), NormInfinity(base));
}

TEST(UnboundedShapes, BasePointsAndRecessionDirections) {
  const Vec3 base{1, -5, 3};
  const Vec3 direction{0, 3, 4};
  const RayShape ray = RayShape::Create(base, direction).value();
  ExpectBasePoint(ray, base);
  EXPECT_EQ(ray.num_recession_directions(), 1);
  EXPECT_EQ(ray.recession_direction(0), direction);
  const LineShape line = LineShape::Create(base, direction).value();
  ExpectBasePoint(line, base);
  EXPECT_EQ(line.num_recession_directions(), 2);
  EXPECT_EQ(line.recession_direction(0), direction);
  EXPECT_EQ(line.recession_direction(1), -direction);
  const ViewPyramidShape pyramid = ViewPyramidShape::Create(base, kWindow).value();
  ExpectBasePoint(pyramid, base);
  EXPECT_EQ(pyramid.num_recession_directions(), 4);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(pyramid.recession_direction(i), kWindow[static_cast<size_t>(i)]);
  ExpectBasePoint(HalfSpaceShape::Create(base, direction).value(), base);
}

// The generators of a half-space lie in it; four on its boundary, exactly, and pairwise opposite;
// they span it.
TEST(UnboundedShapes, HalfSpaceGenerators) {
  Random random(TestSeed());
  for (const Vec3& n : TestDirections(200, &random)) {
    const HalfSpaceShape half_space = HalfSpaceShape::Create({}, n).value();
    ASSERT_EQ(half_space.num_recession_directions(), 5);
    EXPECT_EQ(half_space.recession_direction(0), -n);
    for (int i = 1; i < 5; ++i) {
      EXPECT_EQ(DotSign(FromOrigin(n), FromOrigin(half_space.recession_direction(i))), 0) << n << ", " << i;
    }
    EXPECT_EQ(half_space.recession_direction(2), -half_space.recession_direction(1));
    EXPECT_EQ(half_space.recession_direction(4), -half_space.recession_direction(3));
    EXPECT_NE(DeterminantSign(FromOrigin(n), FromOrigin(half_space.recession_direction(1)),
                              FromOrigin(half_space.recession_direction(3))),
              0)
        << n;
  }
}

TEST(UnboundedShapes, BadInputIsNamed) {
  const Vec3 ok{1, 2, 3};
  std::array<Vec3, 4> clockwise = {kWindow[3], kWindow[2], kWindow[1], kWindow[0]};
  std::array<Vec3, 4> reflex = kWindow;
  reflex[2] = {0.5, -0.5, 2};
  std::array<Vec3, 4> collinear = kWindow;
  collinear[1] = {1, 0, 2};
  collinear[2] = {1, 1, 2};
  std::array<Vec3, 4> not_finite = kWindow;
  not_finite[3].y = kNaN;
  std::array<Vec3, 4> zero = kWindow;
  zero[0] = {};
  const BadInput cases[] = {
      {RayShape::Create({kNaN, 0, 0}, ok).status(), "origin.x: nan is not finite"},
      {RayShape::Create(ok, {0, 0, 0}).status(), "direction: (0, 0, 0) is no direction"},
      {RayShape::Create(ok, {0, kInf, 0}).status(), "direction.y: inf is not finite"},
      {LineShape::Create({0, 1e9, 0}, ok).status(), "point.y: 1000000000 m is beyond the limit of 1e+08 m"},
      {LineShape::Create(ok, {0, 0, 0}).status(), "direction: (0, 0, 0) is no direction"},
      {HalfSpaceShape::Create(ok, {0, 0, 0}).status(), "outward_normal: (0, 0, 0) is no direction"},
      {HalfSpaceShape::Create({0, 0, kNaN}, ok).status(), "point.z: nan is not finite"},
      {ViewPyramidShape::Create({kInf, 0, 0}, kWindow).status(), "apex.x: inf is not finite"},
      {ViewPyramidShape::Create(ok, not_finite).status(), "edges[3].y: nan is not finite"},
      {ViewPyramidShape::Create(ok, zero).status(), "edges[0]: (0, 0, 0) is no direction"},
      {ViewPyramidShape::Create(ok, clockwise).status(),
       "edges[0..3] are in clockwise order; counter-clockwise is needed"},
      {ViewPyramidShape::Create(ok, collinear).status(),
       "edges[2]: (1, 1, 2) is on the wall through edges[0] and edges[1]; four corners are needed"},
      {ViewPyramidShape::Create(ok, reflex).status(),
       "edges[3]: (-1, -1, 2) is outside the wall through edges[1] and edges[2]; four corners are needed"},
  };
  for (const BadInput& bad : cases) ExpectRefused(bad);
  EXPECT_TRUE(RayShape::Create(ok, {1e-320, 0, 0}).ok());
}

}  // namespace
}  // namespace collision2d::solid
