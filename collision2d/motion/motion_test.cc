#include "collision2d/motion/motion.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

void ExpectPose(const Pose2& pose, double x, double y, double yaw) {
  EXPECT_NEAR(pose.translation.x, x, 1e-13);
  EXPECT_NEAR(pose.translation.y, y, 1e-13);
  EXPECT_NEAR(pose.cos, std::cos(yaw), 1e-14);
  EXPECT_NEAR(pose.sin, std::sin(yaw), 1e-14);
}

TEST(MotionTest, LinearIsLinearInTranslationAndYaw) {
  const Motion motion = *Motion::Linear(Pose2::FromYaw({1.0, 2.0}, 0.5), {4.0, -8.0}, 3.0, 10.0, 12.0);
  ExpectPose(motion.PoseAt(10.0), 1.0, 2.0, 0.5);
  ExpectPose(motion.PoseAt(10.5), 2.0, 0.0, 1.25);
  ExpectPose(motion.PoseAt(12.0), 5.0, -6.0, 3.5);
}

TEST(MotionTest, LinearMovesTheReferencePointStraight) {
  const Vec2 reference = {1.5, 0.25};
  const Motion motion = *Motion::Linear(Pose2::FromYaw({}, 1.0), {3.0, 1.0}, -20.0, 0.0, 1.0, reference);
  const Vec2 start = Pose2::FromYaw({}, 1.0) * reference;
  for (const double t : {0.0, 0.125, 0.7, 1.0}) {
    const Vec2 at = motion.PoseAt(t) * reference;
    EXPECT_NEAR(at.x, start.x + 3.0 * t, 1e-13);
    EXPECT_NEAR(at.y, start.y + t, 1e-13);
    EXPECT_NEAR(motion.PoseAt(t).cos, std::cos(1.0 - 20.0 * t), 1e-13);
  }
}

TEST(MotionTest, BetweenTurnsTheShorterWayThroughPi) {
  const Motion motion = *Motion::Between(Pose2::FromYaw({}, 3.0), Pose2::FromYaw({2.0, 0.0}, -3.0), 0.0, 1.0);
  ExpectPose(motion.PoseAt(0.5), 1.0, 0.0, M_PI);
  const Motion half_turn = *Motion::Between(Pose2{}, Pose2({}, UnitRotation(-1.0, 0.0)), 0.0, 1.0);
  ExpectPose(half_turn.PoseAt(0.5), 0.0, 0.0, M_PI / 2.0);
}

TEST(MotionTest, ConstantTwistFollowsACircle) {
  // Forward at 2 m/s, left at 0.5 rad/s: a circle with a radius of 4 m.
  const Motion motion = *Motion::ConstantTwist(Pose2::FromYaw({1.0, 1.0}, 0.0), {2.0, 0.0}, 0.5, 0.0, 40.0);
  for (const double t : {0.0, 1.0, 7.0, 40.0}) {
    ExpectPose(motion.PoseAt(t), 1.0 + 4.0 * std::sin(0.5 * t), 1.0 + 4.0 * (1.0 - std::cos(0.5 * t)), 0.5 * t);
  }
  const Motion straight = *Motion::ConstantTwist(Pose2::FromYaw({}, M_PI / 2.0), {2.0, 1.0}, 0.0, 0.0, 1.0);
  ExpectPose(straight.PoseAt(1.0), -1.0, 2.0, M_PI / 2.0);
  const Motion nearly_straight = *Motion::ConstantTwist(Pose2{}, {2.0, 0.0}, 1e-200, 0.0, 1.0);
  ExpectPose(nearly_straight.PoseAt(1.0), 2.0, 0.0, 0.0);
}

TEST(MotionTest, BoundedReturnsTheFunctionsPoses) {
  const PoseFunction poses = [](double t) { return Pose2::FromYaw({t * t, 0.0}, t); };
  const Motion motion = *Motion::Bounded(poses, {4.0, 1.0, 2.0, 0.0}, 0.0, 2.0);
  ExpectPose(motion.PoseAt(1.5), 2.25, 0.0, 1.5);
}

