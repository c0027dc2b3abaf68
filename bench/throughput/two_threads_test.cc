#include "bench/throughput/two_threads.h"

#include <atomic>
#include <vector>

#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

TEST(TwoThreads, EveryIndexOnce) {
  TwoThreads threads;
  for (const int count : {0, 1, 7, 8, 9, 1000}) {
    for (int repetition = 0; repetition < 100; ++repetition) {
      std::vector<std::atomic<int>> visits(count);
      threads.Run(count, [&visits](int begin, int end) {
        for (int i = begin; i < end; ++i) ++visits[i];
      });
      for (const std::atomic<int>& visit : visits) ASSERT_EQ(visit, 1) << count;
    }
  }
}

}  // namespace
}  // namespace collision2d::bench
