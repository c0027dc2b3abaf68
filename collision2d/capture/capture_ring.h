#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace collision2d {

// Counts of the records that were offered to a ring since it was created.
struct CaptureCounts {
  uint64_t claimed = 0;    // Records that were given a sequence number: 0, 1, ...
  uint64_t busy = 0;       // Of these, records that were dropped because another thread held their slot.
  uint64_t too_large = 0;  // Records that no slot could hold; they have no sequence number.
};

// The size of the largest record, in bytes. Readers need a bound, since a damaged or hostile file
// may claim any size; this one is far above what a call needs: a million vertices.
inline constexpr size_t kMaxRecordBytes = size_t{1} << 24;

// The place of one record in a ring.
class CaptureSlot {
 private:
  friend class CaptureRing;
  std::atomic<bool> is_busy_{false};
  uint64_t sequence_ = 0;
  size_t size_ = 0;  // 0: never written.
};

// The last records of queries, in memory that the caller owns: as many as there are slots. If the
// ring is full, a record replaces the oldest one. Safe from many threads at once, without locks: a
// writer claims the next slot by an atomic increment, and drops its record if another thread is
// writing or copying that slot. No allocation. Dropped records are counted.
class CaptureRing {
 public:
  // Divides the bytes equally among the slots; a slot uses at most kMaxRecordBytes. Both spans must
  // outlive the ring. Without slots, or with shares that are too small, every record counts as too
  // large.
  CaptureRing(absl::Span<CaptureSlot> slots, absl::Span<uint8_t> bytes);
  CaptureRing(const CaptureRing&) = delete;
  CaptureRing& operator=(const CaptureRing&) = delete;

  // The largest record, bytes.
  size_t slot_bytes() const { return slot_bytes_; }

  // A slot that belongs to one thread until it is released. `bytes` is null if there is none.
  struct Claim {
    CaptureSlot* slot = nullptr;
    uint8_t* bytes = nullptr;
    size_t size = 0;
    uint64_t sequence = 0;
  };
  // Claims the next slot, for a record of `size` bytes. REQUIRES: size > 0.
  Claim TryClaim(size_t size);
  // Releases a slot whose record is complete. REQUIRES: a claim with bytes, released once.
  void Release(const Claim& claim);

  // Returns a snapshot, while other threads may continue: records that `busy` counts are counted by
  // `claimed` too.
  CaptureCounts counts() const;

  // Returns the sequence number of the oldest record that may still be in the ring.
  uint64_t OldestSequence() const;

  // Copies the record with that sequence number, and returns its size; 0 if it was replaced or
  // dropped, or is being written. REQUIRES: `record` has slot_bytes() bytes.
  size_t Copy(uint64_t sequence, absl::Span<uint8_t> record);

 private:
  size_t SlotOf(uint64_t sequence) const { return static_cast<size_t>(sequence % slots_.size()); }

  absl::Span<CaptureSlot> slots_;
  absl::Span<uint8_t> bytes_;
  size_t slot_bytes_;
  std::atomic<uint64_t> claimed_{0};
  std::atomic<uint64_t> busy_{0};
  std::atomic<uint64_t> too_large_{0};
};

// A ring with memory of its own, allocated once. Neither copied nor moved.
class CaptureMemory {
 public:
  // Allocates memory for slot_count records of at most slot_bytes each.
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
