#ifndef COLLISION2D_QUERY_PENETRATION_H_
#define COLLISION2D_QUERY_PENETRATION_H_

#include <limits>

#include "absl/base/macros.h"
#include "collision2d/geometry/direction_sector.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/deepest_points.h"
#include "collision2d/query/edge_height.h"
#include "collision2d/query/separation_result.h"

namespace collision2d::internal {

// The edge through which two shapes come apart with the least translation, so far.
struct ShallowestEdge {
  double depth_m = std::numeric_limits<double>::infinity();
  int edge = 0;    // Its first vertex, of a or of b.
  int vertex = 0;  // The other shape's innermost.
  bool edge_is_of_a = true;
};

// True if a height above the line through an edge, times the edge's length, is certainly more than limit_m times it.
inline bool IsHigher(double scaled_height, Vec2 edge, double limit_m) {
  // Squares, since there are many edges and a square root is slow; 2^-40 covers their rounding.
  return scaled_height > 0.0 &&
         (limit_m <= 0.0 || scaled_height * scaled_height > (1.0 + 0x1p-40) * limit_m * limit_m * NormSquared(edge));
}

// Looks for a shallower edge among those of `owner`. `support(inward)` is the index of the other shape's support point in
// that direction; other_center and other_inner_radius_m are its inner circle, and rounding_m bounds the rounding of a
// height.
template <typename Owner, typename Other, typename Support>
void SearchShallowestEdge(const Owner& owner, const Other& other, Vec2 other_center, double other_inner_radius_m,
                          double rounding_m, const Support& support, bool owner_is_a, ShallowestEdge* best) {
  const int n = owner.size();
  if (n < 2) return;
  Vec2 from = owner[n - 1];
  for (int i = 0; i < n; ++i) {
    const Vec2 to = owner[i];
    const Vec2 edge = to - from;
    // The other shape reaches behind the edge at least as far as its inner circle does, if it has one.
    const double limit_m = best->depth_m - other_inner_radius_m + rounding_m;
    if (other_inner_radius_m == 0.0 || !IsHigher(Cross(edge, other_center - from), edge, limit_m)) {
      const Vec2 unit = Normalized(edge);
      const int vertex = support(PerpendicularLeft(unit));
      const double depth_m = Cross(unit, other[vertex] - from);
      if (depth_m < best->depth_m) *best = {depth_m, i == 0 ? n - 1 : i - 1, vertex, owner_is_a};
    }
    from = to;
  }
}

// The penetration of a pair that comes apart through an edge of a or b, by its first vertex; `vertex` of the other shape
// is the innermost.
template <typename Frame>
Separation PenetrationThrough(const Cso<Frame>& cso, int edge, int vertex, bool edge_is_of_a) {
  const RingOfA<Frame> a{cso};
  const RingOfB<Frame> b{cso};
  const auto through_edge = [=](const auto& owner, const auto& other) {
    const Vec2 from = owner[edge];
    const Vec2 to = owner[(edge + 1) % owner.size()];
    const Vec2 normal = OutwardNormal(from, to);
    const Vec2 innermost = other[vertex];
    return PenetrationThroughEdge(HeightAboveEdge(from, to, innermost), normal,
                                  DeepestPoints(owner, from, to, normal, other, innermost), edge_is_of_a);
  };
  return edge_is_of_a ? through_edge(a, b) : through_edge(b, a);
}

// The penetration of a pair whose CSO has the origin inside: the least depth over all edges of the CSO, each of which
// is an edge of a or of b. `facing_depth_m` is the depth behind the facing edge, rounded up, or infinity: no edge whose
// depth is more, by the other shape's inner circle, is looked at further. The global minimum; its error is that of
// HeightAboveEdge.
// O(n + m) in practice: of the edges that are looked at, each costs one climb from a table of start vertices.
// Source: van den Bergen 2001, section 4; here without expansion, since in the plane all edges are known beforehand.
template <typename Frame>
Separation ComputePenetration(const Cso<Frame>& cso, double facing_depth_m) {
  ShallowestEdge best;
  best.depth_m = facing_depth_m;
  const RingOfA<Frame> a{cso};
  const RingOfB<Frame> b{cso};
  const double rounding_m = kSupportRelativeError * cso.magnitude();
  SearchShallowestEdge(
      a, b, cso.frame().ToQueryFrame(cso.b().center()), (1.0 - kCircleRelativeError) * cso.b().inner_radius_m(),
      rounding_m,
      [&cso](Vec2 inward) {
        return cso.SupportB(inward, cso.b().StartVertex(DirectionSector(cso.frame().ToShapeFrame(inward))));
      },
      true, &best);
  SearchShallowestEdge(
      b, a, cso.a().center(), (1.0 - kCircleRelativeError) * cso.a().inner_radius_m(), rounding_m,
      [&cso](Vec2 inward) { return cso.SupportA(inward, cso.a().StartVertex(DirectionSector(inward))); }, false, &best);
  ABSL_ASSERT(best.depth_m < facing_depth_m);
  return PenetrationThrough(cso, best.edge, best.vertex, best.edge_is_of_a);
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_PENETRATION_H_
