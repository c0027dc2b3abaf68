// Solids that the tests and issues of other libraries name, with the answers that their numbers
// imply. Poses are those of the bodies in one world.

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

constexpr double kPi = 3.141592653589793;
constexpr double kSqrt2 = 1.4142135623730951;

BoxShape Box(double x, double y, double z) { return BoxShape::Create({0.5 * x, 0.5 * y, 0.5 * z}).value(); }
BoxShape Cube(double side) { return Box(side, side, side); }
SphereShape Ball(double radius_m) { return SphereShape::Create(radius_m).value(); }
CapsuleShape Capsule(double radius_m, double axis_m) {
  return CapsuleShape::Create({0, 0, -0.5 * axis_m}, {0, 0, 0.5 * axis_m}, radius_m).value();
}
ConvexPolytope Hull(const std::vector<Vec3>& points) { return ConvexPolytope::FromPoints(points).value(); }

Mat3 AboutZ(double angle_rad) { return Pose3::FromYawPitchRoll({}, angle_rad, 0.0, 0.0).rotation; }
Mat3 AboutY(double angle_rad) { return Pose3::FromYawPitchRoll({}, 0.0, angle_rad, 0.0).rotation; }
Mat3 AboutX(double angle_rad) { return Pose3::FromYawPitchRoll({}, 0.0, 0.0, angle_rad).rotation; }
Mat3 About(Vec3 axis, double angle_rad) {
  const Vec3 u = (1.0 / Norm(axis)) * axis;
  const double c = std::cos(angle_rad);
  const double s = std::sin(angle_rad);
  const Vec3 v = (1.0 - c) * u;
  return {{{c + v.x * u.x, v.x * u.y - s * u.z, v.x * u.z + s * u.y},
           {v.y * u.x + s * u.z, c + v.y * u.y, v.y * u.z - s * u.x},
           {v.z * u.x - s * u.y, v.z * u.y + s * u.x, c + v.z * u.z}}};
}
Pose3 At(double x, double y, double z, const Mat3& rotation = {}) { return {{x, y, z}, rotation}; }
// The ways to turn a cube onto a face.
std::vector<Mat3> Faces() {
  return {Mat3{}, AboutX(0.5 * kPi), AboutX(kPi), AboutX(-0.5 * kPi), AboutY(0.5 * kPi), AboutY(-0.5 * kPi)};
}

// Booleans only where `signed_m` is beyond `error_m`.
template <typename A, typename B>
void ExpectSigned(const A& a, const Pose3& world_from_a, const B& b, const Pose3& world_from_b, double signed_m,
                  double error_m = 1e-12, Vec3 direction = {}) {
  const Pose3 a_from_b = RelativePose(world_from_a, world_from_b);
  const Pose3 b_from_a = RelativePose(world_from_b, world_from_a);
  const Separation3 separation = ComputeSeparation(a, b, a_from_b);
  EXPECT_NEAR(separation.signed_distance_m, signed_m, error_m);
  EXPECT_NEAR(ComputeSeparation(b, a, b_from_a).signed_distance_m, signed_m, error_m);
  EXPECT_NEAR(Distance(a, b, a_from_b), std::max(signed_m, 0.0), error_m);
  if (std::abs(signed_m) > error_m) {
    EXPECT_EQ(Collides(a, b, a_from_b), signed_m < 0.0);
    EXPECT_EQ(Collides(b, a, b_from_a), signed_m < 0.0);
  }
  if (Norm(direction) > 0.0) {
    EXPECT_LE(Norm(world_from_a.rotation * separation.direction - direction), 1e-9);
  }
}

template <typename A, typename B>
void ExpectCollides(const A& a, const Pose3& world_from_a, const B& b, const Pose3& world_from_b, bool collides) {
  EXPECT_EQ(Collides(a, b, RelativePose(world_from_a, world_from_b)), collides);
  EXPECT_EQ(Collides(b, a, RelativePose(world_from_b, world_from_a)), collides);
}

