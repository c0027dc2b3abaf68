#include <algorithm>
#include <array>
#include <cstdint>
#include <map>

#include "collision2d/solid/query/epa_workspace.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::solid::internal {
namespace {

// Against a sorted list, through additions, changes of keys and removals in any order; few faces
// without order and many in a heap.
void CheckFront(int num_faces, double additions) {
  constexpr int kFaces = 200;
  Random random(TestSeed());
  std::array<FaceQueueEntry, kFaces> entries;
  std::array<uint16_t, kFaces> positions;
  positions.fill(FaceQueue::kNowhere);
  FaceQueue queue(entries.data(), positions.data());
  std::map<int, double> expected;
  for (int i = 0; i < 20000; ++i) {
    const int face = random.Index(num_faces);
    if (random.Chance(additions)) {
      const double key = static_cast<double>(random.Index(40));
      queue.Set(key, static_cast<uint16_t>(face));
      expected[face] = key;
    } else {
      queue.Remove(static_cast<uint16_t>(face));
      expected.erase(face);
    }
    ASSERT_EQ(queue.empty(), expected.empty());
    if (expected.empty()) continue;
    const auto least = std::min_element(expected.begin(), expected.end(),
                                        [](const auto& p, const auto& q) { return p.second < q.second; });
    ASSERT_EQ(queue.front().key, least->second);
    ASSERT_EQ(expected[queue.front().face], queue.front().key);
  }
}

TEST(FaceQueueTest, HasTheLeastOfFewInFront) { CheckFront(FaceQueue::kMaxUnordered - 1, 0.6); }

TEST(FaceQueueTest, HasTheLeastOfManyInFront) {
  CheckFront(200, 0.7);
  CheckFront(200, 0.4);
}

TEST(FaceQueueTest, PopsInOrder) {
  std::array<FaceQueueEntry, 5> entries;
  std::array<uint16_t, 5> positions;
  positions.fill(FaceQueue::kNowhere);
  FaceQueue queue(entries.data(), positions.data());
  const double keys[] = {3.0, -1.0, 2.0, -5.0, 0.0};
  for (uint16_t f = 0; f < 5; ++f) queue.Set(keys[f], f);
  for (const int f : {3, 1, 4, 2, 0}) {
    EXPECT_EQ(queue.front().face, f);
    queue.Remove(queue.front().face);
  }
  EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace collision2d::solid::internal
