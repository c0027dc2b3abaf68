// What motions and queries refuse names the argument.

#include <limits>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

void ExpectRefused(const absl::Status& status, const std::string& argument) {
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << argument;
  EXPECT_TRUE(absl::StrContains(status.message(), argument)) << "expected " << argument << " in: " << status;
}

ConvexPolygon Box() { return ConvexPolygon::Rectangle(4.0, 2.0).value(); }

Motion Still(double start_s = 0.0, double end_s = 1.0, Vec2 place = {}) {
  return Motion::Stationary({place}, start_s, end_s).value();
}

TEST(BadMotions, Times) {
  ExpectRefused(Motion::Stationary({}, 1.0, 0.0).status(), "end_s");
  ExpectRefused(Motion::Linear({}, {}, 0.0, 1.0, 0.5).status(), "end_s");
  ExpectRefused(Motion::ConstantTwist({}, {}, 0.0, 1.0, 0.5).status(), "end_s");
  ExpectRefused(Motion::Between({}, {}, 1.0, 0.5).status(), "end_s");
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    ExpectRefused(Motion::Stationary({}, bad, 1.0).status(), "start_s");
    ExpectRefused(Motion::Stationary({}, 0.0, bad).status(), "end_s");
    ExpectRefused(Motion::Linear({}, {}, 0.0, 0.0, bad).status(), "end_s");
  }
}

TEST(BadMotions, PosesAndWays) {
  for (const double bad : {kNaN, kInfinity, 2e8}) {
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
  // Not unit rotations.
  ExpectRefused(Motion::Stationary({{}, 1.0, 0.1}, 0.0, 1.0).status(), "world_from_body");
  ExpectRefused(Motion::Between({}, {{}, 0.0, 0.0}, 0.0, 1.0).status(), "world_from_body_at_end");
  ExpectRefused(Motion::ConstantTwist({{}, kNaN, 0.0}, {}, 0.0, 0.0, 1.0).status(), "world_from_body");
}

TEST(BadMotions, Bounds) {
  const PoseFunction still = [](double) { return Pose2{}; };
  const auto bounded = [&still](const Motion::Bounds& bounds) {
    return Motion::Bounded(still, bounds, 0.0, 1.0).status();
  };
  ExpectRefused(Motion::Bounded(nullptr, {}, 0.0, 1.0).status(), "world_from_body");
  EXPECT_TRUE(bounded({}).ok());
  for (const double bad : {-1.0, -1e-300, kNaN}) {
    ExpectRefused(bounded({bad}), "speed_mps");
    ExpectRefused(bounded({0.0, bad}), "yaw_rate_radps");
    ExpectRefused(bounded({0.0, 0.0, bad}), "acceleration_mps2");
    ExpectRefused(bounded({0.0, 0.0, 0.0, bad}), "yaw_acceleration_radps2");
    ExpectRefused(bounded({0.0, 0.0, 0.0, 0.0, bad}), "pose_error_m");
  }
  ExpectRefused(bounded({kInfinity}), "speed_mps");
  ExpectRefused(bounded({0.0, 0.0, 1e31}), "acceleration_mps2");
  ExpectRefused(Motion::Bounded(still, {-1.0}, 1.0, 0.0).status(), "end_s");
  ExpectRefused(bounded({0.0, kInfinity}), "yaw_rate_radps");
  ExpectRefused(bounded({0.0, 0.0, 0.0, 0.0, kInfinity}), "pose_error_m");
  EXPECT_TRUE(bounded({1.0, 1.0, kInfinity, kInfinity}).ok());
}

TEST(BadMotions, Queries) {
  const ConvexPolygon box = Box();
  for (const double bad : {0.0, -1.0, kNaN, kInfinity}) {
    ExpectRefused(TimeOfImpact(box, Still(), box, Still(), {bad, 1e-6}).status(), "time_tolerance_s");
    ExpectRefused(TimeOfImpact(box, Still(), box, Still(), {1e-6, bad}).status(), "epsilon_m");
    ExpectRefused(IsMotionFree(box, Still(), box, Still(), {bad, 1e-6}).status(), "time_tolerance_s");
    ExpectRefused(IsMotionFree(box, Still(), box, Still(), {1e-6, bad}).status(), "epsilon_m");
    ExpectRefused(MinimumDistanceOverMotion(box, Still(), box, Still(), bad).status(), "tolerance_m");
  }
  const std::vector<ConvexPolygon> one = {box};
  const absl::Span<const ConvexPolygon> none;
  const Motion still = Still();
  ExpectRefused(TimeOfImpact(none, still, one, still).status(), "a: ");
  ExpectRefused(TimeOfImpact(one, still, none, still).status(), "b: ");
  // Of two mistakes the first.
  ExpectRefused(TimeOfImpact(none, still, one, still, {0.0, 1e-6}).status(), "a: ");
  ExpectRefused(IsMotionFree(none, still, one, still).status(), "a: ");
  ExpectRefused(MinimumDistanceOverMotion(one, still, none, still).status(), "b: ");
  ExpectRefused(TimeOfImpact(box, Still(0.0, 1.0), box, Still(0.0, 2.0)).status(), "motion_b");
  ExpectRefused(IsMotionFree(box, Still(0.0, 1.0), box, Still(0.5, 1.0)).status(), "motion_b");
  ExpectRefused(MinimumDistanceOverMotion(box, Still(0.0, 1.0), box, Still(0.0, 0.5)).status(), "motion_b");
}

// The function's pose jumps, turns, or is not legal, after a quarter of the motion.
TEST(BadMotions, PosesThatContradictTheirBounds) {
  const ConvexPolygon box = Box();
  const Motion other = Still(0.0, 1.0, {4.1, 0.0});
  const std::vector<PoseFunction> functions = {
      [](double time_s) {
        return Pose2{{time_s > 0.25 ? 1.0 : 0.0, 0.0}};
      },
      [](double time_s) {
        return Pose2{{time_s > 0.25 && time_s < 1.0 ? kNaN : 0.0, 0.0}};
      },
      [](double time_s) {
        return Pose2{{}, time_s > 0.25 && time_s < 1.0 ? 0.5 : 1.0, 0.0};
      },
      [](double time_s) { return Pose2::FromYaw({}, time_s > 0.25 ? 1.0 : 0.0); },
      [](double time_s) { return Pose2::FromYaw({}, time_s > 0.25 && time_s < 1.0 ? time_s - 0.25 : 0.0); },
  };
  for (const double acceleration : {0.1, kInfinity}) {
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
  const ConvexPolygon box = Box();
  const Motion passing = Motion::Linear({{-10.0, 3.0}}, {20.0, 0.0}, 0.0, 0.0, 1.0).value();
  for (const bool is_bounded : {false, true}) {
    const double acceleration = is_bounded ? 0.0 : kInfinity;
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
  // Of two the first.
  const Motion away = Motion::Bounded([](double time_s) { return Pose2{{time_s, 0.0}}; }, {0.1, 0.1}, 0.0, 1.0).value();
  ExpectRefused(TimeOfImpact(box, away, box, away).status(), "motion_a");
}

}  // namespace
}  // namespace collision2d
