// The oracle on motions whose first contact and least distance are known in closed form.

#include "collision2d/motion/testing/motion_oracle.h"

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

using Verdict = MotionOracle::Verdict;

constexpr double kPi = 3.141592653589793;

ConvexPolygon Box(double length_m, double width_m, double radius_m = 0.0) {
  return ConvexPolygon::Create(ConvexPolygon::Rectangle(length_m, width_m)->vertices(), radius_m).value();
}

ConvexPolygon Point(double radius_m = 0.0) { return ConvexPolygon::Create({{Vec2{0.0, 0.0}}}, radius_m).value(); }

MotionSpec Linear(const Pose2& start, Vec2 displacement_m, double turn_rad, double end_s, Vec2 reference = {}) {
  MotionSpec spec;
  spec.start = start;
  spec.displacement_m = displacement_m;
  spec.turn_rad = turn_rad;
  spec.end_s = end_s;
  spec.reference = reference;
  return spec;
}

MotionSpec Twist(const Pose2& start, Vec2 velocity_mps, double yaw_rate_radps, double end_s) {
  MotionSpec spec;
  spec.kind = MotionSpec::Kind::kTwist;
  spec.start = start;
  spec.velocity_mps = velocity_mps;
  spec.yaw_rate_radps = yaw_rate_radps;
  spec.end_s = end_s;
  return spec;
}

void ExpectContactAt(MotionOracle oracle, double time_s) {
  const MotionOracle::Decision decision = oracle.Decide();
  ASSERT_EQ(decision.verdict, Verdict::kCollides);
  EXPECT_LE(decision.contact_by_s - decision.free_until_s, 1e-9);
  EXPECT_NEAR(decision.contact_by_s, time_s, 1.1e-9);
  EXPECT_TRUE(oracle.ProvesApart(0.0, decision.free_until_s));
  EXPECT_TRUE(oracle.ProvesContact(decision.contact_by_s));
  EXPECT_FALSE(oracle.ProvesApart(0.0, decision.contact_by_s));
  EXPECT_EQ(oracle.MinimumDistance(1e-4).lower, 0.0);
}

TEST(MotionOracle, BoxDrivesIntoPole) {
  const MotionSpec box = Linear({}, {10.0, 0.0}, 0.0, 1.0);
  const MotionSpec pole = Linear({{7.0, 0.25}}, {}, 0.0, 1.0);
  ExpectContactAt({Box(4.0, 2.0), box, Point(), pole}, 0.5);
  ExpectContactAt({Point(), pole, Box(4.0, 2.0), box}, 0.5);
  ExpectContactAt({Box(4.0, 2.0, 0.5), box, Point(0.25), pole}, 0.425);
}

TEST(MotionOracle, RectangleTurnsOnTheSpotIntoPole) {
  // A pole 1.5 m to the left meets the long side, 1 m from the centre, when 1.5 cos(turn) = 1.
  const MotionSpec turning = Linear({{3.0, 4.0}}, {}, kPi / 2.0, 1.0);
  const MotionSpec pole = Linear({{3.0, 5.5}}, {}, 0.0, 1.0);
  ExpectContactAt({Box(4.0, 2.0), turning, Point(), pole}, std::acos(2.0 / 3.0) / (kPi / 2.0));
}

TEST(MotionOracle, ArcEndsAtPole) {
  // A point on a circle of 5 m about (0, 5): after a quarter turn it is at (5, 5).
  const MotionSpec arc = Twist({}, {5.0, 0.0}, 1.0, 2.0);
  const MotionSpec wall = Linear({{6.0, 5.0}}, {}, 0.0, 2.0);
  // It rises through the lower side of the wall, y = 3.5, when 5 - 5 cos(t) = 3.5.
  ExpectContactAt({Point(), arc, Box(3.0, 3.0), wall}, std::acos(0.3));
}

TEST(MotionOracle, CirclesObstacleWithoutTouchingIt) {
  // The nearest side of the box stays 9 m from the point that it circles.
  const MotionSpec around = Linear({{10.0, 0.0}}, {}, 2.0 * kPi, 3.0, {-10.0, 0.0});
  const MotionSpec still = Linear({}, {}, 0.0, 3.0);
  MotionOracle oracle(Box(2.0, 2.0), around, Point(0.5), still);
  EXPECT_EQ(oracle.Decide().verdict, Verdict::kFree);
  EXPECT_TRUE(oracle.ProvesApart(0.0, 3.0, 8.5 - 1e-12));
  EXPECT_FALSE(oracle.ProvesApart(0.0, 3.0, 8.5 + 1e-12));
  const MotionOracle::Enclosure least = oracle.MinimumDistance(1e-4);
  EXPECT_LE(least.lower, 8.5);
  EXPECT_GE(least.upper, 8.5 - 1e-15);
  EXPECT_LE(least.upper - least.lower, 1.0001e-4);
}

