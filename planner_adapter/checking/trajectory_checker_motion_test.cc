// What TrajectoryChecker says of the motion between instants.

#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/checking/testing/small_scenes.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

ConvexPolygon Post(Vec2 center) { return ConvexPolygon::Rectangle(0.25, 0.25, center).value(); }

// An ego vehicle of 1 m x 1 m about its reference point, checked every 4 s.
Scene RarelyCheckedScene() { return SceneOf(SquareAt({}), 4.0); }

void AddMoving(std::vector<TimedPose> poses, Scene* scene) {
  Prediction prediction;
  prediction.poses = std::move(poses);
  scene->moving_obstacles.push_back({"car", "", {SquareAt({})}, {prediction}, {}});
}

// In contact at time_s, within the tolerance, free before it.
void ExpectContactAt(double time_s, const Verdict& verdict) {
  ASSERT_TRUE(verdict.collides());
  ASSERT_TRUE(verdict.contact_bracket.has_value());
  EXPECT_LE(verdict.contact_bracket->free_until_s, time_s + 1e-9);
  EXPECT_NEAR(verdict.contact_bracket->free_until_s, time_s, 2e-6);
  EXPECT_GE(verdict.contact_bracket->contact_by_s, time_s - 1e-9);
  EXPECT_NEAR(verdict.contact_bracket->contact_by_s, time_s, 2e-6);
  EXPECT_EQ(verdict.first_collision->time_s, verdict.contact_bracket->contact_by_s);
  EXPECT_FALSE(verdict.contact_bracket->is_conservative);
}

TEST(TrajectoryCheckerMotionTest, APostBetweenTwoInstantsIsFound) {
  Scene scene = RarelyCheckedScene();
  AddStatic("post", Post({2.0, 0.0}), std::nullopt, &scene);
  EXPECT_FALSE(CheckAtInstants(scene, Along(0.0, 8.0)).collides());
  const Verdict verdict = Check(scene, Along(0.0, 8.0));
  ExpectContactAt(1.375, verdict);
  EXPECT_TRUE(verdict.contact_bracket->between_instants);
  EXPECT_FALSE(verdict.contact_bracket->is_undecided);
  EXPECT_EQ(verdict.first_collision->step, 0);
  EXPECT_NEAR(verdict.first_collision->signed_distance_m, 0.0, 2e-6);
  EXPECT_NEAR(verdict.first_collision->witness_ego.x, 1.875, 2e-6);
  // The contact is nearer than the instant before it, the only one that counts.
  EXPECT_EQ(verdict.minimum_clearance->time_s, verdict.first_collision->time_s);
  EXPECT_EQ(verdict.pairs_checked, 1);
}

TEST(TrajectoryCheckerMotionTest, ACollisionThatAnInstantSeesTooIsNotBetweenInstants) {
  Scene scene = RarelyCheckedScene();
  AddStatic("post", Post({2.0, 0.0}), std::nullopt, &scene);
  // In contact when it comes by a second time, at 12 s.
  const Candidate candidate =
      CandidateOf({{0.0, {0.0, 0.0}, 0.0}, {4.0, {4.0, 0.0}, 0.0}, {8.0, {4.0, 0.0}, 0.0}, {12.0, {2.0, 0.0}, 0.0}});
  const Verdict verdict = Check(scene, candidate);
  ExpectContactAt(1.375, verdict);
  EXPECT_FALSE(verdict.contact_bracket->between_instants);
}

TEST(TrajectoryCheckerMotionTest, NothingAfterTheFirstContactCounts) {
  Scene scene = RarelyCheckedScene();
  AddStatic("post", Post({2.0, 0.0}), std::nullopt, &scene);
  AddStatic("deep", SquareAt({8.0, 0.0}), std::nullopt, &scene);
  scene.drivable_area = {ConvexPolygon::Rectangle(6.0, 4.0, {1.0, 0.0}).value()};
  const Verdict verdict = Check(scene, Along(0.0, 8.0));
  ExpectContactAt(1.375, verdict);
  EXPECT_FALSE(verdict.leaves_road_time_s.has_value());
  EXPECT_EQ(verdict.minimum_clearance->obstacle, 0);
  EXPECT_EQ(verdict.pairs_checked, 2);
}