TEST(PeerSolids3, FclBoxes) {
  const BoxShape cube = Cube(1.0);
  const Vec3 down = {0, 0, -1};
  const Vec3 u = {kSqrt2 / 2, 0, kSqrt2 / 2};
  const Vec3 edge = (kSqrt2 - 0.1) * u;
  for (const Mat3& face : Faces()) {
    ExpectSigned(cube, At(0, 0, 0, AboutY(0.25 * kPi)), Cube(3.0), At(0, 0, -1.5, face), -kSqrt2 / 2, 1e-12, down);
    ExpectSigned(cube, At(0, 0, 0, AboutX(0.125 * kPi)), cube, At(0, 0, -0.75, AboutZ(0.25 * kPi) * face),
                 0.25 - kSqrt2 / 2 * std::cos(0.125 * kPi), 1e-12, down);
    ExpectSigned(cube, {edge, AboutY(-0.25 * kPi) * AboutZ(0.25 * kPi)}, cube, At(0, 0, 0, face), -0.1, 1e-12, -u);
  }
}

// Equal boxes side by side, apart or overlapping by about rounding.
TEST(PeerSolids3, FclIssue493) {
  const Mat3 rotation = {{{.94096063217417758029, .29296840037289501035, .16959541586174811667},
                          {-.23569836841299879326, .92661523595848427348, -.29296840037289506586},
                          {-.2429801799032638987, .23569836841299884878, .94096063217417758029}}};
  for (const double e : {0.01, 0.25, 0.5, 10.0, 1000.0}) {
    const double scale = std::max(1.0, e);
    for (const double gap : {0.0, 1e-16, -1e-16, 2.5e-16, -2.5e-16, 1e-15, -1e-15}) {
      const Pose3 a = {{0, 0, 5 * e}, rotation};
      const Pose3 b = {a * Vec3{0, e + gap * scale, 0}, rotation};
      ExpectSigned(Cube(e), a, Cube(e), b, gap * scale, 5e-15 * scale);
    }
  }
}

TEST(PeerSolids3, FclIssues) {
  const Mat3 turned = {{{-3.0627937852578681533e-08, -.99999999999999888978, -2.8893865161583314238e-08},
                        {.9999999999999980016, -3.0627939739957803544e-08, 6.4729926918527511769e-08},
                        {-6.4729927722963847085e-08, -2.8893863029448751323e-08, .99999999999999711342}}};
  ExpectSigned(Box(.03, .12, .1), {{.63499979627350811029, -.48500002215636439651, 1.0778146458339641356}, turned},
               Box(.025, .35, 1.845), At(.8, -.4575, 1.0225, AboutZ(0.5 * kPi)), 1.7082191661e-8, 1e-15);
  ExpectSigned(Box(.614, 3, .37), At(-.675, 0, .9115), Box(.494, .552, .01), At(-.692, 0, .935), -.1665);
  ExpectSigned(Box(.2, .33, .1), At(-.071, -.772, .8), Box(.452, .27, .6),
               At(.121, -.78769605692727695523, .53422044196125151316), -.08422044196125167);
  const Mat3 slanted = {{{.6, -.8, 0}, {.8, .6, 0}, {0, 0, 1}}};
  const Pose3 moved = {{0.3, -0.2, 0.7}, AboutZ(0.1 * kPi) * About({1, 2, -2}, 0.1 * kPi)};
  for (const double y : {0.0, 0.1, -0.05, -0.1}) {
    for (const Pose3& world : {Pose3{}, moved}) {
      ExpectSigned(Cube(1.0), world * At(0, 0, 0.5), Box(.6, .8, 1), world * At(-1, y, .5, slanted), 0.0, 4e-15);
      ExpectSigned(Cube(1.0), world * At(0, 0, 0.5), Box(.6, .8, 1), world * At(-.9, y, .5, slanted), -.1);
    }
  }
  for (const double x : {0.0, 0x1p-52, -0x1p-52, 0.001, -0.002}) {
    for (const double y : {0.0, 0x1p-52, -0x1p-52, 0.001, -0.002}) {
      ExpectSigned(Ball(.0015), At(x, y, .002), Box(.115, .01, .0025), At(0, 0, 0), -.00075);
    }
  }
  ExpectSigned(Ball(1.0), At(0, 0, 0), Box(10, 2, 10), At(0, 5, 3), 3.0);
  ExpectSigned(Ball(.06), At(1.7855e-10, .04, .33), Cube(.1), At(.05, .15, .35), 0.0, 1e-9);
}

