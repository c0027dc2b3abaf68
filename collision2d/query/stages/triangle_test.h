#ifndef COLLISION2D_QUERY_STAGES_TRIANGLE_TEST_H_
#define COLLISION2D_QUERY_STAGES_TRIANGLE_TEST_H_

#include <cmath>

#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// Three CSO points around the origin prove that the shapes overlap.

// True if q lies counter-clockwise of p, seen from the origin, for certain: the cross product clears its error bound.
inline bool TurnsLeft(Vec2 p, Vec2 q) {
  const double left = p.x * q.y;
  const double right = p.y * q.x;
  // The last term keeps products that lost bits to underflow from passing.
  return left - right > kCrossRelativeError * (std::abs(left) + std::abs(right)) + 0x1p-1000;
}

// True if the origin is inside the triangle for certain.
inline bool TriangleEnclosesOrigin(Vec2 a, Vec2 b, Vec2 c) {
  return (TurnsLeft(a, b) & TurnsLeft(b, c) & TurnsLeft(c, a)) | (TurnsLeft(b, a) & TurnsLeft(c, b) & TurnsLeft(a, c));
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_STAGES_TRIANGLE_TEST_H_