// Velocities are difference quotients of poses that are rounded, far from the origin by much, and
// that accelerate.
TEST(MotionTest, VelocitiesOfAFunctionAreWithinTheirErrors) {
  for (const double offset_m : {0.0, 12345678.9}) {
    for (const double acceleration : {0.0, 2.0}) {
      const PoseFunction poses = [&](double t) {
        return Pose2::FromYaw({offset_m + 0.3 * t + 0.5 * acceleration * t * t, 0.0},
                              0.7 * t + 0.5 * acceleration * t * t);
      };
      const double most = 0.3 + 2.0 * acceleration;
      const Motion motion =
          *Motion::Bounded(poses, {most, 0.7 + 2.0 * acceleration, acceleration, acceleration}, 0.0, 2.0);
      const Motion::Departure& errors = motion.departure();
      EXPECT_LT(errors.speed_error_mps, 1e-3);
      EXPECT_LT(errors.yaw_rate_error_radps, 1e-3);
      for (const double t : {0.0, 0.37, 0.9, 1.23, 1.7, 2.0}) {
        const Motion::State state = motion.StateAfter(t);
        EXPECT_LE(std::abs(state.velocity_mps.x - (0.3 + acceleration * t)), errors.speed_error_mps + 1e-15) << t;
        EXPECT_LE(std::abs(state.yaw_rate_radps - (0.7 + acceleration * t)), errors.yaw_rate_error_radps + 1e-15) << t;
      }
    }
  }
}

TEST(MotionTest, BoundsOfALinearMotion) {
  const Motion::Bounds bounds = Motion::Linear(Pose2{}, {3.0, 4.0}, 0.5, 0.0, 2.0)->bounds();
  EXPECT_NEAR(bounds.speed_mps, 2.5, 1e-10);
  EXPECT_NEAR(bounds.yaw_rate_radps, 0.25, 1e-10);
  EXPECT_EQ(bounds.acceleration_mps2, 0.0);
  EXPECT_EQ(bounds.yaw_acceleration_radps2, 0.0);
  EXPECT_EQ(bounds.pose_error_m, 0.0);
}

// A body at rest whose poses tremble by their error.
TEST(MotionTest, VelocitiesOfPosesWithAnErrorAreWithinTheirErrors) {
  const PoseFunction trembling = [](double time_s) {
    return Pose2{{std::fmod(time_s * 0x1p12, 2.0) < 1.0 ? 1e-3 : -1e-3, 0.0}};
  };
  const Motion motion = *Motion::Bounded(trembling, {1000.0, 1.0, 1.0, 0.1, 1e-3}, 0.0, 1.0);
  EXPECT_LT(motion.departure().speed_error_mps, 10.0);
  for (const double t : {0.0, 0.37, 0.9, 1.0}) {
    EXPECT_LE(Norm(motion.StateAfter(t).velocity_mps), motion.departure().speed_error_mps) << t;
  }
}

TEST(MotionTest, ErrorsAreRelativeToTheCoordinates) {
  const PoseFunction drive = [](double time_s) { return Pose2{{3.0 + 10.0 * time_s, 4.0}}; };
  const Motion motion = *Motion::Bounded(drive, {10.0, 0.0}, 0.0, 10.0);
  const double coordinates_m = 103.0 + 4.0;
  EXPECT_GE(motion.ErrorMagnitude(0.0), coordinates_m);
  EXPECT_LE(motion.ErrorMagnitude(0.0), 2.0 * coordinates_m);
  const double of_reach_m = motion.ErrorMagnitude(5.0) - motion.ErrorMagnitude(0.0);
  EXPECT_GE(of_reach_m, 5.0);
  EXPECT_LE(of_reach_m, 10.0 + 1e-9);
}

TEST(MotionTest, FunctionsAreNotAskedOutsideOfTheMotion) {
  for (const double duration_s : {1e-5, 1e-4, 1.0}) {
    const PoseFunction watched = [duration_s](double time_s) {
      EXPECT_GE(time_s, 1.0);
      EXPECT_LE(time_s, 1.0 + duration_s);
      return Pose2{{time_s, 0.0}};
    };
    const Motion motion = *Motion::Bounded(watched, {2.0, 0.0, 0.0, 0.0}, 1.0, 1.0 + duration_s);
    for (const double part : {0.0, 0.1, 0.5, 0.9, 1.0}) {
      EXPECT_NEAR(motion.StateAfter(part * motion.duration_s()).velocity_mps.x, 1.0, 1e-3);
    }
  }
}

TEST(MotionTest, ATurnThatUnderflowsIsStraight) {
  ExpectPose(Motion::ConstantTwist(Pose2{}, {1.0, 0.0}, 0x1p-1074, 0.0, 1.0)->PoseAt(0.25), 0.25, 0.0, 0.0);
}

