// Recorders of many threads with one ring, and one recorder of many threads; with ThreadSanitizer
// too.

#include <cstdint>
#include <thread>
#include <vector>

#include "collision2d/capture/capture_memory.h"
#include "collision2d/capture/dump_capture.h"
#include "collision2d/capture/read_capture.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/testing/polygon_generators.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

TEST(RecorderThreads, ShareARingAndARecorder) {
  CaptureMemory memory(16, 1024);
  Recorder shared(memory.ring(), {kAllTriggers, 1000, 5});
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&memory, &shared] {
      Recorder own(memory.ring(), {kAllTriggers, 1000, 5});
      const ConvexPolygon a = RegularPolygon(6, 1.0);
      for (int i = 0; i < 3000; ++i) {
        own.Distance(a, a, Pose2{{3.0, 0.1}});
        shared.Distance(a, a, Pose2{{3.0, 0.1}});
      }
    });
  }
  // Whatever is dumped meanwhile is whole.
  for (int i = 0; i < 50; ++i) {
    const CaptureContents contents = ReadCapture(CaptureBytes(memory.ring()));
    ASSERT_TRUE(contents.status.ok()) << contents.status;
  }
  for (std::thread& thread : threads) thread.join();
  // Each own recorder samples exactly one in five; the shared one may lose counts.
  EXPECT_GE(memory.ring()->counts().claimed, 1800u);
  const CaptureContents contents = ReadCapture(CaptureBytes(memory.ring()));
  EXPECT_TRUE(contents.status.ok()) << contents.status;
  EXPECT_FALSE(contents.records.empty());
}

}  // namespace
}  // namespace collision2d
