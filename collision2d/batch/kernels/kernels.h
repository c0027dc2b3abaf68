#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/ask_pair.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/results.h"

namespace collision2d::internal {

// The work of the calls in SIMD, dispatched at run time once per call or per group of trajectories.
// Arguments have been checked; no allocation.

// any[i], cleared: whether trajectory i collides.
void FindAnyHits(const BatchCall& call, uint8_t* any);

// first[i]: the first collision of trajectory i.
void FindFirstHits(const BatchCall& call, Hit* first);
// first[i]: the first collision along trajectories[i] (an index).
// REQUIRES: at most kTrajectoriesTogether trajectories.
void FindFirstHits(const BatchCall& call, absl::Span<const int> trajectories, Hit* first);

// The next four have a cleared element, or a row of `words`, for each pose.

void CountHits(const BatchCall& call, int32_t* count);

// begin[p + 1]: how many obstacles the body at pose p collides with. They follow each other in
// `hits` by pose, in no order, as far as there is room.
void ListHits(const BatchCall& call, int64_t* begin, absl::Span<int> hits);

// The bits of CollisionMask and of WithinMask.
void MarkHits(const BatchCall& call, size_t words, uint64_t* mask);
void MarkWithin(const BatchCall& call, double limit_m, size_t words, uint64_t* mask);

// nearest[i]: MinimumDistance (distances.h) of trajectory i.
void FindNearest(const BatchCall& call, absl::Span<const double> limit_m, Nearest<double>* nearest);

// MinimumSeparation (distances.h), by the meter.
void FindMinimumSeparation(const BatchCall& call, absl::Span<const double> limit_m, SeparationMeter* meter);

// The next four are about motion. REQUIRES: a call with a sweep.

// any[i], cleared: whether trajectory i has a contact.
void FindAnyContacts(const BatchCall& call, uint8_t* any);

// As FindFirstHits.
void FindFirstContacts(const BatchCall& call, SweptHit* first);
void FindFirstContacts(const BatchCall& call, absl::Span<const int> trajectories, SweptHit* first);

// least[i]: the least distance along trajectory i, if it is below limit_m[i]; empty: no limits.
void FindLeastDistances(const BatchCall& call, double tolerance_m, absl::Span<const double> limit_m,
                        SweptNearest* least);

}  // namespace collision2d::internal