TEST(MotionTest, RotationsOfAFunctionAreMadeUnit) {
  constexpr double kLonger = 1.0 + 4e-13;
  const PoseFunction poses = [](double) { return Pose2({}, UnitRotation(0.6 * kLonger, 0.8 * kLonger)); };
  const Motion::State state = Motion::Bounded(poses, {1.0, 1.0, 1.0, 1.0}, 0.0, 2.0)->StateAfter(0.5);
  EXPECT_NEAR(state.pose.cos, 0.6, 2e-16);
  EXPECT_NEAR(state.pose.sin, 0.8, 2e-16);
}

TEST(MotionTest, OneInstantIsLegal) {
  ExpectPose(Motion::Linear(Pose2::FromYaw({1.0, 2.0}, 0.5), {4.0, 4.0}, 1.0, 3.0, 3.0)->PoseAt(3.0), 1.0, 2.0, 0.5);
  EXPECT_TRUE(Motion::ConstantTwist(Pose2{}, {1.0, 0.0}, 1.0, 3.0, 3.0).ok());
}

// What motions and queries refuse names the argument.
void ExpectRefused(const absl::Status& status, const std::string& argument) {
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << argument;
  EXPECT_TRUE(absl::StrContains(status.message(), argument)) << "expected " << argument << " in: " << status;
}

ConvexPolygon Car() { return ConvexPolygon::Rectangle(4.0, 2.0).value(); }

Motion Still(double start_s = 0.0, double end_s = 1.0, Vec2 place = {}) {
  return Motion::Stationary({place}, start_s, end_s).value();
}

TEST(BadMotions, Times) {
  ExpectRefused(Motion::Stationary({}, 1.0, 0.0).status(), "end_s");
  ExpectRefused(Motion::Stationary({}, 1.0, 0.5).status(), "end_s");
  ExpectRefused(Motion::Linear({}, {}, 0.0, 1.0, 0.5).status(), "end_s");
  ExpectRefused(Motion::ConstantTwist({}, {}, 0.0, 1.0, 0.5).status(), "end_s");
  ExpectRefused(Motion::Between({}, {}, 1.0, 0.5).status(), "end_s");
  for (const double bad : {kNaN, kInf, -kInf}) {
    ExpectRefused(Motion::Stationary({}, bad, 1.0).status(), "start_s");
    ExpectRefused(Motion::Stationary({}, 0.0, bad).status(), "end_s");
    ExpectRefused(Motion::Linear({}, {}, 0.0, 0.0, bad).status(), "end_s");
  }
  ExpectRefused(Motion::Stationary({}, -1e308, 1e308).status(), "end_s");
  ExpectRefused(Motion::Stationary({}, 0.0, 1e-40).status(), "neither 0 nor at least");
  EXPECT_TRUE(Motion::Stationary({}, 0.0, 0x1p-100).ok());
}

TEST(BadMotions, PosesAndWays) {
  for (const double bad : {kNaN, kInf, 2e8}) {
    ExpectRefused(Motion::Stationary({{bad, 0.0}}, 0.0, 1.0).status(), "world_from_body");
    ExpectRefused(Motion::Linear({{0.0, bad}}, {}, 0.0, 0.0, 1.0).status(), "world_from_body");
    ExpectRefused(Motion::Linear({}, {0.0, bad}, 0.0, 0.0, 1.0).status(), "displacement_m");
    ExpectRefused(Motion::Linear({}, {}, bad, 0.0, 1.0).status(), "turn_rad");
    ExpectRefused(Motion::Linear({}, {}, 0.0, 0.0, 1.0, {bad, 0.0}).status(), "reference");
    ExpectRefused(Motion::Between({}, {{bad, 0.0}}, 0.0, 1.0).status(), "world_from_body_at_end");
    ExpectRefused(Motion::Between({{bad, 0.0}}, {}, 0.0, 1.0).status(), "world_from_body_at_start");
    ExpectRefused(Motion::ConstantTwist({}, {bad, 0.0}, 0.0, 0.0, 1.0).status(), "velocity_in_body_mps");
    ExpectRefused(Motion::ConstantTwist({}, {}, bad, 0.0, 1.0).status(), "yaw_rate_radps");
  }
  EXPECT_TRUE(Motion::Linear({}, {}, kMaxAngle_rad, 0.0, 1.0).ok());
  ExpectRefused(Motion::Linear({}, {}, std::nextafter(kMaxAngle_rad, kInf), 0.0, 1.0).status(), "turn_rad");
  ExpectRefused(Motion::Linear({}, {}, 2e6, 0.0, 1.0).status(), "turn_rad");
  ExpectRefused(Motion::ConstantTwist({}, {1e3, 0.0}, 0.0, 0.0, 1e6).status(), "velocity_in_body_mps");
  ExpectRefused(Motion::ConstantTwist({}, {}, 10.0, 0.0, 1e6).status(), "yaw_rate_radps");
  // Not unit rotations.
  ExpectRefused(Motion::Stationary(Pose2({}, UnitRotation(0.5, 0.5)), 0.0, 1.0).status(),
                "world_from_body: (cos, sin)");
  ExpectRefused(Motion::Stationary(Pose2({}, UnitRotation(1.0, 0.1)), 0.0, 1.0).status(), "world_from_body");
  ExpectRefused(Motion::Between({}, Pose2({}, UnitRotation(0.0, 0.0)), 0.0, 1.0).status(), "world_from_body_at_end");
  ExpectRefused(Motion::ConstantTwist(Pose2({}, UnitRotation(kNaN, 0.0)), {}, 0.0, 0.0, 1.0).status(),
                "world_from_body");
}

