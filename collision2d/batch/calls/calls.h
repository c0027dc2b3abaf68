#ifndef COLLISION2D_BATCH_CALLS_CALLS_H_
#define COLLISION2D_BATCH_CALLS_CALLS_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/parallel_for.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/step_separation.h"
#include "collision2d/batch/trajectory_poses.h"

namespace collision2d::internal {

// What the calls of batches and maps share once their arguments have been described: checks,
// dispatch to the kernels, and ranges of trajectories for the threads of the caller.

// The calls of one step that batches and maps share. `name` is the caller's name for the output.

// Checks the number of pairs (for a map, of poses), the size of the output, and the poses of the
// body.
absl::Status CheckCall(const BatchCall& call, const char* name, size_t actual, size_t expected);

absl::Status AnyHit(const BatchCall& call, const char* name, absl::Span<uint8_t> any);
absl::Status FirstHit(const BatchCall& call, const char* name, absl::Span<Hit> first);
absl::Status MinimumDistance(const BatchCall& call, absl::Span<const double> limit_m, absl::Span<Nearest> nearest);
absl::Status MinimumSeparationGradient(const BatchCall& call, absl::Span<const double> limit_m,
                                       absl::Span<StepSeparationGradient> nearest);

// The calls about motion that batches and maps share. Arguments have been checked.

void FindFirstContacts(const BatchCall& call, absl::Span<SweptHit> first, const ParallelFor& parallel_for);
void FindAnyContacts(const BatchCall& call, absl::Span<uint8_t> any, const ParallelFor& parallel_for);

void FindLeastDistances(const BatchCall& call, double tolerance_m, absl::Span<SweptNearest> least,
                        const ParallelFor& parallel_for);

// run(begin, end) for ranges of trajectories that are [0, count) together.
template <typename Run>
void ForRanges(const ParallelFor& parallel_for, int count, const Run& run) {
  if (count == 0) return;
  if (!parallel_for) {
    run(0, count);
    return;
  }
  const auto run_groups = [&](int begin, int end) {
    run(begin * kTrajectoriesPerIndex,
        static_cast<int>(std::min<int64_t>(int64_t{end} * kTrajectoriesPerIndex, count)));
  };
  // A reference, because nothing larger fits into a std::function without allocation.
  parallel_for((count - 1) / kTrajectoriesPerIndex + 1, std::cref(run_groups));
}

// For trajectories [begin, end) in groups: find(group, answers) writes a group's answers,
// write(first_trajectory, answers) has them.
template <typename Answer, typename Find, typename Write>
void ForEachGroup(int begin, int end, const Find& find, const Write& write) {
  int group[kTrajectoriesTogether];
  Answer answers[kTrajectoriesTogether];
  for (int first = begin; first < end; first += kTrajectoriesTogether) {
    const auto count = static_cast<size_t>(std::min(kTrajectoriesTogether, end - first));
    std::iota(group, group + count, first);
    find(absl::MakeConstSpan(group, count), answers);
    write(first, absl::MakeConstSpan(answers, count));
  }
}

// The arguments of calls along trajectories, besides those of trajectory_poses.h. Errors
// (InvalidArgument) name argument, index and value.

// There must be at most 2^31 - 1 pairs of a trajectory and an obstacle of some batch.
absl::Status CheckTrajectoryPairs(const Trajectories& trajectories, absl::Span<const PolygonBatch> per_step);

// Every element of `order` must be the index of a trajectory, and free_position not null.
absl::Status CheckOrder(absl::Span<const int> order, const Trajectories& trajectories, const int* free_position);

// There must be a time for each of `steps` steps, finite, each after the one before.
absl::Status CheckStepTimes(absl::Span<const double> step_times_s, int steps);

// There must be a batch for each interval between steps at its start and at its end, of the same
// shapes.
absl::Status CheckEnds(absl::Span<const PolygonBatch> at_start, absl::Span<const PolygonBatch> at_end, int steps);

// The number of trajectories that are checked together: enough to fill vectors, and little work is
// wasted behind the free one.
inline constexpr int kMaxLookAhead = 16;

struct FirstFreeResult {
  int position = -1;  // In `order`; -1: all of them collide.
  int looked_at = 0;  // How many of `order` have been checked: fewer than kMaxLookAhead beyond the free one.
};

inline bool IsContact(const StepHit& hit) { return hit.step >= 0; }
inline bool IsContact(const SweptHit& hit) { return hit.interval >= 0; }

// The first trajectory in `order` that does not collide; first[j]: the first collision of that at
// position j before it. find(group, hits) writes the first collisions of a group of trajectories.
// `AnyHit` is StepHit or SweptHit.
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

#endif  // COLLISION2D_BATCH_CALLS_CALLS_H_
