#include "collision2d/testing/fast_exact_oracle.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>
#include <utility>

#include "absl/numeric/int128.h"

namespace collision2d {
namespace {

constexpr int kIntegerBits = 61;

// |x| < 2^end, and x is an integer multiple of 2^begin. Empty (INT_MAX, INT_MIN) for 0.
struct BitRange {
  int begin = INT_MAX;
  int end = INT_MIN;
};

BitRange BitsOf(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  const int biased_exponent = static_cast<int>(bits >> 52) & 0x7ff;
  uint64_t mantissa = bits & ((uint64_t{1} << 52) - 1);
  if (biased_exponent != 0) mantissa |= uint64_t{1} << 52;
  if (mantissa == 0) return {};
  const int unit = std::max(biased_exponent, 1) - 1075;
  return {unit + __builtin_ctzll(mantissa), unit + 64 - __builtin_clzll(mantissa)};
}

// Positive if p, q, r turn counter-clockwise. Differences are below 2^62, products below 2^124.
template <typename Point>
int Turn(const Point& p, const Point& q, const Point& r) {
  const absl::int128 left = absl::int128(q.x - p.x) * (r.y - p.y);
  const absl::int128 right = absl::int128(q.y - p.y) * (r.x - p.x);
  return (left > right) - (left < right);
}

// The least and the greatest point of a set, in lexicographic order: its ends, if the points are on
// a line.
template <typename Point>
std::pair<std::pair<int64_t, int64_t>, std::pair<int64_t, int64_t>> Ends(const std::vector<Point>& points) {
  std::pair<int64_t, int64_t> least = {INT64_MAX, INT64_MAX};
  std::pair<int64_t, int64_t> greatest = {INT64_MIN, INT64_MIN};
  for (const Point& p : points) {
    least = std::min(least, {p.x, p.y});
    greatest = std::max(greatest, {p.x, p.y});
  }
  return {least, greatest};
}

}  // namespace

bool FastExactOracle::ScaleToIntegers(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  BitRange all;
  for (const absl::Span<const Vec2> vertices : {a, b}) {
    for (const Vec2 v : vertices) {
      for (const double x : {v.x, v.y}) {
        const BitRange bits = BitsOf(x);
        all.begin = std::min(all.begin, bits.begin);
        all.end = std::max(all.end, bits.end);
      }
    }
  }
  if (all.begin == INT_MAX) all = {0, 0};
  if (all.end - all.begin > kIntegerBits) return false;
  const auto scaled = [&all](double x) { return static_cast<int64_t>(std::ldexp(x, -all.begin)); };
  a_.clear();
  b_.clear();
  for (const Vec2 v : a) a_.push_back({scaled(v.x), scaled(v.y)});
  for (const Vec2 v : b) b_.push_back({scaled(v.x), scaled(v.y)});
  return true;
}

bool FastExactOracle::AnEdgeSeparates(const std::vector<Point>& p, const std::vector<Point>& q) {
  // A segment has one edge in each direction; a point has none.
  for (size_t i = 0; p.size() > 1 && i < p.size(); ++i) {
    const Point& start = p[i];
    const Point& end = p[(i + 1) % p.size()];
    if (std::all_of(q.begin(), q.end(), [&](const Point& r) { return Turn(start, end, r) < 0; })) return true;
  }
  return false;
}

bool FastExactOracle::LineHoldsAll(const std::vector<Point>& line, const std::vector<Point>& points) {
  return std::all_of(points.begin(), points.end(),
                     [&](const Point& r) { return Turn(line.front(), line.back(), r) == 0; });
}

bool FastExactOracle::Collide(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  if (!ScaleToIntegers(a, b)) {
    ++slow_count_;
    slow_.SetPair(a, b);
    return slow_.relation() != ExactRelation::kDisjoint;
  }
  // On one line (or two points): the ranges between their ends meet.
  if (a_.size() <= 2 && b_.size() <= 2 && LineHoldsAll(a_, b_) && LineHoldsAll(b_, a_)) {
    const auto [least_a, greatest_a] = Ends(a_);
    const auto [least_b, greatest_b] = Ends(b_);
    return least_a <= greatest_b && least_b <= greatest_a;
  }
  return !AnEdgeSeparates(a_, b_) && !AnEdgeSeparates(b_, a_);
}

}  // namespace collision2d
