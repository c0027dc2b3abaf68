// A length in a damaged stream is a claim: no memory is taken for it before the bytes are there.
// JSON takes little more memory than its text.
// Alone in its binary, because it replaces the allocation functions.

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <sstream>

#include "absl/base/attributes.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/verdict.pb.h"
#include "replay/io/delimited_reader.h"
#include "replay/io/message_writer.h"

namespace {

std::atomic<size_t> largest_allocation_bytes = 0;
std::atomic<size_t> live_bytes = 0;
std::atomic<size_t> most_live_bytes = 0;

void Free(void* memory) {
  live_bytes -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace

// Not inlined: the compiler would see malloc meet delete.
ABSL_ATTRIBUTE_NOINLINE void* operator new(size_t bytes) {
  size_t largest = largest_allocation_bytes;
  while (largest < bytes && !largest_allocation_bytes.compare_exchange_weak(largest, bytes)) {
  }
  void* memory = std::malloc(std::max<size_t>(bytes, 1));
  if (memory == nullptr) std::abort();
  const size_t live = live_bytes += malloc_usable_size(memory);
  size_t most = most_live_bytes;
  while (most < live && !most_live_bytes.compare_exchange_weak(most, live)) {
  }
  return memory;
}
ABSL_ATTRIBUTE_NOINLINE void operator delete(void* memory) noexcept { Free(memory); }
ABSL_ATTRIBUTE_NOINLINE void operator delete(void* memory, size_t /*bytes*/) noexcept { Free(memory); }

namespace collision2d::planner {
namespace {

TEST(DelimitedReaderMemoryTest, AGiantLengthTakesNoMemory) {
  // A record of 2^30 bytes by its length, of which 1000 are there.
  std::istringstream input(std::string("\x80\x80\x80\x80\x04", 5) + std::string(1000, 'x'));
  DelimitedReader reader(input, "f.pbs");
  v1::Scene scene;
  largest_allocation_bytes = 0;
  const absl::StatusOr<bool> found = reader.Next(scene);
  EXPECT_LT(largest_allocation_bytes, 1'000'000u);
  EXPECT_EQ(
      found.status(),
      absl::DataLossError("f.pbs: record 0 at byte 0: truncated: its length is 1073741824 bytes, but 1000 are left"));
}

TEST(MessageWriterMemoryTest, JsonTakesLittleMoreThanItsText) {
  v1::SceneVerdicts verdicts;
  for (int i = 0; i < 2000; ++i) verdicts.add_verdicts()->mutable_first_collision()->set_obstacle_id("car");
  std::ostringstream json;
  const size_t before = live_bytes;
  most_live_bytes = before;
  ASSERT_TRUE(AppendJsonLine(verdicts, json).ok());
  EXPECT_LT(most_live_bytes - before, 4 * json.str().size() + 100'000);
}

// The counter above sees what the reader allocates.
TEST(DelimitedReaderMemoryTest, ARealRecordTakesItsOwnSize) {
  // 2^21 bytes: the tag of `id`, its length in three bytes, and its characters.
  std::istringstream input(std::string("\x80\x80\x80\x01\x0A\xFC\xFF\x7F", 8) + std::string(2'097'152 - 4, 'x'));
  DelimitedReader reader(input, "f.pbs");
  v1::Scene scene;
  largest_allocation_bytes = 0;
  const absl::StatusOr<bool> found = reader.Next(scene);
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_GE(largest_allocation_bytes, 2'000'000u);
  EXPECT_LE(largest_allocation_bytes, 10'000'000u);
}

}  // namespace
}  // namespace collision2d::planner
