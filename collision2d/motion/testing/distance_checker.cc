#include "collision2d/motion/testing/distance_checker.h"

#include <cmath>
#include <cstdint>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/testing/motion_oracle.h"

namespace collision2d {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

namespace {

// As documented in minimum_distance.h.
constexpr int64_t kLeastStepsAtCap = int64_t{1} << 18;

// A bound on the speed of any point of the shape, m/s.
double SpeedOf(const ConvexPolygon& shape, const MotionSpec& motion) {
  const double duration_s = motion.end_s - motion.start_s;
  if (duration_s == 0.0) return 0.0;
  const bool is_twist = motion.kind == MotionSpec::Kind::kTwist;
  const double speed = is_twist ? Norm(motion.velocity_mps) : Norm(motion.displacement_m) / duration_s;
  const double yaw_rate = std::abs(is_twist ? motion.yaw_rate_radps : motion.turn_rad / duration_s);
  return 1.01 * (speed + yaw_rate * (Norm(shape.center() - motion.reference) + shape.bounding_radius_m()));
}

}  // namespace

AssertionResult CheckMinimumDistance(const SpecPair& pair, double tolerance_m, const MotionDistance& least) {
  const auto failure = [&least] {
    return AssertionFailure() << "least distance [" << least.lower_m << ", " << least.upper_m << "] m at "
                              << least.time_s << " s: ";
  };
  const double width_m = least.upper_m - least.lower_m;
  if (least.reached_limit != (width_m > tolerance_m)) return failure() << "reached_limit: " << least.reached_limit;
  // time_s is rounded to a double, during which the shapes may move farther apart.
  const double clock_s = std::nextafter(least.time_s, INFINITY) - least.time_s;
  const double moved_m = clock_s * (SpeedOf(pair.a, pair.motion_a) + SpeedOf(pair.b, pair.motion_b));
  if (least.steps < kLeastStepsAtCap && !(width_m <= tolerance_m + moved_m))
    return failure() << "wider than the tolerance";
  MotionOracle oracle(pair.a, pair.motion_a, pair.b, pair.motion_b);
  const double at_time_m = oracle.DistanceAt(least.time_s).lower;
  if (at_time_m > least.upper_m) return failure() << "above the upper bound then: " << at_time_m;
  // Proofs are of more than a margin, and the bound itself may be the distance.
  const double margin_m = std::nextafter(least.lower_m, 0.0);
  if (least.lower_m > 0.0 && !oracle.ProvesApart(pair.motion_a.start_s, pair.motion_a.end_s, margin_m)) {
    return failure() << "the lower bound is not proven; by the oracle at most " << oracle.MinimumDistance(1e-9).upper;
  }
  return AssertionSuccess();
}

}  // namespace collision2d
