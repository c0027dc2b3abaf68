#ifndef COLLISION2D_SOLID_SHAPES_CONVEX_POLYTOPE_H_
#define COLLISION2D_SOLID_SHAPES_CONVEX_POLYTOPE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/base/optimization.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/solid/geometry/aabb3.h"
#include "collision2d/solid/geometry/convex_hull3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/gauss_map.h"
#include "collision2d/solid/shapes/polytope_shadow.h"
#include "collision2d/solid/shapes/vertex_climb.h"
#include "collision2d/solid/shapes/vertex_scan.h"

namespace collision2d::solid {

// A closed convex polytope with the adjacency of its vertices: a support mapping and a vertex hull (support_mapping.h).
// Its vertices are extreme, exactly; it may be flat, a segment or a point. Immutable once made; made only by the
// functions below, so that every query may trust it. No query has a limit on the number of vertices.
class ConvexPolytope {
 public:
  // The vertex that the last search for a support point found.
  struct Hint {
    int32_t vertex = -1;
  };

  // The convex hull of `points` (m, any frame). Points that are not extreme (inside, on a face, on an edge, repeated)
  // are legal and disappear; the others keep their order. Exact; any dimension. A point that rounding has left below the plane of
  // others by a single ulp is such a point, too: compare vertices() with what was given where that matters.
  // Errors (InvalidArgument, naming the point): no point; more than kMaxHullPoints; a coordinate that is not finite or
  // beyond kMaxCoordinate_m.
  // Expected O(n log n); 10^4 points on a sphere take about 0.1 s.
  static absl::StatusOr<ConvexPolytope> FromPoints(absl::Span<const Vec3> points);

  // The solid with these vertices (m, any frame) and faces: lists of three or more vertices, counter-clockwise seen
  // from outside. The shape is the hull of the vertices; the faces are checked against it, exactly, without a
  // tolerance: coplanar faces may meet at an edge; a face of more than three corners whose vertices are not coplanar to
  // the bit must be convex along the diagonals from its first corner, as the triangles that it then stands for. (A
  // polygon that rounding has bent either way can be given in triangles, or without its faces to FromPoints.)
  // Errors (InvalidArgument, naming vertex, face or edge): as FromPoints; a vertex that is not extreme, or in no face;
  // all vertices in one plane; a face with fewer than three corners, a repeated corner, or an index out of range; an
  // edge that has not one face on each side; faces that do not form one sphere; clockwise faces; a reflex edge; a face
  // with a vertex above it.
  // Vertices keep their order; face() may list other polygons than those given: the true faces of the hull.
  static absl::StatusOr<ConvexPolytope> Create(absl::Span<const Vec3> vertices,
                                               absl::Span<const std::vector<int32_t>> faces);

  // Of the shape: 0 a point, 1 a segment, 2 a flat polygon, 3 a solid.
  int dimension() const { return dimension_; }

  // Never empty.
  absl::Span<const Vec3> vertices() const { return vertices_; }
  int num_vertices() const { return static_cast<int>(vertices_.size()); }
  const Vec3& vertex(int i) const { return vertices_[i]; }

  // The vertices at the other ends of the edges of vertex i, ascending.
  absl::Span<const int32_t> neighbors(int i) const { return graph().neighbors(i); }

  // Each edge once, by its vertices, the lower index first; ascending.
  absl::Span<const std::array<int32_t, 2>> edges() const { return edges_; }

  // The faces as strictly convex, exactly planar polygons, by their vertices, counter-clockwise seen from outside; no
  // two in one plane. A flat polygon has two, one for each side; a segment and a point none.
  int num_faces() const { return static_cast<int>(face_begin_.size()) - 1; }
  absl::Span<const int32_t> face(int i) const {
    return absl::MakeConstSpan(face_corners_)
        .subspan(static_cast<size_t>(face_begin_[i]), static_cast<size_t>(face_begin_[i + 1] - face_begin_[i]));
  }

  // The faces cut into triangles, of the same sense. Allocates.
  std::vector<std::array<int32_t, 3>> Triangles() const;

  // A vertex with the largest dot product with `direction`, within kSupport3RelativeError; *hint says which.
  // REQUIRES: direction is finite and not zero.
  // Up to kScanVertices vertices are scanned. Among more the search climbs along the edges from the start vertex of the
  // direction, one or two steps at any number of vertices. That is as near as the last vertex of a coherent motion, and
  // nearer than that of any other, so a hint changes neither the answer nor the time. Deterministic; no allocation.
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    hint->vertex = SupportVertex(direction);
    return vertices_[hint->vertex];
  }

  // The vertices and edges, for a search of one's own.
  internal::VertexGraph graph() const { return {vertices_, neighbor_begin_, neighbor_, is_pointed_}; }

  // Of few faces, for searches over all pairs of features; else empty.
  const internal::GaussMap& gauss_map() const { return gauss_map_; }

  // The mean of the vertices: inside, up to rounding.
  Vec3 Center() const { return center_; }

  // m. Of balls around Center(): one that the polytope holds, and one that holds it. See support_mapping.h.
  double InnerRadius() const { return inner_radius_m_; }
  double OuterRadius() const { return outer_radius_m_; }

  // m. The largest magnitude of a coordinate.
  double Magnitude() const { return magnitude_; }

  // For the filters of Level 1; may be empty.
  const internal::PolytopeShadow& shadow() const { return shadow_; }

  const Aabb3& Bounds() const { return bounds_; }

  // Up to this many vertices a scan is faster than a climb from a good start; measured.
  static constexpr int kScanVertices = 128;

 private:
  ConvexPolytope(absl::Span<const Vec3> points, ConvexHull3 hull);

  void ComputeExtents();
  void ComputeBalls();
  void ComputeNeighbors();
  void ComputeScanCoordinates();
  void ComputeStartVertices();

  int32_t SupportVertex(const Vec3& direction) const {
    // Arms are about 1 long, so that only the direction can make a product underflow or overflow.
    const double norm = Norm1(direction);
    if (ABSL_PREDICT_TRUE(num_vertices() <= kScanVertices && norm > 0x1p-900 && norm < 0x1p1000)) {
      return internal::ScanForSupport(scan_coordinates_, num_vertices(), direction);
    }
    return SearchForSupport(direction);
  }
  // Among many vertices, or in a direction that is not in range for the scan.
  int32_t SearchForSupport(const Vec3& direction) const;
  int32_t StartVertex(const Vec3& direction) const;

  // What the filters of Level 1 read comes first.
  Vec3 center_;
  double magnitude_ = 0.0;
  double inner_radius_m_ = 0.0;
  double outer_radius_m_ = 0.0;
  internal::PolytopeShadow shadow_;
  std::vector<Vec3> vertices_;
  // For a scan: the coordinates relative to the middle of the bounding box, scaled by a power of two to about 1. Empty if
  // the vertices are too many.
  internal::ScanCoordinates scan_coordinates_;
  std::vector<int32_t> neighbor_begin_;
  std::vector<int32_t> neighbor_;
  std::vector<uint8_t> is_pointed_;
  // A vertex that is highest in the middle direction of each cell of the cube of directions, six faces of
  // start_cells_ x start_cells_ cells. Empty if the vertices are few.
  std::vector<int32_t> start_vertex_;
  int start_cells_ = 0;
  int dimension_;
  Aabb3 bounds_;
  std::vector<std::array<int32_t, 2>> edges_;
  std::vector<int32_t> face_corners_;
  std::vector<int32_t> face_begin_;
  internal::GaussMap gauss_map_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_CONVEX_POLYTOPE_H_
