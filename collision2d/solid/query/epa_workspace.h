#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/face_plane.h"

// The memory of an expansion: vertices, faces, and the queue of faces by distance.
namespace collision2d::solid::internal {

// An entry of the queue.
struct FaceQueueEntry {
  double key;
  uint16_t face;
};

// A priority queue of faces, the least key first. It stores the position of each face, so that any
// face can be removed. No allocation: the caller provides the memory.
// While there are few entries, they are unordered, and the least is found without a branch: at that
// size the cost is mispredicted branches, of which a heap has one per level. From kMaxUnordered on
// it is a binary heap: O(log n) per step.
class FaceQueue {
 public:
  static constexpr uint16_t kNowhere = 0xffff;
  static constexpr int kMaxUnordered = 48;

  // `entries` has room for all faces; positions[f] is the position of face f, or kNowhere, to which
  // the caller initialises it for a new face.
  FaceQueue(FaceQueueEntry* entries, uint16_t* positions) : entries_(entries), positions_(positions) {}

  bool empty() const { return size_ == 0; }

  // O(1) for a heap, otherwise O(n).
  const FaceQueueEntry& front() const { return entries_[is_heap_ ? 0 : Least()]; }

  // Sets the key of the face, whether it is in the queue or not.
  void Set(double key, uint16_t face) {
    const bool is_new = positions_[face] == kNowhere;
    const int position = is_new ? size_ : positions_[face];
    size_ += is_new ? 1 : 0;
    if (is_heap_) {
      Sift(position, {key, face});
      return;
    }
    Put(position, {key, face});
    if (size_ == kMaxUnordered) MakeHeap();
  }

  // Does nothing if the face is not in the queue.
  void Remove(uint16_t face) {
    const int hole = positions_[face];
    if (hole == kNowhere) return;
    positions_[face] = kNowhere;
    const FaceQueueEntry last = entries_[--size_];
    if (hole == size_) return;
    if (is_heap_) {
      Sift(hole, last);
    } else {
      Put(hole, last);
    }
  }

 private:
  int Least() const {
    int least = 0;
    double key = entries_[0].key;
    for (int i = 1; i < size_; ++i) {
      // Written so that compilers use a select instead of a branch.
      const bool is_less = entries_[i].key < key;
      least = is_less ? i : least;
      key = is_less ? entries_[i].key : key;
    }
    return least;
  }

  // A queue that has become a heap remains one.
  void MakeHeap() {
    is_heap_ = true;
    for (int i = size_ / 2 - 1; i >= 0; --i) SiftDown(i, FaceQueueEntry(entries_[i]));
  }

  void Put(int position, const FaceQueueEntry& entry) {
    // Copied by fields: copying the whole entry would wait for the stores of its parts.
    entries_[position].key = entry.key;
    entries_[position].face = entry.face;
    positions_[entry.face] = static_cast<uint16_t>(position);
  }

  void Sift(int hole, const FaceQueueEntry& entry) {
    if (hole > 0 && entry.key < entries_[(hole - 1) / 2].key) {
      SiftUp(hole, entry);
    } else {
      SiftDown(hole, entry);
    }
  }

  void SiftUp(int hole, const FaceQueueEntry& entry) {
    while (hole > 0) {
      const int parent = (hole - 1) / 2;
      if (!(entry.key < entries_[parent].key)) break;
      Put(hole, entries_[parent]);
      hole = parent;
    }
    Put(hole, entry);
  }

  void SiftDown(int hole, const FaceQueueEntry& entry) {
    for (int child = 2 * hole + 1; child < size_; child = 2 * hole + 1) {
      if (child + 1 < size_ && entries_[child + 1].key < entries_[child].key) ++child;
      if (!(entries_[child].key < entry.key)) break;
      Put(hole, entries_[child]);
      hole = child;
    }
    Put(hole, entry);
  }

