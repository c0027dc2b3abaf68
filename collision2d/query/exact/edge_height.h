#ifndef COLLISION2D_QUERY_EXACT_EDGE_HEIGHT_H_
#define COLLISION2D_QUERY_EXACT_EDGE_HEIGHT_H_

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/base/attributes.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// The height below where its sign is in doubt: |height| is less than 2 * doubt_m, unless posing has
// turned the edge away from the direction in which the height is measured.
ABSL_ATTRIBUTE_NOINLINE inline double HeightInDoubt(Vec2 from, Vec2 to, Vec2 point, double height_m, double doubt_m) {
  const double orientation = EdgeCrossExact(point, from, point, to, nullptr);
  if (orientation == 0.0) return 0.0;
  // An orientation that has lost bits to underflow still has the sign.
  const double height =
      std::abs(orientation) > kOrient2dUnderflowGuard ? std::abs(orientation) / Norm(to - from) : std::abs(height_m);
  return std::copysign(std::max(std::min(height, 2.0 * doubt_m), std::numeric_limits<double>::denorm_min()),
                       orientation);
}

// m. Height of a point above the line through the edge (from, to): positive on its left, the inner
// side of a counter-clockwise ring. `unit` is the unit vector along the edge, before posing has
// rounded its ends.
// REQUIRES: from != to. The sign is exact.
// Error: within 7 u of the distance to the nearer end of the edge, and of a few u of the height
// itself where the height is less than that.
inline double HeightAboveEdge(Vec2 from, Vec2 to, Vec2 unit, Vec2 point) {
  const Vec2 from_start = point - from;
  const Vec2 from_end = point - to;
  // Not an orientation divided by the edge's length: the error of that is relative to the distances of both ends.
  const Vec2 arm = NormSquared(from_start) < NormSquared(from_end) ? from_start : from_end;
  const double left = unit.x * arm.y;
  const double right = unit.y * arm.x;
  const double doubt_m = kCrossRelativeError * (std::abs(left) + std::abs(right));
  if (std::abs(left - right) > doubt_m) return left - right;
  return HeightInDoubt(from, to, point, left - right, doubt_m);
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_EXACT_EDGE_HEIGHT_H_
