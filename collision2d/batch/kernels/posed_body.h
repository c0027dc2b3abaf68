#ifndef COLLISION2D_BATCH_KERNELS_POSED_BODY_H_
#define COLLISION2D_BATCH_KERNELS_POSED_BODY_H_

#include <algorithm>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/fitted_box.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::internal {

// A shape of a body, as every pose of a call needs it.
struct BodyShape {
  BodyShape() = default;
  explicit BodyShape(const ConvexPolygon& shape) : polygon(&shape), box(FitBox(shape)) {}

  const ConvexPolygon* polygon;
  FittedBox box;
};

// The shapes of a body. Those beyond the first few are computed whenever they are needed: a call
// has no memory for all of them.
class BodyShapes {
 public:
  explicit BodyShapes(absl::Span<const ConvexPolygon> body) : body_(body) {
    for (int e = 0; e < std::min(size(), kKept); ++e) kept_[e] = BodyShape(body[e]);
  }

  int size() const { return static_cast<int>(body_.size()); }

  BodyShape operator[](int e) const { return e < kKept ? kept_[e] : BodyShape(body_[e]); }

 private:
  static constexpr int kKept = 8;

  const absl::Span<const ConvexPolygon> body_;
  BodyShape kept_[kKept];
};

// The vertices of a body shape relative to its centre along the world's axes, as
// BatchShadow::vertices.
struct PosedVertices {
  // Bodies with more vertices are not tested by them.
  static constexpr int kMaxSize = 32;
  // What follows the vertices, all the first one: a vector may be loaded from any index up to the
  // size. Whatever happened to be in memory could be subnormal, with which some processors compute
  // a hundred times slower.
  static constexpr int kTail = 1 + kBatchLanes / 2;

  int size;
  float x[kMaxSize + kTail];
  float y[kMaxSize + kTail];
};

// REQUIRES: at most PosedVertices::kMaxSize vertices.
void PoseVertices(const ConvexPolygon& shape, const Pose2& world_from_body, PosedVertices* vertices);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_KERNELS_POSED_BODY_H_
