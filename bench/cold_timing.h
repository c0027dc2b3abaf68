#pragma once

#include <functional>
#include <vector>

#include "absl/types/span.h"
#include "bench/interleaved_timing.h"
#include "bench/rows/shape_memory.h"

namespace collision2d::bench {

// A work whose items can be taken out of the caches.
struct ColdWork {
  TimedWork work;
  std::function<std::vector<MemoryBlock>(int item)> memory;
};

inline constexpr int kColdItems = 2048;

// For each work the median ns of a single item whose memory is not in any cache (Evict): of
// kColdItems distinct items, spread evenly over item_count, or of all if there are fewer; each one
// once, all works in turns on the same item. The clock's own time is subtracted; the call through
// std::function is not.
// REQUIRES: item_count > 0.
std::vector<double> TimeCold(absl::Span<const ColdWork> works, int item_count);

}  // namespace collision2d::bench
