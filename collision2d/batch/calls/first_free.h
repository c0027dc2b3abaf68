#ifndef COLLISION2D_BATCH_CALLS_FIRST_FREE_H_
#define COLLISION2D_BATCH_CALLS_FIRST_FREE_H_

#include <array>
#include <cstddef>

#include "absl/types/span.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/swept_hit.h"

namespace collision2d::internal {

// The number of trajectories that are checked together: enough to fill vectors, and little work is wasted behind the free one.
inline constexpr int kMaxLookAhead = 16;

struct FirstFreeResult {
  int position = -1;  // In `order`; -1: all of them collide.
  int looked_at = 0;  // How many of `order` have been checked: fewer than kMaxLookAhead beyond the free one.
};

inline bool IsContact(const StepHit& hit) { return hit.step >= 0; }
inline bool IsContact(const SweptHit& hit) { return hit.interval >= 0; }

// The first trajectory in `order` that does not collide; first[j]: the first collision of that at position j before it.
// find(group, hits) writes the first collisions of a group of trajectories. `AnyHit` is StepHit or SweptHit.
template <typename AnyHit, typename Find>
FirstFreeResult FindFirstFree(absl::Span<const int> order, absl::Span<AnyHit> first, const Find& find) {
  FirstFreeResult result;
  std::array<AnyHit, kMaxLookAhead> hits;
  // The cheapest trajectory is often free.
  size_t group_size = kMaxLookAhead / 2;
  while (result.position < 0 && result.looked_at < static_cast<int>(order.size())) {
    const auto begin = static_cast<size_t>(result.looked_at);
    const absl::Span<const int> group = order.subspan(begin, group_size);
    find(group, hits.data());
    size_t colliding = 0;
    for (; colliding < group.size() && IsContact(hits[colliding]); ++colliding)
      first[begin + colliding] = hits[colliding];
    if (colliding < group.size()) result.position = static_cast<int>(begin + colliding);
    result.looked_at += static_cast<int>(group.size());
    group_size = kMaxLookAhead;
  }
  return result;
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_CALLS_FIRST_FREE_H_