TEST(TrajectoryCheckerMotionTest, TouchingAtAnInstantIsDecidedThere) {
  Scene scene = RarelyCheckedScene();
  AddStatic("wall", SquareAt({5.0, 0.25}), std::nullopt, &scene);
  const Verdict verdict = Check(scene, Along(0.0, 4.0));
  ASSERT_TRUE(verdict.collides());
  EXPECT_EQ(verdict.first_collision->time_s, 4.0);
  EXPECT_EQ(verdict.first_collision->step, 1);
  EXPECT_EQ(verdict.first_collision->signed_distance_m, 0.0);
  EXPECT_EQ(verdict.contact_bracket->contact_by_s, 4.0);
  EXPECT_NEAR(verdict.contact_bracket->free_until_s, 4.0, 1e-5);
  EXPECT_FALSE(verdict.contact_bracket->between_instants);
  EXPECT_FALSE(verdict.contact_bracket->is_undecided);
}

TEST(TrajectoryCheckerMotionTest, InContactFromTheStart) {
  Scene scene = RarelyCheckedScene();
  AddStatic("under", SquareAt({0.25, 0.0}), std::nullopt, &scene);
  const Verdict verdict = Check(scene, Along(0.0, 4.0));
  EXPECT_EQ(verdict.first_collision->time_s, 0.0);
  EXPECT_EQ(verdict.first_collision->signed_distance_m, -0.75);
  EXPECT_EQ(verdict.contact_bracket->free_until_s, 0.0);
  EXPECT_EQ(verdict.contact_bracket->contact_by_s, 0.0);
}

// Sliding along a wall, whose distance is 0 at every instant and in between.
TEST(TrajectoryCheckerMotionTest, AGrazeBetweenInstantsIsUndecidedAndCollides) {
  Scene scene = RarelyCheckedScene();
  AddStatic("wall", ConvexPolygon::Rectangle(1.0, 1.0, {2.0, 1.0}).value(), std::nullopt, &scene);
  const Verdict verdict = Check(scene, Along(0.0, 4.0));
  ASSERT_TRUE(verdict.collides());
  EXPECT_TRUE(verdict.contact_bracket->is_undecided);
  EXPECT_TRUE(verdict.contact_bracket->between_instants);
  EXPECT_NEAR(verdict.contact_bracket->contact_by_s, 1.0, 1e-5);
  EXPECT_NEAR(verdict.first_collision->signed_distance_m, 0.0, 1e-6);
  scene.static_obstacles[0].shapes = {ConvexPolygon::Rectangle(1.0, 1.0, {2.0, 1.0 + 1e-5}).value()};
  EXPECT_TRUE(Check(scene, Along(0.0, 4.0)).is_free());
}

TEST(TrajectoryCheckerMotionTest, YawSweepsOverWhatIsBeside) {
  Scene scene = RarelyCheckedScene();
  scene.ego.shapes = {ConvexPolygon::Rectangle(6.0, 0.5, {2.5, 0.0}).value()};
  AddStatic("ahead", Post({4.0, 0.0}), std::nullopt, &scene);
  AddStatic("behind", Post({-4.0, 0.0}), std::nullopt, &scene);
  const double yaw_rad = M_PI - M_PI / 9.0;
  const Verdict verdict = Check(scene, CandidateOf({{0.0, {}, yaw_rad}, {4.0, {}, -yaw_rad}}));
  ASSERT_TRUE(verdict.collides());
  EXPECT_EQ(verdict.first_collision->obstacle, 1);
  EXPECT_TRUE(verdict.contact_bracket->between_instants);
}

