#ifndef COLLISION2D_SOLID_SHAPES_CONVEX_POLYTOPE_H_
#define COLLISION2D_SOLID_SHAPES_CONVEX_POLYTOPE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
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

// What a polytope keeps besides its hull.
enum class PolytopeTables {
  kForQueries,  // What makes queries about it fast: some 0.1 to 0.5 of the time of its hull again, and 0.3 to 1 KiB for 20 vertices.
  kNone,  // Every query has the same answers, up to rounding, by a search: Collides two to five times slower, depths
          // up to three times, supports of more than kScanVertices vertices by a climb from anywhere.
};

namespace internal {

// What queries rarely read of a polytope, and what is too large to stand in it. Immutable; copies of a polytope share it.
struct PolytopeData {
  int dimension = 0;
  std::vector<Vec3> vertices;
  std::vector<int32_t> neighbor_begin;
  std::vector<int32_t> neighbor;
  std::vector<std::array<int32_t, 2>> edges;
  std::vector<int32_t> face_corners;
  std::vector<int32_t> face_begin;
  Aabb3 bounds;
  // For a scan (vertex_scan.h): the vertices, if they are more than ConvexPolytope::kFewVertices; and the arms from the middle of
  // the bounding box, of shapes far from their frame's origin.
  std::vector<double> coordinates;
  std::vector<double> arms;
  // Of polytopes of more than ConvexPolytope::kScanVertices vertices.
  std::vector<uint8_t> is_pointed;
  // A vertex that is highest in the middle direction of each cell of the cube of directions, six faces of
  // start_cells x start_cells cells. Empty if the vertices are few.
  std::vector<int32_t> start_vertex;
  int start_cells = 0;
  std::vector<float> shadow_values;
  GaussMap gauss_map;
};

}  // namespace internal

// A closed convex polytope with the adjacency of its vertices: a support mapping and a vertex hull (support_mapping.h).
// Its vertices are extreme, exactly; it may be flat, a segment or a point. Immutable once made; made only by the
// functions below, so that every query may trust it. No query has a limit on the number of vertices.
// A copy costs no allocation: copies share what does not change. One that was moved from is the point at the origin.
class alignas(64) ConvexPolytope {
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
  static absl::StatusOr<ConvexPolytope> FromPoints(absl::Span<const Vec3> points,
                                                   PolytopeTables tables = PolytopeTables::kForQueries);

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
                                               absl::Span<const std::vector<int32_t>> faces,
                                               PolytopeTables tables = PolytopeTables::kForQueries);

  ConvexPolytope(const ConvexPolytope&) = default;
  ConvexPolytope& operator=(const ConvexPolytope&) = default;
  // The origin is made at the first move of a process, which may allocate; it is a constant from then on.
  ConvexPolytope(ConvexPolytope&& other) noexcept : ConvexPolytope(other) { other = Origin(); }
  ConvexPolytope& operator=(ConvexPolytope&& other) noexcept {
    *this = static_cast<const ConvexPolytope&>(other);
    if (this != &other) other = Origin();
    return *this;
  }

  // Of the shape: 0 a point, 1 a segment, 2 a flat polygon, 3 a solid.
  int dimension() const { return data_->dimension; }

  // Never empty.
  absl::Span<const Vec3> vertices() const { return data_->vertices; }
  int num_vertices() const { return num_vertices_; }
  const Vec3& vertex(int i) const { return data_->vertices[i]; }

  // The vertices at the other ends of the edges of vertex i, ascending.
  absl::Span<const int32_t> neighbors(int i) const { return graph().neighbors(i); }

  // Each edge once, by its vertices, the lower index first; ascending.
  absl::Span<const std::array<int32_t, 2>> edges() const { return data_->edges; }

  // The faces as strictly convex, exactly planar polygons, by their vertices, counter-clockwise seen from outside; no
  // two in one plane. A flat polygon has two, one for each side; a segment and a point none.
  int num_faces() const { return static_cast<int>(data_->face_begin.size()) - 1; }
  absl::Span<const int32_t> face(int i) const {
    const std::vector<int32_t>& begin = data_->face_begin;
    return absl::MakeConstSpan(data_->face_corners)
        .subspan(static_cast<size_t>(begin[i]), static_cast<size_t>(begin[i + 1] - begin[i]));
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
    return data_->vertices[hint->vertex];
  }

  // The vertices and edges, for a search of one's own.
  internal::VertexGraph graph() const {
    return {data_->vertices, data_->neighbor_begin, data_->neighbor, data_->is_pointed};
  }

  // Of few faces, for searches over all pairs of features; else empty.
  const internal::GaussMap& gauss_map() const { return data_->gauss_map; }

  // For a search of several vertices at a time.
  internal::ScannedVertices scanned() const {
    return {num_vertices_ <= kFewVertices ? few_coordinates_ : coordinates_, num_vertices_};
  }

  // The mean of the vertices: inside, up to rounding.
  Vec3 Center() const { return center_; }

  // m. Of balls around Center(): one that the polytope holds, and one that holds it. See support_mapping.h.
  double InnerRadius() const { return inner_radius_m_; }
  double OuterRadius() const { return outer_radius_m_; }

  // m. The largest magnitude of a coordinate.
  double Magnitude() const { return magnitude_; }

  // For the filters of Level 1; may be empty.
  internal::PolytopeShadow shadow() const {
    if (shadow_values_ == nullptr) return {};
    return {internal::ShadowStride(num_vertices_), shadow_face_stride_, shadow_values_};
  }

  const Aabb3& Bounds() const { return data_->bounds; }

  // Up to this many vertices a scan is faster than a climb from a good start; measured.
  static constexpr int kScanVertices = 128;

  // The coordinates of so many stand in the polytope itself.
  static constexpr int kFewVertices = 24;

 private:
  ConvexPolytope(absl::Span<const Vec3> points, ConvexHull3 hull, PolytopeTables tables);

  static const ConvexPolytope& Origin();

  void ComputeExtents(internal::PolytopeData* data);
  void ComputeBalls(const internal::PolytopeData& data);
  void ComputeScanCoordinates(internal::PolytopeData* data);
  void ComputeShadow(internal::PolytopeData* data);

  int32_t SupportVertex(const Vec3& direction) const {
    const double norm = Norm1(direction);
    if (ABSL_PREDICT_TRUE(is_plainly_scanned_ && norm > 0x1p-800 && norm < 0x1p800)) {
      return internal::ScanForSupport(scanned().values, num_vertices_, direction);
    }
    return SearchForSupport(direction);
  }
  // Among many vertices, far from the frame's origin, or where the products of a scan may not be in range.
  int32_t SearchForSupport(const Vec3& direction) const;
  int32_t StartVertex(const Vec3& direction) const;

  // The first cache line is what the first filters of Level 1 read; the next three are all that queries read of few
  // vertices.
  Vec3 center_;
  double magnitude_ = 0.0;
  double inner_radius_m_ = 0.0;
  double outer_radius_m_ = 0.0;
  int32_t num_vertices_ = 0;
  int16_t shadow_face_stride_ = 0;
  // For a support point the coordinates can be scanned: the vertices are not too many, nor far from the frame's origin, and
  // products are in range.
  bool is_plainly_scanned_ = false;
  const float* shadow_values_ = nullptr;  // In *data_.
  union {
    double few_coordinates_[3 * internal::ScanStride(kFewVertices)];
    const double* coordinates_;  // Of more than kFewVertices: in *data_; null: they are too many to be scanned.
  };
  std::shared_ptr<const internal::PolytopeData> data_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_CONVEX_POLYTOPE_H_
