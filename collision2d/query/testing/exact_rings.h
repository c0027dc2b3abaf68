#pragma once

#include <gmpxx.h>

#include <vector>

#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/exact_support.h"

namespace collision2d::internal {

// Vertices of rings and their differences as exact rationals, for tests of the exact rung.

struct ExactPoint {
  mpq_class x;
  mpq_class y;
};

inline ExactPoint operator-(const ExactPoint& v, const ExactPoint& w) { return {v.x - w.x, v.y - w.y}; }

inline ExactPoint Difference(Vec2 p, Vec2 q) {
  return {mpq_class(p.x) - mpq_class(q.x), mpq_class(p.y) - mpq_class(q.y)};
}

inline mpq_class ExactCross(const ExactPoint& v, const ExactPoint& w) { return v.x * w.y - v.y * w.x; }
inline mpq_class ExactDot(const ExactPoint& v, const ExactPoint& w) { return v.x * w.x + v.y * w.y; }

inline std::vector<Vec2> VerticesOf(const VertexRing& ring) {
  std::vector<Vec2> vertices;
  for (int i = 0; i < ring.size(); ++i) vertices.push_back(ring[i]);
  return vertices;
}

// Whether vertices are a point, a segment of two different points, or the boundary of a strictly
// convex polygon in counter-clockwise order: posing may have merged vertices or folded corners.
inline bool IsStrictlyConvex(const std::vector<Vec2>& vertices) {
  if (vertices.size() == 1) return true;
  if (vertices.size() == 2) return vertices[0] != vertices[1];
  return IsStrictlyConvexRing(vertices);
}

}  // namespace collision2d::internal