TEST(MotionOracle, TwistIsLinearAboutItsCentreOfRotation) {
  const MotionSpec still = Linear({{3.0, 4.0}}, {}, 0.0, 2.0);
  MotionOracle by_twist(Box(4.0, 2.0), Twist({}, {2.0, 1.0}, 0.5, 2.0), Point(), still);
  MotionOracle by_linear(Box(4.0, 2.0), Linear({}, {}, 1.0, 2.0, {-2.0, 4.0}), Point(), still);
  for (const double time_s : {0.0, 0.3, 1.0, 1.9, 2.0}) {
    EXPECT_NEAR(by_twist.DistanceAt(time_s).upper, by_linear.DistanceAt(time_s).upper, 1e-14) << time_s;
  }
}

// It turns about a point 10^12 m away.
TEST(MotionOracle, TwistThatHardlyTurns) {
  const Pose2 start = Pose2::FromYaw({}, 1.0);
  const MotionSpec slow = Twist(start, {1e-5, 0.0}, 1e-17, 1e5);
  ExpectContactAt({Box(4.0, 2.0), slow, Point(), Linear({start * Vec2{2.5, 0.0}}, {}, 0.0, 1e5)}, 0.5 / 1e-5);
}

TEST(MotionOracle, MovingTogetherAtAHairsBreadth) {
  // Two boxes 10^-9 m apart turn together about a point 100 m away, by several turns.
  const MotionSpec front = Linear({{2.0, 0.0}}, {}, 20.0, 1.0, {-2.0, 100.0});
  const MotionSpec back = Linear({{-1e-9, 0.0}}, {}, 20.0, 1.0, {1e-9, 100.0});
  MotionOracle oracle(Box(2.0, 1.0), front, Box(2.0, 1.0), back);
  EXPECT_TRUE(oracle.ProvesApart(0.0, 1.0));
  EXPECT_LT(oracle.evaluations(), 1000);
}

TEST(MotionOracle, TouchingAllTheTimeIsAGraze) {
  const MotionSpec moving = Linear(Pose2({0.1, 0.2}, UnitRotation(0.6, 0.8)), {3.0, 0.3}, 1.0, 1.0);
  MotionOracle oracle(
      Box(2.0, 1.0), moving, Box(2.0, 1.0),
      Linear(Pose2(moving.start * Vec2{2.0, 0.0}, UnitRotation(0.6, 0.8)), {3.0, 0.3}, 1.0, 1.0, {-2.0, 0.0}));
  EXPECT_EQ(oracle.Decide().verdict, Verdict::kGraze);
  EXPECT_TRUE(oracle.ProvesApart(0.0, 1.0, -1e-12));
}

TEST(MotionOracle, InContactFromTheStartAndWithoutDuration) {
  MotionOracle oracle(Box(2.0, 1.0), Linear({}, {1.0, 0.0}, 3.0, 0.0), Box(1.0, 1.0), Linear({}, {}, 0.0, 0.0));
  const MotionOracle::Decision decision = oracle.Decide();
  EXPECT_EQ(decision.verdict, Verdict::kCollides);
  EXPECT_EQ(decision.contact_by_s, 0.0);
  MotionOracle apart(Box(2.0, 1.0), Linear({}, {1.0, 0.0}, 3.0, 0.0), Box(1.0, 1.0),
                     Linear({{3.0, 0.0}}, {}, 0.0, 0.0));
  EXPECT_EQ(apart.Decide().verdict, Verdict::kFree);
  EXPECT_EQ(apart.DistanceAt(0.0).lower, 1.5);
}

TEST(MotionOracle, SegmentsAndPoints) {
  const ConvexPolygon needle = ConvexPolygon::Create({{Vec2{-2.0, 0.0}, Vec2{2.0, 0.0}}}).value();
  // Two crossing needles: one comes down onto the other.
  const MotionSpec falling = Linear(Pose2({1.0, 3.0}, UnitRotation(0.0, 1.0)), {0.0, -2.0}, 0.0, 1.0);
  const MotionSpec still = Linear({}, {}, 0.0, 1.0);
  ExpectContactAt({needle, falling, needle, still}, 0.5);
  // On one line, with an overlap that only closed sets see.
  MotionOracle aligned(needle, Linear({{5.0, 0.0}}, {-2.0, 0.0}, 0.0, 1.0), needle, still);
  EXPECT_EQ(aligned.DistanceAt(0.0).upper, 1.0);
  EXPECT_TRUE(aligned.ProvesContact(1.0));
  EXPECT_FALSE(aligned.ProvesContact(0.0));
  MotionOracle points(Point(), Linear({{1.0, 0.0}}, {}, 0.0, 1.0), Point(), Linear({{0.0, 0.0}}, {}, 0.0, 1.0));
  EXPECT_FALSE(points.ProvesContact(0.0));
  EXPECT_TRUE(points.ProvesApart(0.0, 1.0));
}

}  // namespace
}  // namespace collision2d
