// What fuzzing (//collision2d/fuzz:motion_fuzzer) and reviews found, in round numbers.

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"

namespace collision2d {
namespace {

using ::testing::HasSubstr;

ConvexPolygon Square(Vec2 center = {}) { return ConvexPolygon::Rectangle(1.0, 1.0, center).value(); }

// At times since 1970 doubles are 10^-7 s apart: a pose is that of an instant up to half of that
// away.
TEST(MotionRegressionTest, BoundedMotionOnACoarseClock) {
  constexpr double kStart_s = 1e9;
  const PoseFunction driving = [](double time_s) { return Pose2{{17.5 * (time_s - kStart_s), 0.0}}; };
  const Motion motion = *Motion::Bounded(driving, {17.5, 0.0, 0.0, 0.0}, kStart_s, kStart_s + 2.0);
  const Motion still = *Motion::Stationary(Pose2{}, kStart_s, kStart_s + 2.0);
  const ConvexPolygon obstacle = Square({20.0, 0.25});
  const absl::StatusOr<ImpactResult> impact = TimeOfImpact(Square(), motion, obstacle, still);
  ASSERT_TRUE(impact.ok()) << impact.status();
  EXPECT_EQ(impact->verdict, MotionVerdict::kCollides);
  const double contact_s = kStart_s + 19.0 / 17.5;
  EXPECT_LE(impact->free_until_s, contact_s);
  EXPECT_GE(impact->contact_by_s, contact_s);
  EXPECT_NEAR(impact->contact_by_s, impact->free_until_s, 1e-5);
  EXPECT_TRUE(MinimumDistanceOverMotion(Square(), motion, Square({20.0, 3.0}), still).ok());
}

// More than half a turn between the two instants that a yaw rate is computed from.
TEST(MotionRegressionTest, YawRateTooFastToBeMeasured) {
  constexpr double kYawRate_radps = 0x1p13 * M_PI + 0x1p10;
  const PoseFunction spinning = [](double time_s) { return Pose2::FromYaw({}, kYawRate_radps * time_s); };
  const Motion motion = *Motion::Bounded(spinning, {0.0, kYawRate_radps, 0.0, 0.0}, 0.0, 0x1p-11);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 0x1p-11);
  const ConvexPolygon needle = ConvexPolygon::Rectangle(2.0, 0.01).value();
  const ConvexPolygon obstacle = ConvexPolygon::Rectangle(0.1, 0.1, {0.0, 0.9}).value();
  const ImpactResult impact = *TimeOfImpact(needle, motion, obstacle, still);
  EXPECT_EQ(impact.verdict, MotionVerdict::kCollides);
  EXPECT_LT(impact.contact_by_s, 0.5 * M_PI / kYawRate_radps);
  EXPECT_LT(impact.free_until_s, 0.5 * M_PI / kYawRate_radps);
}

// No march can begin, but contact need not be looked for at the end.
TEST(MotionRegressionTest, TouchingAtTheStartAndSlowlyDeeper) {
  constexpr double kEnd_s = 1e6;
  const Motion motion = *Motion::Linear(Pose2{}, {0.5, 0.0}, 0.0, 0.0, kEnd_s);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, kEnd_s);
  const ImpactResult impact = *TimeOfImpact(Square(), motion, Square({1.0, 0.25}), still);
  EXPECT_EQ(impact.verdict, MotionVerdict::kCollides);
  EXPECT_EQ(impact.free_until_s, 0.0);
  EXPECT_LT(impact.contact_by_s, 1e-5);
}

// The number of steps grows with the speed over the distance, then.
TEST(MotionRegressionTest, UnknownAccelerations) {
  const PoseFunction driving = [](double time_s) { return Pose2{{20.0 * time_s, 0.0}}; };
  const Motion motion = *Motion::Bounded(driving, {20.0, 0.0}, 0.0, 10.0);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 10.0);
  const ConvexPolygon wall = ConvexPolygon::Rectangle(300.0, 1.0, {100.0, 1.125}).value();
  const ImpactResult impact = *TimeOfImpact(Square(), motion, wall, still);
  EXPECT_EQ(impact.verdict, MotionVerdict::kFree);
  EXPECT_FALSE(impact.reached_limit);
}

