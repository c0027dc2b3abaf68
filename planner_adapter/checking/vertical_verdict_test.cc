// What TrajectoryChecker says at instants where heights, slopes and tilted bodies decide.

#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/vertical_clearance.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/checking/testing/small_scenes.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// From x = 0 to x = 20 m in 2 s, at this height and with these angles.
Candidate Level(double z_m = 0.0, double pitch_rad = 0.0, double roll_rad = 0.0) {
  return Climbing(z_m, z_m, pitch_rad, roll_rad);
}

TEST(VerticalVerdictTest, UnderABridge) {
  Scene scene = SceneWithVehicle(0.5);
  AddStatic("bridge", Box(2.0, 20.0, {10.0, 0.0}), HeightSpan{2.25, 3.0}, &scene);
  AddStatic("wall", Box(30.0, 1.0, {10.0, 4.0}), std::nullopt, &scene);
  const Verdict verdict = CheckAtInstants(scene, Level());
  EXPECT_TRUE(verdict.is_free());
  ASSERT_TRUE(verdict.vertical_clearance.has_value());
  EXPECT_EQ(verdict.vertical_clearance->clearance_m, 0.25);
  EXPECT_EQ(verdict.vertical_clearance->obstacle, 0);
  // The first checked time at which the ground plans overlap.
  EXPECT_EQ(verdict.vertical_clearance->time_s, 1.0);
  EXPECT_EQ(verdict.vertical_clearance->step, 2);
  EXPECT_EQ(verdict.vertical_clearance->side, solid::VerticalSide::kAbove);
  // The bridge, however near from above, is no clearance in the ground plan.
  EXPECT_EQ(verdict.minimum_clearance->obstacle, 1);
  EXPECT_EQ(verdict.minimum_clearance->signed_distance_m, 2.5);
}

TEST(VerticalVerdictTest, TouchingTheBridgeIsACollision) {
  for (const double bottom_m : {2.0, std::nextafter(2.0, 3.0)}) {
    Scene scene = SceneWithVehicle(0.5);
    AddStatic("bridge", Box(2.0, 20.0, {10.0, 0.0}), HeightSpan{bottom_m, 3.0}, &scene);
    const Verdict verdict = CheckAtInstants(scene, Level());
    EXPECT_EQ(verdict.collides(), bottom_m == 2.0);
    EXPECT_EQ(verdict.vertical_clearance->clearance_m, bottom_m - 2.0);
    EXPECT_EQ(verdict.minimum_clearance.has_value(), bottom_m == 2.0);
  }
}

TEST(VerticalVerdictTest, ATallerVehicleCollidesAndIsToldByHowMuch) {
  Scene scene = SceneWithVehicle(0.5);
  scene.ego.height_m = 2.375;
  AddStatic("sign", Box(0.5, 0.5, {4.0, 0.5}), HeightSpan{2.5, 3.0}, &scene);
  AddStatic("bridge", Box(2.0, 20.0, {10.0, 0.0}), HeightSpan{2.25, 3.0}, &scene);
  const Verdict verdict = CheckAtInstants(scene, Level());
  ASSERT_TRUE(verdict.collides());
  EXPECT_EQ(verdict.first_collision->obstacle, 1);
  EXPECT_EQ(verdict.first_collision->time_s, 1.0);
  EXPECT_LT(verdict.first_collision->signed_distance_m, 0.0);
  EXPECT_EQ(verdict.vertical_clearance->clearance_m, -0.125);
  EXPECT_EQ(verdict.vertical_clearance->obstacle, 1);
}

TEST(VerticalVerdictTest, KerbUnderTheChassis) {
  for (const double top_m : {0.125, 0.25, 0.375}) {
    Scene scene = SceneWithVehicle(0.5);
    AddStatic("kerb", Box(2.0, 0.25, {10.0, 0.0}), HeightSpan{0.0, top_m}, &scene);
    const Verdict verdict = CheckAtInstants(scene, Level());
    EXPECT_EQ(verdict.collides(), top_m >= 0.25);
    EXPECT_EQ(verdict.vertical_clearance->clearance_m, 0.25 - top_m);
    EXPECT_EQ(verdict.vertical_clearance->side, solid::VerticalSide::kBelow);
  }
}

