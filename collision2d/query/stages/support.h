#pragma once

#include <cmath>
#include <cstdint>

#include "absl/base/attributes.h"
#include "absl/base/macros.h"
#include "absl/types/span.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// Support points of a `Ring`: anything with size() and operator[](int) -> Vec2.

// Index of a vertex with the largest dot product with `direction`; among equal ones `start`, or the
// first. Vertices are compared by their differences from vertex `start`, so that far coordinates
// cost no accuracy.
template <typename Ring>
int ScanForSupport(const Ring& ring, Vec2 direction, int start) {
  const int n = static_cast<int>(ring.size());
  const Vec2 origin = ring[start];
  int best = start;
  double best_rise = 0.0;
  for (int i = 0; i < n; ++i) {
    const double rise = Dot(direction, ring[i] - origin);
    if (rise > best_rise) {
      best = i;
      best_rise = rise;
    }
  }
  return best;
}

// Index of a vertex of a strictly convex ring with the largest dot product with `direction`, found
// by walking uphill from vertex `start`. If `visits` is not null, adds the number of vertices that
// were looked at.
template <typename Ring>
int ClimbToSupport(const Ring& ring, Vec2 direction, int start, int64_t* visits = nullptr) {
  // How far a vertex rises above another, and whether the sign of that is in doubt.
  struct Rise {
    double value;
    double error;
  };
  const auto rise_of = [direction](Vec2 from, Vec2 to) {
    const double x = direction.x * (to.x - from.x);
    const double y = direction.y * (to.y - from.y);
    return Rise{x + y, kRiseRelativeError * (std::abs(x) + std::abs(y))};
  };
  const int n = static_cast<int>(ring.size());
  const auto next = [n](int i) { return i + 1 == n ? 0 : i + 1; };
  const auto previous = [n](int i) { return i == 0 ? n - 1 : i - 1; };
  if (n == 1) return 0;

  int at = start;
  int steps = 0;
  Rise forward = rise_of(ring[at], ring[next(at)]);
  // Not going down is enough to walk on: a plateau may have higher ground behind it. At most one
  // round, for a direction that is perpendicular to every edge within rounding (a zero direction, a
  // segment, a sliver).
  for (; forward.value >= 0.0 && steps < n; ++steps) {
    at = next(at);
    forward = rise_of(ring[at], ring[next(at)]);
  }
  Rise backward = rise_of(ring[at], ring[previous(at)]);
  for (; backward.value > 0.0 && steps < 2 * n; ++steps) {
    at = previous(at);
    forward = {-backward.value, backward.error};
    backward = rise_of(ring[at], ring[previous(at)]);
  }
  if (visits != nullptr) *visits += steps + 3;
  // Where both edges are perpendicular to the direction within rounding, the corner is straight
  // within rounding, and may as well be the lowest as the highest of the polygon.
  if (forward.value >= -forward.error && backward.value >= -backward.error) {
    if (visits != nullptr) *visits += n;
    return ScanForSupport(ring, direction, 0);
  }
  return at;
}

// Index of a vertex with the largest dot product with `direction`; among equal ones the first.
// REQUIRES: vertices not empty. Any direction, also zero (then 0).
// O(n), no allocation.
ABSL_ATTRIBUTE_NOINLINE inline int SupportByScan(absl::Span<const Vec2> vertices, Vec2 direction) {
  ABSL_ASSERT(!vertices.empty());
  return ScanForSupport(vertices, direction, 0);
}

// Index of a vertex with the largest dot product with `direction`, found by walking uphill from
// vertex `start`. REQUIRES: `vertices` is a point, a segment or a strictly convex ring in
// counter-clockwise order (as in ConvexPolygon); 0 <= start < size.
// Error: the result's dot product is within 6 u * |direction|_1 * perimeter of the largest (u =
// 2^-53): an edge is climbed by the sign of its own dot product, whose error is relative to the
// edge. An edge perpendicular to `direction` (a plateau) is walked over, so a start on the lowest
// edge still climbs.
// O(distance walked) <= O(n), no allocation.
// See SupportByScan, cheaper for few vertices.
// Source: Cameron 1997, hill climbing on the vertex adjacency; here the ring itself.
ABSL_ATTRIBUTE_NOINLINE inline int SupportByHillClimbing(absl::Span<const Vec2> vertices, Vec2 direction, int start) {
  ABSL_ASSERT(0 <= start && start < static_cast<int>(vertices.size()));
  return ClimbToSupport(vertices, direction, start);
}

}  // namespace collision2d::internal
