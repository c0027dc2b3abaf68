// Answers about motions against interval arithmetic: what is called free is proven free, what is said to collide is proven to, and the least distance is
// enclosed. Traffic and traps; as time_of_impact_oracle_long_test a million pairs. Prints what it saw of each family.

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "collision2d/motion/testing/impact_checker.h"
#include "collision2d/motion/testing/spec_pair.h"
#include "collision2d/motion/testing/trap_pairs.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/testing/moving_pairs.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

constexpr int64_t kDefaultPairs = 12000;

// The pairs are shared by this many tests, so that they can be sharded; each has all families.
constexpr int kParts = 8;

// Every how many pairs the least distance is checked too.
constexpr int kPairsPerDistance = 4;

constexpr double kDistanceTolerance_m = 1e-4;

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

  void Add(const Counts& other) {
    pairs += other.pairs;
    colliding += other.colliding;
    undecided += other.undecided;
    steps += other.steps;
    most_steps = std::max(most_steps, other.most_steps);
  }

  void Print(const char* name) const {
    std::printf("motion-oracle %-20s %9" PRId64 " pairs  %9" PRId64 " colliding  %7" PRId64
                " undecided  %6.2f steps, at most %" PRId64 "  0 wrong\n",
                name, pairs, colliding, undecided, static_cast<double>(steps) / static_cast<double>(pairs), most_steps);
  }
};

class TimeOfImpactOracleTest : public testing::TestWithParam<int> {
 protected:
  Random RandomOf(int family) const {
    return Random((TestSeed() * kParts + static_cast<uint64_t>(GetParam())) * 1000 + static_cast<uint64_t>(family));
  }

  static int64_t PairsOfFamily() {
    const int64_t shares = kParts * static_cast<int64_t>(MovingPairFamilies().size() + TrapFamilies().size());
    return (TestCaseCount(kDefaultPairs) + shares - 1) / shares;
  }

  static void CheckPair(const SpecPair& pair, int64_t index, Counts* counts) {
    const Motion motion_a = ToMotion(pair.motion_a);
    const Motion motion_b = ToMotion(pair.motion_b);
    const absl::StatusOr<ImpactResult> result = TimeOfImpact(pair.a, motion_a, pair.b, motion_b);
    ASSERT_TRUE(result.ok()) << result.status() << "\n" << HexFormat(pair);
    ASSERT_FALSE(result->reached_cap) << HexFormat(pair);
    ASSERT_TRUE(CheckImpact(pair, *result)) << HexFormat(pair);
    const absl::StatusOr<bool> is_free = FreeMotion(pair.a, motion_a, pair.b, motion_b);
    ASSERT_TRUE(is_free.ok()) << is_free.status();
    ASSERT_EQ(*is_free, result->verdict == MotionVerdict::kFree) << HexFormat(pair);
    if (index % kPairsPerDistance == 0) {
      ASSERT_TRUE(CheckMinimumDistance(pair, kDistanceTolerance_m)) << HexFormat(pair);
    }
    counts->Add(*result);
  }
};

TEST_P(TimeOfImpactOracleTest, EveryAnswerIsProven) {
  Counts total;
  for (size_t i = 0; i < MovingPairFamilies().size(); ++i) {
    const MovingPairFamily& family = MovingPairFamilies()[i];
    Random random = RandomOf(static_cast<int>(i));
    Counts counts;
    for (int64_t k = 0; k < PairsOfFamily(); ++k) {
      ASSERT_NO_FATAL_FAILURE(CheckPair(ToSpecPair(family.generate(&random)), k, &counts)) << family.name << " " << k;
    }
    EXPECT_EQ(counts.undecided, 0) << family.name;
    EXPECT_LE(counts.most_steps, 64) << family.name;
    counts.Print(family.name);
    total.Add(counts);
  }
  for (size_t i = 0; i < TrapFamilies().size(); ++i) {
    const TrapFamily& family = TrapFamilies()[i];
    Random random = RandomOf(100 + static_cast<int>(i));
    Counts counts;
    for (int64_t k = 0; k < PairsOfFamily(); ++k) {
      ASSERT_NO_FATAL_FAILURE(CheckPair(family.generate(&random), k, &counts)) << family.name << " " << k;
    }
    if (!family.is_graze) {
      EXPECT_EQ(counts.undecided, 0) << family.name;
    }
    counts.Print(family.name);
    total.Add(counts);
  }
  EXPECT_GT(10 * total.colliding, 3 * total.pairs);
  EXPECT_LT(10 * total.colliding, 7 * total.pairs);
}

INSTANTIATE_TEST_SUITE_P(Parts, TimeOfImpactOracleTest, testing::Range(0, kParts));

}  // namespace
}  // namespace collision2d
