#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "absl/base/attributes.h"
#include "absl/base/macros.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"

// The polygon of the directions that may still separate two bodies.
namespace collision2d::solid::internal {

// A convex polygon on the sphere of directions: the directions n with n . p <= 0 for all points p
// that it was clipped by. It begins as the whole sphere; the first point makes it a hemisphere, the
// second a lune, the third a triangle, and every further one is a step of Sutherland and Hodgman's
// algorithm. Its corners are products of two given points, so rounding does not accumulate; a
// corner whose side is within its error bound is kept, so that the polygon may be too large but
// never too small. The capacity is the largest number of points, which follows from the caller's
// limit on its rounds.
// Source: Hornus 2017, section 4. Structure and departures: docs/solid.md, "Papers".
class SphericalPolygon {
 public:
  static constexpr int kCapacity = 112;
  static constexpr int kEnclosingPoints = 12;

  enum class Clipped {
    kSmaller,
    kUnchanged,  // No corner is certainly outside: the point adds no information.
    kEmpty,      // All corners are certainly outside.
  };

  SphericalPolygon() {}  // Not `= default`: the edges are deliberately not initialised.

  // The number of edges; 0 for the whole sphere.
  int size() const { return size_; }

  // The number of points accepted, and the i-th of them; for i = num_points() that of the last
  // clip, if it removed nothing or everything.
  int num_points() const { return num_points_; }
  const CsoPoint& point(int i) const { return storage_.edge[i].point; }

  // The slot of a point that is not yet accepted, i >= num_points(), for the caller to write to.
  // ClipNext clips by the point in slot num_points().
  CsoPoint* point_slot(int i) { return &storage_.edge[i].point; }

  // Whether a clip that removed some corners kept another one because its side was within the error
  // bound.
  bool was_uncertain() const { return was_uncertain_; }

  // Keeps the directions n with n . p <= 0. The error of each coordinate of p.point is at most
  // error_m, plus one rounding.
  // REQUIRES: num_points() < kCapacity; the polygon is not empty.
  ABSL_ATTRIBUTE_ALWAYS_INLINE Clipped Clip(const CsoPoint& p, double error_m) {
    *point_slot(num_points_) = p;
    return ClipNext(error_m);
  }

  // Clips by the point in *point_slot(num_points()).
  ABSL_ATTRIBUTE_ALWAYS_INLINE Clipped ClipNext(double error_m) {
    ABSL_ASSERT(num_points_ < kCapacity);
    Edge& edge = storage_.edge[num_points_];
    edge.norm1 = Norm1(edge.point.point);
    edge.error_m = error_m;
    if (size_ >= 3) return ClipCorners();
    return size_ == 2 ? TakeThird() : size_ == 1 ? TakeSecond() : TakeFirst();
  }

  // Returns a direction in the interior, of any length: the sum of the corners, each of 1-norm 1.
  // NaN or 0 only if the points are parallel or coplanar within rounding.
  // REQUIRES: size() >= 1.
  Vec3 Center() const {
    const Edge& first = storage_.edge[first_];
    if (size_ == 1) return -first.point.point;
    if (size_ == 2) {
      const Edge& second = storage_.edge[first.next];
      const Vec3& p = first.point.point;
      const Vec3& q = second.point.point;
      // The bisector, since for an obtuse angle other sums may be outside.
      return -(std::sqrt(NormSquared(q)) * p + std::sqrt(NormSquared(p)) * q);
    }
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
// Every edge from first_ on has been written; GCC 14 does not see it when all of this is inlined.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
    Vec3 sum = first.corner;
    for (int i = first.next; i != first_; i = storage_.edge[i].next) sum = sum + storage_.edge[i].corner;
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
    return sum;
  }

  // Returns a direction in the interior that is off the line of the one point, or off the plane of
  // the two points, that the polygon was clipped by: to one side for an even `turn`, to the other
  // side for an odd one.
  // REQUIRES: size() is 1 or 2.
  Vec3 Tilted(int turn) const {
    const double tilt = turn % 2 == 0 ? 0.5 : -0.5;
    const Vec3 center = Normalized(Center());
    if (size_ == 2) return center + tilt * storage_.edge[first_].corner;
    const bool x_is_small = std::abs(center.x) <= std::max(std::abs(center.y), std::abs(center.z));
    return center + tilt * Normalized(Cross(center, x_is_small ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0}));
  }

