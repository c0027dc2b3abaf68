#ifndef COLLISION2D_QUERY_DEEPEST_POINTS_H_
#define COLLISION2D_QUERY_DEEPEST_POINTS_H_

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation_result.h"

namespace collision2d::internal {

// Below, a `Ring` has size() and operator[](int) -> Vec2. Positions are measured along a unit tangent from an origin.

// The point of a ring's boundary at a position that reaches farthest in a direction; at the nearest position that the
// ring has, if it does not have this one.
// O(n).
template <typename Ring>
Vec2 FarthestPointAt(const Ring& ring, Vec2 direction, Vec2 tangent, Vec2 origin, double position) {
  Vec2 best = ring[0];
  double best_miss = std::numeric_limits<double>::infinity();
  double best_reach = -std::numeric_limits<double>::infinity();
  const auto consider = [&](Vec2 point, double miss) {
    const double reach = Dot(direction, point - origin);
    if (miss < best_miss || (miss == best_miss && reach > best_reach)) {
      best = point;
      best_miss = miss;
      best_reach = reach;
    }
  };
  for (int i = 0; i < ring.size(); ++i) {
    const Vec2 p = ring[i];
    const Vec2 q = ring[(i + 1) % ring.size()];
    const double at_p = Dot(tangent, p - origin);
    const double at_q = Dot(tangent, q - origin);
    consider(p, std::abs(at_p - position));
    if (std::min(at_p, at_q) < position && position < std::max(at_p, at_q)) {
      consider(p + ((position - at_p) / (at_q - at_p)) * (q - p), 0.0);
    }
  }
  return best;
}

// Two points that face each other across an edge: one on the ring that has the edge, one on the other ring.
struct FacingPoints {
  Vec2 on_owner;
  Vec2 on_other;
};

// The deepest points of two rings that come apart through the edge (from, to) of `owner`, with outward unit normal
// `normal`; `innermost` is the vertex of `other` that reaches farthest behind the edge.
// The point of the owner is the foot of that vertex on the edge: O(1). If the vertex overhangs the edge, then because
// edges of the owner or of the other ring are parallel to it within rounding; then the facing pair is taken that fits
// best, one of the two a vertex: O((n + m)^2).
template <typename Owner, typename Other>
FacingPoints DeepestPoints(const Owner& owner, Vec2 from, Vec2 to, Vec2 normal, const Other& other, Vec2 innermost) {
  const Vec2 tangent = PerpendicularLeft(normal);
  const auto position = [&](Vec2 p) { return Dot(tangent, p - innermost); };
  const double begin = position(from);
  const double end = position(to);
  if (begin <= 0.0 && 0.0 < end) return {from + (-begin / (end - begin)) * (to - from), innermost};

  FacingPoints best;
  double best_miss = std::numeric_limits<double>::infinity();
  const auto consider = [&](const FacingPoints& points) {
    // How far the pair is from facing, and how much height it loses.
    const double miss = std::abs(position(points.on_owner) - position(points.on_other)) +
                        std::abs(Dot(normal, from - points.on_owner)) +
                        std::abs(Dot(normal, points.on_other - innermost));
    if (miss < best_miss) {
      best = points;
      best_miss = miss;
    }
  };
  for (int i = 0; i < owner.size(); ++i) {
    const Vec2 p = owner[i];
    consider({p, FarthestPointAt(other, -normal, tangent, innermost, position(p))});
  }
  for (int i = 0; i < other.size(); ++i) {
    const Vec2 q = other[i];
    consider({FarthestPointAt(owner, normal, tangent, innermost, position(q)), q});
  }
  return best;
}

// The separation of shapes that penetrate by depth_m and come apart through an edge of a or of b.
inline Separation PenetrationThroughEdge(double depth_m, Vec2 normal, const FacingPoints& points, bool edge_is_of_a) {
  if (edge_is_of_a) return {-depth_m, points.on_owner, points.on_other, normal, SeparationStatus::kPenetrating};
  return {-depth_m, points.on_other, points.on_owner, -normal, SeparationStatus::kPenetrating};
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_DEEPEST_POINTS_H_
