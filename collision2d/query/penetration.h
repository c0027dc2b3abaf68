#ifndef COLLISION2D_QUERY_PENETRATION_H_
#define COLLISION2D_QUERY_PENETRATION_H_

#include <limits>

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/deepest_points.h"
#include "collision2d/query/edge_height.h"
#include "collision2d/query/separation_result.h"

namespace collision2d::internal {

// The penetration of a pair whose CSO has the origin inside: the least depth over all edges of the CSO, each of which
// is an edge of a or of b. Walks around both shapes once: O(n + m) for large shapes, O(n m) while n and m are few. The
// global minimum; its error is that of HeightAboveEdge.
// Source: van den Bergen 2001, section 4; here without expansion, since in the plane all edges are known beforehand.
template <typename Frame>
Separation ComputePenetration(const Cso<Frame>& cso) {
  struct Shallowest {
    double depth_m = std::numeric_limits<double>::infinity();
    int edge = 0;    // Its first vertex, of a or of b.
    int vertex = 0;  // The other shape's innermost.
    bool edge_is_of_a = true;
  } best;
  const RingOfA<Frame> a{cso};
  const RingOfB<Frame> b{cso};
  const int n = a.size();
  const int m = b.size();
  int j = 0;
  for (int i = 0; n > 1 && i < n; ++i) {
    const Vec2 from = a[i];
    const Vec2 to = a[(i + 1) % n];
    j = cso.SupportB(-OutwardNormal(from, to), j);
    const double depth_m = HeightAboveEdge(from, to, b[j]);
    if (depth_m < best.depth_m) best = {depth_m, i, j, true};
  }
  int i = 0;
  for (int k = 0; m > 1 && k < m; ++k) {
    const Vec2 from = b[k];
    const Vec2 to = b[(k + 1) % m];
    i = cso.SupportA(-OutwardNormal(from, to), i);
    const double depth_m = HeightAboveEdge(from, to, a[i]);
    if (depth_m < best.depth_m) best = {depth_m, k, i, false};
  }
  const auto through_edge = [&best](const auto& owner, const auto& other) {
    const Vec2 from = owner[best.edge];
    const Vec2 to = owner[(best.edge + 1) % owner.size()];
    const Vec2 normal = OutwardNormal(from, to);
    return PenetrationThroughEdge(best.depth_m, normal,
                                  DeepestPoints(owner, from, to, normal, other, other[best.vertex]), best.edge_is_of_a);
  };
  return best.edge_is_of_a ? through_edge(a, b) : through_edge(b, a);
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_PENETRATION_H_