TEST(VerticalVerdictTest, UnknownHeightsAreAsLowAndAsHighAsCanBe) {
  const HeightSpan bridge{2.25, 3.0};
  Scene scene = SceneWithVehicle(0.5);
  AddStatic("thing", Box(2.0, 2.0, {10.0, 0.0}), std::nullopt, &scene);
  EXPECT_TRUE(CheckAtInstants(scene, Level()).collides());
  EXPECT_FALSE(CheckAtInstants(scene, Level()).vertical_clearance.has_value());
  Scene unknown_vehicle = SceneWithVehicle(0.5);
  unknown_vehicle.ego.height_m.reset();
  unknown_vehicle.ego.ground_clearance_m = 0.0;
  AddStatic("bridge", Box(2.0, 2.0, {10.0, 0.0}), bridge, &unknown_vehicle);
  for (const double z_m : {0.0, 50.0}) {
    EXPECT_TRUE(CheckAtInstants(unknown_vehicle, Level(z_m, 0.1)).collides());
    EXPECT_FALSE(CheckAtInstants(unknown_vehicle, Level(z_m, 0.1)).vertical_clearance.has_value());
  }
}

TEST(VerticalVerdictTest, AHigherRoadTakesTheVehicleUp) {
  Scene scene = SceneWithVehicle(0.5);
  AddStatic("bridge", Box(2.0, 20.0, {10.0, 0.0}), HeightSpan{2.25, 3.0}, &scene);
  EXPECT_FALSE(CheckAtInstants(scene, Level(-1.0)).collides());
  EXPECT_EQ(CheckAtInstants(scene, Level(-1.0)).vertical_clearance->clearance_m, 1.25);
  EXPECT_TRUE(CheckAtInstants(scene, Level(1.0)).collides());
  // Over it.
  EXPECT_FALSE(CheckAtInstants(scene, Level(3.0)).collides());
  EXPECT_EQ(CheckAtInstants(scene, Level(3.0)).vertical_clearance->side, solid::VerticalSide::kBelow);
  // One candidate of several at other heights: each as alone.
  const std::vector<Candidate> candidates = {Level(-1.0), Level(1.0), Level(3.0)};
  std::vector<Verdict> verdicts(3);
  ASSERT_TRUE(TrajectoryChecker::Create(Scene(scene), {})->Check(candidates, absl::MakeSpan(verdicts)).ok());
  EXPECT_EQ(verdicts[0].vertical_clearance->clearance_m, 1.25);
  EXPECT_TRUE(verdicts[1].collides());
  EXPECT_EQ(verdicts[2].vertical_clearance->clearance_m, 0.25);
}

TEST(VerticalVerdictTest, ATiltedVehicleReachesFurther) {
  // Beside a wall 0.1 m away: leaning to it by 0.1 rad the upper edge is 1 m cos + 2 m sin from the
  // middle.
  const double roll = -0.1;
  Scene scene = SceneWithVehicle(0.5);
  AddStatic("wall", Box(40.0, 1.0, {10.0, -1.6}), HeightSpan{0.0, 3.0}, &scene);
  EXPECT_FALSE(CheckAtInstants(scene, Level()).collides());
  EXPECT_FALSE(CheckAtInstants(scene, Level(0.0, 0.0, roll)).collides());
  const Verdict verdict = CheckAtInstants(scene, Level(0.0, 0.0, -roll));
  ASSERT_TRUE(verdict.collides());
  EXPECT_NEAR(verdict.first_collision->signed_distance_m, 1.1 - (std::cos(roll) - 2.0 * std::sin(roll)), 1e-12);
  // A low wall stays under the leaning side, and of a wall of unknown height the same shadow is
  // near.
  scene.static_obstacles[0].height = HeightSpan{-1.0, 0.0};
  EXPECT_FALSE(CheckAtInstants(scene, Level(0.0, 0.0, -roll)).collides());
  EXPECT_EQ(CheckAtInstants(scene, Level(0.0, 0.0, -roll)).vertical_clearance->side, solid::VerticalSide::kBelow);
  scene.static_obstacles[0].height.reset();
  EXPECT_TRUE(CheckAtInstants(scene, Level(0.0, 0.0, -roll)).collides());
  EXPECT_FALSE(CheckAtInstants(scene, Level(0.0, 0.0, -roll)).vertical_clearance.has_value());
}

