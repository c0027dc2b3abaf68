#include "bench/interleaved_timing.h"

#include <chrono>
#include <cstdint>
#include <limits>

#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

constexpr int kItems = 100;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// How often each item was worked on, and whether every call had legal bounds.
struct Record {
  TimedWork Work(std::chrono::microseconds item_time = {}) {
    return [this, item_time](int begin, int end) {
      if (begin < 0 || begin >= end || end > kItems) is_legal = false;
      for (int i = begin; i < end; ++i) ++count[i];
      const auto until = std::chrono::steady_clock::now() + item_time * (end - begin);
      while (std::chrono::steady_clock::now() < until) {
      }
    };
  }
  bool IsEven() const {
    for (const int64_t of_item : count) {
      if (of_item != count[0]) return false;
    }
    return true;
  }

  int64_t count[kItems] = {};
  bool is_legal = true;
};

TEST(TimeInterleaved, FastWorksTakeWholePasses) {
  Record first, second;
  const std::vector<TimedWork> works = {first.Work(), second.Work()};
  const std::vector<Timing> timings = TimeInterleaved(works, kItems, 0.01, {kInfinity, 1, 0.0, false});
  ASSERT_EQ(timings.size(), 2u);
  for (const Record* record : {&first, &second}) {
    EXPECT_TRUE(record->is_legal);
    EXPECT_TRUE(record->IsEven());
    // The first pass, and of each turn one timed and one untimed.
    EXPECT_GE(record->count[0], 1 + 2 * kTimingRounds);
  }
  for (const Timing& timing : timings) {
    EXPECT_GT(timing.min_ns, 0.0);
    EXPECT_LE(timing.min_ns, timing.median_ns);
    EXPECT_LE(timing.median_ns, timing.max_ns);
  }
}

// 2 ms a pass; a turn is 50 us.
constexpr std::chrono::microseconds kSlow(20);

TEST(TimeInterleaved, SlowWorksTakePartsOfAPass) {
  Record record;
  TimeInterleaved({record.Work(kSlow)}, kItems, 0.001);
  EXPECT_TRUE(record.is_legal);
  EXPECT_LT(record.count[0], 1 + kTimingRounds);
}

TEST(TimeInterleaved, SlowWorksTakeWholePassesIfTheyMay) {
  Record record;
  TimeInterleaved({record.Work(kSlow)}, kItems, 0.001, {kInfinity, 3, 0.0, false});
  EXPECT_TRUE(record.IsEven());
  EXPECT_EQ(record.count[0], 1 + 2 * kTimingRounds);
}

TEST(TimeInterleaved, AFastWorkHasAsManyUntimedPassesAsWanted) {
  Record record;
  TimeInterleaved({record.Work(kSlow)}, kItems, 0.001, {kInfinity, 3, kInfinity, false});
  EXPECT_TRUE(record.IsEven());
  EXPECT_EQ(record.count[0], 1 + 4 * kTimingRounds);
}

TEST(TimeInterleaved, APartIsWorkedOnTwiceIfWanted) {
  Record once, twice;
  TimeInterleaved({once.Work(kSlow)}, kItems, 0.001);
  TimeInterleaved({twice.Work(kSlow)}, kItems, 0.001, {0.0, 1, 0.0, true});
  EXPECT_TRUE(twice.is_legal);
  // After the first pass over everything, each part is visited untimed as often as timed.
  for (const int64_t count : twice.count) EXPECT_EQ(count % 2, 1);
}

}  // namespace
}  // namespace collision2d::bench
