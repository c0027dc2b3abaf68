#pragma once

#include <cmath>

#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {
namespace internal {

// Returns a product as it is rounded. GCC 12 and 13 otherwise contract neighbouring sums and
// differences of products to vfmaddsub, also with -ffp-contract=off, if they may use FMA.
#if !defined(__GNUC__) || defined(__clang__) || __GNUC__ > 13 || !defined(__FMA__)
constexpr double Rounded(double product) { return product; }
#else
inline double RoundedAtRunTime(double product) {
  asm("" : "+x"(product));
  return product;
}
constexpr double Rounded(double product) {
  return __builtin_is_constant_evaluated() ? product : RoundedAtRunTime(product);
}
#endif

}  // namespace internal

// The cosine and sine of a heading, as they are stored: cos^2 + sin^2 = 1 within
// kUnitRotationTolerance is the caller's promise. Pose2::FromYaw and FromCosSin keep it.
struct UnitRotation {
  constexpr explicit UnitRotation(double cos_of_heading, double sin_of_heading)
      : cos(cos_of_heading), sin(sin_of_heading) {}

  double cos;
  double sin;
};

// A rigid motion of the plane, SE(2): p -> R p + t. A pose named `a_from_b` maps coordinates of
// frame b to frame a, and its translation is the origin of b in a. The rotation is stored as its
// cosine and sine, so that applying it needs no trigonometric function. No constructor takes a bare
// number, which a reader could mean as a heading: see FromYaw.
struct Pose2 {
  Vec2 translation;
  double cos = 1.0;
  double sin = 0.0;

  constexpr Pose2() = default;

  // Returns the pose that only translates, by `by` in m.
  constexpr Pose2(Vec2 by) : translation(by) {}  // NOLINT(google-explicit-constructor)

  constexpr Pose2(Vec2 by, UnitRotation rotation) : translation(by), cos(rotation.cos), sin(rotation.sin) {}

  // Returns the pose with the given translation in m and heading in rad. Its bits are the same on
  // every machine for headings of at most 2^20 rad; beyond, the C library computes sine and cosine,
  // which are NaN for a heading that is not finite.
  static Pose2 FromYaw(Vec2 translation, double yaw_rad) {
    const internal::SineCosine heading = internal::ComputeSineCosine(yaw_rad);
    return {translation, UnitRotation(heading.cos, heading.sin)};
  }

  // Returns the pose with the given translation in m and a heading along (cos, sin), of any length
  // but 0: rotations of single precision are unit only to single precision, and queries refuse
  // them.
  static Pose2 FromCosSin(Vec2 translation, double cos, double sin) {
    const Vec2 along = Normalized({cos, sin});
    return {translation, UnitRotation(along.x, along.y)};
  }

  // Returns the heading in rad, in [-pi, pi].
  double yaw_rad() const { return std::atan2(sin, cos); }

  // R v: for directions.
  constexpr Vec2 Rotate(Vec2 v) const {
    return {internal::Rounded(cos * v.x) - internal::Rounded(sin * v.y),
            internal::Rounded(sin * v.x) + internal::Rounded(cos * v.y)};
  }

  // R^T v: the inverse of Rotate.
  constexpr Vec2 RotateBack(Vec2 v) const {
    return {internal::Rounded(cos * v.x) + internal::Rounded(sin * v.y),
            internal::Rounded(cos * v.y) - internal::Rounded(sin * v.x)};
  }

  // R p + t: for points. This expression, evaluated in double precision in this order, is what
  // "posed vertex" means wherever a query promises an exact answer.
  constexpr Vec2 operator*(Vec2 p) const { return Rotate(p) + translation; }

  // (a_from_b * b_from_c) is a_from_c.
  friend constexpr Pose2 operator*(const Pose2& a_from_b, const Pose2& b_from_c) {
    return {
        a_from_b * b_from_c.translation,
        UnitRotation(internal::Rounded(a_from_b.cos * b_from_c.cos) - internal::Rounded(a_from_b.sin * b_from_c.sin),
                     internal::Rounded(a_from_b.sin * b_from_c.cos) + internal::Rounded(a_from_b.cos * b_from_c.sin))};
  }

  // a_from_b.Inverse() is b_from_a.
  constexpr Pose2 Inverse() const { return {-RotateBack(translation), UnitRotation(cos, -sin)}; }
};

// Returns a_from_b for two bodies in one world. The translations are subtracted before they are
// rotated, so that world coordinates of 10^6 m cost no accuracy between bodies that are near each
// other; world_from_a.Inverse() * world_from_b would lose it.
constexpr Pose2 RelativePose(const Pose2& world_from_a, const Pose2& world_from_b) {
  return {world_from_a.RotateBack(world_from_b.translation - world_from_a.translation),
          UnitRotation(internal::Rounded(world_from_a.cos * world_from_b.cos) +
                           internal::Rounded(world_from_a.sin * world_from_b.sin),
                       internal::Rounded(world_from_a.cos * world_from_b.sin) -
                           internal::Rounded(world_from_a.sin * world_from_b.cos))};
}

}  // namespace collision2d
