#include "bench/solid/box_sat.h"

#include <cmath>

namespace collision2d::bench {

bool BoxSatCollides(const solid::Vec3& half_extents_a, const solid::Vec3& half_extents_b, const solid::Pose3& a_from_b,
                    int64_t* axes) {
  const double a[3] = {half_extents_a.x, half_extents_a.y, half_extents_a.z};
  const double b[3] = {half_extents_b.x, half_extents_b.y, half_extents_b.z};
  const double t[3] = {a_from_b.translation.x, a_from_b.translation.y, a_from_b.translation.z};
  double r[3][3];
  double abs_r[3][3];
  // Above the rounding errors of products of unit vectors.
  constexpr double kRaise = 0x1p-48;
  for (int i = 0; i < 3; ++i) {
    const solid::Vec3& row = a_from_b.rotation.row[i];
    r[i][0] = row.x;
    r[i][1] = row.y;
    r[i][2] = row.z;
    for (int j = 0; j < 3; ++j) abs_r[i][j] = std::abs(r[i][j]) + kRaise;
  }
  for (int i = 0; i < 3; ++i) {
    ++*axes;
    const double reach = a[i] + b[0] * abs_r[i][0] + b[1] * abs_r[i][1] + b[2] * abs_r[i][2];
    if (std::abs(t[i]) > reach) return false;
  }
  for (int j = 0; j < 3; ++j) {
    ++*axes;
    const double reach = b[j] + a[0] * abs_r[0][j] + a[1] * abs_r[1][j] + a[2] * abs_r[2][j];
    if (std::abs(t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]) > reach) return false;
  }
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3;
    const int i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3;
      const int j2 = (j + 2) % 3;
      ++*axes;
      const double reach = a[i1] * abs_r[i2][j] + a[i2] * abs_r[i1][j] + b[j1] * abs_r[i][j2] + b[j2] * abs_r[i][j1];
      if (std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) > reach) return false;
    }
  }
  return true;
}

}  // namespace collision2d::bench
