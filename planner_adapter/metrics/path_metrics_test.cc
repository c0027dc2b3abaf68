#include "planner_adapter/metrics/path_metrics.h"

#include <cmath>
#include <vector>

#include "gtest/gtest.h"
#include "planner_adapter/metrics/twist_collision.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

RssParameters Simple() {
  RssParameters rss;
  rss.response_time_s = 1.0;
  rss.max_acceleration_mps2 = 2.0;
  rss.min_braking_mps2 = 4.0;
  rss.min_braking_correct_mps2 = 3.0;
  rss.max_braking_mps2 = 8.0;
  rss.max_lateral_acceleration_mps2 = 1.0;
  rss.min_lateral_braking_mps2 = 0.5;
  rss.lateral_fluctuation_m = 0.25;
  return rss;
}

TEST(RssTest, SameDirection) {
  // 10 + 1 + 12^2 / 8 - 8^2 / 16.
  EXPECT_DOUBLE_EQ(SafeDistanceAlong(Simple(), 10.0, 8.0), 25.0);
  EXPECT_DOUBLE_EQ(SafeDistanceAlong(Simple(), 10.0, 0.0), 29.0);
  // The front vehicle is so fast that no distance is needed.
  EXPECT_EQ(SafeDistanceAlong(Simple(), 1.0, 30.0), 0.0);
}

TEST(RssTest, AgainstThePathTheRolesAreExchanged) { EXPECT_DOUBLE_EQ(SafeDistanceAlong(Simple(), -8.0, -10.0), 25.0); }

TEST(RssTest, OppositeDirections) {
  // 10 + 1 + 12^2 / 6, and 6 + 1 + 8^2 / 8.
  EXPECT_DOUBLE_EQ(SafeDistanceAlong(Simple(), 10.0, -6.0), 35.0 + 15.0);
}

TEST(RssTest, AVehicleThatBacksAwayCountsAsStanding) {
  EXPECT_DOUBLE_EQ(SafeDistanceAlong(Simple(), -5.0, 8.0), SafeDistanceAlong(Simple(), 0.0, 8.0));
}

TEST(RssTest, Lateral) {
  // Each drifts 0.5 m and brakes from 1 m/s in 1 m.
  EXPECT_DOUBLE_EQ(SafeDistanceAcross(Simple(), 0.0, 0.0), 0.25 + 3.0);
  // Towards each other at 1 m/s each: 1.5 m, then from 2 m/s 4 m.
  EXPECT_DOUBLE_EQ(SafeDistanceAcross(Simple(), 1.0, -1.0), 0.25 + 11.0);
  // Away from each other at 1 m/s each: 0.5 m away, then standing.
  EXPECT_DOUBLE_EQ(SafeDistanceAcross(Simple(), -1.0, 1.0), 0.25);
}

const std::vector<TimedPose> kPoses = {{1.0, {0.0, 0.0}, 3.0}, {2.0, {4.0, 0.0}, -3.0}, {4.0, {4.0, 2.0}, -3.0}};

TEST(BodyVelocityTest, OfTheIntervalThatBegins) {
  for (const double time_s : {1.0, 1.5, 1.99}) {
    EXPECT_EQ(VelocityAt(kPoses, time_s).velocity_mps, (Vec2{4.0, 0.0})) << time_s;
    // Over pi, the shorter way.
    EXPECT_NEAR(VelocityAt(kPoses, time_s).yaw_rate_radps, 2.0 * M_PI - 6.0, 1e-12);
  }
  for (const double time_s : {2.0 - 1e-7, 2.0, 3.0}) {
    EXPECT_EQ(VelocityAt(kPoses, time_s).velocity_mps, (Vec2{0.0, 1.0})) << time_s;
    EXPECT_EQ(VelocityAt(kPoses, time_s).yaw_rate_radps, 0.0);
  }
}

TEST(BodyVelocityTest, AtTheLastPoseOfTheIntervalThatEnds) {
  EXPECT_EQ(VelocityAt(kPoses, 4.0).velocity_mps, (Vec2{0.0, 1.0}));
}

TEST(BodyVelocityTest, ZeroBeyondThePosesAndOfOnePose) {
  EXPECT_EQ(VelocityAt(kPoses, 0.9).velocity_mps, Vec2());
  EXPECT_EQ(VelocityAt(kPoses, 4.1).velocity_mps, Vec2());
  EXPECT_EQ(VelocityAt({kPoses[0]}, 1.0).velocity_mps, Vec2());
}

TEST(BodyVelocityTest, ZeroOfOccupancies) {
  Prediction prediction;
  prediction.occupancies.push_back({1.0, {}});
  EXPECT_EQ(VelocityAt(prediction, 1.0).velocity_mps, Vec2());
}

}  // namespace
}  // namespace collision2d::planner
