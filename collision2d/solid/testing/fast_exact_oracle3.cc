#include "collision2d/solid/testing/fast_exact_oracle3.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "collision2d/solid/testing/double_bits.h"
#include "collision2d/solid/testing/exact_nearest_simplex.h"

namespace collision2d::solid {
namespace {

using Int = absl::int128;

// Coordinates fit into 64 bits before the first point is subtracted.
constexpr int kIntegerBits = 61;

// A difference is then at most 2^28, of W = 29 bits. ExactNearestSimplex's largest numbers are n .
// (q x r), with n = (q - p) x (r - p): 2 (W + 1) + 1 bits, times 2 W + 1 bits, summed thrice: 4 W +
// 6 = 122 < 127.
constexpr Int kMaxCoordinate = int64_t{1} << 27;

// The point with the largest sign * direction . p.
const IntegerVec3<Int>& Extreme(const std::vector<IntegerVec3<Int>>& points, const IntegerVec3<Int>& direction,
                                int sign) {
  size_t extreme = 0;
  Int extreme_height = sign * Dot(direction, points[0]);
  for (size_t i = 1; i < points.size(); ++i) {
    const Int height = sign * Dot(direction, points[i]);
    if (height <= extreme_height) continue;
    extreme = i;
    extreme_height = height;
  }
  return points[extreme];
}

}  // namespace

bool FastExactOracle3::Points::Set(absl::Span<const Vec3> a, absl::Span<const Vec3> b) {
  BitRange bits = BitsOf(a);
  bits.Include(BitsOf(b));
  if (bits.IsEmpty()) bits = {0, 0};
  if (bits.end - bits.begin > kIntegerBits) return false;
  const auto scaled = [&bits](double x) { return static_cast<Int>(std::ldexp(x, -bits.begin)); };
  const auto scaled_point = [&scaled](const Vec3& p) {
    return IntegerVec3<Int>{scaled(p.x), scaled(p.y), scaled(p.z)};
  };
  const IntegerVec3<Int> origin = scaled_point(a[0]);
  a_.clear();
  b_.clear();
  for (const Vec3& p : a) a_.push_back(scaled_point(p) - origin);
  for (const Vec3& p : b) b_.push_back(scaled_point(p) - origin);
  const auto fits = [](const IntegerVec3<Int>& p) {
    return std::min({p.x, p.y, p.z}) >= -kMaxCoordinate && std::max({p.x, p.y, p.z}) <= kMaxCoordinate;
  };
  return std::all_of(a_.begin(), a_.end(), fits) && std::all_of(b_.begin(), b_.end(), fits);
}

IntegerVec3<Int> FastExactOracle3::Points::Least(const IntegerVec3<Int>& direction) const {
  return Extreme(a_, direction, -1) - Extreme(b_, direction, 1);
}

ExactRelation FastExactOracle3::Relation(absl::Span<const Vec3> a, absl::Span<const Vec3> b) {
  if (points_.Set(a, b)) return ExactRelationOf(points_, ExactNearestSimplex(points_));
  ++slow_count_;
  slow_.SetPair(a, b);
  return slow_.relation();
}

}  // namespace collision2d::solid
