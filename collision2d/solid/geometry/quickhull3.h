#ifndef COLLISION2D_SOLID_GEOMETRY_QUICKHULL3_H_
#define COLLISION2D_SOLID_GEOMETRY_QUICKHULL3_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid::internal {

// A triangle of a closed triangulated surface.
struct HullTriangle {
  // Indices of points, counter-clockwise seen from outside.
  std::array<int32_t, 3> corner;
  // neighbor[i] is the triangle on the other side of the edge from corner[i] to the next corner.
  std::array<int32_t, 3> neighbor;
};

// Returns the boundary of the convex hull of `points` as triangles. Neighbouring triangles may be coplanar, and their
// corners need not be extreme.
// REQUIRES: the points that `tetrahedron` names are not coplanar; finite coordinates; no two points are equal.
std::vector<HullTriangle> Quickhull3(absl::Span<const Vec3> points, const std::array<int32_t, 4>& tetrahedron);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_GEOMETRY_QUICKHULL3_H_
