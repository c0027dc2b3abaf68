// Every query on random and near-touching pairs against the exact oracle: no wrong boolean, no wrong status, distances
// and depths within the stated error. A million pairs in all, in chunks that shards can share.

#include <algorithm>
#include <cstdint>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/brute_force.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/query_checker.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

constexpr int kChunks = 8;
constexpr int64_t kDefaultPairs = 1000000;
// Below this size, squares in the double-precision brute force lose bits.
constexpr double kSmallestForBruteForce_m = 1e-120;

class DifferentialTest : public testing::TestWithParam<int> {
 protected:
  // Each chunk has its own stream and its share of the pairs.
  static Random ChunkRandom() { return Random(TestSeed() * kChunks + static_cast<uint64_t>(GetParam())); }
  static int64_t ChunkPairs(int64_t total) { return std::max<int64_t>(1, TestCaseCount(total) / kChunks); }

  // One pair in sixteen may have many vertices.
  static ShapePair NextPair(Random* random) {
    const int max_vertices = random->Chance(0.0625) ? 24 : 8;
    return RandomPair(RandomFamily(random), max_vertices, random);
  }

  void ExpectBalanced() const {
    // A few pairs cannot be balanced.
    if (checker_.checked() < 1000) return;
    EXPECT_GT(checker_.colliding(), checker_.checked() * 3 / 10);
    EXPECT_LT(checker_.colliding(), checker_.checked() * 7 / 10);
  }

  QueryChecker checker_;
};

TEST_P(DifferentialTest, OneFrame) {
  Random random = ChunkRandom();
  for (int64_t i = 0; i < ChunkPairs(kDefaultPairs * 3 / 4); ++i) {
    const ShapePair pair = NextPair(&random);
    ASSERT_TRUE(checker_.Check(pair.a, pair.b)) << "pair " << i << ", family " << static_cast<int>(pair.family);
    const double extent_m = std::max(pair.a.max_coordinate_m(), pair.b.max_coordinate_m());
    if (extent_m < kSmallestForBruteForce_m) continue;
    // Both answers are within their own bound of the truth; the second one's is in units of the coordinates.
    ASSERT_NEAR(checker_.separation().signed_distance_m, BruteForceSignedDistance(pair.a.vertices(), pair.b.vertices()),
                2.0 * kBruteForceRelativeError * extent_m)
        << "pair " << i;
  }
  ExpectBalanced();
}

// The same pairs with b given in its own frame. Moving it there and back rounds it, which makes more near-touching
// pairs and rounded corners that are flat or reflex.
TEST_P(DifferentialTest, Posed) {
  Random random = ChunkRandom();
  for (int64_t i = 0; i < ChunkPairs(kDefaultPairs / 4); ++i) {
    const ShapePair pair = NextPair(&random);
    const Pose2 a_from_b = RandomPose(random.LogUniform(1e-3, 1e6), &random);
    const ConvexPolygon b = ConvexPolygon::Hull(PosedVertices(pair.b, a_from_b.Inverse())).value();
    ASSERT_TRUE(checker_.Check(pair.a, b, a_from_b)) << "pair " << i << ", family " << static_cast<int>(pair.family);
  }
  ExpectBalanced();
}

INSTANTIATE_TEST_SUITE_P(Chunks, DifferentialTest, testing::Range(0, kChunks));

}  // namespace
}  // namespace collision2d
