#ifndef COLLISION2D_BATCH_STEP_HIT_H_
#define COLLISION2D_BATCH_STEP_HIT_H_

#include <limits>

namespace collision2d {

// A collision along a trajectory; -1: none.
struct StepHit {
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
};

// The least distance (m) along a trajectory and where it is; -1: there is no obstacle at any step.
struct StepNearest {
  double distance_m = std::numeric_limits<double>::infinity();
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
};

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_STEP_HIT_H_
