#include "planner_adapter/checking/trajectory_checker.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/checking/testing/small_scenes.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

// Verdicts at instants alone; trajectory_checker_motion_test.cc has those of the motion between
// them.
namespace collision2d::planner {
namespace {

// An ego vehicle of 1 m x 1 m about its reference point, checked every 0.5 s.
Scene SmallScene() { return SceneOf(SquareAt({}), 0.5); }

TEST(TrajectoryCheckerTest, WithoutObstaclesACandidateIsFreeAndHasNoClearance) {
  const Verdict verdict = CheckAtInstants(SmallScene(), Along(0.0, 4.0));
  EXPECT_TRUE(verdict.is_free());
  EXPECT_FALSE(verdict.collides());
  EXPECT_FALSE(verdict.minimum_clearance.has_value());
  EXPECT_EQ(verdict.pairs_checked, 0);
}

TEST(TrajectoryCheckerTest, PassingHasAMinimumClearance) {
  Scene scene = SmallScene();
  AddStatic("far", {SquareAt({0.0, 50.0})}, &scene);
  AddStatic("passed", {SquareAt({2.25, 3.0})}, &scene);
  const Verdict verdict = CheckAtInstants(scene, Along(0.0, 4.0));
  EXPECT_TRUE(verdict.is_free());
  ASSERT_TRUE(verdict.minimum_clearance.has_value());
  // Alongside from 1.5 s to 3.0 s, always at 2 m: the first such time counts.
  EXPECT_EQ(verdict.minimum_clearance->signed_distance_m, 2.0);
  EXPECT_EQ(verdict.minimum_clearance->time_s, 1.5);
  EXPECT_EQ(verdict.minimum_clearance->step, 3);
  EXPECT_EQ(verdict.minimum_clearance->obstacle, 1);
  EXPECT_EQ(verdict.minimum_clearance->hypothesis, 0);
  EXPECT_EQ(verdict.minimum_clearance->witness_ego.y, 0.5);
  EXPECT_EQ(verdict.minimum_clearance->witness_obstacle.y, 2.5);
}

TEST(TrajectoryCheckerTest, CountsThePairsOfEveryCheckedInstant) {
  Scene scene = SmallScene();
  scene.ego.shapes.push_back(SquareAt({-1.0, 0.0}));
  AddStatic("far", {SquareAt({0.0, 5000.0}), SquareAt({0.0, 6000.0}), SquareAt({0.0, 7000.0})}, &scene);
  Prediction passing;
  passing.poses = {{1.0, {0.0, 50.0}, 0.0}, {2.0, {9.0, 50.0}, 0.0}};
  scene.moving_obstacles = {{"car", "", {SquareAt({})}, {passing}, {}}};
  // Nine instants; at three of them, from 1 s to 2 s, the car is there.
  EXPECT_EQ(CheckAtInstants(scene, Along(0.0, 4.0)).pairs_checked, 9 * 2 * 3 + 3 * 2 * 1);
  // The last instant that counts is the first collision's, at 3 s.
  AddStatic("wall", {SquareAt({4.0, 0.0})}, &scene);
  EXPECT_EQ(CheckAtInstants(scene, Along(0.0, 4.0)).pairs_checked, 7 * 2 * 4 + 3 * 2 * 1);
}

TEST(TrajectoryCheckerTest, TouchingExactlyIsACollision) {
  Scene scene = SmallScene();
  AddStatic("wall", {SquareAt({4.0, 0.25})}, &scene);
  const Verdict verdict = CheckAtInstants(scene, Along(0.0, 4.0));
  ASSERT_TRUE(verdict.collides());
  EXPECT_FALSE(verdict.is_free());
  EXPECT_EQ(verdict.first_collision->time_s, 3.0);
  EXPECT_EQ(verdict.first_collision->step, 6);
  EXPECT_EQ(verdict.first_collision->signed_distance_m, 0.0);
  EXPECT_EQ(verdict.first_collision->witness_ego.x, 3.5);
  EXPECT_EQ(verdict.minimum_clearance->signed_distance_m, 0.0);
  EXPECT_EQ(verdict.minimum_clearance->time_s, 3.0);
  // One unit in the last place farther away there is no contact at 3 s.
  Scene ulp_away = SmallScene();
  AddStatic("wall", {SquareAt({4.0 + 0x1p-50, 0.25})}, &ulp_away);
  EXPECT_FALSE(CheckAtInstants(ulp_away, Along(0.0, 3.0)).collides());
}

TEST(TrajectoryCheckerTest, TheClearanceIsFollowedUpToAndIncludingTheFirstCollision) {
  Scene scene = SmallScene();
  AddStatic("wall", {SquareAt({3.75, 0.0})}, &scene);
  const Verdict verdict = CheckAtInstants(scene, Along(0.0, 8.0));
  ASSERT_TRUE(verdict.collides());
  EXPECT_EQ(verdict.first_collision->time_s, 3.0);
  EXPECT_EQ(verdict.first_collision->signed_distance_m, -0.25);
  EXPECT_EQ(verdict.minimum_clearance->time_s, 3.0);
  EXPECT_EQ(verdict.minimum_clearance->signed_distance_m, -0.25);  // Deeper at 3.5 s.
}

TEST(TrajectoryCheckerTest, BetweenInstantsNothingIsChecked) {
  Scene scene = SmallScene();
  scene.time_step_s = 3.0;
  AddStatic("post", {SquareAt({1.5, 0.0})}, &scene);
  EXPECT_TRUE(CheckAtInstants(scene, Along(0.0, 3.0)).is_free());
}

TEST(TrajectoryCheckerTest, OfSeveralObstaclesTouchedAtOnceTheFirstInOrderIsTheCulprit) {
  Scene scene = SmallScene();
  Prediction crossing;
  crossing.poses = {{0.0, {4.0, -3.5}, 0.0}, {4.0, {4.0, 0.5}, 0.0}};
  scene.moving_obstacles = {{"car", "", {SquareAt({})}, {crossing}, {}}};
  AddStatic("beyond", {SquareAt({9.0, 0.0})}, &scene);
  AddStatic("shallow", {SquareAt({4.375, 0.0})}, &scene);
  AddStatic("deep", {SquareAt({4.25, 0.0})}, &scene);
  scene.time_step_s = 3.5;
  const Verdict verdict = CheckAtInstants(scene, Along(0.0, 7.0));
  ASSERT_TRUE(verdict.collides());
  EXPECT_EQ(verdict.first_collision->time_s, 3.5);
  EXPECT_EQ(ObstacleId(scene, verdict.first_collision->obstacle), "shallow");
  EXPECT_EQ(verdict.first_collision->signed_distance_m, -0.125);
  EXPECT_EQ(ObstacleId(scene, verdict.minimum_clearance->obstacle), "car");
  EXPECT_EQ(verdict.minimum_clearance->signed_distance_m, -0.5);
}

TEST(TrajectoryCheckerTest, LooksAtEveryShapeOfTheEgoVehicle) {
  Scene scene = SmallScene();
  scene.ego.shapes.push_back(ConvexPolygon::Rectangle(4.0, 1.0, {-3.0, 0.0}).value());  // A trailer.
  AddStatic("behind", {SquareAt({-6.25, 0.0})}, &scene);
  const Verdict standing = CheckAtInstants(scene, CandidateOf({{0.0, {}, 0.0}}));
  EXPECT_EQ(standing.minimum_clearance->signed_distance_m, 0.75);
  EXPECT_EQ(standing.minimum_clearance->witness_ego.x, -5.0);
  const Verdict reversing = CheckAtInstants(scene, CandidateOf({{0.0, {}, 0.0}, {2.0, {-2.0, 0.0}, 0.0}}));
  ASSERT_TRUE(reversing.collides());
  EXPECT_EQ(reversing.first_collision->time_s, 1.0);
  EXPECT_EQ(reversing.first_collision->signed_distance_m, -0.25);
}

TEST(TrajectoryCheckerTest, RoundBodiesMeetAtTheSumOfTheirRadii) {
  Scene scene = SmallScene();
  scene.ego.shapes = {ConvexPolygon::Create(std::vector<Vec2>{{0.0, 0.0}}, 1.0).value()};
  AddStatic("pillar", {ConvexPolygon::Create(std::vector<Vec2>{{6.0, 0.0}}, 2.0).value()}, &scene);
  const Verdict verdict = CheckAtInstants(scene, Along(0.0, 5.0));
  ASSERT_TRUE(verdict.collides());
  EXPECT_EQ(verdict.first_collision->time_s, 3.0);
  EXPECT_EQ(verdict.first_collision->signed_distance_m, 0.0);
  EXPECT_FALSE(CheckAtInstants(scene, Along(0.0, 2.5)).collides());
}

TEST(TrajectoryCheckerTest, YawIsInterpolatedAlongTheShorterArc) {
  Scene scene = SmallScene();
  scene.time_step_s = 1.0;
  scene.ego.shapes = {ConvexPolygon::Rectangle(6.0, 0.5, {2.5, 0.0}).value()};
  AddStatic("ahead", {SquareAt({4.0, 0.0})}, &scene);
  AddStatic("behind", {SquareAt({-4.0, 0.0})}, &scene);
  // From +160 to -160 degrees through 180: the long front sweeps over what is behind.
  const double yaw_rad = M_PI - M_PI / 9.0;
  const Verdict verdict = CheckAtInstants(scene, CandidateOf({{0.0, {}, yaw_rad}, {2.0, {}, -yaw_rad}}));
  ASSERT_TRUE(verdict.collides());
  EXPECT_EQ(verdict.first_collision->time_s, 1.0);
  EXPECT_EQ(ObstacleId(scene, verdict.first_collision->obstacle), "behind");
  // The obstacle is 1 m long along the vehicle and 1 m wide about its axis; the vehicle is 0.5 m
  // wide.
  EXPECT_NEAR(verdict.first_collision->signed_distance_m, -0.75, 1e-14);
}

TEST(TrajectoryCheckerTest, OfTheHypothesesTheFirstThatIsProbableEnoughCounts) {
  Scene scene = SmallScene();
  Prediction unlikely, elsewhere, likely;
  unlikely.probability = 0.1;
  unlikely.poses = likely.poses = {{0.0, {2.5, 0.0}, 0.0}, {9.0, {2.5, 0.0}, 0.0}};
  elsewhere.poses = {{0.0, {2.5, 9.0}, 0.0}, {9.0, {2.5, 9.0}, 0.0}};
  scene.moving_obstacles = {{"car", "", {SquareAt({})}, {unlikely, elsewhere, likely}, {}}};
  CheckerOptions options = InstantsOnly();
  EXPECT_EQ(Check(scene, Along(0.0, 4.0), options).first_collision->hypothesis, 0);
  options.min_probability = 0.1;
  EXPECT_EQ(Check(scene, Along(0.0, 4.0), options).first_collision->hypothesis, 0);
  options.min_probability = 0.2;
  EXPECT_EQ(Check(scene, Along(0.0, 4.0), options).first_collision->hypothesis, 2);
  EXPECT_EQ(Check(scene, Along(0.0, 4.0), options).first_collision->time_s, 1.5);
}

TEST(TrajectoryCheckerTest, BeyondThePredictionAnObstacleIsAbsentOrHeld) {
  Scene scene = SmallScene();
  Prediction standing;
  standing.poses = {{1.0, {3.0, 0.0}, 0.0}, {1.5, {3.0, 0.0}, 0.0}};
  scene.moving_obstacles = {{"car", "", {SquareAt({})}, {standing}, {}}};
  CheckerOptions options = InstantsOnly();
  options.beyond_prediction = BeyondPrediction::kAbsent;
  const Verdict absent = Check(scene, Along(0.0, 4.0), options);
  EXPECT_TRUE(absent.is_free());
  EXPECT_EQ(absent.minimum_clearance->time_s, 1.5);
  EXPECT_EQ(absent.minimum_clearance->signed_distance_m, 0.5);
  EXPECT_FALSE(Check(scene, Along(2.0, 4.0), options).minimum_clearance.has_value());
  options.beyond_prediction = BeyondPrediction::kHold;
  EXPECT_EQ(Check(scene, Along(0.0, 4.0), options).first_collision->time_s, 2.0);
  EXPECT_EQ(Check(scene, Along(0.0, 0.5), options).minimum_clearance->signed_distance_m, 1.5);
}

TEST(TrajectoryCheckerTest, AnEmptyOccupancyCoversNothing) {
  Scene scene = SmallScene();
  Prediction leaving;
  leaving.occupancies = {{0.0, {SquareAt({3.0, 0.0})}}, {2.0, {}}, {9.0, {SquareAt({3.0, 0.0})}}};
  scene.moving_obstacles = {{"car", "", {}, {leaving}, {}}};
  const Verdict verdict = CheckAtInstants(scene, Along(0.0, 4.0));
  EXPECT_TRUE(verdict.is_free());
  EXPECT_EQ(verdict.minimum_clearance->time_s, 1.5);
  leaving.occupancies[1].time_s = 2.5;
  scene.moving_obstacles[0].predictions = {leaving};
  EXPECT_EQ(CheckAtInstants(scene, Along(0.0, 4.0)).first_collision->time_s, 2.0);
}

TEST(TrajectoryCheckerTest, ALateCandidateIsCheckedFromItsOwnBeginningToItsOwnEnd) {
  Scene scene = SmallScene();
  AddStatic("early", {SquareAt({0.25, 0.0})}, &scene);
  AddStatic("late", {SquareAt({4.125, 0.0})}, &scene);
  EXPECT_EQ(CheckAtInstants(scene, Along(1.125, 3.0)).first_collision->time_s, 1.125);
  EXPECT_EQ(CheckAtInstants(scene, Along(1.125, 3.0)).first_collision->step, 2);
  EXPECT_TRUE(CheckAtInstants(scene, Along(1.375, 3.0)).is_free());
  // Ends at 3.125 s, off the grid, touching.
  const Verdict ending = CheckAtInstants(scene, Along(1.375, 3.125));
  EXPECT_EQ(ending.first_collision->time_s, 3.125);
  EXPECT_EQ(ending.first_collision->step, 6);
}

TEST(TrajectoryCheckerTest, TheCycleBeginsWithTheEgoStateOrTheEarliestCandidateOrAtZero) {
  Scene scene = SmallScene();
  AddStatic("wall", {SquareAt({4.0, 0.0})}, &scene);
  scene.candidates = {Along(0.75, 4.0), Along(0.25, 4.0)};
  scene.ego_state->pose.time_s = 0.125;
  EXPECT_EQ(CheckAtInstants(scene, Along(1.0, 4.0)).first_collision->time_s, 3.125);
  EXPECT_EQ(CheckAtInstants(scene, Along(1.0, 4.0)).first_collision->step, 6);
  scene.ego_state.reset();
  EXPECT_EQ(CheckAtInstants(scene, Along(1.0, 4.0)).first_collision->time_s, 3.25);
  scene.candidates.clear();
  EXPECT_EQ(CheckAtInstants(scene, Along(1.0, 4.0)).first_collision->time_s, 3.0);
}

// A moving obstacle near the ego vehicle costs no accuracy however far both are from the local
// origin: their relative pose is formed before it is rotated. A static one has the rounding of its
// own coordinates.
TEST(TrajectoryCheckerTest, FarFromTheOriginIsAsNear) {
  const Vec2 far = {0x1p23, -0x1p22};
  const Candidate near_candidate = CandidateOf({{0.0, {0.0, 0.0}, 0.1}, {4.0, {4.0, -0.5}, 0.6}});
  Candidate far_candidate = near_candidate;
  for (TimedPose& pose : far_candidate.poses) pose.position = pose.position + far;
  const auto clearance_m = [&](bool moving, Vec2 offset, const Candidate& candidate) {
    Scene scene = SmallScene();
    const Vec2 position = Vec2{4.0, 1.75} + offset;
    Prediction standing;
    standing.poses = {{0.0, position, 0.0}, {4.0, position, 0.0}};
    if (moving) scene.moving_obstacles = {{"car", "", {SquareAt({})}, {standing}, {}}};
    if (!moving) AddStatic("wall", {SquareAt(position)}, &scene);
    return CheckAtInstants(scene, candidate).minimum_clearance->signed_distance_m;
  };
  const double near_m = clearance_m(true, {}, near_candidate);
  EXPECT_GT(near_m, 0.1);
  EXPECT_EQ(clearance_m(true, far, far_candidate), near_m);
  EXPECT_NEAR(clearance_m(false, {}, near_candidate), near_m, 1e-14);
  EXPECT_NEAR(clearance_m(false, far, far_candidate), near_m, 16.0 * 0x1p23 * 0x1p-53);
}

TEST(TrajectoryCheckerTest, LeavingTheDrivableAreaIsNotedOnceAndIsNotFree) {
  Scene scene = SmallScene();
  scene.drivable_area = {ConvexPolygon::Rectangle(4.0, 2.0, {1.0, 0.0}).value()};  // x from -1 to 3.
  CheckerOptions options = InstantsOnly();
  const Verdict verdict = Check(scene, Along(0.0, 4.0), options);
  EXPECT_EQ(verdict.leaves_road_time_s, 3.0);  // Still inside, exactly, at 2.5 s.
  EXPECT_FALSE(verdict.collides());
  EXPECT_FALSE(verdict.is_free());
  EXPECT_TRUE(Check(scene, Along(0.0, 2.5), options).is_free());
  // A candidate is followed up to its first collision, that instant included.
  AddStatic("kerb", {SquareAt({4.25, 0.0})}, &scene);
  const Verdict both = Check(scene, Along(0.0, 4.0), options);
  EXPECT_EQ(both.first_collision->time_s, 3.5);
  EXPECT_EQ(both.leaves_road_time_s, 3.0);
  AddStatic("gate", {SquareAt({3.0, 0.0})}, &scene);
  EXPECT_FALSE(Check(scene, Along(0.0, 4.0), options).leaves_road_time_s.has_value());
}

}  // namespace
}  // namespace collision2d::planner