// The scene turns counter-clockwise by exactly half a turn, however its sines are rounded.
TEST(TrajectoryCheckerMotionTest, HalfATurnIsCounterClockwise) {
  Scene scene = RarelyCheckedScene();
  scene.ego.shapes = {ConvexPolygon::Rectangle(6.0, 0.5, {2.5, 0.0}).value()};
  AddStatic("left", Post({0.0, 4.0}), std::nullopt, &scene);
  for (const double yaw_rad : {0.0, 2.0 * M_PI, -4.0 * M_PI}) {
    EXPECT_TRUE(Check(scene, CandidateOf({{0.0, {}, yaw_rad}, {4.0, {}, yaw_rad + M_PI}})).collides()) << yaw_rad;
  }
  scene.static_obstacles.clear();
  AddStatic("right", Post({0.0, -4.0}), std::nullopt, &scene);
  for (const double yaw_rad : {0.0, 2.0 * M_PI, -4.0 * M_PI}) {
    EXPECT_FALSE(Check(scene, CandidateOf({{0.0, {}, yaw_rad}, {4.0, {}, yaw_rad + M_PI}})).collides()) << yaw_rad;
  }
}

TEST(TrajectoryCheckerMotionTest, PosesOfTheCandidateBetweenInstantsCount) {
  Scene scene = RarelyCheckedScene();
  AddStatic("aside", Post({2.0, 3.0}), std::nullopt, &scene);
  // Straight from instant to instant it would stay away.
  const Verdict verdict =
      Check(scene, CandidateOf({{0.0, {0.0, 0.0}, 0.0}, {2.0, {2.0, 4.0}, 0.0}, {4.0, {4.0, 0.0}, 0.0}}));
  ASSERT_TRUE(verdict.collides());
  EXPECT_TRUE(verdict.contact_bracket->between_instants);
  EXPECT_LT(verdict.contact_bracket->contact_by_s, 2.0);
  // And here it would not.
  AddStatic("on the way", Post({2.0, 0.0}), std::nullopt, &scene);
  EXPECT_TRUE(
      Check(scene, CandidateOf({{0.0, {0.0, 0.0}, 0.0}, {2.0, {2.0, -4.0}, 0.0}, {4.0, {4.0, 0.0}, 0.0}})).is_free());
}

TEST(TrajectoryCheckerMotionTest, PosesOfTheObstacleBetweenInstantsCount) {
  Scene scene = RarelyCheckedScene();
  AddMoving({{0.0, {0.0, 8.0}, 0.0}, {1.5, {0.0, 0.5}, 0.0}, {4.0, {0.0, 8.0}, 0.0}}, &scene);
  const Candidate standing = CandidateOf({{0.0, {}, 0.0}, {4.0, {}, 0.0}});
  // 7 m at 5 m/s.
  ExpectContactAt(1.4, Check(scene, standing));
  EXPECT_TRUE(Check(scene, standing).contact_bracket->between_instants);
}

TEST(TrajectoryCheckerMotionTest, APredictionThatBeginsOrEndsBetweenInstantsIsThereOnlyThen) {
  CheckerOptions held;
  held.beyond_prediction = BeyondPrediction::kHold;
  // The candidate is at the obstacle from 1 s to 3 s.
  Scene scene = RarelyCheckedScene();
  AddMoving({{2.25, {2.0, 0.0}, 0.0}, {4.0, {2.0, 9.0}, 0.0}}, &scene);
  ExpectContactAt(2.25, Check(scene, Along(0.0, 4.0)));
  EXPECT_EQ(Check(scene, Along(0.0, 4.0)).contact_bracket->free_until_s, 2.25);
  ExpectContactAt(1.0, Check(scene, Along(0.0, 4.0), held));
  scene.moving_obstacles.clear();
  AddMoving({{3.25, {2.0, 0.0}, 0.0}, {8.0, {2.0, 0.0}, 0.0}}, &scene);
  EXPECT_TRUE(Check(scene, Along(0.0, 8.0)).is_free());
  scene.moving_obstacles.clear();
  AddMoving({{0.0, {2.0, 0.0}, 0.0}, {0.75, {2.0, 0.0}, 0.0}}, &scene);
  EXPECT_TRUE(Check(scene, Along(0.0, 8.0)).is_free());
  ExpectContactAt(1.0, Check(scene, Along(0.0, 4.0), held));
}

