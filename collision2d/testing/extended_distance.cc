#include "collision2d/testing/extended_distance.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <limits>

namespace collision2d {
namespace {

using Real = long double;

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

// The rounding of a height or a distance, relative to the coordinates' extent: below 16 u, u =
// 2^-64; times four.
constexpr Real kRelativeError = 0x1p-58L;

// The difference of two points. Rounded relative to itself, since the coordinates are doubles.
struct Arm {
  Arm(Vec2 from, Vec2 to)
      : x(static_cast<Real>(to.x) - static_cast<Real>(from.x)),
        y(static_cast<Real>(to.y) - static_cast<Real>(from.y)) {}

  Real x;
  Real y;
};

Real CrossOf(const Arm& u, const Arm& v) { return u.x * v.y - u.y * v.x; }
Real DotOf(const Arm& u, const Arm& v) { return u.x * v.x + u.y * v.y; }
Real LengthOf(const Arm& u) { return std::sqrt(DotOf(u, u)); }

Vec2 After(absl::Span<const Vec2> ring, size_t i) { return ring[i + 1 == ring.size() ? 0 : i + 1]; }

// True if the edge's direction is in the upper half of the plane, of which the right end belongs to
// it.
bool IsUpward(const Arm& edge) { return edge.y > 0.0L || (edge.y == 0.0L && edge.x > 0.0L); }

// True for a point, a segment, and a ring that certainly turns left at each corner, once around.
bool IsConvexRing(absl::Span<const Vec2> ring) {
  if (ring.size() < 3) return true;
  int upturns = 0;
  for (size_t i = 0; i < ring.size(); ++i) {
    const Vec2 corner = After(ring, i);
    const Arm in(ring[i], corner);
    const Arm out(corner, After(ring, i + 1 == ring.size() ? 0 : i + 1));
    // The differences have errors of u each, the products and their difference too.
    if (!(CrossOf(in, out) > 8.0L * LDBL_EPSILON * (std::abs(in.x * out.y) + std::abs(in.y * out.x)))) return false;
    upturns += !IsUpward(in) && IsUpward(out);
  }
  return upturns == 1;
}

// The least, over the edges of a ring, of the largest height of the other ring's vertices above it:
// negative if an edge separates. A segment is an edge in either direction; a point has none.
Real LeastHeight(absl::Span<const Vec2> ring, absl::Span<const Vec2> other) {
  Real least = kInfinity;
  if (ring.size() == 1) return least;
  for (size_t i = 0; i < ring.size(); ++i) {
    const Arm edge(ring[i], After(ring, i));
    Real highest = -kInfinity;
    for (const Vec2 q : other) highest = std::max(highest, CrossOf(edge, Arm(ring[i], q)));
    least = std::min(least, highest / LengthOf(edge));
  }
  return least;
}

Real DistanceToSegment(Vec2 from, Vec2 to, Vec2 point) {
  const Arm edge(from, to);
  const Arm of_start(from, point);
  const Arm of_end(to, point);
  if (!(DotOf(edge, of_start) > 0.0L)) return LengthOf(of_start);
  if (!(DotOf(edge, of_end) < 0.0L)) return LengthOf(of_end);
  return std::abs(CrossOf(edge, of_start)) / LengthOf(edge);
}

Real LeastDistance(absl::Span<const Vec2> ring, Vec2 point) {
  Real least = kInfinity;
  for (size_t i = 0; i < ring.size(); ++i) least = std::min(least, DistanceToSegment(ring[i], After(ring, i), point));
  return least;
}

}  // namespace

ExtendedDistance MeasureExtended(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  ExtendedDistance result;
  if (LDBL_MANT_DIG < 64 || !IsConvexRing(a) || !IsConvexRing(b)) return result;
  Real extent_m = 0.0L;
  for (const absl::Span<const Vec2> ring : {a, b}) {
    Real low_x = 0.0L, high_x = 0.0L, low_y = 0.0L, high_y = 0.0L;
    for (const Vec2 v : ring) {
      const Arm of_first(ring[0], v);
      low_x = std::min(low_x, of_first.x);
      high_x = std::max(high_x, of_first.x);
      low_y = std::min(low_y, of_first.y);
      high_y = std::max(high_y, of_first.y);
      extent_m = std::max(extent_m, LengthOf(Arm(a[0], v)));
    }
    result.size_m = std::max(result.size_m, static_cast<double>(std::max(high_x - low_x, high_y - low_y)));
  }
  result.error_m = kRelativeError * extent_m;
  const Real height = std::min(LeastHeight(a, b), LeastHeight(b, a));
  result.is_certain = std::abs(height) > result.error_m && height < kInfinity;
  result.signed_distance_m = -height;
  if (height > 0.0L) return result;
  result.signed_distance_m = kInfinity;
  for (const Vec2 q : b) result.signed_distance_m = std::min(result.signed_distance_m, LeastDistance(a, q));
  for (const Vec2 p : a) result.signed_distance_m = std::min(result.signed_distance_m, LeastDistance(b, p));
  return result;
}

bool IsWithinExtended(Vec2 point, absl::Span<const Vec2> shape, long double limit_m, long double error_m) {
  const bool is_inside = shape.size() >= 3 && LeastHeight(shape, {&point, 1}) >= 0.0L;
  return is_inside || LeastDistance(shape, point) + error_m <= limit_m;
}

}  // namespace collision2d
