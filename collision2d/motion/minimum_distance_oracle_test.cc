// The least distances of traffic and traps against interval arithmetic. As
// minimum_distance_oracle_long_test a quarter of a million pairs.

#include <iterator>

#include "absl/status/statusor.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/testing/distance_checker.h"
#include "collision2d/motion/testing/motion_families.h"
#include "collision2d/motion/testing/motion_oracle.h"
#include "collision2d/motion/testing/spec_pair.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr int64_t kDefaultPairs = 6000;

// The pairs are shared by this many tests, so that they can be sharded; each has all families.
constexpr int kParts = 8;

constexpr double kTolerances_m[] = {1e-2, 1e-4, 1e-6};

// Limits of some pairs, in units of their least distance.
constexpr double kLimits[] = {0.5, 0.999, 1.0, 1.001, 2.0};

// With a limit, either something nearer is found, by the same contract, or the limit less the
// tolerance is a bound.
testing::AssertionResult CheckWithLimit(const SpecPair& pair, double tolerance_m, double limit_m) {
  const MotionDistance least =
      MinimumDistanceOverMotion(pair.a, ToMotion(pair.motion_a), pair.b, ToMotion(pair.motion_b), tolerance_m, limit_m)
          .value();
  if (least.shape_a >= 0) {
    if (least.upper_m > limit_m + 1e-9) return testing::AssertionFailure() << "found beyond the limit";
    return CheckMinimumDistance(pair, tolerance_m, least);
  }
  const double lower_m = std::max(0.0, limit_m - tolerance_m);
  if (least.upper_m < INFINITY || least.lower_m > lower_m || (!least.reached_limit && least.lower_m < lower_m)) {
    return testing::AssertionFailure() << "not the limit less the tolerance";
  }
  const double margin_m = std::nextafter(least.lower_m, 0.0);
  MotionOracle oracle(pair.a, pair.motion_a, pair.b, pair.motion_b);
  if (least.lower_m == 0.0 || oracle.ProvesApart(pair.motion_a.start_s, pair.motion_a.end_s, margin_m)) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "the bound is not proven: " << least.lower_m;
}

class MinimumDistanceOracleTest : public testing::TestWithParam<int> {};

TEST_P(MinimumDistanceOracleTest, BothBoundsAreProven) {
  const std::vector<MotionFamily> families = MotionFamilies();
  const int64_t shares = kParts * static_cast<int64_t>(families.size());
  const int64_t pairs = (TestCaseCount(kDefaultPairs) + shares - 1) / shares;
  Random random(TestSeed() * kParts + static_cast<uint64_t>(GetParam()));
  for (const MotionFamily& family : families) {
    for (int64_t i = 0; i < pairs; ++i) {
      const SpecPair pair = family.generate(&random);
      const double tolerance_m = kTolerances_m[random.Index(3)];
      const absl::StatusOr<MotionDistance> least =
          MinimumDistanceOverMotion(pair.a, ToMotion(pair.motion_a), pair.b, ToMotion(pair.motion_b), tolerance_m);
      ASSERT_TRUE(least.ok()) << least.status() << "\n" << HexFormat(pair);
      ASSERT_TRUE(CheckMinimumDistance(pair, tolerance_m, *least))
          << family.name << " " << i << ", tolerance " << tolerance_m << "\n"
          << HexFormat(pair);
      const double limit_m = kLimits[static_cast<size_t>(i) % std::size(kLimits)] * least->upper_m;
      ASSERT_TRUE(CheckWithLimit(pair, tolerance_m, limit_m))
          << family.name << " " << i << ", tolerance " << tolerance_m << ", limit " << limit_m << "\n"
          << HexFormat(pair);
      if (family.is_traffic) {
        ASSERT_FALSE(least->reached_limit) << family.name << " " << i << "\n" << HexFormat(pair);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, MinimumDistanceOracleTest, testing::Range(0, kParts));

}  // namespace
}  // namespace collision2d