TEST(VerticalVerdictTest, NoseUpOnARampLiftsTheRoof) {
  // 0.25 m would be left on the level road; the rear of the roof is lower, the front higher by 2 m
  // sin.
  const double pitch = -0.05;
  Scene scene = SceneWithVehicle(0.5);
  AddStatic("beam", Box(40.0, 20.0, {10.0, 0.0}), HeightSpan{2.25, 3.0}, &scene);
  const Verdict verdict = CheckAtInstants(scene, Level(0.0, pitch));
  EXPECT_FALSE(verdict.collides());
  EXPECT_NEAR(verdict.vertical_clearance->clearance_m, 2.25 - (2.0 * std::cos(pitch) - 2.0 * std::sin(pitch)), 1e-12);
  EXPECT_TRUE(CheckAtInstants(scene, Level(0.0, -0.2)).collides());
}

TEST(VerticalVerdictTest, MovingObstaclesHaveHeightsAboveTheirOwnRoad) {
  Scene scene = SceneWithVehicle(0.5);
  Prediction crossing;
  crossing.poses = {{0.0, {10.0, -10.0}, 1.5, 2.5, 0.0, 0.0}, {2.0, {10.0, 10.0}, 1.5, 2.5, 0.0, 0.0}};
  scene.moving_obstacles = {{"car on the bridge", "", {Box(4.0, 2.0)}, {crossing}, HeightSpan{0.0, 1.5}}};
  const Verdict verdict = CheckAtInstants(scene, Level());
  EXPECT_FALSE(verdict.collides());
  EXPECT_EQ(verdict.vertical_clearance->clearance_m, 0.5);
  // Its own pitch lowers its front: where the vehicle's side is, 1 m ahead, by about 1 m tan.
  for (TimedPose& pose : scene.moving_obstacles[0].predictions[0].poses) pose.pitch_rad = 0.6;
  EXPECT_TRUE(CheckAtInstants(scene, Level()).collides());
}

// The haunches of an arch across the road: free in the middle, not at the side, though the span is
// the same for both.
TEST(VerticalVerdictTest, UnderAnArch) {
  const std::vector<solid::Vec3> right = {{9.0, -5.0, 0.0},  {11.0, -5.0, 0.0}, {9.0, -5.0, 4.0},
                                          {11.0, -5.0, 4.0}, {9.0, 0.0, 4.0},   {11.0, 0.0, 4.0}};
  std::vector<solid::Vec3> left = right;
  for (solid::Vec3& p : left) p.y = -p.y;
  Scene scene = SceneWithVehicle(0.5);
  scene.static_obstacles.push_back(
      {"arch", "", {}, std::nullopt, {Polytope::FromPoints(left).value(), Polytope::FromPoints(right).value()}});
  const Verdict middle = CheckAtInstants(scene, Level());
  EXPECT_FALSE(middle.collides());
  // The side of the roof, 1 m from the middle, is under a slope of 4 in 5: at 3.2 m.
  ASSERT_TRUE(middle.vertical_clearance.has_value());
  EXPECT_NEAR(middle.vertical_clearance->clearance_m, 1.2, 1e-12);
  EXPECT_EQ(middle.vertical_clearance->side, solid::VerticalSide::kAbove);
  Candidate beside = Level();
  for (TimedPose& pose : beside.poses) pose.position.y = 2.0;
  const Verdict collision = CheckAtInstants(scene, beside);
  ASSERT_TRUE(collision.collides());
  EXPECT_NEAR(collision.vertical_clearance->clearance_m, 1.6 - 2.0, 1e-12);
  // A vehicle whose height is not known is judged by the ground plan.
  scene.ego.height_m.reset();
  scene.ego.ground_clearance_m = 0.0;
  EXPECT_TRUE(CheckAtInstants(scene, Level()).collides());
  EXPECT_FALSE(CheckAtInstants(scene, Level()).vertical_clearance.has_value());
}

