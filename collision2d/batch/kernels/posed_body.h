#pragma once

#include <algorithm>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// A box about the centre() of a shape, in the shape's frame.
struct FittedBox {
  uint8_t axis_edge;     // The edge that the axis is along; kFrameAxis: the x axis.
  Vec2 axis;             // Unit vector.
  double half_length_m;  // Along the axis. Both halves hold the shape's radius and are rounded up.
  double half_width_m;
  double radius_m;  // The shape's.
  // Whether the box less its radius on every side is the hull of the vertices, within 2^-24 of the
  // sum of its halves: that of a rectangle, a segment or a point. The shape is then this core,
  // rounded by the radius.
  bool core_is_exact;
  bool is_exact;  // Whether the box is the shape in this sense: core_is_exact, and radius 0.
};

// The direction of an edge, or the x axis for kFrameAxis.
Vec2 BoxAxis(const ConvexPolygon& shape, uint8_t axis_edge);

// A box that holds the shape: the smallest one that is along the x axis or an edge (at most 16 of
// the first 255), or the one along an edge that is the shape. O(n).
FittedBox FitBox(const ConvexPolygon& shape);

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
