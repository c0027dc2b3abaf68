#pragma once

#include <cstdint>
#include <cstring>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/padded_ring.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

namespace internal {

// A symmetric 2 x 2 matrix. Single precision is enough: these values only choose starting points of
// searches and never affect a result.
struct SecondMoments {
  float xx = 0.0f;
  float xy = 0.0f;
  float yy = 0.0f;
};

// SecondMoments in half the space: each number is reduced to its upper 16 bits (bfloat16, eight
// bits of mantissa).
class PackedMoments {
 public:
  PackedMoments() = default;
  explicit PackedMoments(const SecondMoments& moments)
      : xx_(UpperHalf(moments.xx)), xy_(UpperHalf(moments.xy)), yy_(UpperHalf(moments.yy)) {}

  SecondMoments Unpacked() const { return {FromUpperHalf(xx_), FromUpperHalf(xy_), FromUpperHalf(yy_)}; }

 private:
  static uint16_t UpperHalf(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return static_cast<uint16_t>(bits >> 16);
  }
  static float FromUpperHalf(uint16_t half) {
    const uint32_t bits = static_cast<uint32_t>(half) << 16;
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }

  uint16_t xx_ = 0;
  uint16_t xy_ = 0;
  uint16_t yy_ = 0;
};

}  // namespace internal

// A closed convex shape: the hull of its vertices, grown by a radius. One vertex is a point (with a
// radius: a disc), two are a segment (a capsule), three or more are a polygon, counter-clockwise
// and strictly convex. Objects are immutable and created only by the functions below, so that
// queries need not check them.
// Up to six vertices are stored without allocation; their number is not limited. A polygon that has
// been moved from is the point (0, 0).
class alignas(64) ConvexPolygon {
 public:
  // Returns the shape with these vertices (m, any frame) and this radius. Validity is decided
  // exactly, in O(n). See Hull for points in any order. Errors (InvalidArgument, naming the
  // vertex):
  // - there is no vertex, or a coordinate is not finite or beyond kMaxCoordinate_m;
  // - two neighbours are equal, or a vertex is on the line through its neighbours;
  // - the order is clockwise, a corner is reflex, or the boundary crosses itself;
  // - the radius is negative, not finite or beyond kMaxCoordinate_m.
  static absl::StatusOr<ConvexPolygon> Create(absl::Span<const Vec2> vertices, double radius_m = 0.0);

  // Returns the convex hull of `points` (m), grown by radius_m. Collinear and repeated points are
  // accepted and dropped. Exact, O(n log n).
  // Errors: as Create, for an empty list, a coordinate or the radius.
  // Source: Andrew 1979, monotone chain.
  static absl::StatusOr<ConvexPolygon> Hull(absl::Span<const Vec2> points, double radius_m = 0.0);

  // Returns the convex polygon with this outline, as other sources give it: in either direction,
  // perhaps with the first vertex again at the end, with repeated and collinear vertices, which are
  // dropped. An outline without area gives the segment or point that it covers. Errors: as Create,
  // for an outline that is not convex; see Hull for points in any order and DecomposeIntoConvex
  // (convex_decomposition.h) for outlines with reflex corners. Exact, O(n).
  static absl::StatusOr<ConvexPolygon> FromRing(absl::Span<const Vec2> vertices, double radius_m = 0.0);

  // Return the points within radius_m of the centre, or of the segment between two points. Errors:
  // as Create.
  static absl::StatusOr<ConvexPolygon> Disc(double radius_m, Vec2 center = {});
  static absl::StatusOr<ConvexPolygon> Capsule(Vec2 from, Vec2 to, double radius_m);

  // Returns a rectangle with its sides along the axes and its centre at `center` (m). For a vehicle
  // body whose reference point is the rear axle, `center` is {distance from rear axle to geometric
  // centre, 0}. Posed turns it, and Create(rectangle.vertices(), radius_m) gives it a radius.
  // Errors: a length or width that is not positive; otherwise as Create.
  static absl::StatusOr<ConvexPolygon> Rectangle(double length_m, double width_m, Vec2 center = {});

