#pragma once

#include <cstdint>

#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/cell_filter.h"
#include "collision2d/batch/kernels/swept_pair.h"
#include "collision2d/batch/results.h"

namespace collision2d::internal {

// Sets any[i] of the trajectories that the gap field alone proves to be in contact with a layer of
// cells at some pose: they need no walk, and scan nothing.
void MarkCertainHits(const BatchCall& call, uint8_t* any);

// A body shape that moves over an interval of a trajectory, and a layer of cells. The slot of
// `pair` means nothing.
struct CellMotion {
  const BatchCall& call;
  const SweptPair& pair;
  const CellShape& shape;
};

// Returns false if the motion is proven free of all elements, as IsMotionFree says of each.
bool MayMeetCells(const CellMotion& motion);

// Adds the first contact with an element, by TimeOfImpact, to what is known of the interval.
void AddFirstCell(const CellMotion& motion, SweptHit* first);

}  // namespace collision2d::internal
