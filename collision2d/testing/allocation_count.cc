#include "collision2d/testing/allocation_count.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<int64_t> allocations = 0;

void* Allocated(void* memory) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  // Not an exception: tests are compiled without them too.
  if (memory == nullptr) std::abort();
  return memory;
}

}  // namespace

// The other forms of operator new and delete call these; those of AddressSanitizer do not, so that
// the ones of arrays are here too.
void* operator new(std::size_t size) { return Allocated(std::malloc(size > 0 ? size : 1)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  const std::size_t unit = static_cast<std::size_t>(alignment);
  return Allocated(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}
void* operator new[](std::size_t size) { return ::operator new(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace collision2d {

int64_t AllocationCount() { return allocations; }

}  // namespace collision2d
