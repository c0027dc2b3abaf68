#pragma once

#include <cstdint>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/stages/support.h"

// The rings of two shapes, and the exact support points of their CSO.
namespace collision2d::internal {

// The edges of a posed polygon: posing rounds its vertices, and so turns short edges by any angle.
struct OwnEdges {
  // The padded ring in the shape's own frame.
  const Vec2* ring;
  // The rotation into the query frame, times the scale of the latter.
  double cos;
  double sin;
};

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

// The CSO of two rings, exactly: points and directions are differences of vertices that are never
// rounded, and support points are found by exact signs.

// A point of the CSO: the difference of two vertices.
struct CsoIndex {
  int a = 0;
  int b = 0;
};

inline bool operator==(const CsoIndex& i, const CsoIndex& j) { return i.a == j.a && i.b == j.b; }

// A point of the CSO with its two vertices.
struct CsoPoint {
  CsoIndex index;
  Vec2 p;
  Vec2 q;

  Vec2 difference() const { return p - q; }
  bool is_origin() const { return p == q; }
};

// The vector (to_a - from_a) - (to_b - from_b), kept as its four points so that nothing is rounded.
struct CsoDirection {
  Vec2 from_a;
  Vec2 to_a;
  Vec2 from_b;
  Vec2 to_b;

  static CsoDirection Between(const CsoPoint& from, const CsoPoint& to) { return {from.p, to.p, from.q, to.q}; }
  // The direction from the origin to `point`, turned clockwise by 90 degrees.
  static CsoDirection RightOf(const CsoPoint& point) {
    return {PerpendicularLeft(point.p), PerpendicularLeft(point.q), {}, {}};
  }
  CsoDirection operator-() const { return {to_a, from_a, to_b, from_b}; }
  Vec2 Rounded() const { return (to_a - from_a) - (to_b - from_b); }
};

// A number with the sign of direction x (to - from). Exact.
double CrossSign(const CsoDirection& direction, Vec2 from, Vec2 to);

// Whether `support`, a support point to the right of `direction`, is farther to the right than
// `point`.
inline bool IsBeyond(const CsoDirection& direction, const CsoPoint& point, const CsoPoint& support) {
  return CrossSign(direction, point.p, support.p) < 0.0 || CrossSign(direction, point.q, support.q) > 0.0;
}

// Finds support points of the CSO of two rings, and counts the vertices that it looks at.
class ExactSupports {
 public:
  // The rings must outlive the object.
  ExactSupports(const VertexRing& a, const VertexRing& b) : a_(a), b_(b) {}

  CsoPoint At(CsoIndex index) {
    visits_ += 2;
    return {index, a_[index.a], b_[index.b]};
  }

  // A CSO point that lies farthest to the right of the direction. Exact.
  // A climb from `start` where a ring is strictly convex, otherwise a scan.
  CsoPoint SupportToTheRight(const CsoDirection& direction, CsoIndex start) {
    return At({Farthest(a_, direction, 1.0, start.a), Farthest(b_, direction, -1.0, start.b)});
  }

  // The same for the direction from one CSO point to another, which is `chord`; `right` itself if
  // nothing is beyond it.
  CsoPoint SupportBeyondChord(const CsoDirection& chord, const CsoPoint& right, const CsoPoint& left);

  // Vertices that the object has looked at.
  int64_t visits() const { return visits_; }
  void AddVisits(int64_t count) { visits_ += count; }

 private:
  // The vertex of a ring that is farthest to the right of a direction (to_the_right = 1), or to the
  // left (-1).
  int Farthest(const VertexRing& ring, const CsoDirection& direction, double to_the_right, int start);

  const VertexRing& a_;
  const VertexRing& b_;
  int64_t visits_ = 0;
};

}  // namespace collision2d::internal
