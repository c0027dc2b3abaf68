#include "bench/rows/layout.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(AllocationOrder, ContiguousIsTheOrderOfTheQueries) {
  EXPECT_THAT(AllocationOrder(Layout::kContiguous, 0), IsEmpty());
  EXPECT_THAT(AllocationOrder(Layout::kContiguous, 4), ElementsAre(0, 1, 2, 3));
}

TEST(AllocationOrder, ScatteredIsAPermutation) {
  for (const int count : {0, 1, 2, 1000}) {
    std::vector<int> order = AllocationOrder(Layout::kScattered, count);
    std::sort(order.begin(), order.end());
    EXPECT_EQ(order, AllocationOrder(Layout::kContiguous, count));
  }
}

TEST(AllocationOrder, ScatteredIsTheSameForEveryRow) {
  EXPECT_EQ(AllocationOrder(Layout::kScattered, 1000), AllocationOrder(Layout::kScattered, 1000));
}

// In a random order of n polygons, neighbours are n / 3 places apart on average.
TEST(AllocationOrder, ScatteredPutsNeighboursFarApart) {
  constexpr int kCount = 3000;
  const std::vector<int> order = AllocationOrder(Layout::kScattered, kCount);
  std::vector<int> place(kCount);
  for (int i = 0; i < kCount; ++i) place[order[i]] = i;
  int64_t sum = 0;
  for (int i = 0; i + 1 < kCount; ++i) sum += std::abs(place[i + 1] - place[i]);
  EXPECT_GT(sum / kCount, kCount / 4);
}

}  // namespace
}  // namespace collision2d::bench
