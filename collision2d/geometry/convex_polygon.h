#ifndef COLLISION2D_GEOMETRY_CONVEX_POLYGON_H_
#define COLLISION2D_GEOMETRY_CONVEX_POLYGON_H_

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

// A closed convex shape: the hull of its vertices, grown by a radius. One vertex is a point (with a radius: a disc),
// two are a segment (a capsule), three or more a polygon, counter-clockwise and strictly convex. Immutable once made;
// made only by the functions below, so that every query may trust it. Up to eight vertices are stored without
// allocation; there is no limit on their number.
class ConvexPolygon {
 public:
  // The shape with these vertices (m, any frame) and radius.
  // Errors (InvalidArgument, naming the vertex): no vertex; a coordinate that is not finite or beyond kMaxCoordinate_m;
  // equal neighbours; a vertex on the line through its neighbours; clockwise order; a reflex corner; a boundary that
  // crosses itself; a radius that is negative, not finite or beyond kMaxCoordinate_m. Decided exactly, O(n).
  // See Hull for points in any order.
  static absl::StatusOr<ConvexPolygon> Create(absl::Span<const Vec2> vertices, double radius_m = 0.0);

  // The convex hull of `points` (m), grown by radius_m. Collinear and repeated points are legal and disappear.
  // Errors: as Create, for no point, coordinates and radius. Exact, O(n log n).
  // Source: Andrew 1979, monotone chain.
  static absl::StatusOr<ConvexPolygon> Hull(absl::Span<const Vec2> points, double radius_m = 0.0);

  // A rectangle with its sides along the axes and its centre at `center` (m). For a vehicle body whose reference point
  // is the rear axle: center = {distance from rear axle to geometric centre, 0}. Errors: a length or width that is not
  // positive; otherwise as Create.
  static absl::StatusOr<ConvexPolygon> Rectangle(double length_m, double width_m, Vec2 center = {},
                                                 double radius_m = 0.0);

  // Never empty.
  absl::Span<const Vec2> vertices() const { return vertices_; }
  int size() const { return static_cast<int>(vertices_.size()); }

  double radius_m() const { return radius_m_; }

  // The middle of the bounding box of the vertices; not always inside the shape.
  Vec2 center() const { return center_; }

  // m. Every point of the shape, radius included, is within this distance of center().
  double bounding_radius_m() const { return bounding_radius_m_; }

  // m. The largest magnitude of a vertex coordinate.
  double max_coordinate_m() const { return max_coordinate_m_; }

  // The bounding box of the shape, radius included.
  Aabb2 Bounds() const;

  // The shape moved by `world_from_body`: each vertex posed and rounded on its own.
  // Error (InvalidArgument): the rounded vertices are no longer a strictly convex polygon, or out of range, or the pose
  // is not a finite unit rotation; the message names the vertex. The queries that take a pose have no such case.
  absl::StatusOr<ConvexPolygon> Posed(const Pose2& world_from_body) const;

 private:
  using Vertices = absl::InlinedVector<Vec2, 8>;

  ConvexPolygon(Vertices vertices, double radius_m);

  Vertices vertices_;
  double radius_m_;
  Vec2 center_;
  double bounding_radius_m_;
  double max_coordinate_m_;
};

}  // namespace collision2d

#endif  // COLLISION2D_GEOMETRY_CONVEX_POLYGON_H_
