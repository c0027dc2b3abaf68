// What TrajectoryChecker says of the motion between instants where heights, slopes and tilted
// bodies decide.

#include <optional>

#include "absl/status/status.h"
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

void ExpectContactAt(double time_s, double tolerance_s, const Verdict& verdict) {
  ASSERT_TRUE(verdict.collides());
  EXPECT_NEAR(verdict.contact_bracket->free_until_s, time_s, tolerance_s);
  EXPECT_NEAR(verdict.contact_bracket->contact_by_s, time_s, tolerance_s);
  EXPECT_TRUE(verdict.contact_bracket->between_instants);
  EXPECT_FALSE(verdict.contact_bracket->is_undecided);
  EXPECT_FALSE(verdict.contact_bracket->is_conservative);
}

TEST(VerticalMotionTest, UnderABridgeAndOverAKerbIsFree) {
  Scene scene = SceneWithVehicle(2.0);
  AddStatic("bridge", Box(2.0, 20.0, {10.0, 0.0}), HeightSpan{2.25, 3.0}, &scene);
  AddStatic("kerb", Box(0.3, 20.0, {12.0, 0.0}), HeightSpan{0.0, 0.125}, &scene);
  EXPECT_TRUE(Check(scene, Climbing(0.0, 0.0)).is_free());
  // On a slope of 10 %, up and down, with the bridge along it.
  EXPECT_TRUE(Check(scene, Climbing(0.0, 0.0, 0.02)).is_free());
  AddStatic("pillar", Box(0.5, 0.5, {10.0, 0.5}), HeightSpan{0.0, 2.25}, &scene);
  // Its front is 2 m ahead: 7.75 m at 10 m/s.
  ExpectContactAt(0.775, 1e-5, Check(scene, Climbing(0.0, 0.0)));
  EXPECT_EQ(Check(scene, Climbing(0.0, 0.0)).first_collision->obstacle, 2);
  ASSERT_TRUE(Check(scene, Climbing(0.0, 0.0)).vertical_clearance.has_value());
  EXPECT_LT(Check(scene, Climbing(0.0, 0.0)).vertical_clearance->clearance_m, 0.0);
}

// The roof is at 2 m + 1 m / s * time; under the bridge from 0.7 s to 1.3 s.
TEST(VerticalMotionTest, RisingIntoABridge) {
  Scene scene = SceneWithVehicle(2.0);
  AddStatic("bridge", Box(2.0, 20.0, {10.0, 0.0}), HeightSpan{3.0, 4.0}, &scene);
  ExpectContactAt(1.0, 1e-5, Check(scene, Climbing(0.0, 2.0)));
  const Verdict verdict = Check(scene, Climbing(0.0, 2.0));
  EXPECT_EQ(verdict.vertical_clearance->side, solid::VerticalSide::kAbove);
  EXPECT_LE(verdict.vertical_clearance->clearance_m, 0.0);
  EXPECT_NEAR(verdict.vertical_clearance->clearance_m, 0.0, 1e-5);
  // It has passed the bridge before it is as high.
  scene.static_obstacles[0].height = HeightSpan{3.3125, 4.0};
  EXPECT_TRUE(Check(scene, Climbing(0.0, 2.0)).is_free());
  scene.static_obstacles[0].height = HeightSpan{3.296875, 4.0};
  ExpectContactAt(1.296875, 1e-5, Check(scene, Climbing(0.0, 2.0)));
  // Too high from the beginning on: as in the plane.
  scene.static_obstacles[0].height = HeightSpan{1.0, 4.0};
  ExpectContactAt(0.7, 1e-5, Check(scene, Climbing(0.0, 2.0)));
}

TEST(VerticalMotionTest, SinkingOntoAKerb) {
  Scene scene = SceneWithVehicle(2.0);
  AddStatic("kerb", Box(2.0, 20.0, {10.0, 0.0}), HeightSpan{0.0, 0.125}, &scene);
  // The underbody is at 1.25 m - 1 m/s * time.
  ExpectContactAt(1.125, 1e-5, Check(scene, Climbing(1.0, -1.0)));
  EXPECT_EQ(Check(scene, Climbing(1.0, -1.0)).vertical_clearance->side, solid::VerticalSide::kBelow);
}

TEST(VerticalMotionTest, AnUnknownHeightIsInTheWay) {
  Scene scene = SceneWithVehicle(2.0);
  AddStatic("bridge", Box(2.0, 20.0, {10.0, 0.0}), std::nullopt, &scene);
  ExpectContactAt(0.7, 1e-5, Check(scene, Climbing(0.0, 0.0)));
  ExpectContactAt(0.7, 1e-5, Check(scene, Climbing(0.0, 5.0)));
  // Nose down, the front of the roof is ahead of the underbody: 2 m * cos + 2 m * sin.
  ExpectContactAt(0.7, 0.05, Check(scene, Climbing(0.0, 0.0, 0.1)));
}

