#ifndef COLLISION2D_BATCH_KERNELS_SWEPT_PAIR_H_
#define COLLISION2D_BATCH_KERNELS_SWEPT_PAIR_H_

#include <cstdint>

#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/geometry/convex_polygon.h"

// The pair queries of calls about motion, for obstacle `slot` of a layer's batches of an interval.
namespace collision2d::internal {

bool AreEqual(const ConvexPolygon& a, const ConvexPolygon& b);

// Returns true if the shapes of an obstacle are equal, or both null.
inline bool IsSameShape(const ConvexPolygon* a, const ConvexPolygon* b) {
  return a == b || (a != nullptr && b != nullptr && AreEqual(*a, *b));
}

// The lanes of block b, as bits, whose obstacles are not the same in both batches.
uint32_t ChangedLanes(const PolygonBatch& at_start, const PolygonBatch& at_end, int b);

// A circle that holds an obstacle throughout an interval, relative to the middle of the origins of
// both batches' shadows.
struct SweptCircle {
  float x;
  float y;
  float radius_m;
};

// REQUIRES: the obstacle is present in one of the batches.
SweptCircle SweptCircleOf(const PolygonBatch& at_start, const PolygonBatch& at_end, int k);

// A body shape on an interval of a trajectory, and an obstacle of the interval's batches. If the
// obstacle has two shapes, both count, and both move from its pose at the start to that at the end.
// An obstacle that is absent at one end stands still.
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
