#ifndef COLLISION2D_BATCH_KERNELS_SWEPT_KERNELS_H_
#define COLLISION2D_BATCH_KERNELS_SWEPT_KERNELS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/swept_hit.h"

// The work of the calls about motion in SIMD, dispatched at run time once per call. Arguments have been checked; no allocation.
// REQUIRES: a call with a sweep.
namespace collision2d::internal {

// The next two take at most kTrajectoriesTogether trajectories.

// first[i]: the first contact along trajectories[i] (an index).
void FindFirstContacts(const BatchCall& call, absl::Span<const int> trajectories, SweptHit* first);

// any[i]: whether trajectories[i] has a contact.
void FindAnyContacts(const BatchCall& call, absl::Span<const int> trajectories, uint8_t* any);

// least[i]: the least distance along trajectory begin + i. Any number of trajectories.
void FindLeastDistances(const BatchCall& call, double tolerance_m, int begin, absl::Span<SweptNearest> least);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_KERNELS_SWEPT_KERNELS_H_