  FaceQueueEntry* entries_;
  uint16_t* positions_;
  int size_ = 0;
  bool is_heap_ = false;
};

}  // namespace collision2d::solid::internal

namespace collision2d::solid {
namespace internal {

// A triangle of the expanding polytope.
struct PolytopeFace {
  FacePlane plane;
  uint16_t vertex[3];    // Counter-clockwise seen from outside.
  uint16_t neighbor[3];  // neighbor[i] is across the edge from vertex[i] to vertex[i + 1].
  uint16_t visit;        // The last expansion that classified the face.
  bool is_alive;         // Part of the surface.
};

// An edge between the faces that a new vertex sees and those that it does not see.
struct HorizonEdge {
  uint16_t from;
  uint16_t to;
  uint16_t neighbor;  // The face beyond the edge, which is not visible.
};

// Memory for a polytope of max_vertices vertices. A closed surface of triangles with V vertices has
// 2 V - 4 faces (Euler), and every list below contains faces or edges between two of them.
struct PolytopeStorage {
  int max_vertices = 0;
  CsoPoint* vertices = nullptr;
  uint16_t* fans = nullptr;       // Per vertex.
  PolytopeFace* faces = nullptr;  // This and the following: per face.
  FaceQueueEntry* queue = nullptr;
  uint16_t* queue_positions = nullptr;
  uint16_t* visible = nullptr;
  HorizonEdge* horizon = nullptr;
  uint16_t* free_faces = nullptr;
};

// Returns the number of bytes for max_vertices vertices.
constexpr size_t PolytopeBytes(int max_vertices) {
  return static_cast<size_t>(max_vertices) * (sizeof(CsoPoint) + 2 * sizeof(PolytopeFace) + 2 * sizeof(FaceQueueEntry) +
                                              2 * sizeof(HorizonEdge) + 7 * sizeof(uint16_t));
}

// Lays out a polytope's memory in PolytopeBytes(max_vertices) bytes, aligned for double. Writes
// nothing.
PolytopeStorage LayOut(std::byte* bytes, int max_vertices);

}  // namespace internal

// The number of vertices that the expansion can hold without a workspace from the caller. Enough
// for vertex hulls of up to 100 vertices each, and for a cylinder or a cone with a box, in general
// position; see epa3_test.cc. Not enough for two concentric ellipsoids, whose depth is nearly the
// same in all directions: the result then reports the limit, with bounds.
inline constexpr int kDefaultEpaVertices = 128;

// Memory for the expansion outside the stack: for machines with a small stack (kDefaultEpaVertices
// give the same results as queries without a workspace), or larger, for concentric smooth shapes
// and for polytopes of thousands of vertices. Pass it in QueryContext3::epa_workspace. It is
// allocated once, on construction; queries do not allocate. It serves one query at a time. A
// moved-from workspace has no memory; queries then use the stack.
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
  static constexpr int kMaxVertices = 32000;  // Face indices have 16 bits.

  // Allocates about 290 bytes per vertex. Error: max_vertices outside [kMinVertices, kMaxVertices].
  static absl::StatusOr<EpaWorkspace> Create(int max_vertices);

  int max_vertices() const { return max_vertices_; }

  internal::PolytopeStorage storage() { return internal::LayOut(bytes_.get(), max_vertices_); }

 private:
  explicit EpaWorkspace(int max_vertices);

  int max_vertices_;
  std::unique_ptr<std::byte[]> bytes_;
};

namespace internal {

// The default memory, on the stack; not initialised.
class EpaStackWorkspace {
 public:
  EpaStackWorkspace() {}  // NOLINT: a defaulted one would clear the bytes where it is value-initialised.

  PolytopeStorage storage() { return LayOut(bytes_, kDefaultEpaVertices); }

 private:
  alignas(double) std::byte bytes_[PolytopeBytes(kDefaultEpaVertices)];
};

}  // namespace internal
}  // namespace collision2d::solid
