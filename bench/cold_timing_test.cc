#include "bench/cold_timing.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include "bench/evict.h"
#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

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
  constexpr int kItems = 3 * kColdItems;
  Sums sums(kItems);
  TimeCold({sums.Work()}, kItems);
  for (int i = 0; i < kItems; ++i) EXPECT_EQ(sums.timed[i], i % 3 == 0 ? 1 : 0);
}

TEST(Evict, LeavesTheMemoryAsItIs) {
  const Sums sums(5), same(5);
  Evict({{sums.Begin(1), 3 * Sums::kNumbersOfItem * sizeof(int)}, {sums.Begin(0), 1}});
  EXPECT_EQ(sums.numbers, same.numbers);
}

}  // namespace
}  // namespace collision2d::bench
