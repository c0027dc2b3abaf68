#pragma once

#include <array>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// Polygons of more vertices are searched faster by ComputeSeparation.
inline constexpr int kMostEdgeGapVertices = 8;

// The widest gap of two polygons along a normal of an edge, m: positive exactly if they are apart,
// and then at most their distance; otherwise minus the penetration depth; within the error of
// Distance.
struct EdgeGap {
  double gap_m;
  Vec2 direction;  // Unit vector from a to b in the frame of a.
  int edge;        // That of a that begins at this vertex; from a.size() on, of b.
};

// The gaps beyond all edges, in the order of EdgeGap::edge, each times the length of its edge.
using ScaledEdgeGaps = std::array<double, 2 * kMostEdgeGapVertices>;

// Whether WidestEdgeGap can be asked: polygons of 3 to kMostEdgeGapVertices vertices without
// radius, no edge so short that its square underflows.
inline bool HasEdgeGap(const ConvexPolygon& shape) {
  return shape.size() >= 3 && shape.size() <= kMostEdgeGapVertices && shape.radius_m() == 0.0 &&
         shape.convexity_margin_m() > kSquaresUnderflow_m;
}

// Stores all gaps too. O(n m) for n and m vertices.
// REQUIRES: HasEdgeGap of both.
// Source: Gottschalk 1996, separating axes.
EdgeGap WidestEdgeGap(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, ScaledEdgeGaps* all);

}  // namespace collision2d::internal
