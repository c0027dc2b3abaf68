#pragma once

#include "absl/types/span.h"
#include "bench/rows/shape_memory.h"

namespace collision2d::bench {

// Takes these blocks out of the caches of the processor. On x86-64 line by line (clflush), out of
// all levels; page tables, code and everything else stay cached. On other processors by reading a
// buffer of kEvictingBytes, which is larger than the second-level cache of the usual ones: that
// replaces everything else too, and leaves a larger last level as it is.
void Evict(absl::Span<const MemoryBlock> blocks);

inline constexpr int kCacheLineBytes = 64;
inline constexpr int kEvictingBytes = 16 << 20;

// How Evict works on this processor, for reports.
const char* EvictionMethod();

}  // namespace collision2d::bench
