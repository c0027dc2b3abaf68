#include "collision2d/motion/testing/impact_checker.h"

#include <cmath>
#include <limits>

#include "collision2d/motion/testing/motion_oracle.h"

namespace collision2d {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

// A share of the coordinates. Contact that is shallower is within rounding.
constexpr double kRoundingError = 1e-13;

// m. The sum of the magnitudes of all that a posed vertex is computed from.
double Coordinates(const ConvexPolygon& shape, const MotionSpec& motion) {
  const double way_m = Norm1(motion.displacement_m) + Norm1(motion.velocity_mps) * (motion.end_s - motion.start_s);
  return Norm1(motion.start.translation) + way_m + 2.0 * Norm1(motion.reference) + 2.0 * shape.max_coordinate_m() +
         shape.radius_m();
}

double RoundingOf(const SpecPair& pair) {
  return kRoundingError * (Coordinates(pair.a, pair.motion_a) + Coordinates(pair.b, pair.motion_b));
}

double Before(double time_s) { return std::nextafter(time_s, -std::numeric_limits<double>::infinity()); }

// Free from the start up to, not including, an instant.
bool ProvesFreeBefore(double start_s, double end_s, MotionOracle* oracle) {
  return end_s <= start_s || oracle->ProvesApart(start_s, end_s) || oracle->ProvesApart(start_s, Before(end_s));
}

// The bracket is as narrow as was asked for, or as the clock permits, or all but so much of it is
// contact within rounding.
bool IsNarrow(const SpecPair& pair, const ImpactResult& result, double time_tolerance_s, MotionOracle* oracle) {
  const double clock_s = 2.0 * (result.contact_by_s - Before(result.contact_by_s));
  const double asked_s = time_tolerance_s + clock_s;
  if (result.contact_by_s - result.free_until_s <= asked_s) return true;
  return oracle->ProvesApart(result.free_until_s, result.contact_by_s - asked_s, -RoundingOf(pair));
}

AssertionResult CheckFree(const SpecPair& pair, const ImpactResult& result, MotionOracle* oracle) {
  const MotionSpec& motion = pair.motion_a;
  if (!oracle->ProvesApart(motion.start_s, motion.end_s)) {
    const MotionOracle::Decision decision = oracle->Decide();
    return AssertionFailure() << "free is not proven; by the oracle: verdict " << static_cast<int>(decision.verdict)
                              << " within [" << decision.free_until_s << ", " << decision.contact_by_s << "] s";
  }
  if (result.free_until_s != motion.end_s) return AssertionFailure() << "free until " << result.free_until_s;
  if (!std::isinf(result.contact_by_s)) return AssertionFailure() << "free, but contact by " << result.contact_by_s;
  return AssertionSuccess();
}

AssertionResult CheckCollides(const SpecPair& pair, const ImpactResult& result, double time_tolerance_s,
                              MotionOracle* oracle) {
  if (!oracle->ProvesContact(result.contact_by_s)) {
    return AssertionFailure() << "no contact at " << result.contact_by_s << " s: distance "
                              << oracle->DistanceAt(result.contact_by_s).lower;
  }
  if (!IsNarrow(pair, result, time_tolerance_s, oracle)) {
    return AssertionFailure() << "the bracket is wide: " << result.contact_by_s - result.free_until_s << " s";
  }
  return AssertionSuccess();
}

AssertionResult CheckUndecided(const ImpactResult& result, double contact_tolerance_m, MotionOracle* oracle) {
  const double distance_m = oracle->DistanceAt(result.contact_by_s).upper;
  if (distance_m > contact_tolerance_m)
    return AssertionFailure() << "undecided at a distance of " << distance_m << " m";
  if (!oracle->ProvesApart(result.contact_by_s, result.contact_by_s, -contact_tolerance_m)) {
    return AssertionFailure() << "undecided, but deep in contact";
  }
  return AssertionSuccess();
}

}  // namespace

AssertionResult CheckImpact(const SpecPair& pair, const ImpactResult& result, const ImpactOptions& options) {
  MotionOracle oracle(pair.a, pair.motion_a, pair.b, pair.motion_b);
  if (result.verdict == MotionVerdict::kFree) return CheckFree(pair, result, &oracle);
  const double start_s = pair.motion_a.start_s;
  if (!(start_s <= result.free_until_s && result.free_until_s <= result.contact_by_s &&
        result.contact_by_s <= pair.motion_a.end_s)) {
    return AssertionFailure() << "times out of order: " << result.free_until_s << ", " << result.contact_by_s;
  }
  if (!ProvesFreeBefore(start_s, result.free_until_s, &oracle)) {
    return AssertionFailure() << "not proven free until " << result.free_until_s << " s";
  }
  return result.verdict == MotionVerdict::kCollides ? CheckCollides(pair, result, options.time_tolerance_s, &oracle)
                                                    : CheckUndecided(result, options.contact_tolerance_m, &oracle);
}

}  // namespace collision2d