  // Returns whether a tetrahedron of p and three of the points certainly contains the origin in its
  // interior; if so, *index is set to these three. p has the error error_m as in Clip. Tries the
  // first kEnclosingPoints points, for the case that the edges alone are not sufficient: cold.
  bool FindEnclosing(const CsoPoint& p, double error_m, std::array<int, 3>* index) const {
    Edge last;
    last.point = p;
    last.norm1 = Norm1(p.point);
    last.error_m = error_m;
    const int count = std::min(num_points_, kEnclosingPoints);
    for (int i = 0; i < count; ++i) {
      for (int j = i + 1; j < count; ++j) {
        const Edge& e = storage_.edge[i];
        const Edge& f = storage_.edge[j];
        const Side side = SideOfPlane(e, f, last);
        if (side == Side::kUncertain) continue;
        // Barycentric coordinates: det(f, g, p) e + det(g, e, p) f + det(e, f, p) g - det(e, f, g)
        // p = 0.
        const Side other = side == Side::kInside ? Side::kOutside : Side::kInside;
        for (int k = j + 1; k < count; ++k) {
          const Edge& g = storage_.edge[k];
          if (SideOfPlane(e, f, g) == other && SideOfPlane(f, g, last) == side && SideOfPlane(g, e, last) == side) {
            *index = {i, j, k};
            return true;
          }
        }
      }
    }
    return false;
  }

  // Finds the points of up to three edges whose cone contains -p: with p they are the vertices of a
  // tetrahedron that contains the origin, if Clip(p) made the polygon empty (Caratheodory). Returns
  // their number.
  int EnclosingEdges(const Vec3& p, std::array<int, 3>* edges) const {
    if (size_ < 3) {
      int count = 0;
      int i = first_;
      for (; count < size_; i = storage_.edge[i].next) (*edges)[static_cast<size_t>(count++)] = i;
      return count;
    }
    const int apex = first_;
    double best = -std::numeric_limits<double>::infinity();
    for (int i = storage_.edge[apex].next; storage_.edge[i].next != apex; i = storage_.edge[i].next) {
      const int j = storage_.edge[i].next;
      const Vec3& e = storage_.edge[apex].point.point;
      const Vec3& f = storage_.edge[i].point.point;
      const Vec3& g = storage_.edge[j].point.point;
      const double least = std::min({Dot(Cross(e, f), p), Dot(Cross(f, g), p), Dot(Cross(g, e), p)});
      if (least > best) {
        best = least;
        *edges = {apex, i, j};
      }
    }
    return 3;
  }

 private:
  enum class Side { kInside, kOutside, kUncertain };

  struct Edge {
    CsoPoint point;
    double norm1;
    double error_m;
    // The corner between this edge and the next one, of 1-norm 1. The error of corner . q for a
    // point q is at most error_of_norm * |q|_1 + error_of_error * (error of q).
    Vec3 corner;
    double error_of_norm;
    double error_of_error;
    int next;         // The edge after it.
    bool is_outside;  // Whether the corner was outside in the last clip.
  };

  // The error of a determinant of three points, each rounded once, relative to the product of their
  // 1-norms, which is at least the sum of the magnitudes of its six terms. Each term is affected by
  // three roundings of points, the product and the difference of the cross product, the division by
  // its length, the product, and two sums: 9 u.
  // Rounded up.
  static constexpr double kRelativeError = 16.0 * 0x1p-53;
  // Effect of the points' errors: first order, doubled.
  static constexpr double kErrorFactor = 2.0;
  // Bound on what a dot product with a corner may lose to underflow.
  static constexpr double kUnderflow = 0x1p-1000;

  union Storage {
    Storage() {}
    Edge edge[kCapacity];
  };

  Clipped TakeFirst() {
    first_ = num_points_++;
    size_ = 1;
    storage_.edge[first_].next = first_;
    return Clipped::kSmaller;
  }

  // Two points make a lune, whose corners are opposite, unless they are parallel.
  Clipped TakeSecond() {
    Edge& first = storage_.edge[first_];
    MakeCorner(&first, storage_.edge[num_points_]);
    // |e||f| / |e x f|: beyond some million, the lune is so narrow, or so close to a hemisphere,
    // that it is only rounding.
    if (!(first.error_of_error < 0x1p20)) return Clipped::kUnchanged;
    // The opposite corner is computed if the third point leaves it.
    first.next = num_points_;
    storage_.edge[num_points_].next = first_;
    ++num_points_;
    size_ = 2;
    return Clipped::kSmaller;
  }

