#ifndef COLLISION2D_SOLID_GEOMETRY_CONVEX_HULL3_H_
#define COLLISION2D_SOLID_GEOMETRY_CONVEX_HULL3_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid {

// Of one hull: corners are numbered by 32 bits, and a solid of n vertices has up to 6 n - 12 corners of faces (Euler).
inline constexpr size_t kMaxHullPoints = size_t{1} << 28;

// The boundary of the convex hull of points.
struct ConvexHull3 {
  // Of the hull: 0 a point, 1 a segment, 2 a flat polygon, 3 a solid.
  int dimension = 0;
  // Indices of the extreme points among the points given, ascending; of equal points the first. A point in a face or in
  // an edge of the hull is not extreme.
  std::vector<int32_t> vertices;
  // The faces: strictly convex, exactly planar polygons, no two in one plane, one after the other; the corners are
  // places in `vertices`, counter-clockwise seen from outside. A flat polygon has two faces, of opposite order; a point
  // and a segment have none.
  std::vector<int32_t> face_corners;
  // Where in `face_corners` each face begins, and the end.
  std::vector<int32_t> face_begin = {0};

  int num_faces() const { return static_cast<int>(face_begin.size()) - 1; }
  absl::Span<const int32_t> face(int i) const {
    return absl::MakeConstSpan(face_corners)
        .subspan(static_cast<size_t>(face_begin[i]), static_cast<size_t>(face_begin[i + 1] - face_begin[i]));
  }
};

// The convex hull of `points`, by exact signs: right for any finite points, coplanar, collinear, repeated and subnormal
// ones included.
// REQUIRES: one point at least, kMaxHullPoints at most; finite coordinates.
// Expected O(n log n), worst case O(n^2); allocates.
// Source: Barber, Dobkin, Huhdanpaa 1996, "The Quickhull Algorithm for Convex Hulls". Departures: every decision is the
// sign of an exact determinant, only the choice of the next point is rounded; there is no facet merging with a
// tolerance: exactly coplanar triangles are merged at the end, and what is not a corner of three faces is dropped.
ConvexHull3 ComputeConvexHull3(absl::Span<const Vec3> points);

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_GEOMETRY_CONVEX_HULL3_H_
