#include "bench/timing/timing.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

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

TEST(InFreshProcess, ReturnsWhatTheWorkReturns) {
  EXPECT_EQ(InFreshProcess([] { return std::string(); }), "");
  const std::string long_text(1 << 20, 'x');
  EXPECT_EQ(InFreshProcess([&] { return long_text; }), long_text);
}

TEST(InFreshProcess, LeavesThisOneAsItWas) {
  int value = 1;
  EXPECT_EQ(InFreshProcess([&] { return std::string(++value == 2 ? "two" : ""); }), "two");
  EXPECT_EQ(value, 1);
}

TEST(InFreshProcessDeathTest, EndsIfTheWorkFails) {
  EXPECT_EXIT(InFreshProcess([]() -> std::string { std::abort(); }), testing::ExitedWithCode(1), "failed");
}

// Sums up the item's part of an array.
struct Sums {
  static constexpr int kNumbersOfItem = 40;

  explicit Sums(int items) : numbers(items * kNumbersOfItem), timed(items) {
    std::iota(numbers.begin(), numbers.end(), 0);
  }

  ColdWork Work() {
    return {[this](int begin, int end) {
              for (int i = begin; i < end; ++i) sum += std::accumulate(Begin(i), Begin(i) + kNumbersOfItem, 0);
            },
            [this](int item) {
              ++timed[item];
              return std::vector<MemoryBlock>{{Begin(item), kNumbersOfItem * sizeof(int)}};
            }};
  }
  const int* Begin(int item) const { return &numbers[item * kNumbersOfItem]; }

  std::vector<int> numbers;
  std::vector<int> timed;
  int64_t sum = 0;
};

TEST(TimeCold, TimesEveryItemOnceIfThereAreFew) {
  Sums first(7), second(7);
  const std::vector<double> ns = TimeCold({first.Work(), second.Work()}, 7);
  ASSERT_EQ(ns.size(), 2u);
  for (const double of_work : ns) EXPECT_GE(of_work, 0.0);
  EXPECT_EQ(first.timed, std::vector<int>(7, 1));
  EXPECT_EQ(second.timed, first.timed);
}

TEST(TimeCold, SpreadsOverManyItems) {
  constexpr int kAllItems = 3 * kColdItems;
  Sums sums(kAllItems);
  TimeCold({sums.Work()}, kAllItems);
  for (int i = 0; i < kAllItems; ++i) EXPECT_EQ(sums.timed[i], i % 3 == 0 ? 1 : 0);
}

TEST(Evict, LeavesTheMemoryAsItIs) {
  const Sums sums(5), same(5);
  Evict({{sums.Begin(1), 3 * Sums::kNumbersOfItem * sizeof(int)}, {sums.Begin(0), 1}});
  EXPECT_EQ(sums.numbers, same.numbers);
}

TEST(TimeCalls, TimesTheFirstCallByItself) {
  int calls = 0;
  const auto work = [&calls] {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(++calls == 1 ? 20 : 1);
    while (std::chrono::steady_clock::now() < until) {
    }
  };
  const CallTimes times = TimeCalls(work, 0.005, CallClock::kWall);
  EXPECT_GE(calls, 2);
  EXPECT_GE(times.first_ms, 19.9);
  EXPECT_GE(times.median_ms, 0.9);
  EXPECT_LE(times.median_ms, times.p999_ms);
}

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
