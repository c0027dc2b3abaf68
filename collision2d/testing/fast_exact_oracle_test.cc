#include "collision2d/testing/fast_exact_oracle.h"

#include <cstdint>
#include <vector>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

using Points = std::vector<Vec2>;

TEST(FastExactOracle, KnownPairs) {
  FastExactOracle oracle;
  const Points square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  EXPECT_TRUE(oracle.Collide(square, square));
  EXPECT_TRUE(oracle.Collide(square, Points{{1, 1}}));
  EXPECT_FALSE(oracle.Collide(square, Points{{1 + 0x1p-52, 1}}));
  EXPECT_TRUE(oracle.Collide(Points{{0.5, 0.5}}, square));
  EXPECT_TRUE(oracle.Collide(Points{{-1, 0.5}, {2, 0.5}}, square));
  EXPECT_FALSE(oracle.Collide(Points{{-1, 0.5}, {-0x1p-50, 0.5}}, square));
  EXPECT_TRUE(oracle.Collide(Points{{3, 3}}, Points{{3, 3}}));
  EXPECT_FALSE(oracle.Collide(Points{{3, 3}}, Points{{3, 4}}));
  EXPECT_EQ(oracle.slow_count(), 0);
}

TEST(FastExactOracle, SegmentsOfOneLine) {
  FastExactOracle oracle;
  const Points segment = {{3, 0}, {1, 0}};
  EXPECT_TRUE(oracle.Collide(segment, Points{{0, 0}, {1, 0}}));
  EXPECT_TRUE(oracle.Collide(segment, Points{{2, 0}}));
  EXPECT_FALSE(oracle.Collide(segment, Points{{5, 0}, {4, 0}}));
  EXPECT_FALSE(oracle.Collide(segment, Points{{0, 0}}));
  EXPECT_FALSE(oracle.Collide(segment, Points{{1, 1}, {3, 1}}));
  EXPECT_TRUE(oracle.Collide(Points{{0, 1}, {0, 3}}, Points{{0, 3}, {0, 5}}));
}

// The same answers as the oracle of unlimited integers, which decides what does not fit.
TEST(FastExactOracle, AgreesWithExactOracle) {
  Random random(TestSeed());
  ExactOracle exact;
  for (int family = 0; family < kPairFamilyCount; ++family) {
    FastExactOracle fast;
    const int64_t pairs = TestCaseCount(5000);
    int64_t colliding = 0;
    for (int64_t i = 0; i < pairs; ++i) {
      const ShapePair pair = RandomPair(static_cast<PairFamily>(family), 12, &random);
      exact.SetPair(pair.a.vertices(), pair.b.vertices());
      const bool collides = exact.relation() != ExactRelation::kDisjoint;
      ASSERT_EQ(fast.Collide(pair.a.vertices(), pair.b.vertices()), collides)
          << "a = " << HexFormat(pair.a) << "\nb = " << HexFormat(pair.b);
      colliding += collides;
    }
    const char* name = Name(static_cast<PairFamily>(family));
    EXPECT_GT(colliding, 0) << name;
    EXPECT_LT(fast.slow_count(), pairs * 2 / 3) << name;
    RecordProperty(name, static_cast<int>(fast.slow_count()));
  }
}

}  // namespace
}  // namespace collision2d
