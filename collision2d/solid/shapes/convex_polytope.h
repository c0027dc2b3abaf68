#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/base/optimization.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_mesh.h"
#include "collision2d/solid/shapes/polytope_tables.h"
#include "collision2d/solid/shapes/vertex_climb.h"

// A convex polytope with what makes queries fast.
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
  std::vector<int32_t> neighbor_begin;
  std::vector<int32_t> neighbor;
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

// A closed convex polytope for queries: a mesh with the adjacency of its vertices, a support
// mapping and a vertex hull (support_mapping.h). Immutable. No query limits the number of vertices.
// A copy allocates nothing: copies share the immutable data. A moved-from polytope is the point at
// the origin.
class alignas(64) ConvexPolytope {
 public:
  // The vertex that the last search for a support point found.
  struct Hint {
    int32_t vertex = -1;
  };

  explicit ConvexPolytope(ConvexMesh mesh, PolytopeTables tables = PolytopeTables::kForQueries);

  // Return the polytope of ConvexMesh::FromPoints and of ConvexMesh::Create. Errors: as these.
  static absl::StatusOr<ConvexPolytope> FromPoints(absl::Span<const Vec3> points,
                                                   PolytopeTables tables = PolytopeTables::kForQueries);
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

  // The boundary; a polytope may be passed wherever only that matters.
  const ConvexMesh& mesh() const { return mesh_; }
  operator const ConvexMesh&() const { return mesh_; }  // NOLINT(google-explicit-constructor)

  // As those of the mesh.
  int dimension() const { return mesh_.dimension(); }
  absl::Span<const Vec3> vertices() const { return mesh_.vertices(); }
  int num_vertices() const { return num_vertices_; }
  const Vec3& vertex(int i) const { return mesh_.vertex(i); }
  absl::Span<const std::array<int32_t, 2>> edges() const { return mesh_.edges(); }
  int num_faces() const { return mesh_.num_faces(); }
  absl::Span<const int32_t> face(int i) const { return mesh_.face(i); }
  std::vector<std::array<int32_t, 3>> Triangles() const { return mesh_.Triangles(); }
  const Aabb3& Bounds() const { return mesh_.Bounds(); }

  // The vertices at the other ends of the edges of vertex i, ascending.
  absl::Span<const int32_t> neighbors(int i) const { return graph().neighbors(i); }

  // Returns a vertex with the largest dot product with `direction`, within 2^-46 of the longest
  // side of the bounding box times |direction|_1; *hint receives its index.
  // REQUIRES: direction is finite and not zero.
  // Up to kScanVertices vertices are scanned. With more, the search climbs along the edges from the
  // start vertex of the direction, one or two steps for any number of vertices. This start vertex
  // is as near as the last vertex of a coherent motion, and nearer than that of any other, so a
  // hint changes neither the answer nor the time.
  // Deterministic; no allocation.
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    hint->vertex = SupportVertex(direction);
    return mesh_.vertex(hint->vertex);
  }

  // The vertices and edges, for callers with their own search.
  internal::VertexGraph graph() const {
    return {mesh_.vertices(), data_->neighbor_begin, data_->neighbor, data_->is_pointed};
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
  // docs/solid.md.
  double InnerRadius() const { return inner_radius_m_; }
  double OuterRadius() const { return outer_radius_m_; }

  // m. The largest magnitude of a coordinate.
  double Magnitude() const { return magnitude_; }

  // The shadow that the filters of Level 1 use; may be empty.
  internal::PolytopeShadow shadow() const {
    if (shadow_values_ == nullptr) return {};
    return {internal::ShadowStride(num_vertices_), shadow_face_stride_, shadow_values_};
  }

  // Up to this many vertices a scan is faster than a climb from a good start; measured.
  static constexpr int kScanVertices = 128;

  // Up to this many vertices, the coordinates are stored in the object itself.
  static constexpr int kFewVertices = 24;

 private:
  static const ConvexPolytope& Origin();

  void ComputeBalls();
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
  ConvexMesh mesh_;
  std::shared_ptr<const internal::PolytopeData> data_;
};

}  // namespace collision2d::solid
