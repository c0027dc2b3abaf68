#ifndef COLLISION2D_BATCH_POLYGON_BATCH_H_
#define COLLISION2D_BATCH_POLYGON_BATCH_H_

#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/pair_asker.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

// Many shapes, each at a pose: the obstacles of one instant. A query of a body against all of them
// reads a float shadow of the shapes, laid out for SIMD, and goes back to the shapes themselves
// where the shadow does not prove an answer.
// The shapes stay the caller's and must outlive the batch; their poses are copied.
// Not changed by queries: any number of threads may read one batch. Moving leaves a batch without
// shapes behind; copying is not needed.
class PolygonBatch {
 public:
  // No shapes.
  PolygonBatch() = default;

  // shapes[k] at world_from_shape[k]. No shapes are legal: nothing collides with them.
  // Errors (InvalidArgument, naming the index): sizes differ; a null shape; more than 2^31 - 1
  // shapes; a pose as in Repose. O(total vertices); this and the sibling are the only functions of
  // a batch that allocate.
  static absl::StatusOr<PolygonBatch> Create(absl::Span<const ConvexPolygon> shapes,
                                             absl::Span<const Pose2> world_from_shape);
  // The same for shapes that are not next to each other, or occur more than once.
  static absl::StatusOr<PolygonBatch> Create(absl::Span<const ConvexPolygon* const> shapes,
                                             absl::Span<const Pose2> world_from_shape);

  PolygonBatch(PolygonBatch&&) = default;
  PolygonBatch& operator=(PolygonBatch&&) = default;

  // Moves every shape to its new pose.
  // Errors (InvalidArgument, naming the pose; the batch is then unchanged): a number of poses other
  // than size(); a pose that is not finite, not a unit rotation (kUnitRotationTolerance), or
  // translated beyond kMaxCoordinate_m.
  // No allocation. O(size + vertices of shapes that are not rectangles).
  absl::Status Repose(absl::Span<const Pose2> world_from_shape);

  int size() const { return static_cast<int>(shapes_.size()); }
  bool empty() const { return shapes_.empty(); }

  // REQUIRES: 0 <= k < size().
  const ConvexPolygon& shape(int k) const { return *shapes_[k]; }
  const Pose2& world_from_shape(int k) const { return world_from_shape_.empty() ? kIdentity : world_from_shape_[k]; }

  // Who answers, from now on, pairs of the batch that its filters leave undecided, on whatever
  // thread: null, the default, the pair queries themselves. Must outlive the calls. Not to be
  // called while others use the batch.
  void set_pair_asker(PairAsker* pair_asker) { pair_asker_ = pair_asker; }
  PairAsker* pair_asker() const { return pair_asker_; }

  // What the batch's filters read.
  const internal::BatchShadow& shadow() const { return shadow_; }

  // The size of everything the batch owns, itself included: at most 1.3 times the bytes of the
  // shapes' vertices (as Vec2), 64 per shape, and a constant for padding.
  size_t memory_bytes() const;

 private:
  friend class StaticMap;

  static constexpr Pose2 kIdentity = {};

  // Checked arguments; without poses all are the identity.
  PolygonBatch(std::vector<const ConvexPolygon*> shapes, std::vector<Pose2> world_from_shape);

  void WriteShadow();

  std::vector<const ConvexPolygon*> shapes_;
  std::vector<Pose2> world_from_shape_;
  internal::BatchShadow shadow_;
  PairAsker* pair_asker_ = nullptr;
};

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_POLYGON_BATCH_H_