TEST(TrajectoryCheckerMotionTest, APredictionOfOneMomentIsThereAtThatMoment) {
  Scene scene = RarelyCheckedScene();
  AddMoving({{2.25, {2.0, 0.0}, 0.0}}, &scene);
  ExpectContactAt(2.25, Check(scene, Along(0.0, 4.0)));
  scene.moving_obstacles.clear();
  AddMoving({{3.25, {2.0, 0.0}, 0.0}}, &scene);
  EXPECT_TRUE(Check(scene, Along(0.0, 4.0)).is_free());
}

TEST(TrajectoryCheckerMotionTest, APredictionOfSeveralPosesWithinOneInstantIsThereThen) {
  Scene scene = RarelyCheckedScene();
  AddMoving({{2.25, {2.0, 0.0}, 0.0}, {2.25 + 5e-7, {2.0, 0.0}, 0.0}}, &scene);
  ExpectContactAt(2.25, Check(scene, Along(0.0, 4.0)));
  scene.moving_obstacles.clear();
  AddMoving({{3.25, {2.0, 0.0}, 0.0}, {3.25 + 5e-7, {2.0, 0.0}, 0.0}}, &scene);
  EXPECT_TRUE(Check(scene, Along(0.0, 4.0)).is_free());
}

TEST(TrajectoryCheckerMotionTest, AnOccupancyHoldsUntilTheNextOne) {
  Scene scene = RarelyCheckedScene();
  Prediction prediction;
  prediction.occupancies = {{0.0, {SquareAt({2.0, 0.0})}}, {0.75, {}}, {2.5, {SquareAt({2.0, 0.0})}}, {3.75, {}}};
  scene.moving_obstacles = {{"set", "", {}, {prediction}, {}}};
  ExpectContactAt(2.5, Check(scene, Along(0.0, 4.0)));
  scene.moving_obstacles[0].predictions[0].occupancies[2].time_s = 3.25;
  EXPECT_TRUE(Check(scene, Along(0.0, 4.0)).is_free());
  // The last one is there at its own time.
  scene.moving_obstacles[0].predictions[0].occupancies = {{0.0, {}}, {2.5, {SquareAt({2.0, 0.0})}}};
  ExpectContactAt(2.5, Check(scene, Along(0.0, 4.0)));
  scene.moving_obstacles[0].predictions[0].occupancies = {{0.0, {}}, {3.25, {SquareAt({2.0, 0.0})}}};
  EXPECT_TRUE(Check(scene, Along(0.0, 4.0)).is_free());
}

TEST(TrajectoryCheckerMotionTest, TimedShapesHoldUntilTheNextOnes) {
  Scene scene = RarelyCheckedScene();
  AddMoving({{0.0, {2.0, 0.0}, 0.0}, {8.0, {2.0, 0.0}, 0.0}}, &scene);
  std::vector<TimedShapes>& timed = scene.moving_obstacles[0].predictions[0].timed_shapes;
  // The candidate is at the obstacle from 1 s to 3 s.
  timed = {{0.75, {}}, {2.5, {SquareAt({})}}, {3.75, {}}};
  ExpectContactAt(2.5, Check(scene, Along(0.0, 4.0)));
  timed[1].time_s = 3.25;
  EXPECT_TRUE(Check(scene, Along(0.0, 4.0)).is_free());
  timed = {{0.0, {}},
           {
               0.5,
               {SquareAt({})},
           },
           {0.75, {}}};
  EXPECT_TRUE(Check(scene, Along(0.0, 8.0)).is_free());
  // At an instant the new shapes count, and before it the old ones.
  timed = {{0.0, {}}, {2.0, {SquareAt({})}}};
  ExpectContactAt(2.0, Check(scene, Along(0.0, 4.0)));
  // Those that begin with the last pose are there at its time.
  scene.moving_obstacles[0].predictions[0].poses[1].time_s = 2.25;
  timed = {{0.0, {}}, {2.25, {SquareAt({})}}};
  ExpectContactAt(2.25, Check(scene, Along(0.0, 4.0)));
  scene.moving_obstacles[0].predictions[0].poses[1].time_s = 3.25;
  timed[1].time_s = 3.25;
  EXPECT_TRUE(Check(scene, Along(0.0, 4.0)).is_free());
}

