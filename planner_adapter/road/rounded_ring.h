#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_ROUNDED_RING_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_ROUNDED_RING_H_

#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {

// A point of the boundary of a hull that is grown by a radius.
struct RingPoint {
  Vec2 point;
  int vertex;  // The vertex of the hull whose circle it is on.
};

// The boundary of a hull grown by a radius, counter-clockwise: on the circle of each vertex the ends of its arc, and points between them, so that no part of an arc
// is longer than a turn divided by arcs_per_turn. Without a radius the hull's vertices.
// REQUIRES: arcs_per_turn >= 3.
std::vector<RingPoint> RingOf(absl::Span<const Vec2> hull, double radius_m, int arcs_per_turn);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_ROUNDED_RING_H_
