#include "collision2d/motion/testing/trap_pairs.h"

#include <string>

#include "collision2d/motion/testing/motion_oracle.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

using Verdict = MotionOracle::Verdict;

constexpr int kPairs = 50;

MotionOracle OracleOf(const SpecPair& pair) { return {pair.a, pair.motion_a, pair.b, pair.motion_b}; }

TEST(TrapFamilies, TheOracleDecidesThem) {
  int pairs = 0;
  int colliding = 0;
  for (const TrapFamily& family : TrapFamilies()) {
    if (family.is_graze) continue;
    Random random(TestSeed());
    for (int i = 0; i < kPairs; ++i) {
      const SpecPair pair = family.generate(&random);
      const Verdict verdict = OracleOf(pair).Decide(1e-6).verdict;
      EXPECT_NE(verdict, Verdict::kGraze) << family.name << "\n" << HexFormat(pair);
      ++pairs;
      colliding += verdict == Verdict::kCollides;
    }
  }
  EXPECT_GT(10 * colliding, 3 * pairs);
  EXPECT_LT(10 * colliding, 7 * pairs);
}

TEST(TrapFamilies, GrazesComeClose) {
  for (const TrapFamily& family : TrapFamilies()) {
    if (!family.is_graze || std::string(family.name) == "thin_pair") continue;
    Random random(TestSeed());
    for (int i = 0; i < kPairs; ++i) {
      const SpecPair pair = family.generate(&random);
      EXPECT_FALSE(OracleOf(pair).ProvesApart(pair.motion_a.start_s, pair.motion_a.end_s, 1.1e-3))
          << family.name << "\n" << HexFormat(pair);
    }
  }
}

}  // namespace
}  // namespace collision2d
