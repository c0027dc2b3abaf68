#include "collision2d/motion/testing/trap_pairs.h"

#include "collision2d/motion/testing/motion_oracle.h"
#include "collision2d/testing/test.h"

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
      const double duration_s = pair.motion_a.end_s - pair.motion_a.start_s;
      const double resolution_s = duration_s > 0.0 ? std::min(1e-6, 1e-5 * duration_s) : 1e-6;
      const Verdict verdict = OracleOf(pair).Decide(resolution_s).verdict;
      EXPECT_NE(verdict, Verdict::kGraze) << family.name << "\n" << HexFormat(pair);
      ++pairs;
      colliding += verdict == Verdict::kCollides;
    }
  }
  EXPECT_GT(10 * colliding, 3 * pairs);
  EXPECT_LT(10 * colliding, 7 * pairs);
}

// The least distance of some random instants of a stretch.
double SampledDistance(double from_s, double to_s, Random* random, MotionOracle* oracle) {
  constexpr int kSamples = 20;
  double least_m = kInf;
  for (int i = 0; i < kSamples; ++i) {
    const double time_s = random->Uniform(from_s, to_s);
    const MotionOracle::Enclosure distance = oracle->DistanceAt(time_s);
    EXPECT_LE(distance.lower, distance.upper);
    EXPECT_LE(distance.upper - distance.lower, 1e-12 * (1.0 + distance.upper));
    EXPECT_EQ(oracle->ProvesContact(time_s), distance.upper == 0.0);
    least_m = std::min(least_m, distance.upper);
  }
  return least_m;
}

// A stretch that contains an instant at a known distance is never proven to keep a larger one.
TEST(TrapFamilies, TheOracleNeverProvesTooMuch) {
  for (const TrapFamily& family : TrapFamilies()) {
    Random random(TestSeed());
    for (int i = 0; i < kPairs; ++i) {
      const SpecPair pair = family.generate(&random);
      MotionOracle oracle = OracleOf(pair);
      const double from_s = random.Uniform(pair.motion_a.start_s, pair.motion_a.end_s);
      const double to_s = random.Uniform(from_s, pair.motion_a.end_s);
      const double distance_m = SampledDistance(from_s, to_s, &random, &oracle);
      EXPECT_FALSE(oracle.ProvesApart(from_s, to_s, distance_m)) << family.name << "\n" << HexFormat(pair);
    }
  }
}

TEST(TrapFamilies, GrazesComeClose) {
  for (const TrapFamily& family : TrapFamilies()) {
    if (!family.is_graze || std::string(family.name) == "thin_pair") continue;
    Random random(TestSeed());
    for (int i = 0; i < kPairs; ++i) {
      const SpecPair pair = family.generate(&random);
      EXPECT_FALSE(OracleOf(pair).ProvesApart(pair.motion_a.start_s, pair.motion_a.end_s, 1.1e-3))
          << family.name << "\n"
          << HexFormat(pair);
    }
  }
}

}  // namespace
}  // namespace collision2d
