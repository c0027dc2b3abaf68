#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

// Convex hulls of points in space, exactly.
namespace collision2d::solid {

// The largest number of points of one hull: corners are numbered by 32 bits, and a solid with n
// vertices has faces with up to 6 n - 12 corners in total (Euler).
inline constexpr size_t kMaxHullPoints = size_t{1} << 28;

// The boundary of the convex hull of points.
struct ConvexHull3 {
  // Dimension of the hull: 0 a point, 1 a segment, 2 a flat polygon, 3 a solid.
  int dimension = 0;
  // Indices of the extreme points among the given points, ascending; of equal points the first. A
  // point in a face or in an edge of the hull is not extreme.
  std::vector<int32_t> vertices;
  // The corners of the faces, one face after the other. Faces are strictly convex, exactly planar
  // polygons, no two in one plane. The corners are positions in `vertices`, counter-clockwise seen
  // from outside. A flat polygon has two faces, of opposite order; a point and a segment have none.
  std::vector<int32_t> face_corners;
  // The position in `face_corners` at which each face begins, and the end.
  std::vector<int32_t> face_begin = {0};

  int num_faces() const { return static_cast<int>(face_begin.size()) - 1; }
  absl::Span<const int32_t> face(int i) const {
    const int32_t* const begin = &face_begin[static_cast<size_t>(i)];
    return absl::MakeConstSpan(face_corners.data() + begin[0], face_corners.data() + begin[1]);
  }
};

// Returns the convex hull of `points`, by exact signs: correct for any finite points, including
// coplanar, collinear, repeated and subnormal ones.
// REQUIRES: one point at least, kMaxHullPoints at most; finite coordinates.
// Expected O(n log n), worst case O(n^2); allocates.
// Source: Barber, Dobkin, Huhdanpaa 1996, "The Quickhull Algorithm for Convex Hulls". Departures:
// every decision is the sign of an exact determinant, and only the choice of the next point is
// rounded; facets are not merged with a tolerance: exactly coplanar triangles are merged at the
// end, and vertices that are not corners of three faces are dropped.
ConvexHull3 ComputeConvexHull3(absl::Span<const Vec3> points);

}  // namespace collision2d::solid

namespace collision2d::solid::internal {

// A triangle of a closed triangulated surface.
struct HullTriangle {
  // Indices of points, counter-clockwise seen from outside.
  std::array<int32_t, 3> corner;
  // neighbor[i] is the triangle on the other side of the edge from corner[i] to the next corner.
  std::array<int32_t, 3> neighbor;
};

// Returns the boundary of the convex hull of `points` as triangles. Neighbouring triangles may be
// coplanar, and their corners need not be extreme.
// REQUIRES: the points that `tetrahedron` names are not coplanar; finite coordinates; no two points
// are equal.
std::vector<HullTriangle> Quickhull3(absl::Span<const Vec3> points, const std::array<int32_t, 4>& tetrahedron);

}  // namespace collision2d::solid::internal
