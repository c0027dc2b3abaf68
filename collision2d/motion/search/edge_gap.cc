#include "collision2d/motion/search/edge_gap.h"

#include <algorithm>
#include <cmath>

#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {
namespace {

// An edge, and how far the other polygon is beyond it, times its length.
struct ScaledGap {
  double gap;
  Vec2 edge;
};

// `others` are the vertices of the other polygon.
COLLISION2D_HOT_INLINE inline ScaledGap GapBeyond(Vec2 start, Vec2 edge, const Vec2* others, int count) {
  double gap = Cross(others[0] - start, edge);
  COLLISION2D_HOT_UNROLL(8)
  for (int k = 1; k < count; ++k) gap = std::min(gap, Cross(others[k] - start, edge));
  return {gap, edge};
}

COLLISION2D_HOT_INLINE inline EdgeGap Find(const Vec2* of_a, int n, const Vec2* of_b, int m, const Pose2& a_from_b) {
  Vec2 posed[kMostEdgeGapVertices];
  COLLISION2D_HOT_UNROLL(8)
  for (int j = 0; j < m; ++j) posed[j] = a_from_b * of_b[j];
  ScaledGap gaps[2 * kMostEdgeGapVertices];
  for (int i = 0; i < n; ++i) gaps[i] = GapBeyond(of_a[i], of_a[i + 1] - of_a[i], posed, m);
  // The edges of b by its own frame: posing can turn short edges.
  for (int j = 0; j < m; ++j) {
    gaps[n + j] = GapBeyond(posed[j], a_from_b.Rotate(of_b[j + 1] - of_b[j]), of_a, n);
  }
  // Compared by squares with their signs, without a branch: which edge it is, is unpredictable.
  int widest = 0;
  double widest_square = -INFINITY;
  for (int k = 0; k < n + m; ++k) {
    const double square = gaps[k].gap * std::abs(gaps[k].gap) / NormSquared(gaps[k].edge);
    widest = square > widest_square ? k : widest;
    widest_square = std::max(widest_square, square);
  }
  const Vec2 edge = gaps[widest].edge;
  const double inverse_length = 1.0 / std::sqrt(NormSquared(edge));
  const Vec2 normal = inverse_length * Vec2{edge.y, -edge.x};
  const bool edge_is_of_a = widest < n;
  return {gaps[widest].gap * inverse_length, edge_is_of_a ? normal : -normal, edge_is_of_a};
}

}  // namespace

EdgeGap WidestEdgeGap(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) {
  if (a.size() == 4 && b.size() == 4) return Find(a.ring(), 4, b.ring(), 4, a_from_b);
  return Find(a.ring(), a.size(), b.ring(), b.size(), a_from_b);
}

}  // namespace collision2d::internal
