#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_HULL_CONTAINMENT_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_HULL_CONTAINMENT_H_

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/outline_arrangement.h"
#include "planner_adapter/road/outline_vertices.h"

namespace collision2d::planner {

// Exact decisions about a convex hull and the edge of a road, for hulls that touch or cross the edge. A hull is the vertices of a ConvexPolygon, world frame.

// Whether a piece passes through the interior of a hull of three or more vertices; touching it from outside does not count.
// Source: the separating axes of a polygon and a segment, with weak inequalities.
bool CrossesInterior(absl::Span<const Vec2> hull, Vec2 from, Vec2 to);

// Whether p is in the interior of a hull of three or more vertices.
bool IsInterior(absl::Span<const Vec2> hull, Vec2 p);

// Whether a piece runs along the side of a hull from a to b, counter-clockwise, in the opposite direction: the hull is next to it where there is no road.
bool RunsAgainst(Vec2 a, Vec2 b, const OutlinePiece& piece);

// Whether a segment, whose `near` pieces are those that it may touch, leaves the road, if it begins or touches on it.
enum class SegmentRelation {
  kUntouched,  // No piece touches it: it is on the road as a whole or not at all.
  kStays,      // Every part of it next to a piece that it touches is on the road, or on its edge.
  kLeaves,     // Some part of it is outside.
};
SegmentRelation RelateSegment(Vec2 from, Vec2 to, absl::Span<const OutlinePiece> pieces, absl::Span<const int> near,
                              const OutlineVertices& vertices);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_HULL_CONTAINMENT_H_
