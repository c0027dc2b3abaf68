#include "collision2d/testing/brute_force.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace collision2d {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The shortest connection from an edge of `ring` to one of the vertices.
Vec2 ShortestConnection(absl::Span<const Vec2> ring, absl::Span<const Vec2> vertices) {
  Vec2 shortest = {kInfinity, kInfinity};
  for (const Vec2 v : vertices) {
    for (size_t i = 0; i < ring.size(); ++i) {
      const Vec2 connection = v - ClosestPointOnSegment(v, ring[i], ring[(i + 1) % ring.size()]);
      if (Norm(connection) < Norm(shortest)) shortest = connection;
    }
  }
  return shortest;
}

// How far `a` reaches beyond the near side of `b` along `direction`: negative if the projections
// are apart.
double Overlap(absl::Span<const Vec2> a, absl::Span<const Vec2> b, Vec2 direction) {
  double highest_a = -kInfinity;
  double lowest_b = kInfinity;
  for (const Vec2 p : a) highest_a = std::max(highest_a, Dot(direction, p));
  for (const Vec2 q : b) lowest_b = std::min(lowest_b, Dot(direction, q));
  return highest_a - lowest_b;
}

// Returns the least overlap along the outward edge normals of `ring`, which is `a` itself (sign 1)
// or `b` (sign -1). A segment is a ring of two edges; along it, shapes can be apart, but their
// overlap is not less than across it.
double LeastOverlap(absl::Span<const Vec2> a, absl::Span<const Vec2> b, absl::Span<const Vec2> ring, double sign) {
  double least = kInfinity;
  for (size_t i = 0; ring.size() > 1 && i < ring.size(); ++i) {
    const Vec2 edge = ring[(i + 1) % ring.size()] - ring[i];
    const double length = sign * Norm(edge);
    // Divided, not multiplied by the inverse: the inverse of a subnormal length overflows.
    const Vec2 along = {edge.x / length, edge.y / length};
    least = std::min(least, Overlap(a, b, -PerpendicularLeft(along)));
    if (const double overlap = Overlap(a, b, along); ring.size() == 2 && overlap < 0.0)
      least = std::min(least, overlap);
  }
  return least;
}

}  // namespace

Vec2 ClosestPointOnSegment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 edge = b - a;
  const double length_sq = NormSquared(edge);
  if (length_sq == 0.0) return a;
  const double t = Dot(p - a, edge) / length_sq;
  if (t <= 0.0) return a;
  if (t >= 1.0) return b;
  return a + t * edge;
}

double BruteForceSignedDistance(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  const Vec2 from_a = ShortestConnection(a, b);
  const Vec2 from_b = -ShortestConnection(b, a);
  const Vec2 connection = Norm(from_a) < Norm(from_b) ? from_a : from_b;
  const double distance = Norm(connection);
  // Disjoint shapes are apart along their shortest connection. This is tested before the edges,
  // because at the tip of a needle these barely register a gap in front of it.
  const Vec2 direction = {connection.x / distance, connection.y / distance};
  if (distance > 0.0 && Overlap(a, b, direction) < -0.5 * distance) return distance;
  const double overlap = std::min(LeastOverlap(a, b, a, 1.0), LeastOverlap(a, b, b, -1.0));
  return overlap > 0.0 && overlap < kInfinity ? -overlap : distance;
}

}  // namespace collision2d
