#ifndef COLLISION2D_QUERY_EXACT_VERTEX_RING_H_
#define COLLISION2D_QUERY_EXACT_VERTEX_RING_H_

#include <cstdint>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/shallowest_edge.h"
#include "collision2d/query/stages/support.h"

namespace collision2d::internal {

// The vertices of a shape in the query frame, posed when they are read. Rounding may make a corner
// of posed vertices straight or reflex by an ulp, or merge vertices: what counts is the hull of the
// rounded vertices.
class VertexRing {
 public:
  // `query_from_shape` is null if the shape is in the query frame; otherwise it must outlive the
  // ring. `scale` is a power of two by which the vertices are multiplied after posing.
  VertexRing(const ConvexPolygon& shape, const Pose2* query_from_shape, double scale, bool is_strictly_convex)
      : shape_(shape),
        vertices_(shape.ring()),
        query_from_shape_(query_from_shape),
        scale_(scale),
        size_(shape.size()),
        is_strictly_convex_(is_strictly_convex) {}

  int size() const { return size_; }
  // -1 <= i <= size().
  Vec2 operator[](int i) const {
    return scale_ * (query_from_shape_ == nullptr ? vertices_[i] : *query_from_shape_ * vertices_[i]);
  }

  // The ring as ConvexPolygon::ring(), in `room` for size() + 2 vertices unless it is there
  // already.
  const Vec2* Padded(Vec2* room) const {
    if (query_from_shape_ == nullptr && scale_ == 1.0) return vertices_;
    for (int i = -1; i <= size_; ++i) room[i + 1] = (*this)[i];
    return room + 1;
  }

  bool is_posed() const { return query_from_shape_ != nullptr; }
  // The padded ring in the shape's own frame, and the rotation out of it, times the scale.
  // REQUIRES: is_posed().
  OwnEdges own_edges() const { return {vertices_, scale_ * query_from_shape_->cos, scale_ * query_from_shape_->sin}; }

  // From vertex i to the next one, by the shape's own frame: exact to rounding of the edge's
  // length, whatever posing has rounded.
  Vec2 Edge(int i) const {
    const Vec2 edge = scale_ * (vertices_[i + 1] - vertices_[i]);
    return query_from_shape_ == nullptr ? edge : query_from_shape_->Rotate(edge);
  }

  // The support point in a direction of the query frame, by walking uphill in the shape's own frame
  // from vertex `start`: see ClimbToSupport. Adds the vertices that it looks at to `visits`.
  int Climb(Vec2 direction, int start, int64_t* visits) const {
    // Scaled, so that products with subnormal coordinates keep their bits.
    const Vec2 in_shape = query_from_shape_ == nullptr ? direction : query_from_shape_->RotateBack(direction);
    return ClimbToSupport(shape_.vertices(), scale_ * in_shape, start, visits);
  }

  int Next(int i) const { return i + 1 == size_ ? 0 : i + 1; }
  int Previous(int i) const { return i == 0 ? size_ - 1 : i - 1; }

  // True if the ring is known to be a point, a segment, or the boundary of a strictly convex
  // polygon in counter-clockwise order.
  bool is_strictly_convex() const { return is_strictly_convex_; }

 private:
  const ConvexPolygon& shape_;
  const Vec2* vertices_;
  const Pose2* query_from_shape_;
  double scale_;
  int size_;
  bool is_strictly_convex_;
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_EXACT_VERTEX_RING_H_
