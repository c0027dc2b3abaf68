#include "collision2d/query/penetration.h"

#include <algorithm>

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation_result.h"

namespace collision2d::internal {

Vec2 DeepestPoint(Vec2 from, Vec2 to, Vec2 vertex, Vec2 before, Vec2 after) {
  const Vec2 edge = to - from;
  // Positions along the edge, in units of |edge| * m.
  const double end = NormSquared(edge);
  const double at = Dot(vertex - from, edge);
  const double target = std::clamp(at, 0.0, end);
  if (at == target) return vertex;
  const double at_before = Dot(before - from, edge);
  const double at_after = Dot(after - from, edge);
  const bool forward = target > at;
  const bool use_after = forward ? at_after > at_before : at_after < at_before;
  const Vec2 neighbor = use_after ? after : before;
  const double span = (use_after ? at_after : at_before) - at;
  if (forward ? span <= 0.0 : span >= 0.0) return vertex;
  return vertex + std::min(1.0, (target - at) / span) * (neighbor - vertex);
}

Separation PenetrationThroughEdge(double depth_m, Vec2 normal, Vec2 deepest, bool edge_is_of_a) {
  const Vec2 on_edge = deepest + depth_m * normal;
  if (edge_is_of_a) return {-depth_m, on_edge, deepest, normal, SeparationStatus::kPenetrating};
  return {-depth_m, deepest, on_edge, -normal, SeparationStatus::kPenetrating};
}

}  // namespace collision2d::internal
