#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/query/query_types3.h"

// The penetration depth in the plane, by the expanding polytope algorithm.
namespace collision2d::solid {

// A point of a planar CSO a - b and the two points whose difference it is, in the frame of a.
struct CsoPoint2 {
  Vec2 point;
  Vec2 on_a;
  Vec2 on_b;
};

// The penetration of two convex sets in the plane; as PenetrationResult.
struct Penetration2 {
  double depth_m = 0.0;
  double lower_bound_m = 0.0;
  Vec2 direction{1.0, 0.0};
  Vec2 witness_a;
  Vec2 witness_b;
  SeparationStatus status = SeparationStatus::kPenetrating;
  int64_t iterations = 0;
};

// The number of vertices that the expanding polygon can hold; 12 KiB of stack. Convex hulls with
// more vertices may end with kIterationLimit.
inline constexpr int kMaxEpa2Vertices = 256;

namespace internal {

// The expanding polygon: a convex polygon of CSO vertices, counter-clockwise, that grows at the
// edge nearest to the origin.
template <typename Support>
class ExpandingPolygon {
 public:
  // Differences in height above an edge below this part of magnitude_m are treated as rounding.
  static constexpr double kRounding = 0x1p-50;

  ExpandingPolygon(const Support& support, double magnitude_m, double relative_tolerance)
      : support_(support), rounding_m_(kRounding * magnitude_m), relative_tolerance_(relative_tolerance) {}

  Penetration2 Run() {
    Penetration2 result;
    if (!Start(&result)) return result;
    while (true) {
      ++result.iterations;
      const int edge = Nearest();
      const CsoPoint2& p = vertices_[edge];
      const CsoPoint2& q = vertices_[Next(edge)];
      const Vec2 normal = OutwardNormalOf(p.point, q.point);
      const CsoPoint2 w = support_(normal);
      // The edge's own height, by its nearer end.
      const double height_m = Dot(normal, w.point);
      const double distance_m = Dot(normal, p.point);
      const bool is_beyond = Orient2d(p.point, q.point, w.point) < 0.0;
      const double rise_m = Dot(normal, w.point - p.point);
      const bool is_full = size_ == kMaxEpa2Vertices;
      if (is_beyond && rise_m > rounding_m_ && rise_m > relative_tolerance_ * height_m && !is_full) {
        Insert(edge, w);
        continue;
      }
      result.direction = normal;
      const bool is_found = !is_beyond || rise_m <= std::max(rounding_m_, relative_tolerance_ * height_m);
      Finish(p, q, is_beyond ? height_m : distance_m, std::min(distance_m, height_m), is_found, &result);
      return result;
    }
  }

 private:
  int Next(int i) const { return i + 1 == size_ ? 0 : i + 1; }
  int Previous(int i) const { return i == 0 ? size_ - 1 : i - 1; }

  static Vec2 OutwardNormalOf(Vec2 p, Vec2 q) {
    const Vec2 unit = Normalized(q - p);
    return {unit.y, -unit.x};
  }

  // Finds a triangle of support points; returns false, with *result set, if the CSO is flat.
  bool Start(Penetration2* result) {
    const CsoPoint2 p = support_(Vec2{1.0, 0.0});
    CsoPoint2 q = support_(Vec2{-1.0, 0.0});
    if (q.point == p.point) q = support_(Vec2{0.0, 1.0});
    if (q.point == p.point) q = support_(Vec2{0.0, -1.0});
    if (q.point == p.point) return Flat(p, p, {-p.point.x, -p.point.y}, result);
    const Vec2 normal = OutwardNormalOf(p.point, q.point);
    const CsoPoint2 right = support_(normal);
    const CsoPoint2 left = support_(Vec2{-normal.x, -normal.y});
    const double right_m = Dot(normal, right.point - p.point);
    const double left_m = Dot(normal, p.point - left.point);
    const CsoPoint2& r = right_m > left_m ? right : left;
    const double turn = Orient2d(p.point, q.point, r.point);
    if (turn == 0.0) return Flat(p, q, normal, result);
    size_ = 3;
    vertices_[0] = p;
    vertices_[1] = turn > 0.0 ? q : r;
    vertices_[2] = turn > 0.0 ? r : q;
    return true;
  }

