#ifndef COLLISION2D_SOLID_GEOMETRY_MAT3_H_
#define COLLISION2D_SOLID_GEOMETRY_MAT3_H_

#include "collision2d/solid/geometry/vec3.h"

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

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_GEOMETRY_MAT3_H_
