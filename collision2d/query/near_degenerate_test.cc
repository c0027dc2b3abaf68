// Level 1 on near-degenerate pairs against exact integers: no wrong boolean, no iteration bound
// reached. A million pairs; as near_degenerate_long_test (tools/test.sh --long) a hundred million.
// Prints what it saw of each family.

#include <cinttypes>
#include <cstdio>

#include "collision2d/query/collides.h"
#include "collision2d/query/query_context.h"
#include "collision2d/testing/fast_exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr int64_t kDefaultPairs = 1000000;

// All families but the first, kIndependent, which is seldom near anything.
constexpr int kFirstFamily = 1;
constexpr int kFamilies = kPairFamilyCount - kFirstFamily;

class NearDegenerateTest : public testing::TestWithParam<int> {
 protected:
  PairFamily family() const { return static_cast<PairFamily>(GetParam()); }

  // The families share the pairs, rounded up.
  static int64_t FamilyPairs() { return (TestCaseCount(kDefaultPairs) + kFamilies - 1) / kFamilies; }
};

TEST_P(NearDegenerateTest, CollidesIsExact) {
  Random random(TestSeed() * kPairFamilyCount + static_cast<uint64_t>(GetParam()));
  FastExactOracle oracle;
  int64_t colliding = 0;
  int64_t exact_path_entries = 0;
  int64_t most_iterations = 0;
  for (int64_t i = 0; i < FamilyPairs(); ++i) {
    const int max_vertices = random.Chance(0.0625) ? 24 : 8;
    const ShapePair pair = RandomPair(family(), max_vertices, &random);
    const bool expected = oracle.Collide(pair.a.vertices(), pair.b.vertices());
    for (const bool swapped : {false, true}) {
      QueryContext::Counters counters;
      const bool collides = Collides(swapped ? pair.b : pair.a, swapped ? pair.a : pair.b, {&counters});
      ASSERT_EQ(collides, expected) << "pair " << i << (swapped ? ", swapped" : "") << "\na = " << HexFormat(pair.a)
                                    << "\nb = " << HexFormat(pair.b);
      ASSERT_EQ(counters.limit_hits, 0) << "pair " << i << "\na = " << HexFormat(pair.a)
                                        << "\nb = " << HexFormat(pair.b);
      exact_path_entries += counters.exact_path_entries;
      most_iterations = std::max(most_iterations, counters.iterations);
    }
    colliding += expected;
  }
  const double queries = 2.0 * static_cast<double>(FamilyPairs());
  std::printf("near-degenerate %-18s %10" PRId64 " pairs  %10" PRId64
              " colliding  exact path %7.3f %%  at most %" PRId64 " iterations  0 wrong\n",
              Name(family()), FamilyPairs(), colliding, 100.0 * static_cast<double>(exact_path_entries) / queries,
              most_iterations);
  EXPECT_GT(colliding, 0);
}

INSTANTIATE_TEST_SUITE_P(Families, NearDegenerateTest, testing::Range(kFirstFamily, kPairFamilyCount),
                         [](const testing::TestParamInfo<int>& family) {
                           return std::string(Name(static_cast<PairFamily>(family.param)));
                         });

}  // namespace
}  // namespace collision2d
