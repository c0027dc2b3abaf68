#include "collision2d/solid/testing/support_checker.h"

#include <gmpxx.h>

#include <algorithm>
#include <ostream>

namespace collision2d::solid {
namespace {

mpq_class ExactDot(const Vec3& direction, const Vec3& p) {
  return mpq_class(direction.x) * mpq_class(p.x) + mpq_class(direction.y) * mpq_class(p.y) +
         mpq_class(direction.z) * mpq_class(p.z);
}

}  // namespace

std::vector<Vec3> TestDirections(int random_count, Random* random) {
  std::vector<Vec3> directions;
  for (const double x : {-1.0, 0.0, 1.0}) {
    for (const double y : {-1.0, 0.0, 1.0}) {
      for (const double z : {-1.0, 0.0, 1.0}) {
        const Vec3 d{x, y, z};
        if (d == Vec3{}) continue;
        directions.push_back(d);
        for (const double tilt : {0x1p-52, 0x1p-30, 0x1p-600}) {
          directions.push_back(d + tilt * Vec3{1.0, -1.0, 0.5});
          directions.push_back(d + tilt * Vec3{-0.25, 1.0, 1.0});
        }
      }
    }
  }
  for (int k = 0; k < random_count; ++k) {
    directions.push_back({random->Uniform(-1.0, 1.0), random->Uniform(-1.0, 1.0), random->Uniform(-1.0, 1.0)});
  }
  return directions;
}

double ExactRise(const std::vector<Vec3>& vertices, const Vec3& p, const Vec3& direction) {
  mpq_class best = ExactDot(direction, vertices[0]);
  for (const Vec3& v : vertices) best = std::max(best, ExactDot(direction, v));
  return mpq_class(best - ExactDot(direction, p)).get_d();
}

std::ostream& operator<<(std::ostream& out, const Vec3& v) {
  return out << "(" << v.x << ", " << v.y << ", " << v.z << ")";
}

}  // namespace collision2d::solid
