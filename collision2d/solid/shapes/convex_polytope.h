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
#include "collision2d/solid/geometry/convex_hull3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/polytope_tables.h"
#include "collision2d/solid/shapes/vertex_climb.h"

namespace collision2d::solid {

// The data that a polytope stores in addition to its hull.
enum class PolytopeTables {
  kForQueries,  // Tables that make queries fast. They add 0.1 to 0.5 of the time of the hull, and 0.3 to 1 KiB for 20
                // vertices.
  kNone,  // Every query gives the same answers, up to rounding, by a search: Collides is two to five times slower,
          // depths up to three times; supports of more than kScanVertices vertices climb from an
          // arbitrary vertex.
};

namespace internal {

// Data of a polytope that queries rarely read, or that is too large for the object itself.
// Immutable; copies of a polytope share it.
struct PolytopeData {
  int dimension = 0;
  std::vector<Vec3> vertices;
  std::vector<int32_t> neighbor_begin;
  std::vector<int32_t> neighbor;
  std::vector<std::array<int32_t, 2>> edges;
  std::vector<int32_t> face_corners;
  std::vector<int32_t> face_begin;
  Aabb3 bounds;
  // For a scan: the vertices, if there are more than ConvexPolytope::kFewVertices; and, for shapes
  // far from their frame's origin, the offsets from the middle of the bounding box.
  std::vector<double> coordinates;
  std::vector<double> arms;
  // For polytopes with more than ConvexPolytope::kScanVertices vertices.
  std::vector<uint8_t> is_pointed;
  // The highest vertex in the middle direction of each cell of the cube of directions, six faces of
  // start_cells x start_cells cells. Empty if there are few vertices.
  std::vector<int32_t> start_vertex;
  int start_cells = 0;
  std::vector<float> shadow_values;
  GaussMap gauss_map;
};

}  // namespace internal

// A closed convex polytope with the adjacency of its vertices: a support mapping and a vertex hull
// (support_mapping.h). Its vertices are extreme, exactly; it may be flat, a segment or a point. It
// is immutable, and only the functions below create one, so that every query may rely on these
// properties. No query limits the number of vertices.
// A copy allocates nothing: copies share the immutable data. A moved-from polytope is the point at
// the origin.
class alignas(64) ConvexPolytope {
 public:
  // The vertex that the last search for a support point found.
  struct Hint {
    int32_t vertex = -1;
  };

  // Returns the convex hull of `points` (m, any frame). Points that are not extreme (inside, on a
  // face, on an edge, repeated) are legal and are dropped; the others keep their order. Exact; any
  // dimension. If rounding has moved a point below the plane of others by a single ulp, it is
  // dropped too: compare vertices() with the input where that matters.
  // Errors (InvalidArgument, naming the point): no point; more than kMaxHullPoints; a coordinate
  // that is not finite or beyond kMaxCoordinate_m.
  // Expected O(n log n); 10^4 points on a sphere take about 0.1 s.
  static absl::StatusOr<ConvexPolytope> FromPoints(absl::Span<const Vec3> points,
                                                   PolytopeTables tables = PolytopeTables::kForQueries);

  // Returns the solid with these vertices (m, any frame) and faces: lists of three or more
  // vertices, counter-clockwise seen from outside. The shape is the hull of the vertices; the faces
  // are checked against it exactly, without a tolerance. Coplanar faces may meet at an edge. A face
  // of more than three corners that are not coplanar to the bit stands for the triangles that the
  // diagonals from its first corner cut it into, and must be convex along these diagonals. (If
  // rounding has bent a polygon either way, pass triangles, or pass the points without faces to
  // FromPoints.) Errors (InvalidArgument, naming vertex, face or edge): those of FromPoints; a
  // vertex that is not extreme, or in no face; all vertices in one plane; a face with fewer than
  // three corners, a repeated corner, or an index out of range; an edge without exactly one face on
  // each side; faces that do not form one sphere; clockwise faces; a reflex edge; a face with a
  // vertex above it.
  // Vertices keep their order; face() may list other polygons than those given: the true faces of
  // the hull.
  static absl::StatusOr<ConvexPolytope> Create(absl::Span<const Vec3> vertices,
                                               absl::Span<const std::vector<int32_t>> faces,
                                               PolytopeTables tables = PolytopeTables::kForQueries);

  ConvexPolytope(const ConvexPolytope&) = default;
  ConvexPolytope& operator=(const ConvexPolytope&) = default;
  // The first move in a process creates the constant point at the origin, which may allocate.
  ConvexPolytope(ConvexPolytope&& other) noexcept : ConvexPolytope(other) { other = Origin(); }
  ConvexPolytope& operator=(ConvexPolytope&& other) noexcept {
    *this = static_cast<const ConvexPolytope&>(other);
    if (this != &other) other = Origin();
    return *this;
  }

