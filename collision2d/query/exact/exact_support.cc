#include "collision2d/query/exact/exact_support.h"

#include <cmath>

#include "absl/base/attributes.h"
#include "collision2d/geometry/fixed_point_sum.h"
#include "collision2d/geometry/orientation.h"

namespace collision2d::internal {
namespace {

// The sign of direction x (to - from) by all its products.
ABSL_ATTRIBUTE_NOINLINE double CrossSignByDigits(const CsoDirection& direction, Vec2 from, Vec2 to) {
  FixedPointSum<2> sum;
  const auto add = [&sum](double x, double to_y, double from_y, bool subtract) {
    const ExactProduct<1> exact_x = Exactly(x);
    sum.Add(exact_x * Exactly(to_y), subtract);
    sum.Add(exact_x * Exactly(from_y), !subtract);
  };
  const auto add_point = [&](Vec2 point, bool subtract) {
    add(point.x, to.y, from.y, subtract);
    add(point.y, to.x, from.x, !subtract);
  };
  add_point(direction.to_a, false);
  add_point(direction.from_a, true);
  add_point(direction.to_b, true);
  add_point(direction.from_b, false);
  return sum.Sign();
}

}  // namespace

double CrossSign(const CsoDirection& direction, Vec2 from, Vec2 to) {
  if (from == to) return 0.0;
  if (direction.from_b == direction.to_b) return EdgeCross(direction.from_a, direction.to_a, from, to);
  if (direction.from_a == direction.to_a) return EdgeCross(direction.to_b, direction.from_b, from, to);
  const Vec2 of_a = direction.to_a - direction.from_a;
  const Vec2 of_b = direction.to_b - direction.from_b;
  const Vec2 edge = to - from;
  const double left = (of_a.x - of_b.x) * edge.y;
  const double right = (of_a.y - of_b.y) * edge.x;
  // Two rounded differences and their difference, u of each, the other factor, the product and the
  // sum: 5 u; doubled.
  const double magnitude = (std::abs(of_a.x) + std::abs(of_b.x)) * std::abs(edge.y) +
                           (std::abs(of_a.y) + std::abs(of_b.y)) * std::abs(edge.x);
  const double cross = left - right;
  if (std::abs(cross) > 10.0 * kUnitRoundoff * magnitude && magnitude > kOrient2dUnderflowGuard) return cross;
  return CrossSignByDigits(direction, from, to);
}

int ExactSupports::Farthest(const VertexRing& ring, const CsoDirection& direction, double to_the_right, int start) {
  const int n = ring.size();
  int at = start;
  Vec2 point = ring[at];
  const auto advance = [&](int next) {
    ++visits_;
    const Vec2 candidate = ring[next];
    if (!(to_the_right * CrossSign(direction, point, candidate) < 0.0)) return false;
    at = next;
    point = candidate;
    return true;
  };
  if (!ring.is_strictly_convex()) {
    for (int k = 0; k < n; ++k) advance(k);
    return at;
  }
  // One of the two ends of the lowest edge has a higher neighbour, so that no plateau stops the
  // climb.
  int steps = 0;
  while (steps < n && advance(at + 1 == n ? 0 : at + 1)) ++steps;
  if (steps == 0) {
    while (steps < n && advance(at == 0 ? n - 1 : at - 1)) ++steps;
  }
  return at;
}

CsoPoint ExactSupports::SupportBeyondChord(const CsoDirection& chord, const CsoPoint& right, const CsoPoint& left) {
  // An edge of one strictly convex ring has that ring behind it.
  const bool is_edge_of_a =
      right.index.b == left.index.b && left.index.a == a_.Next(right.index.a) && a_.is_strictly_convex();
  const bool is_edge_of_b =
      right.index.a == left.index.a && left.index.b == b_.Next(right.index.b) && b_.is_strictly_convex();
  const CsoIndex support{is_edge_of_a ? right.index.a : Farthest(a_, chord, 1.0, right.index.a),
                         is_edge_of_b ? right.index.b : Farthest(b_, chord, -1.0, right.index.b)};
  return support == right.index ? right : At(support);
}

}  // namespace collision2d::internal
