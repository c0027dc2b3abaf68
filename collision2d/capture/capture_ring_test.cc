#include "collision2d/capture/capture_ring.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "absl/types/span.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

// A record of `size` bytes that all have the same value.
void Write(CaptureRing* ring, size_t size, uint8_t value) {
  const CaptureRing::Claim claim = ring->TryClaim(size);
  if (claim.bytes == nullptr) return;
  std::memset(claim.bytes, value, size);
  ring->Release(claim);
}

std::vector<uint8_t> Copy(CaptureRing* ring, uint64_t sequence) {
  std::vector<uint8_t> bytes(ring->slot_bytes());
  bytes.resize(ring->Copy(sequence, absl::MakeSpan(bytes)));
  return bytes;
}

TEST(CaptureRing, KeepsTheLastRecordsAndCountsAll) {
  CaptureMemory memory(4, 16);
  CaptureRing& ring = *memory.ring();
  EXPECT_EQ(ring.slot_bytes(), 16u);
  EXPECT_TRUE(Copy(&ring, 0).empty());
  for (uint8_t i = 0; i < 3; ++i) Write(&ring, i + 1u, i);
  EXPECT_EQ(ring.OldestSequence(), 0u);
  EXPECT_EQ(Copy(&ring, 2), std::vector<uint8_t>(3, 2));
  for (uint8_t i = 3; i < 11; ++i) Write(&ring, i + 1u, i);
  EXPECT_EQ(ring.OldestSequence(), 7u);
  EXPECT_TRUE(Copy(&ring, 6).empty());
  for (uint8_t i = 7; i < 11; ++i) EXPECT_EQ(Copy(&ring, i), std::vector<uint8_t>(i + 1u, i));
  EXPECT_EQ(ring.counts().claimed, 11u);
  EXPECT_EQ(ring.counts().busy, 0u);
}

TEST(CaptureRing, CountsWhatDoesNotFit) {
  CaptureMemory memory(2, 16);
  EXPECT_NE(memory.ring()->TryClaim(16).bytes, nullptr);
  EXPECT_EQ(memory.ring()->TryClaim(17).bytes, nullptr);
  EXPECT_EQ(memory.ring()->counts().too_large, 1u);
  EXPECT_EQ(memory.ring()->counts().claimed, 1u);
  CaptureRing nothing({}, {});
  Write(&nothing, 1, 1);
  EXPECT_EQ(nothing.counts().too_large, 1u);
  EXPECT_EQ(nothing.OldestSequence(), 0u);
}

TEST(CaptureRing, DropsARecordWhoseSlotIsBusy) {
  CaptureMemory memory(2, 16);
  CaptureRing& ring = *memory.ring();
  const CaptureRing::Claim slow = ring.TryClaim(1);
  Write(&ring, 1, 1);
  Write(&ring, 1, 2);
  Write(&ring, 1, 3);
  EXPECT_EQ(ring.counts().busy, 1u);
  EXPECT_TRUE(Copy(&ring, 0).empty()) << "it is being written";
  EXPECT_TRUE(Copy(&ring, 2).empty()) << "it was dropped";
  EXPECT_EQ(Copy(&ring, 3), std::vector<uint8_t>(1, 3));
  slow.bytes[0] = 9;
  ring.Release(slow);
  EXPECT_EQ(Copy(&ring, 0), std::vector<uint8_t>(1, 9));
}

// With ThreadSanitizer too. Every record that is found is whole, and every record is accounted for.
TEST(CaptureRing, ThreadsDoNotMixRecords) {
  CaptureMemory memory(8, 64);
  CaptureRing& ring = *memory.ring();
  constexpr uint64_t kThreads = 4;
  constexpr uint64_t kRecords = 20000;
  std::vector<std::thread> threads;
  for (uint64_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&ring, t] {
      for (uint64_t i = 0; i < kRecords; ++i) Write(&ring, 1 + i % 64, static_cast<uint8_t>(t * 61 + i));
    });
  }
  for (int i = 0; i < 2000; ++i) {
    for (uint64_t sequence = ring.OldestSequence(); sequence < ring.counts().claimed; ++sequence) {
      const std::vector<uint8_t> record = Copy(&ring, sequence);
      for (const uint8_t byte : record) ASSERT_EQ(byte, record[0]);
    }
  }
  for (std::thread& thread : threads) thread.join();
  const CaptureCounts counts = ring.counts();
  EXPECT_EQ(counts.claimed, kThreads * kRecords);
  EXPECT_EQ(counts.too_large, 0u);
  EXPECT_LT(counts.busy, counts.claimed);
}

}  // namespace
}  // namespace collision2d
