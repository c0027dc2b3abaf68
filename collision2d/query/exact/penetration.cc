#include "collision2d/query/exact/penetration.h"

#include <algorithm>
#include <limits>

#include "absl/base/attributes.h"
#include "absl/base/macros.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/exact/deepest_points.h"
#include "collision2d/query/exact/edge_height.h"
#include "collision2d/query/exact/shallowest_edge.h"

namespace collision2d::internal {
namespace {

// The edge through which two shapes come apart with the least translation, so far.
struct LeastDepth {
  explicit LeastDepth(double bound_m) : depth_m(bound_m) {}

  double depth_m;
  // The least depth through any other edge.
  double second_m = std::numeric_limits<double>::infinity();
  ShallowestEdge edge{false, true, 0, 0};

  void Add(double other_m, const ShallowestEdge& other) {
    if (other_m < depth_m) {
      if (edge.is_found) second_m = depth_m;
      depth_m = other_m;
      edge = other;
    } else {
      second_m = std::min(second_m, other_m);
    }
  }
};

// Room for the padded ring of few vertices, which is not cleared first.
union FewVertices {
  FewVertices() {}
  Vec2 vertices[kMaxFewVertices + 2];
};

// True if a height above the line through an edge, times the edge's length, is certainly more than limit_m times it.
bool IsHigher(double scaled_height, Vec2 edge, double limit_m) {
  // Squares, since there are many edges and a square root is slow; 2^-40 covers their rounding.
  return scaled_height > 0.0 &&
         (limit_m <= 0.0 || scaled_height * scaled_height > (1.0 + 0x1p-40) * limit_m * limit_m * NormSquared(edge));
}

// Looks for a shallower edge among those of `owner`.
void SearchShallowestEdge(const VertexRing& owner, const VertexRing& other, Vec2 other_center,
                          double other_inner_radius_m, double rounding_m, bool owner_is_a, LeastDepth* best,
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
    // While the edges turn once around, the other shape's support point goes around its ring once.
    vertex = other.Climb(PerpendicularLeft(unit), vertex, visits);
    best->Add(Cross(unit, other[vertex] - from), {true, owner_is_a, i, vertex});
  }
}

// Not inlined, so that the posed rings are not on the stack of what comes after. Seeks ties if tie_m is not null.
ABSL_ATTRIBUTE_NOINLINE ShallowestEdge FindAmongFew(const VertexRing& a, const VertexRing& b, const double* tie_m) {
  FewVertices room_a;
  FewVertices room_b;
  const Vec2* const ring_a = a.Padded(room_a.vertices);
  const Vec2* const ring_b = b.Padded(room_b.vertices);
  OwnEdges room;
  const OwnEdges* own_b = nullptr;
  if (b.is_posed()) {
    room = b.own_edges();
    own_b = &room;
  }
  return tie_m == nullptr ? FindShallowestEdgeOfFew(ring_a, a.size(), ring_b, b.size(), own_b)
                          : FindShallowestEdgeAndTie(ring_a, a.size(), ring_b, b.size(), own_b, *tie_m);
}

bool AreFew(const VertexRing& a, const VertexRing& b) {
  return std::min(a.size(), b.size()) >= 3 && std::max(a.size(), b.size()) <= kMaxFewVertices && b.is_strictly_convex();
}

Separation PenetrationThrough(const VertexRing& a, const VertexRing& b, const ShallowestEdge& shallowest,
                              double rounding_m) {
  const VertexRing& owner = shallowest.edge_is_of_a ? a : b;
  const VertexRing& other = shallowest.edge_is_of_a ? b : a;
  const int edge = shallowest.edge;
  const Vec2 from = owner[edge];
  const Vec2 innermost = other[shallowest.vertex];
  const Vec2 unit = Normalized(owner.Edge(edge));
  const Vec2 normal = -PerpendicularLeft(unit);
  // Posing can turn the edges of a sliver by any angle: then only the shape's own edge has the direction.
  const double depth_m = owner.is_strictly_convex() ? HeightAboveEdge(from, owner[owner.Next(edge)], unit, innermost)
                                                    : Dot(normal, from - innermost);
  // No more than the stated error: rounding_m is relative to at most four times the size, and to
  // what posing rounds.
  constexpr double kAllowedPart = 0.25 * kDistanceRelativeError / kSupportRelativeError;
  const FacingPoints points =
      FindDeepestPoints(owner, edge, normal, other, shallowest.vertex, kAllowedPart * rounding_m);
  return shallowest.edge_is_of_a
             ? Separation{-depth_m, points.on_owner, points.on_other, normal, SeparationStatus::kPenetrating}
             : Separation{-depth_m, points.on_other, points.on_owner, -normal, SeparationStatus::kPenetrating};
}

ShallowestEdge FindShallowest(const VertexRing& a, const VertexRing& b, const DepthBounds& bounds, const double* tie_m,
                              int64_t* visits) {
  if (AreFew(a, b)) {
    if (const ShallowestEdge edge = FindAmongFew(a, b, tie_m); edge.is_found) return edge;
  }
  LeastDepth least(bounds.facing_depth_m);
  SearchShallowestEdge(a, b, bounds.center_b, bounds.inner_radius_b_m, bounds.rounding_m, true, &least, visits);
  SearchShallowestEdge(b, a, bounds.center_a, bounds.inner_radius_a_m, bounds.rounding_m, false, &least, visits);
  ABSL_ASSERT(least.edge.is_found);
  if (tie_m != nullptr) least.edge.has_tie = least.second_m <= least.depth_m + *tie_m;
  return least.edge;
}

// Whether both neighbours of a ring's vertex are lower than it in a direction, by more than rounding_m. The edges are the shape's own,
// as posing can turn short ones.
bool IsCorner(const VertexRing& ring, int vertex, Vec2 direction, double rounding_m) {
  return ring.size() == 1 || (Dot(direction, ring.Edge(vertex)) < -rounding_m &&
                              Dot(direction, ring.Edge(ring.Previous(vertex))) > rounding_m);
}

}  // namespace

Separation ComputePenetration(const VertexRing& a, const VertexRing& b, const DepthBounds& bounds, int64_t* visits) {
  return PenetrationThrough(a, b, FindShallowest(a, b, bounds, nullptr, visits), bounds.rounding_m);
}

DeepestFeature ComputeDeepestFeature(const VertexRing& a, const VertexRing& b, const DepthBounds& bounds,
                                     int64_t* visits) {
  const ShallowestEdge edge = FindShallowest(a, b, bounds, &bounds.rounding_m, visits);
  const Separation penetration = PenetrationThrough(a, b, edge, bounds.rounding_m);
  const VertexRing& other = edge.edge_is_of_a ? b : a;
  const Vec2 inward = edge.edge_is_of_a ? -penetration.direction : penetration.direction;
  return {penetration, other[edge.vertex], !edge.has_tie && IsCorner(other, edge.vertex, inward, bounds.rounding_m)};
}

}  // namespace collision2d::internal