// Headings with an error say nothing about the yaw rate.
TEST(MotionRegressionTest, HeadingsWithAnError) {
  const PoseFunction trembling = [](double time_s) {
    return Pose2::FromYaw({}, std::fmod(time_s * 0x1p12, 2.0) < 1.0 ? 1e-3 : -1e-3);
  };
  const Motion motion = *Motion::Bounded(trembling, {0.0, 0.0, 0.0, 0.0, 1e-3}, 0.0, 1.0);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  const absl::StatusOr<ImpactResult> impact = TimeOfImpact(Square(), motion, Square({1.25, 0.0}), still);
  ASSERT_TRUE(impact.ok()) << impact.status();
  EXPECT_EQ(impact->verdict, MotionVerdict::kFree);
}

// Such headings do not tell a yaw rate, whatever is known of it.
TEST(MotionRegressionTest, HeadingsWithAnErrorAndAYawRate) {
  const PoseFunction trembling = [](double time_s) {
    return Pose2::FromYaw({}, std::fmod(time_s * 0x1p12, 2.0) < 1.0 ? 1e-3 : -1e-3);
  };
  const Motion motion = *Motion::Bounded(trembling, {0.0, 1.0, 0.0, 0.1, 1e-3}, 0.0, 1.0);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  const absl::Status status = TimeOfImpact(Square(), motion, Square({1.25, 0.0}), still).status();
  EXPECT_TRUE(status.ok()) << status;
}

// A body at rest, given by poses that are off by their error on either side.
TEST(MotionRegressionTest, PlacesWithAnError) {
  const PoseFunction trembling = [](double time_s) { return Pose2{{time_s < 0.25 ? 0.1 : -0.1, 0.0}}; };
  const Motion motion = *Motion::Bounded(trembling, {0.0, 0.0, 0.0, 0.0, 0.1}, 0.0, 1.0);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  const absl::StatusOr<ImpactResult> impact = TimeOfImpact(Square(), motion, Square({1.25, 0.0}), still);
  ASSERT_TRUE(impact.ok()) << impact.status();
  EXPECT_EQ(impact->verdict, MotionVerdict::kFree);
}

// The circles of two discs are as tight as can be.
TEST(MotionRegressionTest, DiscsWithAnErrorOfTheirPlace) {
  const PoseFunction pose = [](double) { return Pose2{}; };
  const Motion motion = *Motion::Bounded(pose, {0.0, 0.0, 0.0, 0.0, 0.1}, 0.0, 1.0);
  const ConvexPolygon disc = *ConvexPolygon::Disc(1.0);
  const auto verdict_at = [&](double distance_m) {
    const Motion still = *Motion::Stationary(Pose2{{distance_m, 0.0}}, 0.0, 1.0);
    return TimeOfImpact(disc, motion, disc, still)->verdict;
  };
  EXPECT_EQ(verdict_at(2.05), MotionVerdict::kUndecided);
  EXPECT_EQ(verdict_at(2.15), MotionVerdict::kFree);
}

// Two corners that face each other, farther apart than contact_tolerance_m, although no edge shows
// that.
TEST(MotionRegressionTest, CornersThatFaceEachOther) {
  const PoseFunction pose = [](double) { return Pose2{}; };
  const Motion motion = *Motion::Bounded(pose, {1.0, 0.0}, 0.0, 10.0);
  const Motion still = *Motion::Stationary(Pose2{{1.08, 1.08}}, 0.0, 10.0);
  const ConvexPolygon square = *ConvexPolygon::Rectangle(1.0, 1.0);
  const ImpactResult impact = *TimeOfImpact(square, motion, square, still, {1e-6, 0.1});
  EXPECT_EQ(impact.verdict, MotionVerdict::kFree);
}

TEST(MotionRegressionTest, FarBodiesTakeNoStep) {
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  const Motion far = *Motion::Stationary(Pose2{{100.0, 0.0}}, 0.0, 1.0);
  EXPECT_EQ(TimeOfImpact(Square(), still, Square(), far)->steps, 0);
}

TEST(MotionRegressionTest, DefaultToleranceOfDistances) {
  const Motion turning = *Motion::ConstantTwist(Pose2{}, {}, 3.0, 0.0, 1.0);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  const std::vector<ConvexPolygon> a = {Square()};
  const std::vector<ConvexPolygon> b = {Square({1.75, 0.0})};
  const MotionDistance expected = *MinimumDistanceOverMotion(a, turning, b, still, 1e-4);
  EXPECT_GT(expected.steps, 0);
  for (const MotionDistance& found :
       {*MinimumDistanceOverMotion(a, turning, b, still), *MinimumDistanceOverMotion(a[0], turning, b[0], still)}) {
    EXPECT_EQ(found.lower_m, expected.lower_m);
    EXPECT_EQ(found.steps, expected.steps);
  }
}

