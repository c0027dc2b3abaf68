#ifndef COLLISION2D_BATCH_PARALLEL_FOR_H_
#define COLLISION2D_BATCH_PARALLEL_FOR_H_

#include <functional>

namespace collision2d {

// A caller's executor: calls run(begin, end) for ranges that together are [0, count), each index
// once, from any threads and in any order, and returns when all calls have. An index stands for
// kTrajectoriesPerIndex consecutive trajectories, which are some ten microseconds of work at least:
// single indices are good ranges, longer ones cost a little less each.
// Empty, which is the default of every call: all work is done on the calling thread.
// The work of different indices shares nothing that is written; results do not depend on the cut.
using ParallelFor = std::function<void(int count, const std::function<void(int begin, int end)>& run)>;

// Enough to fill vectors of poses, and to amortise what is read once for all of them.
inline constexpr int kTrajectoriesPerIndex = 32;

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_PARALLEL_FOR_H_
