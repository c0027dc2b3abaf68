#ifndef COLLISION2D_CAPTURE_CAPTURE_MEMORY_H_
#define COLLISION2D_CAPTURE_CAPTURE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/capture/capture_ring.h"

namespace collision2d {

// A ring with memory of its own, allocated once. Neither copied nor moved.
class CaptureMemory {
 public:
  // For so many records of at most slot_bytes each.
  CaptureMemory(size_t slot_count, size_t slot_bytes)
      : slots_(slot_count), bytes_(slot_count * slot_bytes), ring_(absl::MakeSpan(slots_), absl::MakeSpan(bytes_)) {}
  CaptureMemory(const CaptureMemory&) = delete;
  CaptureMemory& operator=(const CaptureMemory&) = delete;

  CaptureRing* ring() { return &ring_; }

 private:
  std::vector<CaptureSlot> slots_;
  std::vector<uint8_t> bytes_;
  CaptureRing ring_;
};

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_CAPTURE_MEMORY_H_
