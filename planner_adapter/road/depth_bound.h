#pragma once

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/outline_arrangement.h"
#include "planner_adapter/road/road_edge.h"

// Upper bounds on how far a hull reaches outside of the road.

namespace collision2d::planner {

// m. Depths that differ by less than this are equal; it covers the rounding of depths and bounds
// for coordinates up to 10^5 m.
inline constexpr double kDepthTolerance_m = 0x1p-32;

// No point of a body is farther from the road than depth_m.
struct DepthBound {
  double depth_m;
  // The vertex of the body's hull that seems to be farthest outside, and the point of the edge next
  // to it.
  Vec2 corner;
  Vec2 on_edge;
  // A guess: the largest distance of a vertex from the piece next to it, of those beyond that
  // piece.
  double guess_m;
  int piece;  // That on_edge is on.
};

// Bounds how far outside a hull grown by a radius is, by the pieces before and after `piece` in the
// order of the edge. Each vertex has a point q of the edge near it, found by walking along the edge
// from that of the vertex before, for the first one from `piece`. A point of the hull is a mean of
// vertices, so it is no farther from the same mean of their q than the farthest vertex is from its
// own; and that mean is within the height of the edge over the chord of the pieces walked. On a
// straight edge the bound is the depth of a hull that is outside as a whole.
// O(vertices * pieces walked).
DepthBound BoundDepthByWalk(absl::Span<const Vec2> hull, double radius_m, absl::Span<const OutlinePiece> pieces,
                            int piece);

// m. Bounds the same by the part of the hull that may be outside, which is cut off along the
// straight strip around the pieces near the hull. The bound is the depth of the deepest corner
// along an edge that is straight or turns one way, apart from corners that the cut makes; its error
// is at most the height of the edge over its chord. Infinity if the pieces are not one chain, as
// around a hole. `piece` is one of the nearby pieces.
// O(log n + vertices * nearby pieces).
double BoundDepthByStrip(absl::Span<const Vec2> hull, double radius_m, const RoadEdge& edge, int piece);

}  // namespace collision2d::planner
