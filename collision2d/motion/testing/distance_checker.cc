#include "collision2d/motion/testing/distance_checker.h"

#include <cmath>

#include "collision2d/motion/testing/motion_oracle.h"

namespace collision2d {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

AssertionResult CheckMinimumDistance(const SpecPair& pair, double tolerance_m, const MotionDistance& least) {
  const auto failure = [&least] {
    return AssertionFailure() << "least distance [" << least.lower_m << ", " << least.upper_m << "] m at "
                              << least.time_s << " s: ";
  };
  if (least.reached_cap) return failure() << "cap reached";
  if (!(least.upper_m - least.lower_m <= tolerance_m)) return failure() << "wider than the tolerance";
  MotionOracle oracle(pair.a, pair.motion_a, pair.b, pair.motion_b);
  const double at_time_m = oracle.DistanceAt(least.time_s).lower;
  if (at_time_m > least.upper_m) return failure() << "above the upper bound then: " << at_time_m;
  // Proofs are of more than a margin, and the bound itself may be the distance.
  const double margin_m = std::nextafter(least.lower_m, 0.0);
  if (least.lower_m > 0.0 && !oracle.ProvesApart(pair.motion_a.start_s, pair.motion_a.end_s, margin_m)) {
    return failure() << "the lower bound is not proven; by the oracle at most "
                     << oracle.MinimumDistance(1e-9).upper;
  }
  return AssertionSuccess();
}

}  // namespace collision2d