TEST(VerticalMotionTest, ABarrierThatComesDown) {
  Scene scene = SceneWithVehicle(2.0);
  Prediction lowered;
  // Its lower edge is at 4 m - 2 m/s * time: at the roof at 1 s, when the vehicle is under it.
  lowered.poses = {{0.0, {10.0, 0.0}, 0.0, 4.0}, {2.0, {10.0, 0.0}, 0.0, 0.0}};
  scene.moving_obstacles = {{"barrier", "", {Box(0.25, 6.0)}, {lowered}, HeightSpan{0.0, 0.25}}};
  ExpectContactAt(1.0, 1e-5, Check(scene, Climbing(0.0, 0.0)));
  // It reaches the roof when the vehicle has passed.
  scene.moving_obstacles[0].predictions[0].poses = {{0.0, {10.0, 0.0}, 0.0, 4.0}, {2.0, {10.0, 0.0}, 0.0, 1.5}};
  EXPECT_TRUE(Check(scene, Climbing(0.0, 0.0)).is_free());
}

// An arm on a post beside the vehicle, which stands: turned by 1.2 rad to one side and, 2 s later,
// to the other, it has swept over the vehicle in between, and is low enough then.
TEST(VerticalMotionTest, AnArmThatSwingsOverAVehicleThatStands) {
  Scene scene = SceneWithVehicle(2.0);
  Candidate standing;
  standing.poses = {{0.0, {10.0, 0.0}, 0.0}, {2.0, {10.0, 0.0}, 0.0}};
  Prediction swinging;
  swinging.poses = {{0.0, {16.0, 0.0}, 1.2, 2.5}, {2.0, {16.0, 0.0}, -1.2, 0.0}};
  scene.moving_obstacles = {{"arm", "", {Box(1.0, 1.0, {-6.0, 0.0})}, {swinging}, HeightSpan{0.0, 1.0}}};
  const Verdict verdict = Check(scene, standing);
  ASSERT_TRUE(verdict.collides());
  EXPECT_GT(verdict.contact_bracket->free_until_s, 0.4);
  EXPECT_LT(verdict.contact_bracket->contact_by_s, 1.0);
  // High enough until it has passed.
  swinging.poses[0].z_m = 7.0;
  scene.moving_obstacles[0].predictions = {swinging};
  EXPECT_TRUE(Check(scene, standing).is_free());
}

// The front of the roof is 2.5 m ahead when the nose is down by 0.3 rad, and 1.3 m high.
TEST(VerticalMotionTest, AVehicleThatStandsAndTiltsReachesFarther) {
  Scene scene = SceneWithVehicle(2.0);
  AddStatic("post", Box(0.2, 0.2, {2.5, 0.0}), HeightSpan{1.25, 1.4}, &scene);
  Candidate tilting;
  tilting.poses = {{0.0, {}, 0.0}, {2.0, {}, 0.0, 0.0, 0.3}};
  const Verdict verdict = Check(scene, tilting);
  ASSERT_TRUE(verdict.collides());
  EXPECT_GT(verdict.contact_bracket->free_until_s, 1.0);
  tilting.poses[1].pitch_rad = -0.3;
  EXPECT_TRUE(Check(scene, tilting).is_free());
}

// A level beam above the vehicle whose end comes down to 1.5 m when it is tilted, on either side.
TEST(VerticalMotionTest, ABeamThatTiltsDown) {
  for (const double pitch_rad : {0.3, -0.3}) {
    Scene scene = SceneWithVehicle(2.0);
    Candidate standing;
    standing.poses = {{0.0, {}, 0.0}, {2.0, {}, 0.0}};
    Prediction tilting;
    tilting.poses = {{0.0, {pitch_rad > 0.0 ? -5.0 : 5.0, 0.0}, 0.0, 3.0},
                     {2.0, {pitch_rad > 0.0 ? -5.0 : 5.0, 0.0}, 0.0, 3.0, pitch_rad}};
    scene.moving_obstacles = {{"beam", "", {Box(10.0, 0.5)}, {tilting}, HeightSpan{0.0, 0.25}}};
    const Verdict verdict = Check(scene, standing);
    ASSERT_TRUE(verdict.collides());
    EXPECT_GT(verdict.contact_bracket->free_until_s, 0.5);
    scene.moving_obstacles[0].predictions[0].poses[1].pitch_rad = 0.1 * pitch_rad;
    EXPECT_TRUE(Check(scene, standing).is_free());
  }
}

