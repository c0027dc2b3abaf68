#ifndef COLLISION2D_BATCH_STEP_SEPARATION_H_
#define COLLISION2D_BATCH_STEP_SEPARATION_H_

#include <functional>
#include <limits>

#include "collision2d/query/separation_result.h"

namespace collision2d {

// m. Bounds how far Distance and the signed distance of ComputeSeparation can be apart where one of them is positive:
// kDistanceRelativeError of a pair's size for each. The size counts what posing rounds; of legal shapes and poses it is below 2^31 m.
inline constexpr double kDistanceAgreement_m = 0x1p-18;

// The contact or closest approach of one body shape and one obstacle at one step of a trajectory; -1: none.
struct StepSeparation {
  // In the frame of the body; without a pair, the signed distance is infinity and nothing else means anything.
  Separation separation = {std::numeric_limits<double>::infinity(), {}, {}, {1.0, 0.0}, SeparationStatus::kSeparated};
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
};

// Receives each contact of a trajectory. An empty one: contacts are not wanted.
using ContactSink = std::function<void(int trajectory, const StepSeparation& contact)>;

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_STEP_SEPARATION_H_
