#ifndef COLLISION2D_GEOMETRY_AABB2_H_
#define COLLISION2D_GEOMETRY_AABB2_H_

#include <algorithm>
#include <limits>

#include "collision2d/geometry/vec2.h"

namespace collision2d {

// A closed axis-aligned box. A default-constructed box is empty.
struct Aabb2 {
  Vec2 min{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 max{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  constexpr bool empty() const { return !(min.x <= max.x && min.y <= max.y); }

  // Grows the box to contain p.
  void Extend(Vec2 p) {
    min = {std::min(min.x, p.x), std::min(min.y, p.y)};
    max = {std::max(max.x, p.x), std::max(max.y, p.y)};
  }

  // Grows the box to contain `other`; an empty `other` changes nothing.
  void Extend(const Aabb2& other) {
    min = {std::min(min.x, other.min.x), std::min(min.y, other.min.y)};
    max = {std::max(max.x, other.max.x), std::max(max.y, other.max.y)};
  }

  // Returns the box with every side moved outward by margin_m >= 0. An empty box stays empty.
  constexpr Aabb2 Inflated(double margin_m) const {
    return {{min.x - margin_m, min.y - margin_m}, {max.x + margin_m, max.y + margin_m}};
  }

  constexpr bool Contains(Vec2 p) const { return min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y; }

  // Returns true if the boxes share a point; touching counts.
  friend constexpr bool Overlap(const Aabb2& a, const Aabb2& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
  }

  // Returns the centre of the box. REQUIRES: the box is not empty.
  constexpr Vec2 center() const { return {0.5 * min.x + 0.5 * max.x, 0.5 * min.y + 0.5 * max.y}; }
};

}  // namespace collision2d

#endif  // COLLISION2D_GEOMETRY_AABB2_H_