TEST(PeerSolids3, RoundShapes) {
  const BoxShape box = Box(1, 2, 4);
  ExpectSigned(Capsule(2, 4), At(3, 0, 0), box, At(0, 0, 0), 0.5);
  ExpectSigned(Capsule(2, 4), At(0, 0, 8), box, At(0, 0, 0), 2.0);
  ExpectSigned(Capsule(2, 4), At(-10, 0, 0, AboutY(0.5 * kPi)), box, At(0, 0, 0), 5.5);
  ExpectSigned(Capsule(2, 4), At(-10, .8, 1.5, AboutY(0.5 * kPi)), box, At(0, 0, 0), 5.5);
  ExpectSigned(Ball(50), At(0, 0, -50), Capsule(50, 200), At(0, 0, 175), 25.0);
  ExpectSigned(Ball(50), At(0, 0, -50), Capsule(50, 200), At(0, 0, 125), -25.0);
  ExpectCollides(Ball(50), At(0, 0, -50), Capsule(50, 200), At(0, 0, 200), false);
  ExpectCollides(Ball(50), At(0, 0, -50), Capsule(50, 200), At(150, 0, 0), false);
  ExpectSigned(Ball(50), At(0, 0, 0), Capsule(50, 200), At(0, 50, 75, AboutX(0.5 * kPi)), -25.0);
  ExpectSigned(Ball(20), At(0, 0, 0), Ball(10), At(40, 0, 0), 10.0);
  ExpectSigned(Ball(20), At(0, 0, 0), Ball(10), At(25, 0, 0), -5.0);
  ExpectSigned(Ball(20), At(0, 0, 0), Ball(10), At(20, 0, 20), std::sqrt(800.0) - 30.0);
  ExpectSigned(Capsule(5, 10), At(0, 0, 0), Capsule(5, 10), At(20.1, 0, 0), 10.1);
  ExpectSigned(Capsule(5, 10), At(0, 0, 0), Capsule(5, 10), At(20, 20, 0), std::sqrt(800.0) - 10.0);
  ExpectSigned(Capsule(5, 10), At(0, 0, 0), Capsule(5, 10), At(0, 0, 20.1), .1);
  ExpectSigned(Capsule(5, 10), At(0, 0, 0), Capsule(5, 10), At(0, 0, 25.1, AboutY(0.5 * kPi)), 10.1);
  for (const double growth : {0.0, 0.1, 1.0, 10.0, 100.0}) {
    for (const double apart : {3.0, 2.01, 2.0, 1.0}) {
      ExpectCollides(Ball(1 + growth), At(0, 0, 0), Ball(1 + growth), At(apart, 0, 0), apart <= 2 * (1 + growth));
    }
  }
}

TEST(PeerSolids3, CoalBoxes) {
  ExpectSigned(Box(6, 10, 2), At(0, 0, 0), Cube(2), At(25, 20, 5), std::sqrt(646.0));
  ExpectSigned(Box(6, 10, 2), At(0, 0, 0), Cube(2), At(0, 0, 10, About({1, 1, 1}, 0.25 * kPi)), 7.37876556, 1e-8);
  ExpectSigned(Cube(1), At(-2, 1, .5, AboutZ(0.25 * kPi)), Cube(1), At(2, .5, .5, AboutY(0.25 * kPi)), 4 - kSqrt2);
  for (const double x : {2.0, 1.01, 0.99, 0.0}) ExpectSigned(Cube(1), At(x, 0, 0), Cube(1), At(0, 0, 0), x - 1.0);
}

