#include "bench/solid/tetrahedron_sat.h"

#include <algorithm>

namespace collision2d::bench {
namespace {

using solid::Vec3;

constexpr int kFaces[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
constexpr int kEdges[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

bool Separates(const Vec3& axis, const Vec3 (&a)[4], const Vec3 (&b)[4]) {
  const double on_a[4] = {Dot(axis, a[0]), Dot(axis, a[1]), Dot(axis, a[2]), Dot(axis, a[3])};
  const double on_b[4] = {Dot(axis, b[0]), Dot(axis, b[1]), Dot(axis, b[2]), Dot(axis, b[3])};
  const double max_a = std::max(std::max(on_a[0], on_a[1]), std::max(on_a[2], on_a[3]));
  const double min_b = std::min(std::min(on_b[0], on_b[1]), std::min(on_b[2], on_b[3]));
  if (max_a < min_b) return true;
  const double min_a = std::min(std::min(on_a[0], on_a[1]), std::min(on_a[2], on_a[3]));
  const double max_b = std::max(std::max(on_b[0], on_b[1]), std::max(on_b[2], on_b[3]));
  return max_b < min_a;
}

}  // namespace

bool TetrahedronSatCollides(const Vec3 (&a)[4], const Vec3 (&b)[4], int64_t* axes) {
  for (const Vec3(*shape)[4] : {&a, &b}) {
    for (const int(&face)[3] : kFaces) {
      const Vec3& origin = (*shape)[face[0]];
      ++*axes;
      if (Separates(Cross((*shape)[face[1]] - origin, (*shape)[face[2]] - origin), a, b)) return false;
    }
  }
  for (const int(&edge_a)[2] : kEdges) {
    for (const int(&edge_b)[2] : kEdges) {
      ++*axes;
      if (Separates(Cross(a[edge_a[1]] - a[edge_a[0]], b[edge_b[1]] - b[edge_b[0]]), a, b)) return false;
    }
  }
  return true;
}

}  // namespace collision2d::bench
