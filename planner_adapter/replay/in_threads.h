#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_IN_THREADS_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_IN_THREADS_H_

#include "collision2d/batch/trajectories.h"

namespace collision2d::planner {

// Returns an executor that gives each of `threads` threads an equal share of a call, including the
// calling thread. If the system grants fewer threads, those do all the work.
// REQUIRES: threads >= 1.
ParallelFor InThreads(int threads);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_IN_THREADS_H_