TEST(BadMotions, Bounds) {
  const PoseFunction still = [](double) { return Pose2{}; };
  const auto bounded = [&still](const Motion::Bounds& bounds) {
    return Motion::Bounded(still, bounds, 0.0, 1.0).status();
  };
  ExpectRefused(Motion::Bounded(nullptr, {}, 0.0, 1.0).status(), "world_from_body");
  EXPECT_TRUE(bounded({}).ok());
  for (const double bad : {-1.0, -1e-300, kNaN}) {
    ExpectRefused(bounded({bad}), "bounds.speed_mps");
    ExpectRefused(bounded({0.0, bad}), "bounds.yaw_rate_radps");
    ExpectRefused(bounded({0.0, 0.0, bad}), "bounds.acceleration_mps2");
    ExpectRefused(bounded({0.0, 0.0, 0.0, bad}), "bounds.yaw_acceleration_radps2");
    ExpectRefused(bounded({0.0, 0.0, 0.0, 0.0, bad}), "bounds.pose_error_m");
  }
  ExpectRefused(bounded({kInf}), "bounds.speed_mps");
  ExpectRefused(bounded({0.0, 0.0, 1e31}), "bounds.acceleration_mps2");
  ExpectRefused(Motion::Bounded(still, {-1.0}, 1.0, 0.0).status(), "end_s");
  ExpectRefused(bounded({0.0, kInf}), "bounds.yaw_rate_radps");
  ExpectRefused(bounded({0.0, 0.0, 0.0, 0.0, kInf}), "bounds.pose_error_m");
  EXPECT_TRUE(bounded({1.0, 1.0, kInf, kInf}).ok());
  const PoseFunction nowhere = [](double) { return Pose2({kNaN, 0.0}, UnitRotation(1.0, 0.0)); };
  ExpectRefused(Motion::Bounded(nowhere, {}, 0.0, 1.0).status(), "world_from_body at start_s");
}

TEST(BadMotions, Queries) {
  const ConvexPolygon box = Car();
  for (const double bad : {0.0, -1.0, kNaN, kInf}) {
    ExpectRefused(TimeOfImpact(box, Still(), box, Still(), {bad, 1e-6}).status(), "time_tolerance_s");
    ExpectRefused(TimeOfImpact(box, Still(), box, Still(), {1e-6, bad}).status(), "contact_tolerance_m");
    ExpectRefused(IsMotionFree(box, Still(), box, Still(), {bad, 1e-6}).status(), "time_tolerance_s");
    ExpectRefused(IsMotionFree(box, Still(), box, Still(), {1e-6, bad}).status(), "contact_tolerance_m");
    ExpectRefused(MinimumDistanceOverMotion(box, Still(), box, Still(), bad).status(), "tolerance_m");
  }
  const std::vector<ConvexPolygon> one = {box};
  const absl::Span<const ConvexPolygon> none;
  const Motion still = Still();
  ExpectRefused(TimeOfImpact(none, still, one, still).status(), "a: ");
  ExpectRefused(TimeOfImpact(one, still, none, still).status(), "b: ");
  // If there are two mistakes, the first one is named.
  ExpectRefused(TimeOfImpact(none, still, one, still, {0.0, 1e-6}).status(), "a: ");
  ExpectRefused(IsMotionFree(none, still, one, still).status(), "a: ");
  ExpectRefused(MinimumDistanceOverMotion(one, still, none, still).status(), "b: ");
  ExpectRefused(TimeOfImpact(box, Still(0.0, 1.0), box, Still(0.0, 2.0)).status(), "motion_b");
  ExpectRefused(IsMotionFree(box, Still(0.0, 1.0), box, Still(0.5, 1.0)).status(), "motion_b");
  ExpectRefused(MinimumDistanceOverMotion(box, Still(0.0, 1.0), box, Still(0.0, 0.5)).status(), "motion_b");
}

