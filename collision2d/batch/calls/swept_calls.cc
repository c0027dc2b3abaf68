#include "collision2d/batch/calls/swept_calls.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/calls/trajectory_ranges.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/swept_kernels.h"
#include "collision2d/batch/parallel_for.h"
#include "collision2d/batch/swept_hit.h"

namespace collision2d::internal {
namespace {

// answers[i] for all trajectories; find(group, answers) has those of a group.
template <typename Answer, typename Find>
void FindAll(const ParallelFor& parallel_for, absl::Span<Answer> answers, const Find& find) {
  const auto run = [&](int begin, int end) {
    ForEachGroup<Answer>(begin, end, find, [&](int i, absl::Span<const Answer> found) {
      std::copy(found.begin(), found.end(), answers.begin() + i);
    });
  };
  ForRanges(parallel_for, static_cast<int>(answers.size()), run);
}

}  // namespace

void FindFirstContacts(const BatchCall& call, absl::Span<SweptHit> first, const ParallelFor& parallel_for) {
  FindAll(parallel_for, first,
          [&](absl::Span<const int> group, SweptHit* hits) { FindFirstContacts(call, group, hits); });
}

void FindAnyContacts(const BatchCall& call, absl::Span<uint8_t> any, const ParallelFor& parallel_for) {
  FindAll(parallel_for, any, [&](absl::Span<const int> group, uint8_t* found) { FindAnyContacts(call, group, found); });
}

void FindLeastDistances(const BatchCall& call, double tolerance_m, absl::Span<SweptNearest> least,
                        const ParallelFor& parallel_for) {
  const auto run = [&](int begin, int end) {
    FindLeastDistances(call, tolerance_m, begin,
                       least.subspan(static_cast<size_t>(begin), static_cast<size_t>(end - begin)));
  };
  ForRanges(parallel_for, static_cast<int>(least.size()), run);
}

}  // namespace collision2d::internal