  // Returns the edge whose line is nearest to the origin; if the origin is beyond an edge, its
  // distance is negative.
  int Nearest() const {
    int best = 0;
    double best_m = Dot(OutwardNormalOf(vertices_[0].point, vertices_[1].point), vertices_[0].point);
    for (int i = 1; i < size_; ++i) {
      const Vec2 p = vertices_[i].point;
      const double distance_m = Dot(OutwardNormalOf(p, vertices_[Next(i)].point), p);
      if (distance_m < best_m) {
        best_m = distance_m;
        best = i;
      }
    }
    return best;
  }

  // Inserts w, which is beyond the edge, between its ends, and removes what it hides; the signs are
  // exact, so that the polygon remains convex.
  void Insert(int edge, const CsoPoint2& w) {
    int first = edge;
    int last = Next(edge);
    while (size_ > 2 && Orient2d(vertices_[Previous(first)].point, vertices_[first].point, w.point) <= 0.0) {
      first = Previous(first);
    }
    while (Orient2d(vertices_[last].point, vertices_[Next(last)].point, w.point) <= 0.0) last = Next(last);
    std::array<CsoPoint2, kMaxEpa2Vertices> kept;
    int count = 0;
    for (int i = last;; i = Next(i)) {
      kept[count++] = vertices_[i];
      if (i == first) break;
    }
    kept[static_cast<size_t>(count++)] = w;
    std::copy(kept.begin(), kept.begin() + count, vertices_.begin());
    size_ = count;
  }

  void Finish(const CsoPoint2& p, const CsoPoint2& q, double height_m, double lower_m, bool is_found,
              Penetration2* result) const {
    const Vec2 edge = q.point - p.point;
    const double length_sq = Dot(edge, edge);
    const double t = length_sq > 0.0 ? std::clamp(-Dot(p.point, edge) / length_sq, 0.0, 1.0) : 0.0;
    result->witness_a = (1.0 - t) * p.on_a + t * q.on_a;
    result->witness_b = (1.0 - t) * p.on_b + t * q.on_b;
    result->depth_m = std::max(0.0, height_m);
    result->lower_bound_m = std::clamp(lower_m, 0.0, result->depth_m);
    result->status = height_m < -rounding_m_   ? SeparationStatus::kSeparated
                     : height_m <= rounding_m_ ? SeparationStatus::kTouching
                     : is_found                ? SeparationStatus::kPenetrating
                                               : SeparationStatus::kIterationLimit;
  }

  // Sets the result for a CSO that is a segment or a point: b leaves along `normal`, to the side
  // that the origin is on.
  bool Flat(const CsoPoint2& p, const CsoPoint2& q, Vec2 normal, Penetration2* result) const {
    if (normal != Vec2{0.0, 0.0}) result->direction = Normalized(normal);
    if (Dot(result->direction, p.point) > 0.0) result->direction = {-result->direction.x, -result->direction.y};
    const double height_m = Dot(result->direction, p.point);
    Finish(p, q, height_m, 0.0, true, result);
    return false;
  }

  const Support& support_;
  double rounding_m_;
  double relative_tolerance_;
  int size_ = 0;
  std::array<CsoPoint2, kMaxEpa2Vertices> vertices_;
};

}  // namespace internal

// Returns the penetration depth of two convex sets in the plane, by the expanding polygon.
// `support(direction)` is the support mapping of their CSO and returns a CsoPoint2. magnitude_m
// bounds the coordinates of its points and of the terms they are rounded from. For polygons
// relative_tolerance is 0, and the result is the global minimum within 2^-50 magnitude_m and a few
// units of roundoff; for other sets the depth exceeds the least by at most this fraction of itself.
// REQUIRES: the sets meet. If not, and the CSO has an interior, the status is kSeparated. At most
// kMaxEpa2Vertices rounds; then status kIterationLimit, with bounds. O(n) per vertex of the
// polygon; no allocation. Source: van den Bergen 2001, section 4, Figs. 4 and 5. For convex
// polygons collision2d/query/exact/penetration.h is faster, since it knows all edges beforehand.
template <typename Support>
Penetration2 ComputePenetration2(const Support& support, double magnitude_m, double relative_tolerance = 0.0) {
  return internal::ExpandingPolygon<Support>(support, magnitude_m, relative_tolerance).Run();
}

}  // namespace collision2d::solid
