#ifndef COLLISION2D_BATCH_STEP_GRADIENT_H_
#define COLLISION2D_BATCH_STEP_GRADIENT_H_

#include <limits>

#include "collision2d/query/separation_gradient.h"

namespace collision2d {

// The contact or closest approach of one body shape and one obstacle at one step of a trajectory, with the derivatives of the least
// signed distance by the body's pose (x, y, yaw) in the world at that step; -1: none.
struct StepSeparationGradient {
  // In the world frame; a is the body. Without a pair, the signed distance is infinity and nothing else means anything.
  // If several pairs are least at that step, to the bit, it is not smooth: the separation is that of the first of them by obstacle,
  // then body shape, and the one-sided derivatives and their bounds are those of the least of all.
  SeparationGradient gradient = {
      {std::numeric_limits<double>::infinity(), {}, {}, {1.0, 0.0}, SeparationStatus::kSeparated}, {}};
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
};

namespace internal {

// Makes `least` the one with the lesser signed distance; of equal ones that of the earlier step; of equal ones at one step both.
void TakeLesser(const StepSeparationGradient& other, StepSeparationGradient* least);

}  // namespace internal
}  // namespace collision2d

#endif  // COLLISION2D_BATCH_STEP_GRADIENT_H_
