#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_DEPTH_BOUND_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_DEPTH_BOUND_H_

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/outline_arrangement.h"

namespace collision2d::planner {

// No point of a body is farther from the road than this.
struct DepthBound {
  double depth_m;
  // The vertex of the body's hull that seems to be farthest outside, and the point of the edge next to it.
  Vec2 corner;
  Vec2 on_edge;
};

// Bounds how far outside a hull grown by a radius is, by the pieces before and after `piece` in the order of the edge.
// Each vertex has a point q of the edge near it, found by walking along the edge from `piece`. A point of the hull is a mean of vertices, so it is no farther from the same mean of
// their q than the farthest vertex is from its own; and that mean is within the height of the edge over the chord of the pieces walked. On a straight edge the bound is the depth.
// O(vertices * pieces walked).
DepthBound BoundDepth(absl::Span<const Vec2> hull, double radius_m, absl::Span<const OutlinePiece> pieces, int piece);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_DEPTH_BOUND_H_
