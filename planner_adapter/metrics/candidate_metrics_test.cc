#include "planner_adapter/metrics/candidate_metrics.h"

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/testing/test.h"

namespace collision2d::planner {
namespace {

const TimedPose kPose = {2.0, {3.0, 4.0}, 0.5 * M_PI};
// Along the heading.
const BodyVelocity kVelocity = {{0.0, 5.0}, 0.0};

bool Reaches(const Goal& goal) { return ReachesGoal(goal, kPose, kVelocity); }

TEST(GoalCheckTest, WithoutConditionEveryStateIsAGoal) { EXPECT_TRUE(Reaches({})); }

TEST(GoalCheckTest, TheAreaIsClosed) {
  Goal goal;
  goal.area = {*ConvexPolygon::Rectangle(1.0, 1.0, {-50.0, 0.0}), *ConvexPolygon::Rectangle(2.0, 2.0, {4.0, 5.0})};
  EXPECT_TRUE(Reaches(goal));
  goal.area = {*ConvexPolygon::Rectangle(2.0, 2.0, {4.0 + 1e-15 * 4.0, 5.0})};
  EXPECT_FALSE(Reaches(goal));
  goal.area = {*ConvexPolygon::Create({{3.0, 0.0}}, 4.0)};
  EXPECT_TRUE(Reaches(goal));
}

TEST(GoalCheckTest, APlaceBeyondTheLimitIsInNoArea) {
  Goal goal;
  goal.area = {*ConvexPolygon::Rectangle(2.0, 2.0, {1e8 - 1.0, 0.0})};
  const auto reaches = [&](double x) { return ReachesGoal(goal, {2.0, {x, 0.0}, 0.0}, kVelocity); };
  EXPECT_TRUE(reaches(1e8));
  EXPECT_FALSE(reaches(1e8 + 0.1));
}

TEST(GoalCheckTest, TheTimeCountsWithinTheSameInstant) {
  Goal goal;
  goal.time_s = Interval{2.0 + 5e-7, 3.0};
  EXPECT_TRUE(Reaches(goal));
  goal.time_s = Interval{2.0 + 2e-6, 3.0};
  EXPECT_FALSE(Reaches(goal));
}

TEST(GoalCheckTest, TheYawCountsModuloAFullTurn) {
  Goal goal;
  goal.yaw_rad = Interval{0.5 * M_PI, 0.5 * M_PI};
  EXPECT_TRUE(Reaches(goal));
  goal.yaw_rad = Interval{-1.6 * M_PI, -1.4 * M_PI};
  EXPECT_TRUE(Reaches(goal));
  goal.yaw_rad = Interval{0.6 * M_PI, 2.4 * M_PI};
  EXPECT_FALSE(Reaches(goal));
  goal.yaw_rad = Interval{0.6 * M_PI, 2.6 * M_PI};
  EXPECT_TRUE(Reaches(goal));
}

TEST(GoalCheckTest, TheSpeedIsAlongTheHeading) {
  Goal goal;
  goal.speed_mps = Interval{4.9, 5.1};
  EXPECT_TRUE(Reaches(goal));
  EXPECT_FALSE(ReachesGoal(goal, kPose, BodyVelocity{{0.0, -5.0}, 0.0}));
  EXPECT_FALSE(ReachesGoal(goal, kPose, BodyVelocity{{5.0, 0.0}, 0.0}));
  EXPECT_FALSE(ReachesGoal(goal, kPose, std::nullopt));
}

}  // namespace

}  // namespace collision2d::planner