TEST(VerticalMotionTest, ATiltedVehicleHitsTheBridgeBetweenInstants) {
  Scene scene = SceneWithVehicle(2.0);
  AddStatic("bridge", Box(2.0, 20.0, {10.0, 0.0}), HeightSpan{2.25, 3.0}, &scene);
  // Nose up by 0.2 rad the front of the roof is about 0.4 m higher.
  EXPECT_TRUE(Check(scene, Climbing(0.0, 0.0, -0.05)).is_free());
  const Verdict verdict = Check(scene, Climbing(0.0, 0.0, -0.2));
  ASSERT_TRUE(verdict.collides());
  EXPECT_TRUE(verdict.contact_bracket->between_instants);
  EXPECT_FALSE(verdict.contact_bracket->is_conservative);
  EXPECT_LE(verdict.contact_bracket->contact_by_s - verdict.contact_bracket->free_until_s, 1e-3);
  EXPECT_LE(verdict.vertical_clearance->clearance_m, 0.0);
  EXPECT_NEAR(verdict.vertical_clearance->clearance_m, 0.0, 5e-3);
}

TEST(VerticalMotionTest, WithinAMillimetreATiltedVehicleMayCollide) {
  Scene scene = SceneWithVehicle(2.0);
  // Rolled about its x axis by a little: its roof is 1 m * sin(roll) higher at one side.
  const double roof_m = 2.0 * 0.9998000066665778 + 1.0 * 0.01999866669333308;
  AddStatic("bridge", Box(2.0, 20.0, {10.0, 0.0}), HeightSpan{roof_m + 5e-4, 3.0}, &scene);
  const Verdict verdict = Check(scene, Climbing(0.0, 0.0, 0.0, 0.02));
  ASSERT_TRUE(verdict.collides());
  EXPECT_TRUE(verdict.contact_bracket->is_conservative);
  EXPECT_TRUE(verdict.contact_bracket->between_instants);
  scene.static_obstacles[0].height = HeightSpan{roof_m + 2e-3, 3.0};
  EXPECT_TRUE(Check(scene, Climbing(0.0, 0.0, 0.0, 0.02)).is_free());
}

TEST(VerticalMotionTest, AWireIsWhereItIs) {
  Scene scene = SceneWithVehicle(2.0);
  // It rises from the ground on the left, 4 m beside the vehicle's side, to 6 m on the right.
  scene.static_obstacles.push_back(
      {"wire",
       "",
       {},
       std::nullopt,
       {Polytope::FromPoints(std::vector<solid::Vec3>{{10.0, 5.0, 0.0}, {10.0, -5.0, 6.0}}).value()}});
  const Verdict through = Check(scene, Climbing(0.0, 0.0));
  // At the left side, y = 1 m, it is at 2.4 m, and at 1 m + 2/3 m it is at the roof's height.
  EXPECT_TRUE(through.is_free());
  scene.ego.height_m = 2.5;
  ExpectContactAt(0.8, 1e-3, Check(scene, Climbing(0.0, 0.0)));
}

// s. Neighbouring doubles of a clock that counts from 1970 are 2^-22 s apart.
constexpr double kUnixTime_s = 1.7e9;

// Climbing(0.0, 2.0, 0.0, roll_rad) at `speed_mps`, and the scene with it, `time_s` later.
Verdict CheckRisingAt(double time_s, Scene scene, double speed_mps = 10.0, double roll_rad = 0.0) {
  scene.ego_state->pose.time_s += time_s;
  Candidate candidate = Climbing(0.0, 2.0, 0.0, roll_rad);
  candidate.poses[1].position.x = 2.0 * speed_mps;
  for (TimedPose& pose : candidate.poses) pose.time_s += time_s;
  return Check(scene, candidate);
}

