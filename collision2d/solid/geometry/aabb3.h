#ifndef COLLISION2D_SOLID_GEOMETRY_AABB3_H_
#define COLLISION2D_SOLID_GEOMETRY_AABB3_H_

#include <algorithm>
#include <limits>

#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid {

// A closed axis-aligned box; a default-constructed box is empty.
struct Aabb3 {
  Vec3 min{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
           std::numeric_limits<double>::infinity()};
  Vec3 max{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
           -std::numeric_limits<double>::infinity()};

  constexpr bool empty() const { return !(min.x <= max.x && min.y <= max.y && min.z <= max.z); }

  // Grows the box to contain p.
  void Extend(const Vec3& p) {
    min = {std::min(min.x, p.x), std::min(min.y, p.y), std::min(min.z, p.z)};
    max = {std::max(max.x, p.x), std::max(max.y, p.y), std::max(max.z, p.z)};
  }

  // Grows the box to contain `other`; an empty `other` changes nothing.
  void Extend(const Aabb3& other) {
    min = {std::min(min.x, other.min.x), std::min(min.y, other.min.y), std::min(min.z, other.min.z)};
    max = {std::max(max.x, other.max.x), std::max(max.y, other.max.y), std::max(max.z, other.max.z)};
  }

  // The box with every side moved outward by margin_m >= 0; an empty box stays empty.
  constexpr Aabb3 Inflated(double margin_m) const {
    return {{min.x - margin_m, min.y - margin_m, min.z - margin_m},
            {max.x + margin_m, max.y + margin_m, max.z + margin_m}};
  }

  constexpr bool Contains(const Vec3& p) const {
    return min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y && min.z <= p.z && p.z <= max.z;
  }

  // True if the boxes share a point; touching counts.
  friend constexpr bool Overlap(const Aabb3& a, const Aabb3& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z &&
           b.min.z <= a.max.z;
  }

  // The middle of a box that is not empty.
  constexpr Vec3 center() const { return 0.5 * min + 0.5 * max; }
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_GEOMETRY_AABB3_H_
