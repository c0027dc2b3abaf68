#pragma once

#include <algorithm>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/outline_arrangement.h"
#include "planner_adapter/road/road_edge.h"

// Upper bounds on how far a hull reaches outside of the road.

namespace collision2d::planner {

// m. Depths that differ by less than this are equal; it covers the rounding of depths and bounds
// for coordinates up to 10^5 m.
inline constexpr double kDepthTolerance_m = 0x1p-32;

// The pieces from one to a later one, in the order of the edge.
struct Chain {
  int first;
  int last;

  void Extend(int piece) {
    first = std::min(first, piece);
    last = std::max(last, piece);
  }
};

// No point of a body is farther from the road than depth_m.
struct DepthBound {
  double depth_m;
  // The vertex of the body's hull that seems to be farthest outside, and the piece next to it.
  Vec2 corner;
  int piece;
  double guess_m;  // Its distance from that piece, if it is beyond that; otherwise 0.
  Chain chain;     // Of the pieces next to all vertices.
};

// Pieces near the vertices of a hull, one for each; for lack of others the last one serves.
using NearPieces = absl::InlinedVector<int, 8>;

// Bounds how far outside a hull grown by a radius is. Each vertex has a point q of the edge near
// it, found by walking along the edge from its piece in `near`, which becomes that of q. A point of
// the hull is a mean of vertices, so it is no farther from the same mean of their q than the
// farthest vertex is from its own; and that mean is within the height of the edge over the chord of
// the pieces walked, if these are one chain. On a straight edge the bound is the depth of a hull
// that is outside as a whole.
// O(vertices * pieces walked).
DepthBound BoundDepthByWalk(absl::Span<const Vec2> hull, double radius_m, absl::Span<const OutlinePiece> pieces,
                            NearPieces* near);

// m. Bounds the same by the part of the hull that may be outside, which is cut off along the
// straight strip around the pieces of a chain. The bound is the depth of the deepest corner along
// an edge that is straight or turns one way, apart from corners that the cut makes; its error is at
// most the height of the edge over its chord. Infinity if the pieces are not one chain, as around a
// hole. A bound up to enough_m need not be the least that is known.
// REQUIRES: all pieces that touch the hull are of the chain.
// O(log n + vertices * pieces).
double BoundDepthByStrip(absl::Span<const Vec2> hull, double radius_m, const RoadEdge& edge, Chain chain,
                         double enough_m);

}  // namespace collision2d::planner
