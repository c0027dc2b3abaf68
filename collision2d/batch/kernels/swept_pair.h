#ifndef COLLISION2D_BATCH_KERNELS_SWEPT_PAIR_H_
#define COLLISION2D_BATCH_KERNELS_SWEPT_PAIR_H_

#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/results.h"

// The pair queries of calls about motion, for shape `slot` of a layer's batches of an interval.
namespace collision2d::internal {

// Which pair: a body shape on an interval of a trajectory, and a shape of the interval's batches.
struct SweptPair {
  int trajectory;
  int interval;
  const ObstacleLayer& layer;
  int slot;
  int body_shape;
};

// As FreeMotion.
bool IsFree(const BatchCall& call, const SweptPair& pair);

// Adds what TimeOfImpact says of a pair to what is known of the interval's pairs.
// REQUIRES: `first` is of the same interval, or no contact.
void AddImpact(const BatchCall& call, const SweptPair& pair, SweptHit* first);

// As MinimumDistanceOverMotion.
SweptNearest MeasureLeast(const BatchCall& call, const SweptPair& pair, double tolerance_m);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_KERNELS_SWEPT_PAIR_H_