// Plans and heights overlap together for 4e-8 s only, somewhere between two doubles of the clock.
TEST(VerticalMotionTest, OnAUnixClockTheTimeOfOverlappingHeightsIsNotShortened) {
  constexpr double kOverlap_s = 4e-8;
  for (int k = 0; k < 16; ++k) {
    const double late_s = 3e-8 * k;
    Scene bridge = SceneWithVehicle(2.0);
    // The vehicle leaves it at 1.3 s + late_s; its roof, at 2 m + 1 m/s * time, gets there shortly
    // before.
    AddStatic("bridge", Box(2.0, 20.0, {10.0 + 10.0 * late_s, 0.0}), HeightSpan{3.3 + late_s - kOverlap_s, 4.0},
              &bridge);
    Scene kerb = SceneWithVehicle(2.0);
    // The vehicle gets there at 0.7 s + late_s; its underbody, at 0.25 m + 1 m/s * time, is above
    // it shortly after.
    AddStatic("kerb", Box(2.0, 20.0, {10.0 + 10.0 * late_s, 0.0}), HeightSpan{0.0, 0.95 + late_s + kOverlap_s}, &kerb);
    for (const double start_s : {0.0, kUnixTime_s}) {
      const Verdict leaving = CheckRisingAt(start_s, bridge);
      ASSERT_TRUE(leaving.collides()) << k << " at " << start_s;
      EXPECT_LE(leaving.contact_bracket->free_until_s - start_s, 1.3 + late_s);
      const Verdict arriving = CheckRisingAt(start_s, kerb);
      ASSERT_TRUE(arriving.collides()) << k << " at " << start_s;
      EXPECT_LE(arriving.contact_bracket->free_until_s - start_s, 0.7 + late_s + kOverlap_s);
    }
    bridge.static_obstacles[0].height->z_min_m += 1e-6;
    kerb.static_obstacles[0].height->z_max_m -= 1e-6;
    for (const double start_s : {0.0, kUnixTime_s}) {
      EXPECT_TRUE(CheckRisingAt(start_s, bridge).is_free());
      EXPECT_TRUE(CheckRisingAt(start_s, kerb).is_free());
    }
  }
}

// At 2000 m/s half of the clock's step is 0.2 mm.
TEST(VerticalMotionTest, OnAUnixClockATiltedVehicleIsNotProvenFreeInContact) {
  constexpr double kSpeed_mps = 2000.0;
  for (int k = 0; k < 200; ++k) {
    Scene scene = SceneWithVehicle(2.0);
    const double gap_m = 0.5 + 0.005 * k;
    AddStatic("wall", Box(2.0, 20.0, {gap_m + 3.0, 0.0}), HeightSpan{0.0, 10.0}, &scene);
    for (const double start_s : {0.0, kUnixTime_s}) {
      const Verdict verdict = CheckRisingAt(start_s, scene, kSpeed_mps, 0.1);
      ASSERT_TRUE(verdict.collides());
      const double free_m = kSpeed_mps * (verdict.contact_bracket->free_until_s - start_s);
      EXPECT_LE(free_m, gap_m) << k << " at " << start_s;
      EXPECT_GE(free_m, gap_m - 2e-3) << k << " at " << start_s;
    }
  }
}

// One candidate of several: each as alone, to the bit, though the tilted one makes all obstacles
// spatial.
TEST(VerticalMotionTest, EachCandidateAsAlone) {
  Scene scene = SceneWithVehicle(2.0);
  AddStatic("bridge", Box(2.0, 20.0, {10.0, 0.0}), HeightSpan{2.25, 3.0}, &scene);
  AddStatic("post", Box(0.25, 0.25, {14.0, 0.0}), HeightSpan{0.0, 1.0}, &scene);
  Prediction crossing;
  crossing.poses = {{0.0, {16.0, -9.0}, 1.5}, {2.0, {15.0, 9.0}, 1.7}};
  scene.moving_obstacles = {{"car", "", {Box(4.0, 2.0)}, {crossing}, HeightSpan{0.0, 1.5}}};
  const std::vector<Candidate> candidates = {Climbing(0.0, 0.0), Climbing(0.0, 2.0), Climbing(0.0, 0.0, -0.2),
                                             Climbing(3.0, 3.0), Climbing(0.0, 0.0, 0.0, 0.1)};
  std::vector<Verdict> together(candidates.size());
  ASSERT_TRUE(TrajectoryChecker::Create(Scene(scene), {})->Check(candidates, absl::MakeSpan(together)).ok());
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Verdict alone = Check(scene, candidates[i]);
    ASSERT_EQ(alone.collides(), together[i].collides()) << i;
    if (!alone.collides()) continue;
    EXPECT_EQ(alone.contact_bracket->free_until_s, together[i].contact_bracket->free_until_s) << i;
    EXPECT_EQ(alone.contact_bracket->contact_by_s, together[i].contact_bracket->contact_by_s) << i;
    EXPECT_EQ(alone.first_collision->obstacle, together[i].first_collision->obstacle) << i;
    EXPECT_EQ(alone.first_collision->signed_distance_m, together[i].first_collision->signed_distance_m) << i;
  }
}

}  // namespace
}  // namespace collision2d::planner
