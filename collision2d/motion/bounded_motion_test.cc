// Motions that are known by bounds: searches that such bounds make long end at their caps and say
// so, and bounds that the poses contradict are refused.

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"

namespace collision2d {
namespace {

using ::testing::HasSubstr;

// As documented.
constexpr int64_t kStepsOfTolerance = int64_t{1} << 18;
constexpr int64_t kMostImpactSteps = int64_t{1} << 18;

ConvexPolygon Box(Vec2 center = {}) { return ConvexPolygon::Rectangle(4.0, 2.0, center).value(); }

// The bound in minimum_distance.h.
int64_t MostSteps(double distance_m, double tolerance_m) {
  const double widenings = std::log2(std::max(distance_m / tolerance_m, 1.0)) / 2.0;
  return static_cast<int64_t>(static_cast<double>(kStepsOfTolerance) * (2.0 + widenings));
}

// Returns whether the cap was reached. `true_m` is the least distance.
bool CheckMinimum(const MotionDistance& least, double true_m, double first_m, double tolerance_m) {
  EXPECT_LE(least.lower_m, true_m + 1e-9);
  EXPECT_GE(least.upper_m, true_m - 1e-9);
  EXPECT_LE(least.steps, MostSteps(first_m, tolerance_m));
  EXPECT_EQ(least.reached_limit, least.upper_m - least.lower_m > tolerance_m);
  return least.reached_limit;
}

// A body at rest that is declared to be fast, beside another one.
TEST(BoundedMotionTest, FasterThanCanBeSearched) {
  const PoseFunction still = [](double) { return Pose2{}; };
  const Motion other = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  // From 1e15 m/s on rounding alone, of ways that the bound permits, is more than the tolerance.
  for (const double speed_mps : {1e4, 1e5, 1e8, 1e15, 1e20, 1e30}) {
    const Motion motion = *Motion::Bounded(still, {speed_mps, 0.0}, 0.0, 1.0);
    const MotionDistance least = *MinimumDistanceOverMotion(Box(), motion, Box({6.0, 0.0}), other);
    EXPECT_TRUE(CheckMinimum(least, 2.0, 2.0, 1e-4)) << speed_mps;
    EXPECT_EQ(least.lower_m > 1.0, speed_mps <= 1e5) << least.lower_m;
  }
  const Motion motion = *Motion::Bounded(still, {1e8, 0.0}, 0.0, 1.0);
  const ImpactResult impact = *TimeOfImpact(Box(), motion, Box({6.0, 0.0}), other);
  EXPECT_EQ(impact.verdict, MotionVerdict::kUndecided);
  EXPECT_TRUE(impact.reached_limit);
  EXPECT_GT(impact.free_until_s, 0.0);
  EXPECT_LE(impact.steps, 2 * kMostImpactSteps + 4);
  EXPECT_FALSE(*IsMotionFree(Box(), motion, Box({6.0, 0.0}), other));
}

// A disc's edge never comes nearer, but every corner of the box beside it does again and again.
TEST(BoundedMotionTest, TurnsFasterThanCanBeSearched) {
  const Motion turning = *Motion::ConstantTwist(Pose2{}, {}, 1e6, 0.0, 1.0);
  const Motion other = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  const MotionDistance least = *MinimumDistanceOverMotion(Box(), turning, Box({6.0, 0.0}), other);
  EXPECT_TRUE(CheckMinimum(least, 4.0 - std::sqrt(5.0), 2.0, 1e-4));
}

TEST(BoundedMotionTest, EverySearchKeepsItsBound) {
  Random random(TestSeed());
  const PoseFunction still = [](double) { return Pose2{}; };
  const auto pairs = static_cast<int>(TestCaseCount(24));
  int capped_minima = 0;
  int capped_impacts = 0;
  for (int i = 0; i < pairs; ++i) {
    const double end_s = random.LogUniform(1e-3, 1e3);
    // Rounding, which is relative to the way that is possible, remains below the tolerances.
    const double speed_mps = random.LogUniform(1.0, 1e6) / end_s;
    const double gap_m = random.LogUniform(1e-3, 1e3);
    const double tolerance_m = random.LogUniform(1e-6, 1.0);
    const Motion motion = *Motion::Bounded(still, {speed_mps, 0.0}, 0.0, end_s);
    const Motion other = *Motion::Stationary(Pose2{}, 0.0, end_s);
    const ConvexPolygon beside = Box({4.0 + gap_m, 0.0});
    const MotionDistance least = *MinimumDistanceOverMotion(Box(), motion, beside, other, tolerance_m);
    capped_minima += CheckMinimum(least, gap_m, gap_m, tolerance_m);
    const ImpactResult impact = *TimeOfImpact(Box(), motion, beside, other);
    EXPECT_LE(impact.steps, 2 * kMostImpactSteps + 4);
    EXPECT_EQ(impact.reached_limit, impact.verdict == MotionVerdict::kUndecided);
    capped_impacts += impact.reached_limit;
    if (HasFailure()) FAIL() << speed_mps << " m/s, " << end_s << " s, " << gap_m << " m, " << tolerance_m << " m";
  }
  EXPECT_GT(10 * capped_minima, 3 * pairs);
  EXPECT_LT(10 * capped_minima, 9 * pairs);
  EXPECT_GT(10 * capped_impacts, pairs);
}

// A drive along an arc, whose acceleration is v^2 / r everywhere, and whose heading swings.
struct Arc {
  double radius_m;
  double turn_radps;
  double swing_rad;
  double swing_radps;

