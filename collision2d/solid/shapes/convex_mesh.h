#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/solid/geometry/convex_hull3.h"
#include "collision2d/solid/geometry/vec3.h"

// The boundary of a convex polytope: vertices, edges and faces.
namespace collision2d::solid {

// The boundary of a closed convex polytope, which may be flat, a segment or a point. Its vertices
// are extreme, exactly. It is immutable, and only the functions below create one, so that whoever
// takes one may rely on that. Copying and moving share the data and allocate nothing. For queries
// that search see ConvexPolytope, which is made from a mesh and converts to it.
class ConvexMesh {
 public:
  // Returns the convex hull of `points` (m, any frame). Points that are not extreme (inside, on a
  // face, on an edge, repeated) are legal and are dropped; the others keep their order. Exact; any
  // dimension. If rounding has moved a point below the plane of others by a single ulp, it is
  // dropped too: compare vertices() with the input where that matters.
  // Errors (InvalidArgument, naming the point): no point; more than 2^28 points; a coordinate
  // that is not finite or beyond kMaxCoordinate_m.
  // Expected O(n log n); 10^4 points on a sphere take about 0.1 s.
  static absl::StatusOr<ConvexMesh> FromPoints(absl::Span<const Vec3> points);

  // Returns the solid with these vertices (m, any frame) and faces: lists of three or more
  // vertices, counter-clockwise seen from outside. The shape is the hull of the vertices; the faces
  // are checked against it exactly, without a tolerance. Coplanar faces may meet at an edge;
  // corners that are not coplanar to the bit stand for a fan of triangles. If rounding has bent a
  // polygon either way, pass triangles, or the points without faces to FromPoints.
  // Errors (InvalidArgument, naming vertex, face or edge): those of FromPoints; faces that are not
  // the boundary of the hull. Both in full: docs/solid.md, "Shapes". Vertices keep their order;
  // face() may list other polygons than those given: the true faces of the hull.
  static absl::StatusOr<ConvexMesh> Create(absl::Span<const Vec3> vertices,
                                           absl::Span<const std::vector<int32_t>> faces);

  // Moving copies, so that a moved-from mesh is unchanged.
  ConvexMesh(const ConvexMesh&) = default;
  ConvexMesh& operator=(const ConvexMesh&) = default;

  // Dimension of the shape: 0 a point, 1 a segment, 2 a flat polygon, 3 a solid.
  int dimension() const { return data_->dimension; }

  // Never empty.
  absl::Span<const Vec3> vertices() const { return data_->vertices; }
  const Vec3& vertex(int i) const { return data_->vertices[static_cast<size_t>(i)]; }

  // Each edge once, by its vertices, the lower index first; ascending.
  absl::Span<const std::array<int32_t, 2>> edges() const { return data_->edges; }

  // The faces as strictly convex, exactly planar polygons, given by their vertices,
  // counter-clockwise seen from outside; no two in one plane. A flat polygon has two, one for each
  // side; a segment and a point have none.
  int num_faces() const { return static_cast<int>(data_->face_begin.size()) - 1; }
  absl::Span<const int32_t> face(int i) const {
    const int32_t* const begin = &data_->face_begin[static_cast<size_t>(i)];
    return absl::MakeConstSpan(data_->face_corners.data() + begin[0], data_->face_corners.data() + begin[1]);
  }

  // Returns the faces cut into triangles of the same orientation. Allocates.
  std::vector<std::array<int32_t, 3>> Triangles() const;

  const Aabb3& Bounds() const { return data_->bounds; }

  // m. The largest magnitude of a coordinate.
  double Magnitude() const { return std::max(NormInfinity(data_->bounds.min), NormInfinity(data_->bounds.max)); }

 private:
  struct Data {
    int dimension = 0;
    std::vector<Vec3> vertices;
    std::vector<std::array<int32_t, 2>> edges;
    std::vector<int32_t> face_corners;
    std::vector<int32_t> face_begin;
    Aabb3 bounds;
  };

  ConvexMesh(absl::Span<const Vec3> points, ConvexHull3 hull);

  std::shared_ptr<const Data> data_;
};

namespace internal {

// Checks that `faces`, lists of vertices counter-clockwise seen from outside, are the boundary of
// the hull of `vertices`, each face taken as the fan of triangles from its first corner; `hull` is
// that hull. ConvexMesh::Create lists the requirements, and what the error names. Exact.
// REQUIRES: vertices not empty, finite.
absl::Status CheckFaces(absl::Span<const Vec3> vertices, absl::Span<const std::vector<int32_t>> faces,
                        const ConvexHull3& hull);

}  // namespace internal
}  // namespace collision2d::solid
