#include "collision2d/solid/shapes/prism_shape.h"

#include "absl/status/status.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/combinators.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/testing/support_checker.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

double Perimeter(const ConvexPolygon& polygon) {
  double perimeter = 0.0;
  for (int i = 0; i < polygon.size(); ++i) perimeter += Norm(polygon.ring()[i + 1] - polygon.ring()[i]);
  return perimeter;
}

double DistanceToPolygon(const ConvexPolygon& polygon, Vec2 p) {
  bool inside = polygon.size() >= 3;
  double least = kInf;
  for (int i = 0; i < polygon.size(); ++i) {
    const Vec2 from = polygon.ring()[i];
    const Vec2 edge = polygon.ring()[i + 1] - from;
    const double t = polygon.size() == 1 ? 0.0 : Dot(p - from, edge) / Dot(edge, edge);
    least = std::fmin(least, Norm(p - (from + std::fmin(std::fmax(t, 0.0), 1.0) * edge)));
    inside = inside && Cross(edge, p - from) >= 0.0;
  }
  return inside ? 0.0 : least;
}

// The stated error of climbing, relative to |d|_1: 6 u of the perimeter, more than a scan's 5 u of
// the diameter. The test also asks it of the centre, a mean of n sums.
double PrismError(const PrismShape& prism) {
  return 6.0 * 0x1p-53 * Perimeter(prism.polygon()) + 4.0 * 0x1p-53 * prism.Magnitude();
}

TEST(PrismShape, SupportIsTheBestVertex) {
  Random random(TestSeed());
  const std::vector<Vec3> directions = TestDirections(40, &random);
  for (int round = 0; round < 100; ++round) {
    SCOPED_TRACE(round);
    const ConvexPolygon polygon = RandomPolygon(round % 2 == 0 ? 8 : 24, &random);
    const double z_min_m = random.Uniform(-2.0, 2.0);
    const double height_m = round % 5 == 0 ? 0.0 : random.LogUniform(1e-6, 10.0);
    const PrismShape prism = PrismShape::Create(polygon, z_min_m, z_min_m + height_m).value();
    ExpectVertexSupport(prism, PrismError(prism), directions);
  }
}

// More vertices than the polygon has start vertices for, warm and cold.
TEST(PrismShape, ManyVertices) {
  Random random(TestSeed());
  const std::vector<Vec3> directions = TestDirections(10, &random);
  for (const int n : {9, 100, 1000}) {
    const PrismShape prism = PrismShape::Create(RegularPolygon(n, 3.0), -1.0, 2.0).value();
    EXPECT_EQ(prism.num_vertices(), 2 * n);
    ExpectVertexSupport(prism, PrismError(prism), directions);
  }
}

