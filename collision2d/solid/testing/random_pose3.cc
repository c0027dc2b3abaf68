#include "collision2d/solid/testing/random_pose3.h"

#include <cmath>

namespace collision2d::solid {
namespace {

Vec3 AxisVector(int axis, double sign) {
  return {axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0};
}

}  // namespace

Vec3 RandomUnitVector(Random* random) {
  while (true) {
    const double x = random->Uniform(-1.0, 1.0);
    const double y = random->Uniform(-1.0, 1.0);
    const double z = random->Uniform(-1.0, 1.0);
    const double norm_sq = x * x + y * y + z * z;
    if (norm_sq > 1.0 || norm_sq < 1e-6) continue;
    const double norm = std::sqrt(norm_sq);
    return {x / norm, y / norm, z / norm};
  }
}

Vec3 LatticeVector(int reach, Random* random) {
  const int x = random->Integer(-reach, reach);
  const int y = random->Integer(-reach, reach);
  const int z = random->Integer(-reach, reach);
  return {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
}

Mat3 RandomRotation(Random* random) {
  // A uniform unit quaternion is a uniform rotation.
  double w = 0.0, x = 0.0, y = 0.0, z = 0.0, norm_sq = 2.0;
  while (norm_sq > 1.0 || norm_sq < 1e-6) {
    w = random->Uniform(-1.0, 1.0);
    x = random->Uniform(-1.0, 1.0);
    y = random->Uniform(-1.0, 1.0);
    z = random->Uniform(-1.0, 1.0);
    norm_sq = w * w + x * x + y * y + z * z;
  }
  const double s = 2.0 / norm_sq;
  return {{{1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
           {s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)},
           {s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)}}};
}

Mat3 RightAngleRotation(int index) {
  // The images of x and y by axis and sign; z follows.
  const int first = index / 8;
  const int second = (first + 1 + index / 4 % 2) % 3;
  const Vec3 x = AxisVector(first, index & 1 ? -1.0 : 1.0);
  const Vec3 y = AxisVector(second, index & 2 ? -1.0 : 1.0);
  return Mat3{{x, y, Cross(x, y)}}.Transposed();
}

Pose3 RandomPose3(double reach_m, Random* random) {
  const double x = random->Uniform(-reach_m, reach_m);
  const double y = random->Uniform(-reach_m, reach_m);
  const double z = random->Uniform(-reach_m, reach_m);
  return {{x, y, z}, random->Chance(0.5) ? RandomRotation(random) : RightAngleRotation(random->Index(24))};
}

Pose3 RandomLatticePose3(int reach, Random* random) {
  return {LatticeVector(reach, random), RightAngleRotation(random->Index(24))};
}

std::vector<Vec3> Posed(absl::Span<const Vec3> points, const Pose3& pose) {
  std::vector<Vec3> posed;
  for (const Vec3& p : points) posed.push_back(pose * p);
  return posed;
}

}  // namespace collision2d::solid
