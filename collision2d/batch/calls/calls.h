// What all calls share: the description of their arguments, the checks, and parts for the threads
// of the caller.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <functional>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/query_options.h"
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

// Of a call about motion or distances, which are those of one element: no PointSet may need more.
absl::Status CheckSingleElements(const BatchCall& call);

// CheckCall of a call with an output for each trajectory, CheckSingleElements and CheckLimits.
absl::Status CheckLimited(const BatchCall& call, absl::Span<const double> limit_m, const char* output, size_t size);

// CheckCall of a call about motion, of which it sets sweep->shapes_change, and CheckSingleElements.
absl::Status CheckSwept(const BatchCall& call, const Output& output, Sweep* sweep);

// Every element of `order` must be the index of a trajectory, and free_position not null.
absl::Status CheckOrder(absl::Span<const int> order, const Trajectories& trajectories, const int* free_position);

// Limits of the trajectories from `first` on; none if there are none.
inline absl::Span<const double> LimitsFrom(absl::Span<const double> limit_m, size_t first) {
  return limit_m.empty() ? limit_m : limit_m.subspan(first);
}

// run(part, first) for parts of the call that are all its trajectories together, from `first` on.
// Error: DeadlineExceeded; some parts were left out.
template <typename Run>
absl::Status ForParts(const BatchCall& call, const QueryOptions& options, const Run& run) {
  const int count = call.trajectories.size();
  if (count == 0) return absl::OkStatus();
  if (!options.parallel_for && !options.deadline.has_value()) {
    run(call, size_t{0});
    return absl::OkStatus();
  }
  std::atomic<bool> is_late = false;
  const auto run_part = [&](int begin, int end) {
    // With a deadline index by index.
    for (int next = end; begin < end && !is_late; begin = next) {
      if (options.deadline.has_value()) {
        next = begin + 1;
        if (!CheckDeadline(options.deadline).ok()) {
          is_late = true;
          return;
        }
      }
      const size_t first = static_cast<size_t>(begin) * kTrajectoriesPerIndex;
      run(call.Part(first,
                    std::min(static_cast<size_t>(next) * kTrajectoriesPerIndex, static_cast<size_t>(count)) - first),
          first);
    }
  };
  const int indices = (count - 1) / kTrajectoriesPerIndex + 1;
  if (options.parallel_for) {
    // A reference, because nothing larger fits into a std::function without allocation.
    options.parallel_for(indices, std::cref(run_part));
  } else {
    run_part(0, indices);
  }
  return is_late ? CheckDeadline(options.deadline) : absl::OkStatus();
}

// The same for an output that has `row_size` elements for each pose: run(part, rows). They are set
// to `initial` before, part by part: the first write to large memory costs more than any later one.
template <typename T, typename Run>
absl::Status ForRows(const BatchCall& call, const QueryOptions& options, absl::Span<T> output, size_t row_size,
                     T initial, const Run& run) {
  return ForParts(call, options, [&](const BatchCall& part, size_t first) {
    const absl::Span<T> rows = output.subspan(call.RowOf(static_cast<int>(first), 0) * row_size,
                                              part.trajectories.world_from_body.size() * row_size);
    std::fill(rows.begin(), rows.end(), initial);
    run(part, rows.data());
  });
}

// The number of trajectories that are checked together: enough to fill vectors, and little work is
// wasted behind the free one.
inline constexpr int kMaxLookAhead = 16;

// Sets *free_position to the position of the first trajectory in `order` that does not collide, -1
// if all of them do; first[j]: the first collision of that at position j before it. find(group,
// hits) writes the first collisions of a group of trajectories. `AnyHit` is Hit or SweptHit. Fewer
// than kMaxLookAhead beyond the free one are looked at. Error: DeadlineExceeded.
template <typename AnyHit, typename Find>
absl::Status FindFirstFree(absl::Span<const int> order, absl::Span<AnyHit> first, const Find& find,
                           const Deadline& deadline, int* free_position) {
  std::array<AnyHit, kMaxLookAhead> hits;
  *free_position = -1;
  // The cheapest trajectory is often free.
  size_t group_size = kMaxLookAhead / 2;
  for (size_t begin = 0; *free_position < 0 && begin < order.size();) {
    if (absl::Status status = CheckDeadline(deadline); !status.ok()) return status;
    const absl::Span<const int> group = order.subspan(begin, group_size);
    find(group, hits.data());
    size_t colliding = 0;
    for (; colliding < group.size() && hits[colliding].step >= 0; ++colliding) {
      first[begin + colliding] = hits[colliding];
    }
    if (colliding < group.size()) *free_position = static_cast<int>(begin + colliding);
    begin += group.size();
    group_size = kMaxLookAhead;
  }
  return absl::OkStatus();
}

}  // namespace collision2d::internal