// The function's pose jumps, turns, or is not legal, after a quarter of the motion.
TEST(BadMotions, PosesThatContradictTheirBounds) {
  const ConvexPolygon box = Car();
  const Motion other = Still(0.0, 1.0, {4.1, 0.0});
  const std::vector<PoseFunction> functions = {
      [](double time_s) {
        return Pose2{{time_s > 0.25 ? 1.0 : 0.0, 0.0}};
      },
      [](double time_s) {
        return Pose2{{time_s > 0.25 && time_s < 1.0 ? kNaN : 0.0, 0.0}};
      },
      [](double time_s) { return Pose2({}, UnitRotation(time_s > 0.25 && time_s < 1.0 ? 0.5 : 1.0, 0.0)); },
      [](double time_s) { return Pose2::FromYaw({}, time_s > 0.25 ? 1.0 : 0.0); },
      [](double time_s) { return Pose2::FromYaw({}, time_s > 0.25 && time_s < 1.0 ? time_s - 0.25 : 0.0); },
  };
  for (const double acceleration : {0.1, kInf}) {
    for (const PoseFunction& function : functions) {
      SCOPED_TRACE(absl::StrCat("function ", &function - functions.data(), ", acceleration ", acceleration));
      const absl::StatusOr<Motion> motion = Motion::Bounded(function, {0.1, 0.1, acceleration, acceleration}, 0.0, 1.0);
      ASSERT_TRUE(motion.ok()) << motion.status();
      ExpectRefused(TimeOfImpact(box, *motion, box, other).status(), "motion_a");
      ExpectRefused(IsMotionFree(box, other, box, *motion).status(), "motion_b");
      ExpectRefused(MinimumDistanceOverMotion(box, *motion, box, other).status(), "motion_a");
    }
  }
}

// A jump, or a turn, around the instant at which another body passes.
TEST(BadMotions, NamesTheBoundThatIsContradicted) {
  const ConvexPolygon box = Car();
  const Motion passing = Motion::Linear({{-10.0, 3.0}}, {20.0, 0.0}, 0.0, 0.0, 1.0).value();
  for (const bool is_bounded : {false, true}) {
    const double acceleration = is_bounded ? 0.0 : kInf;
    // A small one contradicts an acceleration only.
    const double size = is_bounded ? 0.02 : 0.2;
    const auto now = [size](double time_s) { return time_s > 0.25 && time_s < 1.0 ? size : 0.0; };
    const PoseFunction jump = [now](double time_s) { return Pose2{{0.0, -now(time_s)}}; };
    const PoseFunction turn = [now](double time_s) { return Pose2::FromYaw({}, now(time_s)); };
    const Motion jumping = Motion::Bounded(jump, {0.1, 0.1, acceleration, acceleration}, 0.0, 1.0).value();
    ExpectRefused(TimeOfImpact(box, jumping, box, passing).status(),
                  is_bounded ? "motion_a: bounds.acceleration_mps2" : "motion_a: bounds.speed_mps");
    const Motion turning = Motion::Bounded(turn, {0.1, 0.1, acceleration, acceleration}, 0.0, 1.0).value();
    ExpectRefused(TimeOfImpact(box, passing, box, turning).status(),
                  is_bounded ? "motion_b: bounds.yaw_acceleration_radps2" : "motion_b: bounds.yaw_rate_radps");
  }
  // Both contradict their bounds: the first one is named.
  const Motion away = Motion::Bounded([](double time_s) { return Pose2{{time_s, 0.0}}; }, {0.1, 0.1}, 0.0, 1.0).value();
  ExpectRefused(TimeOfImpact(box, away, box, away).status(), "motion_a");
}

}  // namespace
}  // namespace collision2d