  // Three linearly independent points make a triangle. Which of the lune's corners remains
  // determines their order.
  Clipped TakeThird() {
    const Edge& first = storage_.edge[first_];
    const int second = first.next;
    const Side side = SideOf(first, storage_.edge[num_points_]);
    if (side == Side::kUncertain) return Clipped::kUnchanged;
    if (side == Side::kInside) {
      Link(second, num_points_, first_);
    } else {
      Edge& opposite = storage_.edge[second];
      opposite.corner = -first.corner;
      opposite.error_of_norm = first.error_of_norm;
      opposite.error_of_error = first.error_of_error;
      Link(first_, num_points_, second);
    }
    ++num_points_;
    size_ = 3;
    return Clipped::kSmaller;
  }

  Clipped ClipCorners() {
    const Edge& p = storage_.edge[num_points_];
    int outside = 0;
    bool uncertain = false;
    int i = first_;
    do {
      Edge& edge = storage_.edge[i];
      const double height = Dot(edge.corner, p.point.point);
      const double error = ErrorOf(edge, p);
      edge.is_outside = height > error;
      outside += edge.is_outside ? 1 : 0;
      uncertain |= !(std::abs(height) > error);
      i = edge.next;
    } while (i != first_);
    if (outside == 0) return Clipped::kUnchanged;
    if (outside == size_) return Clipped::kEmpty;
    was_uncertain_ |= uncertain;

    // Finds a kept corner before one that is removed. There is one run of removed corners, unless
    // corners within the error bound interrupt it: then one of the runs is used.
    while (storage_.edge[i].is_outside) i = storage_.edge[i].next;
    while (!storage_.edge[storage_.edge[i].next].is_outside) i = storage_.edge[i].next;
    const int before = storage_.edge[i].next;
    int after = before;
    int removed = 0;
    while (storage_.edge[after].is_outside) {
      after = storage_.edge[after].next;
      ++removed;
    }
    size_ += 2 - removed;
    first_ = before;
    Link(before, num_points_, after);
    ++num_points_;
    return Clipped::kSmaller;
  }

  // Bound on the error of the height of the corner after `edge` above q's plane.
  static double ErrorOf(const Edge& edge, const Edge& q) {
    return edge.error_of_norm * q.norm1 + edge.error_of_error * q.error_m + kUnderflow;
  }

  // Returns on which side of q's plane the corner after `edge` is.
  static Side SideOf(const Edge& edge, const Edge& q) {
    const double height = Dot(edge.corner, q.point.point);
    const double error = ErrorOf(edge, q);
    if (height > error) return Side::kOutside;
    return height < -error ? Side::kInside : Side::kUncertain;
  }

  // Returns on which side of the plane of e and f the point of q is; outside is the side of e x f.
  static Side SideOfPlane(const Edge& e, const Edge& f, const Edge& q) {
    Edge edge = e;
    MakeCorner(&edge, f);
    return SideOf(edge, q);
  }

  // Inserts edge `i` between two others and computes the corners on both sides of it.
  void Link(int before, int i, int after) {
    storage_.edge[before].next = i;
    storage_.edge[i].next = after;
    MakeCorner(&storage_.edge[before], storage_.edge[i]);
    MakeCorner(&storage_.edge[i], storage_.edge[after]);
  }

  static void MakeCorner(Edge* edge, const Edge& next) {
    const Vec3 corner = Cross(edge->point.point, next.point.point);
    const double norm = Norm1(corner);
    // Below this, products have lost bits to underflow: nothing is certain about such a corner.
    const double inverse = norm > 0x1p-900 ? 1.0 / norm : std::numeric_limits<double>::infinity();
    edge->corner = inverse * corner;
    edge->error_of_norm = inverse * (kRelativeError * edge->norm1 * next.norm1 +
                                     kErrorFactor * (edge->norm1 * next.error_m + next.norm1 * edge->error_m));
    edge->error_of_error = inverse * kErrorFactor * edge->norm1 * next.norm1;
  }

  Storage storage_;
  int first_ = 0;
  int size_ = 0;
  int num_points_ = 0;
  bool was_uncertain_ = false;
};

}  // namespace collision2d::solid::internal
