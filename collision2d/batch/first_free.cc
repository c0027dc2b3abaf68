#include "collision2d/batch/first_free.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "absl/types/span.h"
#include "collision2d/batch/batch_call.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/kernels.h"

namespace collision2d::internal {

FirstFreeResult FindFirstFree(const BatchCall& call, absl::Span<const int> order, absl::Span<StepHit> first) {
  FirstFreeResult result;
  std::array<StepHit, kMaxLookAhead> hits;
  // The cheapest trajectory is often free.
  size_t group_size = kMaxLookAhead / 2;
  while (result.position < 0 && result.looked_at < static_cast<int>(order.size())) {
    const auto begin = static_cast<size_t>(result.looked_at);
    const absl::Span<const int> group = order.subspan(begin, group_size);
    FindFirstCollisions(call, group, hits.data());
    size_t colliding = 0;
    for (; colliding < group.size() && hits[colliding].step >= 0; ++colliding)
      first[begin + colliding] = hits[colliding];
    if (colliding < group.size()) result.position = static_cast<int>(begin + colliding);
    result.looked_at += static_cast<int>(group.size());
    group_size = kMaxLookAhead;
  }
  return result;
}

}  // namespace collision2d::internal
