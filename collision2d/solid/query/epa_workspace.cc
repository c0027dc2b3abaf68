#include "collision2d/solid/query/epa_workspace.h"

#include <type_traits>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace collision2d::solid {
namespace internal {
namespace {

// Returns the next `count` objects of the memory. They are written before they are read: all of
// them are trivial to copy.
template <typename T>
T* Take(std::byte** room, int count) {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(double), "");
  T* const objects = reinterpret_cast<T*>(*room);
  *room += sizeof(T) * static_cast<size_t>(count);
  return objects;
}

}  // namespace

PolytopeStorage LayOut(std::byte* bytes, int max_vertices) {
  const int max_faces = 2 * max_vertices;
  PolytopeStorage storage;
  storage.max_vertices = max_vertices;
  // In order of decreasing alignment.
  storage.vertices = Take<CsoPoint>(&bytes, max_vertices);
  storage.faces = Take<PolytopeFace>(&bytes, max_faces);
  storage.queue = Take<FaceQueueEntry>(&bytes, max_faces);
  storage.horizon = Take<HorizonEdge>(&bytes, max_faces);
  storage.queue_positions = Take<uint16_t>(&bytes, max_faces);
  storage.visible = Take<uint16_t>(&bytes, max_faces);
  storage.free_faces = Take<uint16_t>(&bytes, max_faces);
  storage.fans = Take<uint16_t>(&bytes, max_vertices);
  return storage;
}

}  // namespace internal

absl::StatusOr<EpaWorkspace> EpaWorkspace::Create(int max_vertices) {
  if (max_vertices < kMinVertices || max_vertices > kMaxVertices) {
    return absl::InvalidArgumentError(
        absl::StrCat("max_vertices = ", max_vertices, ": must be in [", kMinVertices, ", ", kMaxVertices, "]"));
  }
  return EpaWorkspace(max_vertices);
}

EpaWorkspace::EpaWorkspace(int max_vertices)
    : max_vertices_(max_vertices), bytes_(new std::byte[internal::PolytopeBytes(max_vertices)]) {}

}  // namespace collision2d::solid