// 40 instants: windows of 32. The candidate begins and ends off the grid.
TEST(TrajectoryCheckerMotionTest, TheIntervalsBetweenWindowsAndAtTheEndsAreChecked) {
  Scene scene = RarelyCheckedScene();
  scene.time_step_s = 1.0;
  const Candidate candidate = Along(0.5, 39.5);
  scene.ego.shapes = {ConvexPolygon::Rectangle(0.25, 0.25).value()};
  for (const double x : {0.75, 1.5, 31.5, 32.5, 38.5, 39.25}) {
    scene.static_obstacles.clear();
    AddStatic("post", ConvexPolygon::Rectangle(0.125, 0.125, {x, 0.0}).value(), std::nullopt, &scene);
    const Verdict verdict = Check(scene, candidate);
    ExpectContactAt(x - 0.1875, verdict);
    EXPECT_TRUE(verdict.contact_bracket->between_instants) << x;
    EXPECT_EQ(verdict.first_collision->step, std::floor(x - 0.1875)) << x;
  }
}

TEST(TrajectoryCheckerMotionTest, AWiderToleranceWidensTheBracketOnly) {
  Scene scene = RarelyCheckedScene();
  AddStatic("post", Post({2.0, 0.0}), std::nullopt, &scene);
  CheckerOptions options;
  options.impact.time_tolerance_s = 1e-2;
  const Verdict verdict = Check(scene, Along(0.0, 8.0), options);
  EXPECT_LE(verdict.contact_bracket->free_until_s, 1.375);
  EXPECT_GE(verdict.contact_bracket->contact_by_s, 1.375);
  EXPECT_LE(verdict.contact_bracket->contact_by_s - verdict.contact_bracket->free_until_s, 1e-2);
}

TEST(TrajectoryCheckerMotionTest, BadTolerancesAreNamed) {
  const auto message = [](double time_tolerance_s, double contact_tolerance_m) {
    CheckerOptions options;
    options.impact = {time_tolerance_s, contact_tolerance_m};
    return std::string(TrajectoryChecker::Create(Scene(RarelyCheckedScene()), options).status().message());
  };
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message(1e-6, 1e-6), "");
  EXPECT_EQ(message(0.0, 1e-6), "impact.time_tolerance_s: 0 s is not positive");
  EXPECT_EQ(message(kNaN, 1e-6), "impact.time_tolerance_s: nan is not finite");
  EXPECT_EQ(message(-1.0, 1e-6), "impact.time_tolerance_s: -1 s is not positive");
  EXPECT_EQ(message(1e-6, 0.0), "impact.contact_tolerance_m: 0 m is not positive");
  EXPECT_EQ(message(1e-6, kNaN), "impact.contact_tolerance_m: nan is not finite");
  EXPECT_EQ(message(1e-6, kInfinity), "impact.contact_tolerance_m: inf is not finite");
  EXPECT_EQ(message(1.0, 1.0), "");
  EXPECT_EQ(message(10.0, 1e-6), "impact.time_tolerance_s: 10 s is beyond the limit of 1 s");
  EXPECT_EQ(message(1e-6, 1e6), "impact.contact_tolerance_m: 1e+06 m is beyond the limit of 1 m");
}

}  // namespace
}  // namespace collision2d::planner