// The hint changes the way to the vertex, not the vertex, where one is best.
TEST(PrismShape, AnyHintLeadsToTheSameVertex) {
  Random random(TestSeed());
  const PrismShape prism = PrismShape::Create(RegularPolygon(64, 1.0), 0.0, 1.0).value();
  for (int round = 0; round < 1000; ++round) {
    const Vec3 d{random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
    PrismShape::Hint cold;
    PrismShape::Hint warm{random.Index(64)};
    EXPECT_EQ(prism.Support(d, &warm), prism.Support(d, &cold)) << d;
    EXPECT_EQ(warm.vertex, cold.vertex);
  }
}

TEST(PrismShape, VerticesByLayer) {
  const ConvexPolygon polygon = ConvexPolygon::Rectangle(4.0, 2.0).value();
  const PrismShape prism = PrismShape::Create(polygon, 1.0, 3.0).value();
  EXPECT_EQ(prism.num_vertices(), 8);
  EXPECT_EQ(prism.vertex(0), (Vec3{-2, -1, 1}));
  EXPECT_EQ(prism.vertex(4), (Vec3{-2, -1, 3}));
  EXPECT_EQ(prism.vertex(7), (Vec3{-2, 1, 3}));
  EXPECT_EQ(prism.Center(), (Vec3{0, 0, 2}));
  EXPECT_EQ(prism.Magnitude(), 3.0);
  const PrismShape flat = PrismShape::Create(polygon, 1.0, 1.0).value();
  EXPECT_EQ(flat.num_vertices(), 4);
  EXPECT_EQ(flat.vertex(3), (Vec3{-2, 1, 1}));
  const PrismShape pole = PrismShape::Create(ConvexPolygon::Create({{1, 2}}).value(), -1.0, 3.0).value();
  EXPECT_EQ(pole.num_vertices(), 2);
  EXPECT_EQ(pole.vertex(1), (Vec3{1, 2, 3}));
}

// The middle of a polygon's box may lie outside of it; the prism's centre must not.
TEST(PrismShape, CenterOfASliverIsInside) {
  const ConvexPolygon sliver = ConvexPolygon::Create({{0, 0}, {1, 0.9}, {10, 10}}).value();
  Random random(TestSeed());
  const PrismShape prism = PrismShape::Create(sliver, 0.0, 1.0).value();
  ExpectVertexSupport(prism, PrismError(prism), TestDirections(100, &random));
}

TEST(RoundPrism, ClosedForm) {
  Random random(TestSeed());
  const std::vector<Vec3> directions = TestDirections(60, &random);
  for (int round = 0; round < 40; ++round) {
    SCOPED_TRACE(round);
    const ConvexPolygon sharp = RandomPolygon(12, &random);
    const double radius_m = round % 4 == 0 ? 0.0 : random.Uniform(0.1, 2.0);
    const ConvexPolygon polygon = ConvexPolygon::Create(sharp.vertices(), radius_m).value();
    const RoundPrismShape prism = CreateRoundPrism(polygon, -1.0, 0.5).value();
    ClosedForm form;
    form.support_value = [&](const Vec3& d) {
      double best = -kInf;
      for (const Vec2 v : sharp.vertices()) best = std::fmax(best, d.x * v.x + d.y * v.y);
      return best + radius_m * std::sqrt(d.x * d.x + d.y * d.y) + (d.z > 0.0 ? 0.5 * d.z : -d.z);
    };
    form.excess_m = [&](const Vec3& p) {
      return std::fmax(std::fmax(p.z - 0.5, -1.0 - p.z), DistanceToPolygon(sharp, {p.x, p.y}) - radius_m);
    };
    const double error_m =
        2.0 * kRoundSupportRelativeError * prism.Magnitude() + 2.0 * 6.0 * 0x1p-53 * Perimeter(polygon);
    ExpectClosedForm(prism, form, error_m, directions);
    EXPECT_FALSE(kHasRadius<RoundPrismShape>);
    EXPECT_FALSE(kIsVertexHull<RoundPrismShape>);
  }
}

TEST(PrismShape, BadInputIsNamed) {
  const ConvexPolygon sharp = ConvexPolygon::Rectangle(2.0, 1.0).value();
  const ConvexPolygon round = ConvexPolygon::Create(sharp.vertices(), 0.25).value();
  const BadInput cases[] = {
      {PrismShape::Create(round, 0, 1).status(), "polygon.radius_m: 0.25 is not 0; CreateRoundPrism takes it"},
      {PrismShape::Create(sharp, kNaN, 1).status(), "z_min_m: nan is not finite"},
      {PrismShape::Create(sharp, 0, kInf).status(), "z_max_m: inf is not finite"},
      {PrismShape::Create(sharp, -1e9, 1).status(), "z_min_m: -1000000000 m is beyond the limit of 1e+08 m"},
      {PrismShape::Create(sharp, 2, 1.5).status(), "z_min_m: 2 is above z_max_m: 1.5; the span is inverted"},
      {CreateRoundPrism(round, 2, 1.5).status(), "z_min_m: 2 is above z_max_m: 1.5; the span is inverted"},
  };
  for (const BadInput& bad : cases) ExpectRefused(bad);
}

}  // namespace
}  // namespace collision2d::solid