TEST(PeerSolids3, Libccd) {
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(i);
    const double way = -5 + 0.1 * i;
    const bool within = i > 35 && i < 65;
    if (i != 35 && i != 65) {
      ExpectCollides(Box(1, 2, 1), At(way, 0, 0), Box(2, 1, 2), At(0, 0, 0), within);
      ExpectCollides(Box(1, 2, 1), At(way, -.1, 0), Box(2, 1, 2), At(0, 0, 0), within);
      ExpectCollides(Box(1, 2, 1), At(0, way, 0), Box(2, 1, 2), At(0, 0, 0), within);
      ExpectCollides(Box(1, 2, 1), At(0, 0, way), Box(2, 1, 2), At(0, 0, 0), within);
    }
    if (i != 33 && i != 67) {
      ExpectCollides(Box(1, 2, 1), At(way, .5, 0, AboutY(0.25 * kPi)), Box(2, 1, 2), At(0, 0, 0), i > 33 && i < 67);
    }
    for (const Vec3 place : {Vec3{way, 0, 0}, Vec3{0, way, 0}, Vec3{0, 0, way}}) {
      ExpectCollides(Ball(.35), {place, {}}, Ball(.5), At(0, 0, 0), i >= 42 && i <= 58);
    }
  }
  for (int i = 0; i < 30; ++i) {
    ExpectCollides(Cube(1), At(-1.01, 0, 0, AboutY(i * kPi / 20)), Cube(1), At(0, 0, 0), i % 10 != 0);
  }
  ExpectSigned(Cube(1), At(-.5, .5, .2), Box(.5, 1, 1.5), At(0, 0, 0), -.25, 1e-12, {1, 0, 0});
  ExpectSigned(Cube(1), At(-.75, .5, .2), Box(.5, 1, 1.5), At(0, 0, 0), 0.0);
  ExpectSigned(Cube(1), At(-.3, .5, 1), Box(.5, 1, 1.5), At(0, 0, 0), -.25, 1e-12, {0, 0, -1});
  const Mat3 z = AboutZ(0.25 * kPi);
  const Mat3 yz = About({0, 1, 1}, 0.25 * kPi);
  ExpectSigned(Cube(1), At(0, 0, 0, z), Cube(1), At(0, 0, 0), -1.0);
  ExpectSigned(Cube(1), At(-.5, 0, 0, z), Cube(1), At(0, 0, 0), -kSqrt2 / 2);
  ExpectSigned(Cube(1), At(-.5, .1, .4, yz), Cube(1), At(0, 0, 0), -.734698, 1e-6);
  ExpectSigned(Cube(1), At(.1, 0, .1, z), Cube(1), At(.1, 0, 0), -.9);
  ExpectSigned(Cube(1), At(-.5, 0, 0, z), Cube(1), At(.1, 0, 0), .1 - kSqrt2 / 2);
  ExpectSigned(Cube(1), At(-.5, .5, 0, z), Cube(1), At(.1, 0, 0), -.429289, 1e-6);
  ExpectSigned(Cube(1), At(-.5, .1, .4, yz), Cube(1), At(.1, 0, 0), -.648412, 1e-6);
  ExpectSigned(Cube(1), At(-.5, .1, .4, yz * About({1, 1, 1}, 0.25 * kPi)), Cube(1), At(.1, 0, 0), -.622622, 1e-6);
  ExpectSigned(Cube(1), At(-1.3, 0, 0, z * AboutX(0.25 * kPi)), Cube(1), At(0, 0, 0), -.053553, 1e-6, {1, 0, 0});
}