// A part of unknown height is hit while another part is passed: what is passed is not what was hit.
TEST(VerticalVerdictTest, PassingAPartOfWhatIsHitElsewhere) {
  Scene scene = SceneWithVehicle(0.5);
  AddStatic("low bridge", Box(1.0, 8.0, {5.0, 0.0}), HeightSpan{2.125, 3.0}, &scene);
  const std::vector<solid::Vec3> beam = {{15.0, -4.0, 2.5}, {15.0, 4.0, 2.5}};
  scene.static_obstacles.push_back(
      {"gate", "", {Box(1.0, 1.0, {15.0, 0.0})}, std::nullopt, {Polytope::FromPoints(beam).value()}});
  const Verdict verdict = CheckAtInstants(scene, Level());
  ASSERT_TRUE(verdict.collides());
  EXPECT_EQ(verdict.first_collision->obstacle, 1);
  EXPECT_EQ(verdict.vertical_clearance->obstacle, 0);
  EXPECT_EQ(verdict.vertical_clearance->clearance_m, 0.125);
}

TEST(VerticalVerdictTest, AMovingSolidTurnsWithItsBody) {
  // A crane truck whose boom rises from its cab to 3 m above its front, 8 m ahead.
  Scene scene = SceneWithVehicle(0.5);
  Prediction crossing;
  crossing.poses = {{0.0, {10.0, -12.0}, 0.5 * M_PI}, {2.0, {10.0, -12.0}, 0.5 * M_PI}};
  scene.moving_obstacles = {
      {"crane",
       "",
       {Box(4.0, 2.0)},
       {crossing},
       HeightSpan{0.0, 2.5},
       {Polytope::FromPoints(std::vector<solid::Vec3>{{0.0, 0.0, 2.0}, {12.0, 0.0, 2.5}}).value()}}};
  const Verdict under = CheckAtInstants(scene, Level());
  EXPECT_FALSE(under.collides());
  // The edge of the roof is 11 m along the boom.
  EXPECT_NEAR(under.vertical_clearance->clearance_m, 2.0 + 0.5 * 11.0 / 12.0 - 2.0, 1e-12);
  // Nose down by 0.1 rad it is in the way.
  for (TimedPose& pose : scene.moving_obstacles[0].predictions[0].poses) pose.pitch_rad = 0.1;
  EXPECT_TRUE(CheckAtInstants(scene, Level()).collides());
}

TEST(VerticalVerdictTest, BadHeightsAreNamed) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  Scene inverted = SceneWithVehicle(0.5);
  inverted.ego.height_m = 0.125;
  EXPECT_EQ(TrajectoryChecker::Create(Scene(inverted), {}).status().message(),
            "ego.height_m: 0.125 m is below ground_clearance_m, 0.25 m");
  const auto message = [](const Scene& scene, const Candidate& candidate) {
    Verdict verdict;
    return std::string(
        TrajectoryChecker::Create(Scene(scene), {})->Check({candidate}, absl::MakeSpan(&verdict, 1)).message());
  };
  EXPECT_EQ(message(SceneWithVehicle(0.5), Level(kNaN)), "candidate c: poses[0].z: nan is not finite");
  EXPECT_EQ(message(SceneWithVehicle(0.5), Level(0.0, 2.0)),
            "candidate c: poses[0].pitch_rad: 2 rad is beyond the limit of 0.7853981633974483 rad");
  Scene bad_obstacle = SceneWithVehicle(0.5);
  AddStatic("bridge", Box(2.0, 2.0), HeightSpan{3.0, 2.0}, &bad_obstacle);
  EXPECT_EQ(TrajectoryChecker::Create(Scene(bad_obstacle), {}).status().message(),
            "static_obstacles[0].height.z_max_m: 2 m is below z_min_m, 3 m");
}

}  // namespace
}  // namespace collision2d::planner
