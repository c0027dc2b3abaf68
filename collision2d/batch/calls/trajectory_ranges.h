#ifndef COLLISION2D_BATCH_CALLS_TRAJECTORY_RANGES_H_
#define COLLISION2D_BATCH_CALLS_TRAJECTORY_RANGES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/parallel_for.h"

namespace collision2d::internal {

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

// For trajectories [begin, end) in groups: find(group, answers) writes a group's answers, write(first_trajectory, answers) has them.
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

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_CALLS_TRAJECTORY_RANGES_H_
