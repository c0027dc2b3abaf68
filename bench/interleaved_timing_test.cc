#include "bench/interleaved_timing.h"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "bench/cold_timing.h"
#include "bench/evict.h"
#include "bench/fresh_process.h"
#include "bench/measurement.h"
#include "bench/rows/layout.h"
#include "bench/rows/row.h"
#include "collision2d/testing/paper_dataset.h"
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

// Numbers with few digits, which the CSV keeps.
Measurement Example() {
  Measurement measurement;
  measurement.layout = Layout::kScattered;
  measurement.level = Level::kSeparation;
  measurement.pair_class = PairClass::kTouching;
  measurement.vertices = 24;
  measurement.algorithm = "collision2d posed";
  measurement.timing = {12.125, 11.5, 40.875};
  measurement.wrong = int64_t{3} << 40;
  measurement.max_relative_error = 1.25e-16;
  measurement.cold_ns = 310.5;
  return measurement;
}

Measurement ThroughCsv(const Measurement& measurement) {
  return FromCsvLine(CsvLine(measurement), measurement.pair_class, measurement.layout);
}

void ExpectSame(const Measurement& read, const Measurement& written) {
  EXPECT_EQ(read.layout, written.layout);
  EXPECT_EQ(read.level, written.level);
  EXPECT_EQ(read.pair_class, written.pair_class);
  EXPECT_EQ(read.vertices, written.vertices);
  EXPECT_EQ(read.algorithm, written.algorithm);
  EXPECT_EQ(read.timing.median_ns, written.timing.median_ns);
  EXPECT_EQ(read.timing.min_ns, written.timing.min_ns);
  EXPECT_EQ(read.timing.max_ns, written.timing.max_ns);
  EXPECT_EQ(read.wrong, written.wrong);
  EXPECT_EQ(read.max_relative_error, written.max_relative_error);
  EXPECT_EQ(read.cold_ns, written.cold_ns);
}

TEST(CsvLine, HasTheColumnsOfTheHeader) {
  EXPECT_EQ(std::string(kCsvHeader),
            "level,class,vertices,algorithm,ns_median,ns_min,ns_max,wrong,max_relative_error,cold_ns_median,layout");
  EXPECT_EQ(CsvLine(Example()),
            "3,touching,24,collision2d posed,12.125,11.500,40.875,3298534883328,1.25e-16,310.5,scattered");
}

TEST(FromCsvLine, ReadsWhatCsvLineWrote) { ExpectSame(ThroughCsv(Example()), Example()); }

TEST(FromCsvLine, FieldsThatMayBeEmpty) {
  // A boolean has no error, and some rows no cold time.
  Measurement measurement = Example();
  measurement.level = Level::kCollides;
  measurement.max_relative_error = 0.0;
  measurement.cold_ns.reset();
  EXPECT_EQ(CsvLine(measurement), "1,touching,24,collision2d posed,12.125,11.500,40.875,3298534883328,,,scattered");
  ExpectSame(ThroughCsv(measurement), measurement);
  // No time and none measured are not the same.
  measurement.cold_ns = 0.0;
  ExpectSame(ThroughCsv(measurement), measurement);
}

TEST(FromCsvLine, EveryLevelClassAndLayout) {
  for (const Level level : {Level::kCollides, Level::kDistance, Level::kSeparation}) {
    for (const PairClass pair_class :
         {PairClass::kDistant, PairClass::kOverlapping, PairClass::kTouching, PairClass::kContact}) {
      for (const Layout layout : kLayouts) {
        Measurement measurement = Example();
        measurement.level = level;
        measurement.pair_class = pair_class;
        measurement.layout = layout;
        if (level == Level::kCollides) measurement.max_relative_error = 0.0;
        ExpectSame(ThroughCsv(measurement), measurement);
      }
    }
  }
}

// Reading and writing again rounds nothing more.
TEST(FromCsvLine, RoundedNumbersStay) {
  Measurement measurement = Example();
  measurement.timing = {1.0 / 3.0, 1e-9, 2e9 / 3.0};
  measurement.max_relative_error = 1.0 / 7e15;
  measurement.cold_ns = 1000.0 / 3.0;
  const std::string line = CsvLine(measurement);
  EXPECT_EQ(line, "3,touching,24,collision2d posed,0.333,0.000,666666666.667,3298534883328,1.43e-16,333.3,scattered");
  EXPECT_EQ(CsvLine(FromCsvLine(line, measurement.pair_class, measurement.layout)), line);
}

TEST(FromCsvLineDeathTest, OtherLines) {
  const auto read = [](const char* line) { FromCsvLine(line, PairClass::kTouching, Layout::kScattered); };
  EXPECT_DEATH(read(""), "");
  EXPECT_DEATH(read("3,touching,24,collision2d,12.1,11.5,40.8,0,1e-16,310.5"), "") << "a field is missing";
  EXPECT_DEATH(read("3,touching,24,collision2d,12.1,11.5,40.8,0,1e-16,310.5,scattered,"), "") << "one too many";
  EXPECT_DEATH(read("3,touching,24,collision2d,12.1,fast,40.8,0,1e-16,310.5,scattered"), "") << "not a number";
}

}  // namespace
}  // namespace collision2d::bench
