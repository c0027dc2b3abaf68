#ifndef COLLISION2D_QUERY_PENETRATION_H_
#define COLLISION2D_QUERY_PENETRATION_H_

#include <algorithm>
#include <limits>

#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/separation_result.h"

namespace collision2d::internal {

// Unit normal of an edge of a counter-clockwise ring, pointing out of it.
inline Vec2 OutwardNormal(Vec2 from, Vec2 to) { return Normalized(-PerpendicularLeft(to - from)); }

// The point of a shape that reaches deepest behind the edge (from, to) of another and has its foot on that edge: the
// deepest vertex or, if an edge of the shape is parallel to (from, to) within rounding and the vertex overhangs, the
// point of that edge above the end of (from, to). `before` and `after` are the neighbours of the vertex.
Vec2 DeepestPoint(Vec2 from, Vec2 to, Vec2 vertex, Vec2 before, Vec2 after);

// The separation of two shapes that come apart through an edge of one of them: `normal` is the edge's outward normal,
// `deepest` the point of the other shape at depth_m behind it.
Separation PenetrationThroughEdge(double depth_m, Vec2 normal, Vec2 deepest, bool edge_is_of_a);

// The penetration of a pair whose CSO has the origin inside: the least depth over all edges of the CSO, each of which
// is an edge of a or of b. Walks around both shapes once: O(n + m) for large shapes, O(n m) while n and m are few. The
// global minimum; its error is that of the orientations, relative to the shapes' size. Source: van den Bergen 2001,
// section 4; here without expansion, since in the plane all edges are known beforehand.
template <typename Frame>
Separation ComputePenetration(const Cso<Frame>& cso) {
  struct Shallowest {
    double depth_m = std::numeric_limits<double>::infinity();
    Vec2 from, to;
    int other_vertex = 0;
    bool edge_is_of_a = true;
  } best;
  const auto consider = [&best](Vec2 from, Vec2 to, Vec2 innermost, int vertex, bool edge_is_of_a) {
    const double depth = Orient2d(from, to, innermost) / Norm(to - from);
    if (depth < best.depth_m) best = {depth, from, to, vertex, edge_is_of_a};
  };
  const int n = cso.size_a();
  const int m = cso.size_b();
  int j = 0;
  for (int i = 0; n > 1 && i < n; ++i) {
    const Vec2 from = cso.vertex_a(i);
    const Vec2 to = cso.vertex_a((i + 1) % n);
    j = cso.SupportB(PerpendicularLeft(to - from), j);
    consider(from, to, cso.vertex_b(j), j, true);
  }
  int i = 0;
  for (int k = 0; m > 1 && k < m; ++k) {
    const Vec2 from = cso.vertex_b(k);
    const Vec2 to = cso.vertex_b((k + 1) % m);
    i = cso.SupportA(PerpendicularLeft(to - from), i);
    consider(from, to, cso.vertex_a(i), i, false);
  }
  const int size = best.edge_is_of_a ? m : n;
  const auto vertex = [&](int index) { return best.edge_is_of_a ? cso.vertex_b(index) : cso.vertex_a(index); };
  const Vec2 deepest =
      DeepestPoint(best.from, best.to, vertex(best.other_vertex), vertex((best.other_vertex + size - 1) % size),
                   vertex((best.other_vertex + 1) % size));
  return PenetrationThroughEdge(best.depth_m, OutwardNormal(best.from, best.to), deepest, best.edge_is_of_a);
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_PENETRATION_H_