void ExpectRefused(const PoseFunction& function, const char* message) {
  const Motion motion = *Motion::Bounded(function, {0.5, 0.0, 0.0, 0.0}, 0.0, 1.0);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  const absl::Status status = TimeOfImpact(Square(), motion, Square({1.25, 0.0}), still).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr(message));
}

TEST(MotionRegressionTest, IllegalPosesBesideAProbe) {
  ExpectRefused([](double time_s) { return Pose2{{time_s > 0.0 && time_s < 1.0 ? kNaN : 0.0, 0.0}}; }, "motion_a");
  const PoseFunction ends_nowhere = [](double time_s) { return Pose2{{time_s == 1.0 ? kNaN : 0.0, 0.0}}; };
  const absl::Status status = Motion::Bounded(ends_nowhere, {0.5, 0.0, 0.0, 0.0}, 0.0, 1.0).status();
  EXPECT_THAT(status.message(), HasSubstr("end_s"));
  ExpectRefused([](double time_s) { return Pose2{{time_s == 1.0 ? -1e6 : 0.0, 0.0}}; }, "end_s");
}

// The heading half a millisecond after the probe is what the yaw rate is computed from.
TEST(MotionRegressionTest, IllegalHeadingBesideAProbe) {
  for (const double cos : {0.0, kNaN}) {
    const PoseFunction turning = [cos](double time_s) {
      Pose2 pose = Pose2::FromYaw({}, 2.0 * time_s);
      if (time_s > 0.5 && time_s < 0.502) pose.cos = pose.sin = cos;
      return pose;
    };
    const Motion motion = *Motion::Bounded(turning, {2.0, 2.5, 1.0, 1.0}, 0.0, 1.0);
    const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
    const ConvexPolygon rod = ConvexPolygon::Rectangle(4.0, 0.2).value();
    const ConvexPolygon pole = ConvexPolygon::Rectangle(0.02, 0.02, {0.4999, 1.2}).value();
    const absl::StatusOr<ImpactResult> impact = TimeOfImpact(rod, motion, pole, still);
    if (impact.ok()) {
      EXPECT_NE(impact->verdict, MotionVerdict::kFree);
    } else {
      EXPECT_THAT(impact.status().message(), HasSubstr("motion_a"));
    }
  }
}

// The square of the way underflows.
TEST(MotionRegressionTest, NeedleThatTurnsAndHardlyMoves) {
  const ConvexPolygon needle = ConvexPolygon::Rectangle(1e-3, 1e-5).value();
  const ConvexPolygon pole = ConvexPolygon::Rectangle(1e-5, 1e-5, {0.0, 4e-4}).value();
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  for (const double way_m : {0.0, 1e-320, 1e-160, 1e-155, 1e-100, 1e-30}) {
    const Motion turning = *Motion::Linear(Pose2{}, {way_m, 0.0}, 1.57, 0.0, 1.0);
    const absl::StatusOr<ImpactResult> impact = TimeOfImpact(needle, turning, pole, still);
    ASSERT_TRUE(impact.ok()) << impact.status();
    EXPECT_EQ(impact->verdict, MotionVerdict::kCollides) << way_m;
  }
}

TEST(MotionRegressionTest, ShapesAtOppositeEndsOfWhatIsLegal) {
  const Vec2 corner = {9e7, 9e7};
  const Motion motion_a = *Motion::Linear(Pose2{{1e8, 1e8}}, {}, 0.0, 0.0, 1.0, corner);
  const Motion motion_b = *Motion::Linear(Pose2{{-1e8, -1e8}}, {}, 0.0, 0.0, 1.0, -corner);
  const absl::StatusOr<MotionDistance> least =
      MinimumDistanceOverMotion(Square(corner), motion_a, Square(-corner), motion_b);
  ASSERT_TRUE(least.ok()) << least.status();
  EXPECT_NEAR(least->upper_m, std::sqrt(2.0) * (3.8e8 - 1.0), 1.0);
}

