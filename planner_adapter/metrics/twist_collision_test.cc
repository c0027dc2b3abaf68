#include "planner_adapter/metrics/twist_collision.h"

#include <cmath>
#include <vector>

#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

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
