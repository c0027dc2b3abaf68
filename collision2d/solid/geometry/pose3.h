#pragma once

#include <cmath>

#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/solid/geometry/vec3.h"

// Matrices, rotations and poses in space.
namespace collision2d::solid {

// A 3x3 matrix, by rows.
struct Mat3 {
  Vec3 row[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

  static constexpr Mat3 Identity() { return {}; }

  constexpr Vec3 Column(int j) const {
    return j == 0   ? Vec3{row[0].x, row[1].x, row[2].x}
           : j == 1 ? Vec3{row[0].y, row[1].y, row[2].y}
                    : Vec3{row[0].z, row[1].z, row[2].z};
  }

  constexpr Mat3 Transposed() const { return {{Column(0), Column(1), Column(2)}}; }

  // M v.
  friend constexpr Vec3 operator*(const Mat3& m, const Vec3& v) {
    return {Dot(m.row[0], v), Dot(m.row[1], v), Dot(m.row[2], v)};
  }

  // M^T v.
  constexpr Vec3 TransposeTimes(const Vec3& v) const {
    return {row[0].x * v.x + row[1].x * v.y + row[2].x * v.z, row[0].y * v.x + row[1].y * v.y + row[2].y * v.z,
            row[0].z * v.x + row[1].z * v.y + row[2].z * v.z};
  }

  friend constexpr Mat3 operator*(const Mat3& a, const Mat3& b) {
    return {{b.TransposeTimes(a.row[0]), b.TransposeTimes(a.row[1]), b.TransposeTimes(a.row[2])}};
  }
};

constexpr double Determinant(const Mat3& m) { return Dot(m.row[0], Cross(m.row[1], m.row[2])); }

// Returns whether the columns are orthogonal unit vectors and m does not mirror: their squares and
// products are within kUnitRotationTolerance. False if an entry is not finite.
inline bool IsRotation(const Mat3& m) {
  const Vec3 x = m.Column(0);
  const Vec3 y = m.Column(1);
  const Vec3 z = m.Column(2);
  const auto is_zero = [](double value) { return std::abs(value) <= kUnitRotationTolerance; };
  return is_zero(Dot(x, x) - 1.0) && is_zero(Dot(y, y) - 1.0) && is_zero(Dot(z, z) - 1.0) && is_zero(Dot(x, y)) &&
         is_zero(Dot(y, z)) && is_zero(Dot(z, x)) && Determinant(m) > 0.0;
}

// A rigid motion in space, SE(3): p -> R p + t. A pose named `a_from_b` maps coordinates of frame b
// to frame a, and its translation is the origin of b in a. Queries require IsRotation(rotation) and
// assert it; nothing is normalised.
struct Pose3 {
  Vec3 translation;
  Mat3 rotation;

  // The pose of a vehicle: x forward, y left, z up. Yaw turns counter-clockwise seen from above;
  // positive pitch lowers the nose; positive roll lowers the right side (ISO 8855). R = Rz(yaw)
  // Ry(pitch) Rx(roll). Angles in rad; the bits are the same on every machine for angles of at most
  // 2^20 rad.
  static Pose3 FromYawPitchRoll(const Vec3& translation, double yaw_rad, double pitch_rad, double roll_rad) {
    const auto [sy, cy] = collision2d::internal::ComputeSineCosine(yaw_rad);
    const auto [sp, cp] = collision2d::internal::ComputeSineCosine(pitch_rad);
    const auto [sr, cr] = collision2d::internal::ComputeSineCosine(roll_rad);
    return {translation,
            {{{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
              {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
              {-sp, cp * sr, cp * cr}}}};
  }

  // R v: for directions.
  constexpr Vec3 Rotate(const Vec3& v) const { return rotation * v; }

  // R^T v: the inverse of Rotate.
  constexpr Vec3 RotateBack(const Vec3& v) const { return rotation.TransposeTimes(v); }

  // R p + t: for points. This expression, evaluated in double precision in this order, is what
  // "posed vertex" means wherever a query promises an exact answer.
  constexpr Vec3 operator*(const Vec3& p) const { return Rotate(p) + translation; }

  // (a_from_b * b_from_c) is a_from_c.
  friend constexpr Pose3 operator*(const Pose3& a_from_b, const Pose3& b_from_c) {
    return {a_from_b * b_from_c.translation, a_from_b.rotation * b_from_c.rotation};
  }

  // a_from_b.Inverse() is b_from_a.
  constexpr Pose3 Inverse() const { return {-RotateBack(translation), rotation.Transposed()}; }
};

// Returns a_from_b for two bodies in one world. The translations are subtracted before they are
// rotated, so that world coordinates of 10^6 m cost no accuracy between bodies that are near each
// other; world_from_a.Inverse() * world_from_b would lose it.
constexpr Pose3 RelativePose(const Pose3& world_from_a, const Pose3& world_from_b) {
  return {world_from_a.RotateBack(world_from_b.translation - world_from_a.translation),
          world_from_a.rotation.Transposed() * world_from_b.rotation};
}

}  // namespace collision2d::solid
