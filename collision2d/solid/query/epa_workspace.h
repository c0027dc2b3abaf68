#ifndef COLLISION2D_SOLID_QUERY_EPA_WORKSPACE_H_
#define COLLISION2D_SOLID_QUERY_EPA_WORKSPACE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/face_plane.h"
#include "collision2d/solid/query/face_queue.h"

namespace collision2d::solid {
namespace internal {

// A triangle of the expanding polytope.
struct PolytopeFace {
  FacePlane plane;
  uint16_t vertex[3];    // Counter-clockwise seen from outside.
  uint16_t neighbor[3];  // neighbor[i] lies across the edge from vertex[i] to vertex[i + 1].
  uint16_t visit;        // The last expansion that judged the face.
  bool is_alive;         // Part of the surface.
};

// An edge between what a new vertex sees and what it does not see.
struct HorizonEdge {
  uint16_t from;
  uint16_t to;
  uint16_t neighbor;  // The face beyond, which is not seen.
};

// The room that a polytope of max_vertices vertices needs. A closed surface of triangles with V vertices has 2 V - 4
// faces (Euler), and every list below is of faces or of edges between two of them.
struct PolytopeStorage {
  int max_vertices = 0;
  CsoPoint* vertices = nullptr;
  uint16_t* fans = nullptr;       // Per vertex.
  PolytopeFace* faces = nullptr;  // The rest per face.
  FaceQueueEntry* queue = nullptr;
  uint16_t* queue_positions = nullptr;
  uint16_t* visible = nullptr;
  HorizonEdge* horizon = nullptr;
  uint16_t* free_faces = nullptr;
};

// Bytes for max_vertices vertices.
constexpr size_t PolytopeBytes(int max_vertices) {
  return static_cast<size_t>(max_vertices) * (sizeof(CsoPoint) + 2 * sizeof(PolytopeFace) + 2 * sizeof(FaceQueueEntry) +
                                              2 * sizeof(HorizonEdge) + 7 * sizeof(uint16_t));
}

// Lays a polytope's room out in PolytopeBytes(max_vertices) bytes, aligned for double. Nothing is written.
PolytopeStorage LayOut(std::byte* bytes, int max_vertices);

}  // namespace internal

// Vertices that the expansion holds without a workspace of the caller's. Enough for vertex hulls up to 100 vertices
// each, and for a cylinder or a cone with a box, in general position; see epa3_test.cc. Not for two ellipsoids about a
// common centre, whose depth is nearly the same all round: the status is kLimit then, with bounds.
inline constexpr int kDefaultEpaVertices = 128;

// Room for the expansion that is not on the stack: for machines with a small one (kDefaultEpaVertices do what queries
// without a workspace do), and larger for smooth shapes about a common centre and for polytopes of thousands of
// vertices. Handed in by QueryContext3::epa_workspace. Allocated here once; queries do not allocate. Not for two
// queries at a time. Of a workspace that was moved from there is no room left: queries take their own then.
class EpaWorkspace {
 public:
  EpaWorkspace(EpaWorkspace&& other) noexcept
      : max_vertices_(std::exchange(other.max_vertices_, 0)), bytes_(std::move(other.bytes_)) {}
  EpaWorkspace& operator=(EpaWorkspace&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    max_vertices_ = std::exchange(other.max_vertices_, 0);
    return *this;
  }

  static constexpr int kMinVertices = 16;
  static constexpr int kMaxVertices = 32000;  // Faces are numbered by 16 bits.

  // The room of about 290 bytes per vertex. max_vertices outside [kMinVertices, kMaxVertices] is an error that says so.
  static absl::StatusOr<EpaWorkspace> Create(int max_vertices);

  int max_vertices() const { return max_vertices_; }

  internal::PolytopeStorage storage() { return internal::LayOut(bytes_.get(), max_vertices_); }

 private:
  explicit EpaWorkspace(int max_vertices);

  int max_vertices_;
  std::unique_ptr<std::byte[]> bytes_;
};

namespace internal {

// The default room, on the stack; not initialised.
class EpaStackWorkspace {
 public:
  EpaStackWorkspace() {}  // NOLINT: a defaulted one would clear the bytes where it is value-initialised.

  PolytopeStorage storage() { return LayOut(bytes_, kDefaultEpaVertices); }

 private:
  alignas(double) std::byte bytes_[PolytopeBytes(kDefaultEpaVertices)];
};

}  // namespace internal
}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_QUERY_EPA_WORKSPACE_H_
