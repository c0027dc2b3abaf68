#include "collision2d/motion/search/edge_gap.h"

#include <algorithm>
#include <cmath>

#include "collision2d/code_generation.h"

namespace collision2d::internal {
namespace {

// Edges by coordinate, so that the compiler does two of them in one instruction.
struct Edges {
  double start_x[kMostEdgeGapVertices];
  double start_y[kMostEdgeGapVertices];
  double x[kMostEdgeGapVertices];
  double y[kMostEdgeGapVertices];

  COLLISION2D_HOT_INLINE void Set(int i, Vec2 start, Vec2 edge) {
    start_x[i] = start.x;
    start_y[i] = start.y;
    x[i] = edge.x;
    y[i] = edge.y;
  }
};

// How far the vertices of the other polygon are beyond each edge, times the edge's length, and the
// squares of that divided by the edges' lengths, with their signs.
COLLISION2D_HOT_INLINE inline void FindGaps(const Edges& edges, int count, const Vec2* others, int other_count,
                                            double* gaps, double* squares) {
  const auto gap = [&edges](Vec2 other, int i) {
    return (other.x - edges.start_x[i]) * edges.y[i] - (other.y - edges.start_y[i]) * edges.x[i];
  };
  for (int i = 0; i < count; ++i) gaps[i] = gap(others[0], i);
  COLLISION2D_HOT_UNROLL(8)
  for (int k = 1; k < other_count; ++k) {
    for (int i = 0; i < count; ++i) gaps[i] = std::min(gaps[i], gap(others[k], i));
  }
  for (int i = 0; i < count; ++i) {
    squares[i] = gaps[i] * std::abs(gaps[i]) / (edges.x[i] * edges.x[i] + edges.y[i] * edges.y[i]);
  }
}

COLLISION2D_HOT_INLINE inline EdgeGap Find(const Vec2* of_a, int n, const Vec2* of_b, int m, const Pose2& a_from_b,
                                           ScaledEdgeGaps* all) {
  Vec2 posed[kMostEdgeGapVertices];
  Edges edges_a;
  Edges edges_b;
  COLLISION2D_HOT_UNROLL(8)
  for (int i = 0; i < n; ++i) edges_a.Set(i, of_a[i], of_a[i + 1] - of_a[i]);
  COLLISION2D_HOT_UNROLL(8)
  for (int j = 0; j < m; ++j) {
    posed[j] = a_from_b * of_b[j];
    // By its own frame: posing can turn short edges.
    edges_b.Set(j, posed[j], a_from_b.Rotate(of_b[j + 1] - of_b[j]));
  }
  // Not in place, which the compiler would take to change vertices.
  ScaledEdgeGaps gaps;
  double squares[2 * kMostEdgeGapVertices];
  FindGaps(edges_a, n, posed, m, gaps.data(), squares);
  FindGaps(edges_b, m, of_a, n, gaps.data() + n, squares + n);
  std::copy(gaps.begin(), gaps.begin() + n + m, all->begin());
  // Compared without a branch: which edge it is, is unpredictable.
  int widest = 0;
  for (int k = 1; k < n + m; ++k) widest = squares[k] > squares[widest] ? k : widest;
  const bool is_of_a = widest < n;
  const Edges& edges = is_of_a ? edges_a : edges_b;
  const int i = is_of_a ? widest : widest - n;
  const Vec2 edge = {edges.x[i], edges.y[i]};
  const double inverse_length = 1.0 / std::sqrt(NormSquared(edge));
  const Vec2 normal = inverse_length * Vec2{edge.y, -edge.x};
  return {gaps[widest] * inverse_length, is_of_a ? normal : -normal, widest};
}

}  // namespace

EdgeGap WidestEdgeGap(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, ScaledEdgeGaps* all) {
  if (a.size() == 4 && b.size() == 4) return Find(a.ring(), 4, b.ring(), 4, a_from_b, all);
  return Find(a.ring(), a.size(), b.ring(), b.size(), a_from_b, all);
}

}  // namespace collision2d::internal
