#ifndef COLLISION2D_BATCH_FIRST_FREE_H_
#define COLLISION2D_BATCH_FIRST_FREE_H_

#include "absl/types/span.h"
#include "collision2d/batch/batch_call.h"
#include "collision2d/batch/hit.h"

namespace collision2d::internal {

// The number of trajectories that are checked together: enough to fill vectors, and little work is wasted behind the free one.
inline constexpr int kMaxLookAhead = 16;

struct FirstFreeResult {
  int position = -1;  // In `order`; -1: all of them collide.
  int looked_at = 0;  // How many of `order` have been checked: fewer than kMaxLookAhead beyond the free one.
};

// The first trajectory in `order` that does not collide; first[j]: the first collision of that at position j before it.
FirstFreeResult FindFirstFree(const BatchCall& call, absl::Span<const int> order, absl::Span<StepHit> first);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_FIRST_FREE_H_
