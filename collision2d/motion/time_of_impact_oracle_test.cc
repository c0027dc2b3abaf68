// The times of impact of traffic and traps against interval arithmetic: what is called free is
// proven free, what is said to collide is proven to, and what is undecided is a graze. As
// time_of_impact_oracle_long_test a million pairs. Prints what it saw of each family.

#include <cinttypes>
#include <cstdio>

#include "absl/status/statusor.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/testing/impact_checker.h"
#include "collision2d/motion/testing/motion_families.h"
#include "collision2d/motion/testing/spec_pair.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr int64_t kDefaultPairs = 12000;

// The pairs are shared by this many tests, so that they can be sharded; each has all families.
constexpr int kParts = 8;

struct Counts {
  int64_t pairs = 0;
  int64_t colliding = 0;
  int64_t undecided = 0;
  int64_t steps = 0;
  int64_t most_steps = 0;

  void Add(const ImpactResult& result) {
    ++pairs;
    colliding += result.verdict == MotionVerdict::kCollides;
    undecided += result.verdict == MotionVerdict::kUndecided;
    steps += result.steps;
    most_steps = std::max(most_steps, result.steps);
  }

  void Print(const char* name) const {
    std::printf("motion-oracle %-20s %9" PRId64 " pairs  %9" PRId64 " colliding  %7" PRId64
                " undecided  %6.2f steps, at most %" PRId64 "  0 wrong\n",
                name, pairs, colliding, undecided, static_cast<double>(steps) / static_cast<double>(pairs), most_steps);
  }
};

void CheckPair(const SpecPair& pair, Counts* counts) {
  const Motion motion_a = ToMotion(pair.motion_a);
  const Motion motion_b = ToMotion(pair.motion_b);
  const absl::StatusOr<ImpactResult> result = TimeOfImpact(pair.a, motion_a, pair.b, motion_b);
  ASSERT_TRUE(result.ok()) << result.status() << "\n" << HexFormat(pair);
  ASSERT_FALSE(result->reached_limit) << HexFormat(pair);
  ASSERT_TRUE(CheckImpact(pair, *result)) << HexFormat(pair);
  const absl::StatusOr<bool> is_free = IsMotionFree(pair.a, motion_a, pair.b, motion_b);
  ASSERT_TRUE(is_free.ok()) << is_free.status();
  ASSERT_EQ(*is_free, result->verdict == MotionVerdict::kFree) << HexFormat(pair);
  counts->Add(*result);
}

class TimeOfImpactOracleTest : public testing::TestWithParam<int> {};

TEST_P(TimeOfImpactOracleTest, EveryAnswerIsProven) {
  const std::vector<MotionFamily> families = MotionFamilies();
  const int64_t shares = kParts * static_cast<int64_t>(families.size());
  const int64_t pairs = (TestCaseCount(kDefaultPairs) + shares - 1) / shares;
  Random random(TestSeed() * kParts + static_cast<uint64_t>(GetParam()));
  int64_t colliding = 0;
  for (const MotionFamily& family : families) {
    Counts counts;
    for (int64_t i = 0; i < pairs; ++i) {
      ASSERT_NO_FATAL_FAILURE(CheckPair(family.generate(&random), &counts)) << family.name << " " << i;
    }
    if (!family.is_graze) {
      EXPECT_EQ(counts.undecided, 0) << family.name;
    }
    if (family.is_traffic) {
      EXPECT_LE(counts.most_steps, 64) << family.name;
    }
    counts.Print(family.name);
    colliding += counts.colliding;
  }
  const int64_t all = pairs * static_cast<int64_t>(families.size());
  EXPECT_GT(10 * colliding, 3 * all);
  EXPECT_LT(10 * colliding, 7 * all);
}

INSTANTIATE_TEST_SUITE_P(Parts, TimeOfImpactOracleTest, testing::Range(0, kParts));

}  // namespace
}  // namespace collision2d
