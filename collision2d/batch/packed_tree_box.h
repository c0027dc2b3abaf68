#ifndef COLLISION2D_BATCH_PACKED_TREE_BOX_H_
#define COLLISION2D_BATCH_PACKED_TREE_BOX_H_

#include <algorithm>
#include <cmath>
#include <limits>

namespace collision2d::internal {

// Relative to the number that is rounded: four times the rounding of a double to single precision.
inline constexpr double kSingleRounding = 0x1p-22;

// Single-precision numbers at or below, and at or above x, not always the next ones. If |x| < 2^-126 they can miss x by
// 2^-149.
inline float SingleAtMost(double x) { return static_cast<float>(x - kSingleRounding * std::abs(x)); }
inline float SingleAtLeast(double x) { return static_cast<float>(x + kSingleRounding * std::abs(x)); }

// A closed axis-aligned box in single precision, m; empty as constructed.
struct PackedTreeBox {
  float min_x = std::numeric_limits<float>::infinity();
  float min_y = std::numeric_limits<float>::infinity();
  float max_x = -std::numeric_limits<float>::infinity();
  float max_y = -std::numeric_limits<float>::infinity();

  void Extend(const PackedTreeBox& other) {
    min_x = std::min(min_x, other.min_x);
    min_y = std::min(min_y, other.min_y);
    max_x = std::max(max_x, other.max_x);
    max_y = std::max(max_y, other.max_y);
  }
};

// The box about all points within error_m of an oriented box, which has these halves along and across a unit vector.
inline PackedTreeBox AlignedBoxOf(double center_x, double center_y, double axis_x, double axis_y, double half_length,
                                  double half_width, double error_m) {
  const double reach_x = std::abs(axis_x) * half_length + std::abs(axis_y) * half_width + error_m;
  const double reach_y = std::abs(axis_y) * half_length + std::abs(axis_x) * half_width + error_m;
  return {SingleAtMost(center_x - reach_x), SingleAtMost(center_y - reach_y), SingleAtLeast(center_x + reach_x),
          SingleAtLeast(center_y + reach_y)};
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_PACKED_TREE_BOX_H_