  ConvexPolygon(const ConvexPolygon&) = default;
  ConvexPolygon& operator=(const ConvexPolygon&) = default;
  ConvexPolygon(ConvexPolygon&& other) noexcept;
  ConvexPolygon& operator=(ConvexPolygon&& other) noexcept;

  // Never empty.
  absl::Span<const Vec2> vertices() const { return {ring(), static_cast<size_t>(size())}; }
  int size() const { return ring_.size(); }

  // Returns the vertices, with a copy of the last one before the first and of the first one after
  // the last: ring()[k] is a vertex for -1 <= k <= size(), so that code that reads a neighbour need
  // not test for the ends.
  const Vec2* ring() const { return ring_.vertices(); }

  // Returns k such that ring()[k] to ring()[k + 4] include vertex i, centred on i if the ring is
  // long enough. With more than six vertices ring() has two copies on either side for this: it is
  // then valid for -2 <= k <= size() + 1.
  // REQUIRES: size() >= 4.
  int WindowAround(int i) const { return ring_.WindowAround(i); }

  double radius_m() const { return has_radius_ ? radius_m_ : 0.0; }

  // Returns the centre of the vertices' bounding box; it can be outside the shape.
  Vec2 center() const { return center_; }

  // m. A bound: every point of the shape, radius included, is within this distance of center().
  double bounding_radius_m() const { return bounding_radius_m_; }

  // m. Every point within this distance of center() is in the interior of the hull of the vertices.
  // 0 if there is no such distance, or if it is tiny compared with bounding_radius_m().
  double inner_radius_m() const { return inner_radius_m_; }

  // m^2. Returns the mean of (v - center)(v - center)^T over the vertices v, which measures how far
  // the shape extends in each direction.
  internal::SecondMoments second_moments() const { return second_moments_.Unpacked(); }

  // Returns a vertex that is extreme, within rounding, along the middle of a sector of directions
  // (geometry/direction_sector.h); a support search in that sector starts there. With more than 256
  // vertices it is only close to an extreme vertex.
  int StartVertex(int sector) const { return ring_.StartVertex(sector); }
  // Returns true if StartVertex is only close to an extreme vertex.
  bool StartsAreNear() const { return ring_.StartsAreNear(); }

  // Returns true for a segment, and for a polygon with a corner so sharp (below 2^-40 rad) that
  // rounding could make its edges look antiparallel.
  bool has_needle_corner() const { return has_needle_corner_; }

  // m. If each coordinate of each vertex moves by at most a quarter of this, the vertices remain a
  // strictly convex ring in counter-clockwise order (those of a segment remain two different
  // points). The value is rounded down to a power of two; it is huge for a point.
  double convexity_margin_m() const { return ring_.convexity_margin_m(); }

  // m. Returns the largest magnitude of a vertex coordinate. O(n).
  double max_coordinate_m() const;

  // Returns the bounding box of the shape, radius included.
  Aabb2 Bounds() const;

  // Returns the shape moved by `world_from_body`; each vertex is posed and rounded on its own.
  // Error (InvalidArgument, naming the vertex): the rounded vertices are no longer a strictly
  // convex polygon, or are out of range, or the pose is not a finite unit rotation. Queries that
  // take a pose never fail in this way.
  absl::StatusOr<ConvexPolygon> Posed(const Pose2& world_from_body) const;

 private:
  // REQUIRES: the vertices and the radius are valid.
  ConvexPolygon(absl::Span<const Vec2> vertices, double radius_m);

  // Takes everything except the ring, and leaves `other` the numbers of a point at the origin.
  void TakeNumbers(ConvexPolygon* other);

  void ComputeExtents();
  void ComputeInnerRadius();
  void FindNeedleCorner();

  // The first cache line holds what every query reads: everything above the ring, and the head of
  // the ring.
  Vec2 center_;
  float bounding_radius_m_ = 0.0f;
  float inner_radius_m_ = 0.0f;
  internal::PackedMoments second_moments_;
  bool has_needle_corner_ = false;
  bool has_radius_;
  internal::PaddedRing ring_;
  double radius_m_;
};

}  // namespace collision2d
