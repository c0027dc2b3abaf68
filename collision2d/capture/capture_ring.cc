#include "collision2d/capture/capture_ring.h"

#include <algorithm>

namespace collision2d {

CaptureRing::CaptureRing(absl::Span<CaptureSlot> slots, absl::Span<uint8_t> bytes)
    : slots_(slots),
      bytes_(bytes),
      slot_bytes_(slots.empty() ? 0 : std::min(bytes.size() / slots.size(), kMaxRecordBytes)) {}

CaptureRing::Claim CaptureRing::TryClaim(size_t size) {
  if (size > slot_bytes_) {
    too_large_.fetch_add(1, std::memory_order_relaxed);
    return {};
  }
  const uint64_t sequence = claimed_.fetch_add(1, std::memory_order_relaxed);
  const size_t i = SlotOf(sequence);
  if (slots_[i].is_busy_.exchange(true, std::memory_order_acquire)) {
    busy_.fetch_add(1, std::memory_order_release);
    return {};
  }
  return {&slots_[i], bytes_.data() + i * slot_bytes_, size, sequence};
}

void CaptureRing::Release(const Claim& claim) {
  claim.slot->sequence_ = claim.sequence;
  claim.slot->size_ = claim.size;
  claim.slot->is_busy_.store(false, std::memory_order_release);
}

CaptureCounts CaptureRing::counts() const {
  CaptureCounts counts;
  // Each of them was claimed before it was found busy, and is seen to be.
  counts.busy = busy_.load(std::memory_order_acquire);
  counts.claimed = claimed_.load(std::memory_order_relaxed);
  counts.too_large = too_large_.load(std::memory_order_relaxed);
  return counts;
}

uint64_t CaptureRing::OldestSequence() const {
  const uint64_t claimed = claimed_.load(std::memory_order_relaxed);
  return claimed < slots_.size() ? 0 : claimed - slots_.size();
}

size_t CaptureRing::Copy(uint64_t sequence, absl::Span<uint8_t> record) {
  CaptureSlot& slot = slots_[SlotOf(sequence)];
  if (slot.is_busy_.exchange(true, std::memory_order_acquire)) return 0;
  const size_t size = slot.sequence_ == sequence ? slot.size_ : 0;
  std::copy_n(bytes_.data() + SlotOf(sequence) * slot_bytes_, size, record.data());
  slot.is_busy_.store(false, std::memory_order_release);
  return size;
}

}  // namespace collision2d