  Pose2 operator()(double time_s) const {
    const double angle = turn_radps * time_s;
    return Pose2::FromYaw(radius_m * Vec2{std::cos(angle), std::sin(angle)},
                          swing_rad * std::cos(swing_radps * time_s));
  }
  Motion::Bounds MotionBounds() const {
    return {radius_m * turn_radps, swing_rad * swing_radps, radius_m * turn_radps * turn_radps,
            swing_rad * swing_radps * swing_radps};
  }
};

// Both turn by at most one radian, so that accelerations hardly change their direction.
Arc RandomArc(Random* random) {
  return {random->LogUniform(1.0, 100.0), random->Uniform(0.1, 1.0), random->Uniform(0.1, 1.0),
          random->Uniform(0.5, 1.0)};
}

// What the queries say of an obstacle beside the start of the arc.
absl::Status AskAll(const Arc& arc, const Motion::Bounds& bounds) {
  const PoseFunction function = arc;
  const Motion motion = *Motion::Bounded(function, bounds, 0.0, 1.0);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  const ConvexPolygon obstacle = Box({arc.radius_m + 6.0, 0.0});
  const absl::Status impact = TimeOfImpact(Box(), motion, obstacle, still).status();
  const absl::Status is_free = IsMotionFree(obstacle, still, Box(), motion).status();
  const absl::Status least = MinimumDistanceOverMotion(Box(), motion, obstacle, still).status();
  EXPECT_EQ(impact.ok(), is_free.ok());
  EXPECT_EQ(impact.ok(), least.ok());
  return impact;
}

TEST(BoundedMotionTest, TrueBoundsAreAccepted) {
  Random random(TestSeed());
  const auto pairs = static_cast<int>(TestCaseCount(2000));
  for (int i = 0; i < pairs; ++i) {
    const Arc arc = RandomArc(&random);
    const absl::Status status = AskAll(arc, arc.MotionBounds());
    ASSERT_TRUE(status.ok()) << i << ": " << status;
  }
}

// Every instant departs from every other one by exactly what the bounds permit, and angles of many
// turns are rounded.
TEST(BoundedMotionTest, ConstantAccelerationsAtTheirBoundsAreAccepted) {
  Random random(TestSeed());
  const auto pairs = static_cast<int>(TestCaseCount(500));
  const ConvexPolygon obstacle = Box({5.0, 0.0});
  for (int i = 0; i < pairs; ++i) {
    const double end_s = random.LogUniform(1e-2, 1e2);
    const double start_s = random.Chance(0.5) ? 0.0 : 1e6;
    const double way_m = random.LogUniform(1e-3, 1e2);
    const double turn_rad = random.LogUniform(1e-3, 1e3);
    const PoseFunction function = [=](double time_s) {
      const double part = (time_s - start_s) / end_s;
      return Pose2::FromYaw({0.0, part * part * way_m}, part * part * turn_rad);
    };
    const Motion::Bounds bounds = {2.0 * way_m / end_s, 2.0 * turn_rad / end_s, 2.0 * way_m / (end_s * end_s),
                                   2.0 * turn_rad / (end_s * end_s)};
    const Motion motion = *Motion::Bounded(function, bounds, start_s, start_s + end_s);
    const Motion still = *Motion::Stationary(Pose2{}, start_s, start_s + end_s);
    const absl::Status impact = TimeOfImpact(Box(), motion, obstacle, still).status();
    const absl::Status least = MinimumDistanceOverMotion(Box(), motion, obstacle, still, 0.01).status();
    ASSERT_TRUE(impact.ok()) << i << ": " << impact;
    ASSERT_TRUE(least.ok()) << i << ": " << least;
  }
}

TEST(BoundedMotionTest, FalseAccelerationsAreRefused) {
  Random random(TestSeed());
  const auto pairs = static_cast<int>(TestCaseCount(2000));
  for (int i = 0; i < pairs; ++i) {
    const Arc arc = RandomArc(&random);
    Motion::Bounds bounds = arc.MotionBounds();
    const bool is_of_heading = random.Chance(0.5);
    double& acceleration = is_of_heading ? bounds.yaw_acceleration_radps2 : bounds.acceleration_mps2;
    acceleration *= random.Uniform(0.0, 0.4);
    const absl::Status status = AskAll(arc, bounds);
    ASSERT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << i << " of heading: " << is_of_heading;
    ASSERT_THAT(status.message(),
                HasSubstr(is_of_heading ? "bounds.yaw_acceleration_radps2" : "bounds.acceleration_mps2"));
  }
}

// Shapes whose circles never come as near as another pair are not searched.
TEST(BoundedMotionTest, FarShapesOfABodyCostNothing) {
  const Motion turning = *Motion::ConstantTwist(Pose2{}, {}, 1.0, 0.0, 1.0);
  const Motion other = *Motion::Stationary(Pose2{{60.0, 0.0}}, 0.0, 1.0);
  const ConvexPolygon near = Box({-54.0, 0.0});
  const MotionDistance alone = *MinimumDistanceOverMotion({Box()}, turning, {near}, other, 1e-4);
  const MotionDistance both = *MinimumDistanceOverMotion({Box()}, turning, {near, Box()}, other, 1e-4);
  EXPECT_EQ(both.steps, alone.steps);
  EXPECT_EQ(both.upper_m, alone.upper_m);
  EXPECT_EQ(both.lower_m, alone.lower_m);
}

}  // namespace
}  // namespace collision2d
