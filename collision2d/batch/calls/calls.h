// What all calls share: the description of their arguments, the checks, and parts for the threads
// of the caller.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/trajectories.h"

namespace collision2d::internal {

// An output of a call, by the caller's name for it.
struct Output {
  const char* name;
  size_t size;
  size_t expected_size;
};

// Errors (InvalidArgument, naming argument, index and value), in this order: illegal trajectories;
// step times, tolerances and ends of intervals of a call about motion; not one batch for each step
// or interval; too many obstacles or pairs; an output of another size; an illegal pose.
absl::Status CheckCall(const BatchCall& call, const Output& output);

// CheckCall of a call with an output for each trajectory, and CheckLimits.
absl::Status CheckLimited(const BatchCall& call, absl::Span<const double> limit_m, const char* output, size_t size);

// CheckCall of a call about motion, of which it sets sweep->shapes_change.
absl::Status CheckSwept(const BatchCall& call, const Output& output, Sweep* sweep);

// Every element of `order` must be the index of a trajectory, and free_position not null.
absl::Status CheckOrder(absl::Span<const int> order, const Trajectories& trajectories, const int* free_position);

// run(part, first) for parts of the call that are all its trajectories together, from `first` on.
template <typename Run>
void ForParts(const BatchCall& call, const ParallelFor& parallel_for, const Run& run) {
  const int count = call.trajectories.size();
  if (count == 0) return;
  if (!parallel_for) {
    run(call, size_t{0});
    return;
  }
  const auto run_part = [&](int begin, int end) {
    const size_t first = static_cast<size_t>(begin) * kTrajectoriesPerIndex;
    run(call.Part(first,
                  std::min(static_cast<size_t>(end) * kTrajectoriesPerIndex, static_cast<size_t>(count)) - first),
        first);
  };
  // A reference, because nothing larger fits into a std::function without allocation.
  parallel_for((count - 1) / kTrajectoriesPerIndex + 1, std::cref(run_part));
}

// The same for an output that has `row_size` elements for each pose: run(part, rows). They are set
// to `initial` before, part by part: the first write to large memory costs more than any later one.
template <typename T, typename Run>
void ForRows(const BatchCall& call, const ParallelFor& parallel_for, absl::Span<T> output, size_t row_size, T initial,
             const Run& run) {
  ForParts(call, parallel_for, [&](const BatchCall& part, size_t first) {
    const absl::Span<T> rows = output.subspan(call.RowOf(static_cast<int>(first), 0) * row_size,
                                              part.trajectories.world_from_body.size() * row_size);
    std::fill(rows.begin(), rows.end(), initial);
    run(part, rows.data());
  });
}

// The number of trajectories that are checked together: enough to fill vectors, and little work is
// wasted behind the free one.
inline constexpr int kMaxLookAhead = 16;

struct FirstFreeResult {
  int position = -1;  // In `order`; -1: all of them collide.
  int looked_at = 0;  // How many of `order` have been checked: fewer than kMaxLookAhead beyond the free one.
};

// The first trajectory in `order` that does not collide; first[j]: the first collision of that at
// position j before it. find(group, hits) writes the first collisions of a group of trajectories.
// `AnyHit` is Hit or SweptHit.
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
    for (; colliding < group.size() && hits[colliding].step >= 0; ++colliding) {
      first[begin + colliding] = hits[colliding];
    }
    if (colliding < group.size()) result.position = static_cast<int>(begin + colliding);
    result.looked_at += static_cast<int>(group.size());
    group_size = kMaxLookAhead;
  }
  return result;
}

}  // namespace collision2d::internal
