#include "collision2d/query/support.h"

#include <cmath>

#include "absl/base/macros.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d {
namespace {

// How far a vertex rises above another in a direction, and whether the sign of that is in doubt.
struct Rise {
  double value;
  double error;
};

Rise RiseOf(Vec2 from, Vec2 to, Vec2 direction) {
  const double x = direction.x * (to.x - from.x);
  const double y = direction.y * (to.y - from.y);
  return {x + y, kRiseRelativeError * (std::abs(x) + std::abs(y))};
}

}  // namespace

int SupportByScan(absl::Span<const Vec2> vertices, Vec2 direction) {
  ABSL_ASSERT(!vertices.empty());
  // Relative to the first vertex, so that far coordinates cost no accuracy.
  const Vec2 origin = vertices[0];
  int best = 0;
  double best_rise = 0.0;
  for (int i = 1; i < static_cast<int>(vertices.size()); ++i) {
    const double rise = Dot(direction, vertices[i] - origin);
    if (rise > best_rise) {
      best = i;
      best_rise = rise;
    }
  }
  return best;
}

int SupportByHillClimbing(absl::Span<const Vec2> vertices, Vec2 direction, int start) {
  const int n = static_cast<int>(vertices.size());
  ABSL_ASSERT(0 <= start && start < n);
  const auto next = [n](int i) { return i + 1 == n ? 0 : i + 1; };
  const auto previous = [n](int i) { return i == 0 ? n - 1 : i - 1; };
  if (n == 1) return 0;

  int at = start;
  Rise forward = RiseOf(vertices[at], vertices[next(at)], direction);
  // Not going down is enough to walk on: a plateau may have higher ground behind it. At most one round, for a direction
  // that is perpendicular to every edge within rounding (a zero direction, a segment, a sliver).
  for (int steps = 0; forward.value >= 0.0 && steps < n; ++steps) {
    at = next(at);
    forward = RiseOf(vertices[at], vertices[next(at)], direction);
  }
  Rise backward = RiseOf(vertices[at], vertices[previous(at)], direction);
  for (int steps = 0; backward.value > 0.0 && steps < n; ++steps) {
    at = previous(at);
    forward = {-backward.value, backward.error};
    backward = RiseOf(vertices[at], vertices[previous(at)], direction);
  }
  // Where both edges are perpendicular to the direction within rounding, the corner is straight within rounding, and
  // may as well be the lowest as the highest of the polygon.
  if (forward.value >= -forward.error && backward.value >= -backward.error) return SupportByScan(vertices, direction);
  return at;
}

}  // namespace collision2d
