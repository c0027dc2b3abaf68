#include "collision2d/solid/shapes/vertex_climb.h"

#include <cmath>

#include "absl/base/macros.h"
#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/determinant_sign.h"

namespace collision2d::solid::internal {
namespace {

// Outside these magnitudes of a sum of products the relative bound may not hold, for underflow or
// overflow.
constexpr double kSmallestRise = 0x1p-960;
constexpr double kLargestRise = 0x1p1000;

// The rise along an edge, from its three products.
struct EdgeRise {
  double value;
  double error;
  double magnitude;
};

EdgeRise RiseOf(const Vec3& from, const Vec3& to, const Vec3& direction) {
  const double x = direction.x * (to.x - from.x);
  const double y = direction.y * (to.y - from.y);
  const double z = direction.z * (to.z - from.z);
  const double magnitude = std::abs(x) + std::abs(y) + std::abs(z);
  return {x + y + z, kRise3RelativeError * magnitude + kProductUnderflow, magnitude};
}

bool IsExactlyPerpendicular(const Vec3& edge, const Vec3& direction) {
  return (edge.x == 0.0 || direction.x == 0.0) && (edge.y == 0.0 || direction.y == 0.0) &&
         (edge.z == 0.0 || direction.z == 0.0);
}

// The first neighbour that is higher, exactly, and needs to be climbed to; -1 if there is none.
// REQUIRES: none rises beyond rounding.
ABSL_ATTRIBUTE_NOINLINE int32_t DoubtfulStep(const VertexGraph& graph, const Vec3& direction, int32_t at) {
  const bool is_pointed = !graph.is_pointed.empty() && graph.is_pointed[at] != 0;
  const Vec3& here = graph.vertices[at];
  for (const int32_t next : graph.neighbors(at)) {
    const Vec3& there = graph.vertices[next];
    const EdgeRise rise = RiseOf(here, there, direction);
    if (rise.value < -rise.error) continue;
    if (IsExactlyPerpendicular(there - here, direction)) continue;
    if (is_pointed && rise.magnitude > kSmallestRise && rise.magnitude < kLargestRise) continue;
    if (DotSign({there, here}, direction) > 0) return next;
  }
  return -1;
}

}  // namespace

bool IsPointed(const VertexGraph& graph, int32_t i) {
  const auto unit_edge = [&](int32_t next) { return Normalized(graph.vertices[next] - graph.vertices[i]); };
  Vec3 sum;
  for (const int32_t next : graph.neighbors(i)) sum = sum + unit_edge(next);
  if (!(NormSquared(sum) > kPointed * kPointed)) return false;
  const Vec3 axis = Normalized(sum);
  for (const int32_t next : graph.neighbors(i)) {
    if (!(Dot(axis, unit_edge(next)) > kPointed)) return false;
  }
  return true;
}

int32_t SupportByHillClimbing(const VertexGraph& graph, const Vec3& direction, int32_t start) {
  ABSL_ASSERT(0 <= start && start < static_cast<int32_t>(graph.vertices.size()));
  const Vec3* const vertices = graph.vertices.data();
  int32_t at = start;
  for (;;) {
    const Vec3 here = vertices[at];
    int32_t best = -1;
    double best_rise = 0.0;
    // Not certainly falling; a comparison with infinity or NaN counts as doubtful.
    bool in_doubt = false;
    for (const int32_t next : graph.neighbors(at)) {
      const EdgeRise rise = RiseOf(here, vertices[next], direction);
      in_doubt |= !(rise.value < -rise.error);
      if (rise.value > best_rise && rise.value > rise.error) {
        best = next;
        best_rise = rise.value;
      }
    }
    if (best < 0) {
      if (ABSL_PREDICT_TRUE(!in_doubt)) return at;
      best = DoubtfulStep(graph, direction, at);
      if (best < 0) return at;
    }
    at = best;
  }
}

}  // namespace collision2d::solid::internal