// Its tips come within a micrometre of the wall again and again.
TEST(MotionRegressionTest, WheelAboveAWallThatRises) {
  const ConvexPolygon wheel = RegularPolygon(24, 1.0);
  const ConvexPolygon wall = ConvexPolygon::Rectangle(10.0, 1.0, {0.0, -1.5 - 9e-7}).value();
  const Motion turning = *Motion::Linear(Pose2{}, {}, 10.0, 0.0, 10.0);
  const Motion rising = *Motion::Linear(Pose2{}, {0.0, 1.2 * 9e-7}, 0.0, 0.0, 10.0);
  const absl::StatusOr<ImpactResult> impact = TimeOfImpact(wheel, turning, wall, rising);
  ASSERT_TRUE(impact.ok()) << impact.status();
  EXPECT_NE(impact->verdict, MotionVerdict::kFree);
  EXPECT_FALSE(impact->reached_limit);
}

// Half of it is 0.
TEST(MotionRegressionTest, TheLeastEpsilon) {
  const ConvexPolygon wheel = RegularPolygon(24, 1.0);
  const ConvexPolygon wall = ConvexPolygon::Rectangle(10.0, 1.0, {0.0, -1.5 - 9e-7}).value();
  const Motion turning = *Motion::Linear(Pose2{}, {}, 10.0, 0.0, 10.0);
  const Motion rising = *Motion::Linear(Pose2{}, {0.0, 1.2 * 9e-7}, 0.0, 0.0, 10.0);
  for (const double contact_tolerance_m : {std::numeric_limits<double>::denorm_min(), 1e-300}) {
    const absl::StatusOr<ImpactResult> impact = TimeOfImpact(wheel, turning, wall, rising, {1e-6, contact_tolerance_m});
    ASSERT_TRUE(impact.ok()) << impact.status();
    EXPECT_EQ(impact->verdict, MotionVerdict::kCollides);
    EXPECT_FALSE(impact->reached_limit) << impact->steps;
    EXPECT_LT(impact->steps, 10'000);
  }
}

// The first contact, 22 time tolerances before a later one was reported, is over within a part of
// the tolerance.
TEST(MotionRegressionTest, BriefContactOfABodyThatTurnsWithinTheTolerance) {
  const ConvexPolygon rod = ConvexPolygon::Rectangle(0x1.e91a37ca1c7e1p+0, 0x1.9c333d5337435p-6).value();
  const ConvexPolygon pole = RegularPolygon(5, 0x1.55272696e30aap-2);
  constexpr double kEnd_s = 0x1.a3c51652ecc2bp-14;
  const Pose2 start({0x1.c338784acf24p-3, 0x1.237faa88a0a98p+0},
                    UnitRotation(0x1.c111710ecdaedp-2, -0x1.cc23bcf537d3ap-1));
  const Pose2 beside({0x1.499419b1f6e98p-1, 0x1.3429c6ecdb896p+1}, UnitRotation(start.cos, start.sin));
  const Motion turning =
      *Motion::Linear(start, {0x1.892b41d7fc8e6p-6, 0x1.269347e9c8d3p-4}, -0x1.175bd9bc96b3fp+6, 0.0, kEnd_s);
  const Motion other = *Motion::Linear(beside, {}, 0x1.b4f47abdb68e4p-2, 0.0, kEnd_s);
  const ImpactResult impact = *TimeOfImpact(rod, turning, pole, other);
  EXPECT_EQ(impact.verdict, MotionVerdict::kCollides);
  EXPECT_FALSE(impact.reached_limit);
  EXPECT_LE(impact.contact_by_s - impact.free_until_s, 1e-6 * (1.0 + 1e-9));
}

TEST(MotionRegressionTest, BoundsWhoseSquaresOverflow) {
  const PoseFunction still = [](double) { return Pose2{}; };
  EXPECT_THAT(Motion::Bounded(still, {2.0, 1e200}, 0.0, 1.0).status().message(), HasSubstr("bounds.yaw_rate_radps"));
  EXPECT_THAT(Motion::Bounded(still, {1.7e308, 0.0}, 0.0, 1.0).status().message(), HasSubstr("bounds.speed_mps"));
}

TEST(MotionRegressionTest, SpeedsThatOverflow) {
  const absl::Status status = Motion::Linear(Pose2{}, {744.0, 136.0}, 0.0, 0.0, 0x1p-1017).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("end_s"));
}

}  // namespace
}  // namespace collision2d
