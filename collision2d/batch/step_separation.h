#ifndef COLLISION2D_BATCH_STEP_SEPARATION_H_
#define COLLISION2D_BATCH_STEP_SEPARATION_H_

#include <functional>
#include <limits>

#include "collision2d/query/separation_gradient.h"
#include "collision2d/query/separation_result.h"

namespace collision2d {

// m. Bounds how far Distance and the signed distance of ComputeSeparation can be apart where one of
// them is positive: kDistanceRelativeError of a pair's size for each. The size counts what posing
// rounds; of legal shapes and poses it is below 2^31 m.
inline constexpr double kDistanceAgreement_m = 0x1p-18;

// The contact or closest approach of one body shape and one obstacle at one step of a trajectory;
// -1: none.
struct StepSeparation {
  // In the frame of the body; without a pair, the signed distance is infinity and nothing else
  // means anything.
  Separation separation = {std::numeric_limits<double>::infinity(), {}, {}, {1.0, 0.0}, SeparationStatus::kSeparated};
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
};

// Receives each contact of a trajectory. An empty one: contacts are not wanted.
using ContactSink = std::function<void(int trajectory, const StepSeparation& contact)>;

// The contact or closest approach of one body shape and one obstacle at one step of a trajectory,
// with the derivatives of the least signed distance by the body's pose (x, y, yaw) in the world at
// that step; -1: none.
struct StepSeparationGradient {
  // In the world frame; a is the body. Without a pair, the signed distance is infinity and nothing
  // else means anything. If several pairs are least at that step, to the bit, it is not smooth: the
  // separation is that of the first of them by obstacle, then body shape, and the one-sided
  // derivatives and their bounds are those of the least of all.
  SeparationGradient gradient = {
      {std::numeric_limits<double>::infinity(), {}, {}, {1.0, 0.0}, SeparationStatus::kSeparated}, {}};
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
};

namespace internal {

// Makes `least` the one with the lesser signed distance; of equal ones that of the earlier step; of
// equal ones at one step both.
void TakeLesser(const StepSeparationGradient& other, StepSeparationGradient* least);

}  // namespace internal

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_STEP_SEPARATION_H_
