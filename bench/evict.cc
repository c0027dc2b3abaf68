#include "bench/evict.h"

#include <cstdint>
#include <vector>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace collision2d::bench {

#if defined(__x86_64__)

void Evict(absl::Span<const MemoryBlock> blocks) {
  for (const MemoryBlock& block : blocks) {
    const auto begin = reinterpret_cast<uintptr_t>(block.begin);
    const uintptr_t first_line = begin / kCacheLineBytes * kCacheLineBytes;
    for (uintptr_t line = first_line; line < begin + block.bytes; line += kCacheLineBytes) {
      _mm_clflush(reinterpret_cast<const void*>(line));
    }
  }
  _mm_mfence();
}

const char* EvictionMethod() { return "clflush of the lines of both shapes"; }

#else

void Evict(absl::Span<const MemoryBlock> /*blocks*/) {
  static auto* const buffer = new std::vector<char>(kEvictingBytes, 1);
  int sum = 0;
  for (int i = 0; i < kEvictingBytes; i += kCacheLineBytes) sum += (*buffer)[i];
  // The reads must not be optimised away.
  [[maybe_unused]] volatile int used = sum;
}

const char* EvictionMethod() { return "reading a buffer of 16 MiB"; }

#endif

}  // namespace collision2d::bench
