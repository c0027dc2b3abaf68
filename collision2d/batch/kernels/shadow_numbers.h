#pragma once

#include <cmath>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

// How a posed shape becomes single precision, for obstacles and bodies alike, and the bounds on
// what that loses. u is 2^-24, the unit roundoff of single precision.
//
// What a filter must answer for is Collides(a, b, RelativePose(P, Q)). It differs from the two sets
// posed in the world by real arithmetic, P a and Q b, by double-precision rounding (2^-49 of the
// coordinates) and by rotations that are not quite unit:
// M_P^T (M_Q v + t_Q - t_P) - w is M_P^T times the difference of the world points, plus (|M_P|^2 -
// 1) w. All of it is below 4 kUnitRotationTolerance = 2^-37.9 times |w| + |v| + |t_P - o| + |t_Q -
// o| for any o, which splits into one term of the body and one of the obstacle: kShadowPosingError,
// of PosedMagnitude. With a positive radius the error of Distance, 2^-50 of the same lengths, is in
// it too.
namespace collision2d::internal {

// Relative to PosedMagnitude: the bound above, rounded up. No proof: rotations that are not unit
// are the larger part, derived above.
inline constexpr double kShadowPosingError = 0x1p-36;

// Relative to |x| + |y| of a centre in the shadow: the rounding of the centre, u, doubled (see
// kShadowSizeError). Proof: shadow_center.
inline constexpr double kShadowCenterError = 0x1p-23;

// Relative to half_length + half_width of a box: the rounding of the axis and of the halves, below
// 4 u, and that of a corner that is not quite the box's (2^-24), doubled; and the evaluation of the
// box test. With S the sum of all four halves and d the difference of the centres, a gap is
// computed within 8 u (|d| + S): 40 u S as long as |d| <= 4 S. If |d| > 4 S, the largest gap is
// above 0.4 |d|, and 8 u |d| + 8 u S is less than 2^-18 of it, which doubling the other errors
// covers; no overlap is then claimed. Together below 56 u.
// The disc test (CompareDiscs) computes how far the disc's centre is beyond each half of the
// other's core within 2 u (|dx| |axis_x| + |dy| |axis_y|) + 2 u |d|, or the same across, which is
// below 5 u |d| in both together; the distance, of their squares, within 6 u |d|: 24 u S as long as
// |d| <= 4 S. The sum of the radii, rounded up before, and its square lose 11 u S. With the
// rounding of axis, halves and corners, 16 u S, that is below 56 u as well. If |d| > 4 S, the
// distance exceeds the radii by more than 0.7 |d|. Proof: box.
inline constexpr double kShadowSizeError = 0x1p-18;

// m. Covers single-precision products that underflow and lose up to 2^-150 m^2 each: every test of
// squares or products has room for the square of this length, or, CirclesApart, for
// kCirclesApartError of it on either side.
inline constexpr double kShadowUnderflow_m = 1e-19;

// The error of CirclesApart, relative to (|p|_1 + R)^2 of either circle. With M = (|c| + |p| + r +
// R)^2, which bounds every partial sum, its three products and three additions lose 7 u M at most,
// fused or not; M <= 2 (|c| + r)^2 + 2 (|p| + R)^2; rounding origin_power and the threshold u more:
// 15 u. Proof: circles_apart.
inline constexpr double kCirclesApartError = 0x1p-20;

// Relative, of radii: rounding to single precision and the evaluation of the test that uses them,
// below 8 u. Proof: shadow_radius.
inline constexpr double kShadowRadiusRoom = 0x1p-20;

// m. The lengths that posing rounds; `centre` is relative to the shadow's origin.
inline double PosedMagnitude(const ConvexPolygon& shape, Vec2 arm_to_origin) {
  return std::abs(shape.center().x) + std::abs(shape.center().y) + shape.bounding_radius_m() +
         std::abs(arm_to_origin.x) + std::abs(arm_to_origin.y);
}

// A shape's circles and centre in single precision.
struct ShadowCircle {
  float x;
  float y;
  float radius_m;        // The shape is within this of (x, y).
  float inner_radius_m;  // The shape contains the circle of this radius about (x, y), if it is positive.
  double power_m2;       // x^2 + y^2 - radius^2.
  double power_error_m2;
  double center_error_m;  // kShadowCenterError's and kShadowPosingError's parts of error_m.
};

// `origin` is the shadow's, in the world.
inline ShadowCircle MakeShadowCircle(const ConvexPolygon& shape, const Pose2& world_from_shape, Vec2 origin) {
  const Vec2 arm = world_from_shape.translation - origin;
  const Vec2 center = world_from_shape.Rotate(shape.center()) + arm;
  ShadowCircle circle;
  circle.x = static_cast<float>(center.x);
  circle.y = static_cast<float>(center.y);
  const double x = circle.x;
  const double y = circle.y;
  const double norm1 = std::abs(x) + std::abs(y);
  circle.center_error_m =
      kShadowCenterError * norm1 + kShadowPosingError * PosedMagnitude(shape, arm) + kShadowUnderflow_m;
  circle.radius_m = static_cast<float>((1.0 + kShadowRadiusRoom) * (shape.bounding_radius_m() + circle.center_error_m));
  circle.inner_radius_m = static_cast<float>((1.0 - kShadowRadiusRoom) * (shape.inner_radius_m() + shape.radius_m()) -
                                             2.0 * circle.center_error_m);
  const double radius = circle.radius_m;
  circle.power_m2 = x * x + y * y - radius * radius;
  circle.power_error_m2 = kCirclesApartError * (norm1 + radius) * (norm1 + radius);
  return circle;
}

// error_m of a shape with this circle and box halves.
inline double ShadowError(const ShadowCircle& circle, double half_length_m, double half_width_m) {
  return circle.center_error_m + kShadowSizeError * (half_length_m + half_width_m);
}

// A length times this is not less in single precision, and at most 2^-22 more. Proof: rounded_up.
inline constexpr double kRoundedUp = 1.0 + 0x1p-23;

// A length as single precision, not less; at most 2^-22 more.
inline float RoundedUp(double length_m) { return static_cast<float>(kRoundedUp * length_m); }

// m. More than the distance of any two points that two shapes (within kMaxCoordinate_m of their own
// origins) at legal poses have, 4 sqrt(2) times 1e8 m.
inline constexpr float kMaxLimit_m = 0x1p30f;

// A distance as a limit in single precision: not less, but at most kMaxLimit_m, which limits
// nothing.
inline float LimitOf(double distance_m) {
  return distance_m < static_cast<double>(kMaxLimit_m) ? RoundedUp(distance_m) + static_cast<float>(kShadowUnderflow_m)
                                                       : kMaxLimit_m;
}

}  // namespace collision2d::internal
