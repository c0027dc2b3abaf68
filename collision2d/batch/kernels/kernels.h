#ifndef COLLISION2D_BATCH_KERNELS_KERNELS_H_
#define COLLISION2D_BATCH_KERNELS_KERNELS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/step_separation.h"

namespace collision2d::internal {

// The work of the calls in SIMD, dispatched at run time once per call. Arguments have been checked;
// no allocation.

// The next six take calls of one step. Their outputs have been cleared, and have an element or a
// row for each pose.

// The bits of CollisionMask.
void MarkHits(const BatchCall& call, uint64_t* mask);

// The bits of DistancesWithin.
void MarkWithin(const BatchCall& call, double limit_m, uint64_t* mask);

void FindAnyHits(const BatchCall& call, uint8_t* any);
void FindFirstHits(const BatchCall& call, Hit* first);
void CountHits(const BatchCall& call, int32_t* count);

// For a call with a tree. begin[p + 1]: how many obstacles the body at pose p collides with. They
// follow each other in `obstacles` by pose, in no order, as far as there is room.
void ListHits(const BatchCall& call, int64_t* begin, absl::Span<int> obstacles);

// first[i]: the first collision along trajectories[i] (an index).
// REQUIRES: at most kTrajectoriesTogether trajectories.
void FindFirstCollisions(const BatchCall& call, absl::Span<const int> trajectories, StepHit* first);

// nearest[i]: the least distance along trajectory begin + i, if it is at most limit_m[begin + i].
// An empty limit_m: no limits.
void FindNearest(const BatchCall& call, absl::Span<const double> limit_m, int begin, absl::Span<StepNearest> nearest);

// The same for the poses of a call of one step.
void FindNearest(const BatchCall& call, absl::Span<const double> limit_m, absl::Span<Nearest> nearest);

// LeastSeparation (trajectories.h) of all trajectories.
void FindLeastSeparation(const BatchCall& call, absl::Span<const double> limit_m, absl::Span<StepSeparation> least,
                         const ContactSink& contacts);
// The same with gradients; without contacts.
void FindLeastGradient(const BatchCall& call, absl::Span<const double> limit_m,
                       absl::Span<StepSeparationGradient> least);

// The work of the calls about motion in SIMD, dispatched at run time once per call. Arguments have
// been checked; no allocation. REQUIRES: a call with a sweep.

// The next two take at most kTrajectoriesTogether trajectories.

// first[i]: the first contact along trajectories[i] (an index).
void FindFirstContacts(const BatchCall& call, absl::Span<const int> trajectories, SweptHit* first);

// any[i]: whether trajectories[i] has a contact.
void FindAnyContacts(const BatchCall& call, absl::Span<const int> trajectories, uint8_t* any);

// least[i]: the least distance along trajectory begin + i. Any number of trajectories.
void FindLeastDistances(const BatchCall& call, double tolerance_m, int begin, absl::Span<SweptNearest> least);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_KERNELS_KERNELS_H_