  // Dimension of the shape: 0 a point, 1 a segment, 2 a flat polygon, 3 a solid.
  int dimension() const { return data_->dimension; }

  // Never empty.
  absl::Span<const Vec3> vertices() const { return data_->vertices; }
  int num_vertices() const { return num_vertices_; }
  const Vec3& vertex(int i) const { return data_->vertices[i]; }

  // The vertices at the other ends of the edges of vertex i, ascending.
  absl::Span<const int32_t> neighbors(int i) const { return graph().neighbors(i); }

  // Each edge once, by its vertices, the lower index first; ascending.
  absl::Span<const std::array<int32_t, 2>> edges() const { return data_->edges; }

  // The faces as strictly convex, exactly planar polygons, given by their vertices,
  // counter-clockwise seen from outside; no two in one plane. A flat polygon has two, one for each
  // side; a segment and a point have none.
  int num_faces() const { return static_cast<int>(data_->face_begin.size()) - 1; }
  absl::Span<const int32_t> face(int i) const {
    const std::vector<int32_t>& begin = data_->face_begin;
    return absl::MakeConstSpan(data_->face_corners)
        .subspan(static_cast<size_t>(begin[i]), static_cast<size_t>(begin[i + 1] - begin[i]));
  }

  // Returns the faces cut into triangles of the same orientation. Allocates.
  std::vector<std::array<int32_t, 3>> Triangles() const;

  // Returns a vertex with the largest dot product with `direction`, within kSupport3RelativeError;
  // *hint receives its index.
  // REQUIRES: direction is finite and not zero.
  // Up to kScanVertices vertices are scanned. With more, the search climbs along the edges from the
  // start vertex of the direction, one or two steps for any number of vertices. This start vertex
  // is as near as the last vertex of a coherent motion, and nearer than that of any other, so a
  // hint changes neither the answer nor the time.
  // Deterministic; no allocation.
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    hint->vertex = SupportVertex(direction);
    return data_->vertices[hint->vertex];
  }

  // The vertices and edges, for callers with their own search.
  internal::VertexGraph graph() const {
    return {data_->vertices, data_->neighbor_begin, data_->neighbor, data_->is_pointed};
  }

  // The Gauss map, for searches over all pairs of features; empty unless there are few faces.
  const internal::GaussMap& gauss_map() const { return data_->gauss_map; }

  // The vertices in the layout for a search several at a time.
  internal::ScannedVertices scanned() const {
    return {num_vertices_ <= kFewVertices ? few_coordinates_ : coordinates_, num_vertices_};
  }

  // The mean of the vertices: inside, up to rounding.
  Vec3 Center() const { return center_; }

  // m. The radii of balls around Center(): one inside the polytope, and one around it. See
  // support_mapping.h.
  double InnerRadius() const { return inner_radius_m_; }
  double OuterRadius() const { return outer_radius_m_; }

  // m. The largest magnitude of a coordinate.
  double Magnitude() const { return magnitude_; }

  // The shadow that the filters of Level 1 use; may be empty.
  internal::PolytopeShadow shadow() const {
    if (shadow_values_ == nullptr) return {};
    return {internal::ShadowStride(num_vertices_), shadow_face_stride_, shadow_values_};
  }

  const Aabb3& Bounds() const { return data_->bounds; }

  // Up to this many vertices a scan is faster than a climb from a good start; measured.
  static constexpr int kScanVertices = 128;

  // Up to this many vertices, the coordinates are stored in the object itself.
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
  // The search for many vertices, for vertices far from the frame's origin, or for scan products
  // that may be out of range.
  int32_t SearchForSupport(const Vec3& direction) const;
  int32_t StartVertex(const Vec3& direction) const;

  // The first cache line is what the first filters of Level 1 read; the next three are all that
  // queries read if there are few vertices.
  Vec3 center_;
  double magnitude_ = 0.0;
  double inner_radius_m_ = 0.0;
  double outer_radius_m_ = 0.0;
  int32_t num_vertices_ = 0;
  int16_t shadow_face_stride_ = 0;
  // Whether a support point may be found by scanning the coordinates: there are not too many
  // vertices, they are not far from the frame's origin, and products are in range.
  bool is_plainly_scanned_ = false;
  const float* shadow_values_ = nullptr;  // In *data_.
  union {
    double few_coordinates_[3 * internal::ScanStride(kFewVertices)];
    const double* coordinates_;  // In *data_ if there are more than kFewVertices; null if there are too many to be
                                 // scanned.
  };
  std::shared_ptr<const internal::PolytopeData> data_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_CONVEX_POLYTOPE_H_
