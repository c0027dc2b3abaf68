// Spheres, capsules, cones, cylinders, ellipsoids and rounded shapes, against closed forms.

#include "absl/status/status.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/papers/combinators.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/solid/testing/support_checker.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

// The stated error, and that of the closed forms, which round as often.
constexpr double kError = 2.0 * kRoundSupportRelativeError;

double Length(double x, double y, double z) { return std::sqrt(x * x + y * y + z * z); }
double Product(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

double DistanceToSegment(const Vec3& a, const Vec3& b, const Vec3& p) {
  const Vec3 ab = b - a;
  const double length_sq = Product(ab, ab);
  const double t = length_sq == 0.0 ? 0.0 : std::clamp(Product(p - a, ab) / length_sq, 0.0, 1.0);
  const Vec3 off = p - (a + t * ab);
  return Length(off.x, off.y, off.z);
}

ClosedForm CapsuleForm(const Vec3& a, const Vec3& b, double radius_m) {
  return {[=](const Vec3& d) { return std::max(Product(a, d), Product(b, d)) + radius_m; },
          [=](const Vec3& p) { return DistanceToSegment(a, b, p) - radius_m; }};
}

ClosedForm CylinderForm(double half_height_m, double radius_m) {
  return {[=](const Vec3& d) { return half_height_m * std::abs(d.z) + radius_m * Length(d.x, d.y, 0.0); },
          [=](const Vec3& p) { return std::max(std::abs(p.z) - half_height_m, Length(p.x, p.y, 0.0) - radius_m); }};
}

// The excess is measured along the radius.
ClosedForm ConeForm(double half_height_m, double radius_m) {
  return {[=](const Vec3& d) {
            return std::max(half_height_m * d.z, radius_m * Length(d.x, d.y, 0.0) - half_height_m * d.z);
          },
          [=](const Vec3& p) {
            const double part = half_height_m == 0.0 ? 1.0 : (half_height_m - p.z) / (2.0 * half_height_m);
            return std::max(std::abs(p.z) - half_height_m, Length(p.x, p.y, 0.0) - radius_m * part);
          }};
}

// The excess is relative to the ellipsoid of the same shape through p.
ClosedForm EllipsoidForm(const Vec3& s) {
  const double largest = std::max({s.x, s.y, s.z});
  const auto ratio = [](double x, double semi_axis) {
    return semi_axis == 0.0 ? (x == 0.0 ? 0.0 : 1e9) : x / semi_axis;
  };
  return {[=](const Vec3& d) { return Length(s.x * d.x, s.y * d.y, s.z * d.z); },
          [=](const Vec3& p) { return (Length(ratio(p.x, s.x), ratio(p.y, s.y), ratio(p.z, s.z)) - 1.0) * largest; }};
}

// The rounded box: distance to the box.
ClosedForm RoundBoxForm(const Vec3& h, double radius_m) {
  return {[=](const Vec3& d) { return h.x * std::abs(d.x) + h.y * std::abs(d.y) + h.z * std::abs(d.z) + radius_m; },
          [=](const Vec3& p) {
            return Length(std::max(0.0, std::abs(p.x) - h.x), std::max(0.0, std::abs(p.y) - h.y),
                          std::max(0.0, std::abs(p.z) - h.z)) -
                   radius_m;
          }};
}

class RoundShapes : public testing::Test {
 protected:
  template <typename Shape>
  void Check(const Shape& shape, const ClosedForm& form) {
    ExpectClosedForm(shape, form, kError * shape.Magnitude(), directions_);
  }

  Vec3 RandomVec(double reach) {
    return {random_.Uniform(-reach, reach), random_.Uniform(-reach, reach), random_.Uniform(-reach, reach)};
  }

  Random random_{TestSeed()};
  const std::vector<Vec3> directions_ = TestDirections(200, &random_);
};

TEST_F(RoundShapes, Sphere) {
  for (const double scale : {1e-3, 1.0, 1e6}) {
    for (const Vec3& center : {Vec3{}, RandomVec(scale), RandomVec(1e6)}) {
      const double radius_m = scale * random_.Uniform(0.1, 1.0);
      Check(SphereShape::Create(radius_m, center).value(), CapsuleForm(center, center, radius_m));
    }
  }
  Check(SphereShape::Create(0.0, {1, 2, 3}).value(), CapsuleForm({1, 2, 3}, {1, 2, 3}, 0.0));
  Check(SphereShape::Create(1e8).value(), CapsuleForm({}, {}, 1e8));
}

TEST_F(RoundShapes, Capsule) {
  for (const double scale : {1e-3, 1.0, 1e6}) {
    for (int round = 0; round < 3; ++round) {
      const Vec3 a = RandomVec(scale);
      const Vec3 b = round == 0 ? a : RandomVec(scale);
      const double radius_m = round == 1 ? 0.0 : scale * random_.Uniform(0.1, 1.0);
      Check(CapsuleShape::Create(a, b, radius_m).value(), CapsuleForm(a, b, radius_m));
    }
  }
}

TEST_F(RoundShapes, CylinderAndCone) {
  for (const double scale : {1e-3, 1.0, 1e6}) {
    for (const double height : {0.0, 1e-9, 0.3, 1.0, 100.0}) {
      for (const double radius : {0.0, 1e-9, 0.2, 1.0}) {
        SCOPED_TRACE(testing::Message() << "half height " << height << " * " << scale << ", radius " << radius);
        const double half_height_m = scale * height;
        const double radius_m = scale * radius;
        Check(CylinderShape::Create(half_height_m, radius_m).value(), CylinderForm(half_height_m, radius_m));
        Check(ConeShape::Create(half_height_m, radius_m).value(), ConeForm(half_height_m, radius_m));
      }
    }
  }
}

TEST_F(RoundShapes, Ellipsoid) {
  for (const double scale : {1e-3, 1.0, 1e6}) {
    for (const Vec3& axes :
         {Vec3{1, 1, 1}, Vec3{0.1, 0.5, 1.0}, Vec3{1, 1e-6, 1e-3}, Vec3{0, 1, 2}, Vec3{0, 0, 1}, Vec3{0, 0, 0}}) {
      Check(EllipsoidShape::Create(scale * axes).value(), EllipsoidForm(scale * axes));
    }
  }
}

TEST_F(RoundShapes, RoundedBox) {
  for (const double scale : {1e-3, 1.0, 1e6}) {
    const Vec3 h = scale * Vec3{0.5, 1.0, 0.25};
    const BoxShape box = BoxShape::Create(h).value();
    for (const double radius : {0.0, 0.1, 1.0}) {
      const auto rounded = Rounded<BoxShape>::Create(box, scale * radius).value();
      Check(rounded, RoundBoxForm(h, scale * radius));
      // Twice rounded: the radii add up, the core stays.
      const auto twice = Rounded<Rounded<BoxShape>>::Create(rounded, 0.5 * scale).value();
      Check(twice, RoundBoxForm(h, scale * radius + 0.5 * scale));
    }
  }
}

// Perpendicular to a flat end every point of it is a support point: the middle is taken.
TEST_F(RoundShapes, FlatEndsGiveTheirMiddle) {
  NoHint hint;
  EXPECT_EQ(CylinderShape::Create(2.0, 1.0).value().Support({0, 0, 3}, &hint), (Vec3{0, 0, 2}));
  EXPECT_EQ(CylinderShape::Create(2.0, 1.0).value().Support({0, 0, -3}, &hint), (Vec3{0, 0, -2}));
  EXPECT_EQ(ConeShape::Create(2.0, 1.0).value().Support({0, 0, -3}, &hint), (Vec3{0, 0, -2}));
  EXPECT_EQ(EllipsoidShape::Create({1, 2, 0}).value().Support({0, 0, 1}, &hint), (Vec3{0, 0, 0}));
  // The side of a cone: both ends of it tie, and the apex is taken.
  EXPECT_EQ(ConeShape::Create(2.0, 1.0).value().Support({4, 0, 1}, &hint), (Vec3{0, 0, 2}));
  // The rim.
  EXPECT_EQ(CylinderShape::Create(2.0, 1.0).value().Support({3, 4, 0}, &hint), (Vec3{0.6, 0.8, 2}));
}

TEST(RoundShapesErrors, BadInputIsNamed) {
  const Vec3 ok{1, 2, 3};
  const BoxShape box = BoxShape::Create(ok).value();
  const BadInput cases[] = {
      {SphereShape::Create(-1.0).status(), "radius_m: -1 is negative"},
      {SphereShape::Create(kNaN).status(), "radius_m: nan is not finite"},
      {SphereShape::Create(1e9).status(), "radius_m: 1000000000 m is beyond the limit of 1e+08 m"},
      {SphereShape::Create(1.0, {0, kNaN, 0}).status(), "center.y: nan is not finite"},
      {CapsuleShape::Create(ok, ok, -0.5).status(), "radius_m: -0.5 is negative"},
      {CapsuleShape::Create({kInf, 0, 0}, ok, 1.0).status(), "a.x: inf is not finite"},
      {CapsuleShape::Create(ok, {0, 0, kNaN}, 1.0).status(), "b.z: nan is not finite"},
      {CylinderShape::Create(-1.0, 1.0).status(), "half_height_m: -1 is negative"},
      {CylinderShape::Create(1.0, kInf).status(), "radius_m: inf is not finite"},
      {ConeShape::Create(kNaN, 1.0).status(), "half_height_m: nan is not finite"},
      {ConeShape::Create(1.0, -2.0).status(), "radius_m: -2 is negative"},
      {EllipsoidShape::Create({1, 1, -3}).status(), "semi_axes.z: -3 is negative"},
      {EllipsoidShape::Create({kNaN, 1, 1}).status(), "semi_axes.x: nan is not finite"},
      {Rounded<BoxShape>::Create(box, -0.25).status(), "radius_m: -0.25 is negative"},
      {Rounded<BoxShape>::Create(box, kNaN).status(), "radius_m: nan is not finite"},
      {Rounded<BoxShape>::Create(box, 2e8).status(), "radius_m: 200000000 m is beyond the limit of 1e+08 m"},
  };
  for (const BadInput& bad : cases) ExpectRefused(bad);
}

}  // namespace
}  // namespace collision2d::solid
