#include "planner_adapter/road/rounded_ring.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "collision2d/geometry/pose2.h"

namespace collision2d::planner {
namespace {

constexpr double kFullTurn_rad = 6.28318530717958647692;

// The outward normal of the side from a to b of a counter-clockwise ring; any unit vector for a ring of one point.
Vec2 NormalOf(Vec2 a, Vec2 b) { return a == b ? Vec2{0.0, -1.0} : -PerpendicularLeft(Normalized(b - a)); }

}  // namespace

std::vector<RingPoint> RingOf(absl::Span<const Vec2> hull, double radius_m, int arcs_per_turn) {
  std::vector<RingPoint> ring;
  const size_t size = hull.size();
  for (size_t i = 0; i < size; ++i) {
    const int vertex = static_cast<int>(i);
    if (radius_m == 0.0) {
      ring.push_back({hull[i], vertex});
      continue;
    }
    const Vec2 first = NormalOf(hull[(i + size - 1) % size], hull[i]);
    const Vec2 last = NormalOf(hull[i], hull[(i + 1) % size]);
    const double turn_rad = size == 1   ? kFullTurn_rad
                            : size == 2 ? 0.5 * kFullTurn_rad
                                        : std::atan2(Cross(first, last), Dot(first, last));
    const int arcs = std::max(1, static_cast<int>(std::ceil(turn_rad / kFullTurn_rad * arcs_per_turn)));
    for (int k = 0; k <= arcs; ++k) {
      ring.push_back({hull[i] + radius_m * Pose2::FromYaw({}, turn_rad * k / arcs).Rotate(first), vertex});
    }
  }
  return ring;
}

}  // namespace collision2d::planner
