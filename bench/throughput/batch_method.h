#pragma once

#include <memory>

#include "bench/throughput/isa_target.h"
#include "bench/throughput/method.h"

namespace collision2d::bench {

enum class ThreadCount { kOne, kTwo };

// Whether the body is that of the scene or is grown by the scene's margin in each call.
enum class Growth { kNone, kInCalls };

// "batch TARGET", "batch TARGET 2 threads", "batch TARGET grown": a PolygonBatch for each step,
// whose poses each cycle sets again, and the calls of collision2d/batch for the question; with two
// threads a ParallelFor divides both.
std::unique_ptr<Method> MakeBatchMethod(const IsaTarget& target, ThreadCount thread_count,
                                        Growth growth = Growth::kNone);

}  // namespace collision2d::bench
