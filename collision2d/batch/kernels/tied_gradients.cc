#include "collision2d/batch/kernels/tied_gradients.h"

#include <algorithm>
#include <tuple>

#include "collision2d/batch/results.h"
#include "collision2d/query/separation_gradient.h"

namespace collision2d::internal {

namespace {

bool ComesBefore(const Nearest<SeparationGradient>& left, const Nearest<SeparationGradient>& right) {
  return std::tie(left.obstacle, left.body_shape) < std::tie(right.obstacle, right.body_shape);
}

}  // namespace

void TakeLesser(const Nearest<SeparationGradient>& other, Nearest<SeparationGradient>* least) {
  const double other_m = other.gradient.separation.signed_distance_m;
  const double least_m = least->gradient.separation.signed_distance_m;
  if (other_m > least_m || (other_m == least_m && least->step >= 0 && other.step > least->step)) return;
  if (other_m < least_m || other.step != least->step) {
    *least = other;
    return;
  }
  const SeparationGradient tied = least->gradient;
  if (ComesBefore(other, *least)) *least = other;
  // The derivative of a minimum of functions in a direction is the least of their derivatives.
  SeparationGradient& gradient = least->gradient;
  gradient.yaw_left_m_per_rad = std::max(tied.yaw_left_m_per_rad, other.gradient.yaw_left_m_per_rad);
  gradient.yaw_right_m_per_rad = std::min(tied.yaw_right_m_per_rad, other.gradient.yaw_right_m_per_rad);
  gradient.yaw_low_m_per_rad = std::min(tied.yaw_low_m_per_rad, other.gradient.yaw_low_m_per_rad);
  gradient.yaw_high_m_per_rad = std::max(tied.yaw_high_m_per_rad, other.gradient.yaw_high_m_per_rad);
  gradient.is_smooth = false;
}

}  // namespace collision2d::internal
