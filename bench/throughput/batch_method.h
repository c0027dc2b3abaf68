#ifndef COLLISION2D_BENCH_THROUGHPUT_BATCH_METHOD_H_
#define COLLISION2D_BENCH_THROUGHPUT_BATCH_METHOD_H_

#include <memory>

#include "bench/throughput/isa_target.h"
#include "bench/throughput/method.h"

namespace collision2d::bench {

enum class ThreadCount { kOne, kTwo };

// "batch TARGET", "batch TARGET 2 threads": a PolygonBatch for each step, posed anew in every
// cycle, and the calls of collision2d/batch for the question; with two threads both are cut by a
// ParallelFor.
std::unique_ptr<Method> MakeBatchMethod(const IsaTarget& target, ThreadCount thread_count);

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_THROUGHPUT_BATCH_METHOD_H_
