#pragma once

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstring>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid {

// The set of integer multiples of 2^begin with magnitudes below 2^end. Empty (INT_MAX, INT_MIN) if
// all numbers are zero.
struct BitRange {
  int begin = INT_MAX;
  int end = INT_MIN;

  bool IsEmpty() const { return begin == INT_MAX; }
  void Include(const BitRange& other) {
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
  }
};

// Returns the tightest range of one finite number.
inline BitRange BitsOf(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  const int biased_exponent = static_cast<int>(bits >> 52) & 0x7ff;
  uint64_t mantissa = bits & ((uint64_t{1} << 52) - 1);
  if (biased_exponent != 0) mantissa |= uint64_t{1} << 52;
  if (mantissa == 0) return {};
  const int unit = std::max(biased_exponent, 1) - 1075;
  return {unit + __builtin_ctzll(mantissa), unit + 64 - __builtin_clzll(mantissa)};
}

// Returns the tightest range of all coordinates.
inline BitRange BitsOf(absl::Span<const Vec3> points) {
  BitRange range;
  for (const Vec3& p : points) {
    for (const double x : {p.x, p.y, p.z}) range.Include(BitsOf(x));
  }
  return range;
}

}  // namespace collision2d::solid
