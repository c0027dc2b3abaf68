#pragma once

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/outline_arrangement.h"
#include "planner_adapter/road/road_edge.h"

// How far a hull is outside of the road: a bound by the nearby edge, and the farthest point.

namespace collision2d::planner {

// No point of a body is farther from the road than this.
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
// straight edge the bound is the depth. O(vertices * pieces walked).
DepthBound BoundDepth(absl::Span<const Vec2> hull, double radius_m, absl::Span<const OutlinePiece> pieces, int piece);

// m. How much deeper than reported the farthest point may be.
inline constexpr double kDepthTolerance_m = 0x1p-32;

// The search for it ends after so many divisions of the body at the latest. Bodies of a few
// micrometres in width, across an edge of as narrow pieces, need more.
inline constexpr int kMostDivisions = 4096;

// The point of a body that is farthest outside of a road.
struct FarthestPoint {
  double depth_m = 0.0;  // Its distance from the road; 0 if no point was found.
  Vec2 point;
  int piece = -1;  // The piece that is closest to it; -1: no point was found.
  // No point is deeper than depth_m by more than this: kDepthTolerance_m, or more after
  // kMostDivisions.
  double error_m = kDepthTolerance_m;
};

// Finds the point with the largest distance from the road in the hull grown by a radius.
// REQUIRES: `near` contains the pieces closest to every point of the body.
// By branch and bound over triangles. Distances from pieces are convex, so their mean with any
// weights is largest in a triangle's corner, which bounds the smallest of them. With the best
// weights that bound is tight to second order, since the slopes cancel at the farthest point.
// Triangles are divided where the edge crosses them. O(|near|) for each triangle; a few dozen
// triangles if the farthest point is a corner of the body, some hundreds in a notch.
FarthestPoint FindFarthestOutside(absl::Span<const Vec2> hull, double radius_m, const RoadEdge& edge,
                                  absl::Span<const int> near);

// m. The side of points that are not much deeper than known is decided by the pieces near them.
inline constexpr double kNearMargin_m = 1.0;

// Returns whether some point of the hull grown by a radius is farther from the road than known_m.
// May be true where none is farther by more than kDepthTolerance_m, and after kMostDivisions.
// REQUIRES: `near` contains the pieces within known_m + kNearMargin_m of points of the body.
bool IsFartherOutside(absl::Span<const Vec2> hull, double radius_m, const RoadEdge& edge, absl::Span<const int> near,
                      double known_m);

}  // namespace collision2d::planner
