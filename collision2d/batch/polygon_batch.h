// A batch of posed shapes: the obstacles of one instant.

#pragma once

#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

class PairQueryHook;

// Many shapes, each at a pose: the obstacles of one instant, tens to some thousands of them. For
// larger sets that do not move see StaticMap.
//
// Queries read a single-precision, SIMD-friendly copy of the shapes and fall back to the shapes
// themselves when that copy cannot prove the answer. The batch stores pointers to the shapes, which
// must outlive it and must not move, unless it owns them; it copies the poses. Queries do not
// change a batch: any number of threads may read one. A batch that has been moved from has no
// shapes; batches cannot be copied.
// A null shape is an absent obstacle. It keeps its index, is hit by nothing, is never the nearest,
// and is infinitely far away; its pose is not read.
class PolygonBatch {
 public:
  // No shapes.
  PolygonBatch() = default;

  // Returns a batch of shapes[k] at world_from_shape[k]. An empty batch is legal: nothing collides
  // with it. Errors (InvalidArgument, naming the index):
  // - sizes differ, or there are more than 2^31 - 1 shapes;
  // - a pose is refused, as in SetPoses.
  // O(total vertices). Only this function, its overloads and WithPoses allocate in a batch.
  static absl::StatusOr<PolygonBatch> Create(absl::Span<const ConvexPolygon> shapes,
                                             absl::Span<const Pose2> world_from_shape);
  // The same for shapes that are not next to each other, or occur more than once, or are absent
  // (null).
  static absl::StatusOr<PolygonBatch> Create(absl::Span<const ConvexPolygon* const> shapes,
                                             absl::Span<const Pose2> world_from_shape);
  // The same for a vector that is moved in, std::vector<ConvexPolygon>&&: the batch owns the
  // shapes.
  template <typename Vector, typename = std::enable_if_t<std::is_same_v<Vector, std::vector<ConvexPolygon>>>>
  static absl::StatusOr<PolygonBatch> Create(Vector&& shapes, absl::Span<const Pose2> world_from_shape) {
    return CreateOwner(std::move(shapes), world_from_shape);
  }
  // The shapes of a list {a, b} would not outlive the call: pass a vector.
  static absl::StatusOr<PolygonBatch> Create(std::initializer_list<ConvexPolygon> shapes,
                                             absl::Span<const Pose2> world_from_shape) = delete;

  PolygonBatch(PolygonBatch&&) = default;
  PolygonBatch& operator=(PolygonBatch&&) = default;

  // Moves every shape to its new pose. If an error is returned, the batch is unchanged. Errors
  // (InvalidArgument, naming the pose):
  // - the number of poses is not size();
  // - a pose is not finite, not a unit rotation (kUnitRotationTolerance), or translated beyond
  //   kMaxCoordinate_m.
  // No allocation. O(size + vertices of shapes that are not rectangles).
  absl::Status SetPoses(absl::Span<const Pose2> world_from_shape);

  // Returns a batch of the same shapes, which it does not own, with the same hook, at other poses.
  // Errors: as SetPoses. Allocates like Create, but reuses what Create computed from the shapes.
  absl::StatusOr<PolygonBatch> WithPoses(absl::Span<const Pose2> world_from_shape) const;

  int size() const { return static_cast<int>(shapes_.size()); }
  bool empty() const { return shapes_.empty(); }

  // REQUIRES: 0 <= k < size(), here and below; shape(k) requires an obstacle that is present.
  bool is_present(int k) const { return shapes_[static_cast<size_t>(k)] != nullptr; }
  const ConvexPolygon& shape(int k) const { return *shapes_[static_cast<size_t>(k)]; }
  const Pose2& world_from_shape(int k) const {
    return world_from_shape_.empty() ? kIdentity : world_from_shape_[static_cast<size_t>(k)];
  }

  // Sets the object that answers pairs left undecided by the filters, on every thread. Null, the
  // default, uses the pair queries. The object must outlive the calls. Must not be called while
  // other threads use the batch.
  void set_pair_query_hook(PairQueryHook* pair_query_hook) { pair_query_hook_ = pair_query_hook; }
  PairQueryHook* pair_query_hook() const { return pair_query_hook_; }

  // What queries read.
  const internal::BatchShadow& shadow() const { return shadow_; }
  absl::Span<const ConvexPolygon* const> shapes() const { return shapes_; }

  // Returns the size of everything the batch holds apart from the shapes, itself included: at most
  // 1.3 times the bytes of the shapes' vertices (as Vec2), 64 per shape, and a constant for
  // padding.
  size_t memory_bytes() const;

 private:
  friend class StaticMap;

  static constexpr Pose2 kIdentity = {};

  static absl::StatusOr<PolygonBatch> CreateOwner(std::vector<ConvexPolygon> shapes,
                                                  absl::Span<const Pose2> world_from_shape);

  // Checked arguments; without poses all are the identity.
  PolygonBatch(std::vector<const ConvexPolygon*> shapes, std::vector<Pose2> world_from_shape);

  void WriteShadow();

  std::vector<const ConvexPolygon*> shapes_;
  std::vector<Pose2> world_from_shape_;
  internal::BatchShadow shadow_;
  PairQueryHook* pair_query_hook_ = nullptr;
  std::vector<ConvexPolygon> own_shapes_;  // Empty unless the batch owns the shapes.
};

}  // namespace collision2d
