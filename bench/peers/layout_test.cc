#include "bench/peers/layout.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "collision2d/testing/paper_dataset.h"
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

constexpr int kPairs = 200;

TEST(PosePairs, PosingBringsEveryVertexBackWithinRounding) {
  for (const PairClass pair_class : kPairClasses) {
    const std::vector<PolygonPair> pairs = PaperPairs(pair_class, 12, kPairs, 1);
    const std::vector<PosedPair> posed = PosePairs(pairs);
    ASSERT_EQ(posed.size(), pairs.size());
    for (size_t i = 0; i < pairs.size(); ++i) {
      ASSERT_EQ(posed[i].b.size(), pairs[i].b.size());
      for (int k = 0; k < posed[i].b.size(); ++k) {
        EXPECT_EQ(posed[i].a.vertices()[k], pairs[i].a.vertices()[k]);
        const Vec2 back = posed[i].a_from_b * posed[i].b.vertices()[k];
        EXPECT_LT(Norm(back - pairs[i].b.vertices()[k]), 1e-13);
      }
    }
  }
}

TEST(PosePairs, HeadingsDiffer) {
  const std::vector<PosedPair> posed = PosePairs(PaperPairs(PairClass::kDistant, 4, kPairs, 1));
  int left = 0;
  for (const PosedPair& pair : posed) left += pair.a_from_b.sin > 0.0 ? 1 : 0;
  EXPECT_GT(left, kPairs / 3);
  EXPECT_LT(left, 2 * kPairs / 3);
}

// The frame's origin is in the middle of b.
TEST(PosePairs, ShapesAreAboutTheirOrigin) {
  for (const PosedPair& pair : PosePairs(PaperPairs(PairClass::kDistant, 8, kPairs, 1))) {
    EXPECT_LT(Norm(pair.b.center()), pair.b.bounding_radius_m());
  }
}

}  // namespace
}  // namespace collision2d::bench
