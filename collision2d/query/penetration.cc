#include "collision2d/query/penetration.h"

#include <limits>

#include "collision2d/query/deepest_points.h"
#include "collision2d/query/edge_height.h"

namespace collision2d::internal {
namespace {

// The edge through which two shapes come apart with the least translation, so far.
struct ShallowestEdge {
  double depth_m = std::numeric_limits<double>::infinity();
  int edge = 0;    // Its first vertex, of a or of b.
  int vertex = 0;  // The other shape's innermost.
  bool edge_is_of_a = true;
};

// True if a height above the line through an edge, times the edge's length, is certainly more than limit_m times it.
bool IsHigher(double scaled_height, Vec2 edge, double limit_m) {
  // Squares, since there are many edges and a square root is slow; 2^-40 covers their rounding.
  return scaled_height > 0.0 &&
         (limit_m <= 0.0 || scaled_height * scaled_height > (1.0 + 0x1p-40) * limit_m * limit_m * NormSquared(edge));
}

// Looks for a shallower edge among those of `owner`.
void SearchShallowestEdge(const VertexRing& owner, const VertexRing& other, Vec2 other_center,
                          double other_inner_radius_m, double rounding_m, bool owner_is_a, ShallowestEdge* best,
                          int64_t* visits) {
  if (owner.size() < 2) return;
  int vertex = 0;
  for (int i = 0; i < owner.size(); ++i) {
    ++*visits;
    const Vec2 from = owner[i];
    const Vec2 edge = owner.Edge(i);
    // The other shape reaches behind the edge at least as far as its inner circle does, if it has one.
    const double limit_m = best->depth_m - other_inner_radius_m + rounding_m;
    if (other_inner_radius_m > 0.0 && IsHigher(Cross(edge, other_center - from), edge, limit_m)) continue;
    const Vec2 unit = Normalized(edge);
    // As the edges turn, so does the other shape's support point, around its ring once.
    vertex = other.Climb(PerpendicularLeft(unit), vertex, visits);
    const double depth_m = Cross(unit, other[vertex] - from);
    if (depth_m < best->depth_m) *best = {depth_m, i, vertex, owner_is_a};
  }
}

}  // namespace

Separation PenetrationThrough(const VertexRing& a, const VertexRing& b, int edge, int vertex, bool edge_is_of_a) {
  const VertexRing& owner = edge_is_of_a ? a : b;
  const VertexRing& other = edge_is_of_a ? b : a;
  const Vec2 from = owner[edge];
  const Vec2 normal = Normalized(-PerpendicularLeft(owner.Edge(edge)));
  // Posing can turn the edges of a sliver anyhow: then only the shape's own edge has the direction.
  const double depth_m = owner.is_strictly_convex() ? HeightAboveEdge(from, owner[owner.Next(edge)], other[vertex])
                                                    : Dot(normal, from - other[vertex]);
  const FacingPoints points = FindDeepestPoints(owner, edge, normal, other, vertex);
  return edge_is_of_a ? Separation{-depth_m, points.on_owner, points.on_other, normal, SeparationStatus::kPenetrating}
                      : Separation{-depth_m, points.on_other, points.on_owner, -normal, SeparationStatus::kPenetrating};
}

Separation ComputePenetration(const VertexRing& a, const VertexRing& b, const DepthBounds& bounds, int64_t* visits) {
  ShallowestEdge best;
  best.depth_m = bounds.facing_depth_m;
  SearchShallowestEdge(a, b, bounds.center_b, bounds.inner_radius_b_m, bounds.rounding_m, true, &best, visits);
  SearchShallowestEdge(b, a, bounds.center_a, bounds.inner_radius_a_m, bounds.rounding_m, false, &best, visits);
  return PenetrationThrough(a, b, best.edge, best.vertex, best.edge_is_of_a);
}

}  // namespace collision2d::internal
