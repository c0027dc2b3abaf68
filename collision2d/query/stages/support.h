#ifndef COLLISION2D_QUERY_STAGES_SUPPORT_H_
#define COLLISION2D_QUERY_STAGES_SUPPORT_H_

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

// Index of a vertex with the largest dot product with `direction`; among equal ones the first.
// REQUIRES: vertices not empty. Any direction, also zero (then 0).
// O(n), no allocation.
int SupportByScan(absl::Span<const Vec2> vertices, Vec2 direction);

// Index of a vertex with the largest dot product with `direction`, found by walking uphill from vertex `start`.
// REQUIRES: `vertices` is a point, a segment or a strictly convex ring in counter-clockwise order (as in
// ConvexPolygon); 0 <= start < size.
// Error: the result's dot product is within 6 u * |direction|_1 * perimeter of the largest (u = 2^-53): an edge is
// climbed by the sign of its own dot product, whose error is relative to the edge. An edge perpendicular to `direction`
// (a plateau) is walked over, so a start on the lowest edge still climbs.
// O(distance walked) <= O(n), no allocation.
// See SupportByScan, cheaper for few vertices.
// Source: Cameron 1997, hill climbing on the vertex adjacency; here the ring itself.
int SupportByHillClimbing(absl::Span<const Vec2> vertices, Vec2 direction, int start);

}  // namespace collision2d

#endif  // COLLISION2D_QUERY_STAGES_SUPPORT_H_