TEST(PeerSolids3, Polytopes) {
  const ConvexPolytope upper = Hull({{0, 0, .2}, {1, 0, .1}, {0, 1, .3}, {0, 0, 1}});
  const ConvexPolytope unit = Hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  for (int i = 0; i <= 6; ++i) {
    SCOPED_TRACE(i);
    const double below = std::pow(8.0, -i);
    const ConvexPolytope lower = Hull({{0, 0, -3}, {1, 0, -3}, {0, 1, -3}, {.5, .3, -below}});
    // The plane through the first three: z = 0.2 - 0.1 x + 0.1 y.
    ExpectSigned(upper, Pose3{}, lower, Pose3{}, (0.18 + below) / std::sqrt(1.02), 1e-14);
    const double gap = (i % 2 == 0 ? kSqrt2 : -kSqrt2) * std::pow(10.0, -3 * i);
    const ConvexPolytope tip = Hull({{0, 0, -3}, {1, 0, -3}, {0, 1, -3}, {.5, .3, -gap}});
    ExpectCollides(unit, Pose3{}, tip, Pose3{}, gap <= 0.0);
    EXPECT_NEAR(Distance(unit, tip, Pose3{}), std::max(gap, 0.0), 1e-15);
  }
  const Mat3 z = AboutZ(0.25 * kPi);
  const Mat3 turns[] = {Mat3{}, z, AboutY(std::atan(1.0 / kSqrt2)) * z, AboutY(0.25 * kPi)};
  // How far each cube reaches along x: the sum of the magnitudes of the first row.
  const auto reach = [](const Mat3& m) { return std::abs(m.row[0].x) + std::abs(m.row[0].y) + std::abs(m.row[0].z); };
  for (const Mat3& a : turns) {
    for (const Mat3& b : turns) {
      for (const double gap : {1.0, 1e-4, 1e-8, 1e-12}) {
        ExpectSigned(Cube(2), At(0, 0, 0, a), Cube(2), At(reach(a) + reach(b) + gap, 0, 0, b), gap, 4e-15);
      }
    }
  }
  // DOLFINx, issue 3653.
  const PointShape point = PointShape::Create({44.2919, 39.7508, 18.8208}).value();
  const ConvexPolytope cell = Hull({{46.0659, 38.6251, 16.3637},
                                    {44.2764, 42.3867, 18.239},
                                    {50.0397, 38.4649, 19.9843},
                                    {47.1963, 40.4563, 19.1057},
                                    {48.0266, 38.5593, 18.2475},
                                    {45.1735, 40.495, 17.3336},
                                    {48.0415, 40.4456, 18.1963}});
  EXPECT_NEAR(Distance(point, cell, Pose3{}), 1.813452645338503, 1e-12);
  // distance3d, issue 72.
  const ConvexPolytope spindle = Hull({{-90, -120.14644661, -120.85355335},
                                       {-90, -120.85355339, -120.14644656},
                                       {-90.70710679, -119.64644658, -120.35355338},
                                       {-90.70710679, -120.35355336, -119.64644659},
                                       {-89.29289321, -119.64644664, -120.35355341},
                                       {-89.29289321, -120.35355342, -119.64644662},
                                       {-90, -119.14644661, -119.85355344},
                                       {-90, -119.85355339, -119.14644665}});
  ExpectCollides(Box(30, 1, 1), At(-104.5, -120, -120), spindle, Pose3{}, true);
  // Parry, issues 246, 315 and 141; the first in single precision.
  const auto triangle = [](Vec3 a, Vec3 b, Vec3 c) { return TriangleShape::Create(a, b, c).value(); };
  EXPECT_NEAR(
      Distance(triangle({-13.174434f, 1.0f, 8.736801f}, {3.5251038f, 1.0f, 12.1f}, {3.2048466f, 1.0f, 12.218325f}),
               triangle({-1.63f, 0.0f, 11.19f}, {-2.349647f, 0.0f, 11.037681f}, {-2.349647f, 1.0f, 11.037681f}),
               Pose3{}),
      4.0671e-8, 1e-12);
  ExpectSigned(Cube(1), At(.5, .5, .5), Cube(1), At(1.5, .5, .5), 0.0, 0.0, {1, 0, 0});
  ExpectSigned(Cube(1), At(0, 1.1, 0), Cube(1), At(0, 0, 0), .1);
}

}  // namespace
}  // namespace collision2d::solid
