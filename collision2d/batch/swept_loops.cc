#include "collision2d/batch/swept_loops.h"

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/batch_call.h"
#include "collision2d/batch/swept_hit.h"
#include "collision2d/batch/swept_pair.h"

namespace collision2d::internal {
namespace {

// visit(pair) for all pairs of an interval, until it returns false.
template <typename Visit>
void ForEachPair(const BatchCall& call, int trajectory, int interval, const Visit& visit) {
  for (int k = 0; k < call.BatchAt(interval).size(); ++k) {
    for (int e = 0; e < static_cast<int>(call.body.size()); ++e) {
      if (!visit(SweptPair{trajectory, interval, k, e})) return;
    }
  }
}

}  // namespace

void FindFirstContacts(const BatchCall& call, absl::Span<const int> trajectories, SweptHit* first) {
  for (size_t i = 0; i < trajectories.size(); ++i) {
    first[i] = SweptHit();
    for (int s = 0; s < call.PlacesOf(trajectories[i]) && first[i].interval < 0; ++s) {
      ForEachPair(call, trajectories[i], s, [&](const SweptPair& pair) {
        AddImpact(call, pair, &first[i]);
        return true;
      });
    }
  }
}

void FindAnyContacts(const BatchCall& call, absl::Span<const int> trajectories, uint8_t* any) {
  for (size_t i = 0; i < trajectories.size(); ++i) {
    any[i] = 0;
    for (int s = 0; s < call.PlacesOf(trajectories[i]) && any[i] == 0; ++s) {
      ForEachPair(call, trajectories[i], s, [&](const SweptPair& pair) {
        any[i] = static_cast<uint8_t>(!IsFree(call, pair));
        return any[i] == 0;
      });
    }
  }
}

}  // namespace collision2d::internal
