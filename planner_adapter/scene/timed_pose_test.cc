#include "planner_adapter/scene/timed_pose.h"

#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"

namespace collision2d::planner {
namespace {

TEST(NormalizeAngleTest, IsInTheHalfOpenTurn) {
  EXPECT_EQ(NormalizeAngle(0.0), 0.0);
  EXPECT_EQ(NormalizeAngle(M_PI), M_PI);
  EXPECT_EQ(NormalizeAngle(-M_PI), M_PI);
  EXPECT_EQ(NormalizeAngle(3.0), 3.0);
  EXPECT_EQ(NormalizeAngle(-3.0), -3.0);
  EXPECT_NEAR(NormalizeAngle(4.0), 4.0 - 2.0 * M_PI, 1e-15);
  EXPECT_NEAR(NormalizeAngle(-4.0), 2.0 * M_PI - 4.0, 1e-15);
  EXPECT_NEAR(NormalizeAngle(1.0 + 100.0 * M_PI), 1.0, 1e-13);
}

TEST(InterpolatePoseTest, GivesThePosesThemselvesAtTheirTimes) {
  const std::vector<TimedPose> poses = {{0.1, {1.0, 2.0}, 0.3}, {0.2, {3.0, -4.0}, 7.0}, {0.4, {5.0, 6.0}, -9.0}};
  for (const TimedPose& pose : poses) {
    for (const double offset_s : {-0.9 * kSameInstant_s, 0.0, 0.9 * kSameInstant_s}) {
      const TimedPose at = InterpolatePose(poses, pose.time_s + offset_s);
      EXPECT_EQ(at.time_s, pose.time_s);
      EXPECT_EQ(at.position, pose.position);
      EXPECT_EQ(at.yaw_rad, pose.yaw_rad);
    }
  }
}

TEST(InterpolatePoseTest, IsLinearInTimeBetweenUnevenPoses) {
  const std::vector<TimedPose> poses = {{0.0, {0.0, 0.0}, 0.0}, {1.0, {4.0, 8.0}, 1.0}, {5.0, {8.0, 0.0}, -1.0}};
  const TimedPose early = InterpolatePose(poses, 0.25);
  EXPECT_EQ(early.time_s, 0.25);
  EXPECT_EQ(early.position, (Vec2{1.0, 2.0}));
  EXPECT_DOUBLE_EQ(early.yaw_rad, 0.25);
  const TimedPose late = InterpolatePose(poses, 4.0);
  EXPECT_EQ(late.position, (Vec2{7.0, 2.0}));
  EXPECT_DOUBLE_EQ(late.yaw_rad, -0.5);
}

TEST(InterpolatePoseTest, HeightPitchAndRollAreLinearInTime) {
  const std::vector<TimedPose> poses = {{0.0, {}, 0.0, 1.0, 0.5, -0.25}, {4.0, {}, 0.0, 3.0, -0.5, 0.25}};
  const TimedPose at = InterpolatePose(poses, 1.0);
  EXPECT_EQ(at.z_m, 1.5);
  EXPECT_EQ(at.pitch_rad, 0.25);
  EXPECT_EQ(at.roll_rad, -0.125);
  EXPECT_EQ(InterpolatePose(poses, 4.0).z_m, 3.0);
}

TEST(InterpolatePoseTest, TurnsAlongTheShorterArc) {
  // From +170 degrees to -170 degrees the shorter way is through 180, not through 0; whole turns in
  // the input do not count.
  const double ten_deg = M_PI / 18.0;
  for (const double turns : {0.0, 2.0 * M_PI, -6.0 * M_PI}) {
    const std::vector<TimedPose> poses = {{0.0, {}, M_PI - ten_deg}, {1.0, {}, -M_PI + ten_deg + turns}};
    EXPECT_NEAR(InterpolatePose(poses, 0.5).yaw_rad, M_PI, 1e-14);
    EXPECT_NEAR(InterpolatePose(poses, 0.25).yaw_rad, M_PI - 0.5 * ten_deg, 1e-14);
  }
  const std::vector<TimedPose> right = {{0.0, {}, 0.5}, {1.0, {}, -0.5}};
  EXPECT_NEAR(InterpolatePose(right, 0.25).yaw_rad, 0.25, 1e-15);
}

TEST(InterpolatePoseTest, TurnsCounterClockwiseThroughHalfATurn) {
  const std::vector<TimedPose> up = {{0.0, {}, 0.0}, {1.0, {}, M_PI}};
  const std::vector<TimedPose> down = {{0.0, {}, 0.0}, {1.0, {}, -M_PI}};
  EXPECT_DOUBLE_EQ(InterpolatePose(up, 0.5).yaw_rad, 0.5 * M_PI);
  EXPECT_DOUBLE_EQ(InterpolatePose(down, 0.5).yaw_rad, 0.5 * M_PI);
}

TEST(InterpolatePoseTest, OnePoseHoldsAtItsInstant) {
  const std::vector<TimedPose> poses = {{2.0, {1.0, 1.0}, 1.0}};
  EXPECT_EQ(InterpolatePose(poses, 2.0).position, (Vec2{1.0, 1.0}));
  EXPECT_EQ(InterpolatePose(poses, 2.0 + 0.9 * kSameInstant_s).position, (Vec2{1.0, 1.0}));
}

TEST(InterpolatePoseTest, OfPosesInOneInstantTheLastOfTheMotionCounts) {
  const double step_s = 0.5 * kSameInstant_s;
  const std::vector<TimedPose> poses = {
      {1.0, {1.0, 0.0}, 0.0}, {1.0 + step_s, {2.0, 0.0}, 0.0}, {3.0, {3.0, 0.0}, 0.0}, {3.0 + step_s, {4.0, 0.0}, 0.0}};
  EXPECT_EQ(InterpolatePose(poses, 1.0).position.x, 1.0);
  EXPECT_EQ(InterpolatePose(poses, 1.0 + step_s).position.x, 1.0);
  for (const double time_s : {3.0 - 0.4 * kSameInstant_s, 3.0, 3.0 + step_s, 3.0 + 2.9 * step_s}) {
    EXPECT_EQ(InterpolatePose(poses, time_s).position.x, 4.0) << time_s;
  }
}

TEST(PoseChangeTest, IsABoundForAPointOfTheBody) {
  const TimedPose pose = {0.0, {1.0, 2.0}, 3.0, 0.5, 0.01, 0.02};
  EXPECT_EQ(PoseChange_m(pose, pose), 0.0);
  EXPECT_DOUBLE_EQ(PoseChange_m(pose, {9.0, {4.0, 6.0}, 3.0, 12.5, 0.01, 0.02}), 13.0);
  EXPECT_NEAR(PoseChange_m(pose, {0.0, {1.0, 2.0}, -3.0, 0.5, 0.01, 0.02}), kTurnArm_m * (2.0 * M_PI - 6.0), 1e-12);
  EXPECT_NEAR(PoseChange_m(pose, {0.0, {1.0, 2.0}, 3.0, 0.5, 0.02, 0.04}), kTurnArm_m * 0.03, 1e-12);
}

TEST(PoseCursorTest, IsInterpolatePoseForTimesThatIncrease) {
  const std::vector<TimedPose> poses = {{1.0, {0.0, 0.0}, 0.0}, {2.0, {4.0, 0.0}, 1.0}, {5.0, {4.0, 3.0}, 1.0}};
  for (const double first_s : {1.0, 1.5, 5.0}) {
    PoseCursor cursor(poses, first_s);
    for (double time_s = first_s; time_s <= 5.0; time_s += 0.25) {
      const TimedPose expected = InterpolatePose(poses, time_s);
      EXPECT_EQ(cursor.At(time_s).position, expected.position) << time_s;
      EXPECT_EQ(cursor.At(time_s).yaw_rad, expected.yaw_rad) << time_s;
    }
    // Behind the last pose it is there still.
    EXPECT_EQ(cursor.At(5.0 + 0.9 * kSameInstant_s).position, (Vec2{4.0, 3.0}));
    EXPECT_EQ(cursor.At(9.0).position, (Vec2{4.0, 3.0}));
    EXPECT_EQ(cursor.At(10.0).position, (Vec2{4.0, 3.0}));
  }
}

TEST(ElevationTest, IsTiltedByAnyOfTwoAngles) {
  EXPECT_FALSE((Elevation{3.0, 0.0, 0.0}).is_tilted());
  EXPECT_TRUE((Elevation{0.0, 0.1, 0.0}).is_tilted());
  EXPECT_TRUE((Elevation{0.0, 0.0, -0.1}).is_tilted());
}

TEST(TimedPoseTest, ToPose2TakesBodyPointsToTheFrame) {
  const TimedPose pose{0.0, {10.0, 20.0}, 0.5 * M_PI};
  const Vec2 point = pose.ToPose2() * Vec2{2.0, 0.0};
  EXPECT_NEAR(point.x, 10.0, 1e-15);
  EXPECT_EQ(point.y, 22.0);
}

}  // namespace
}  // namespace collision2d::planner
