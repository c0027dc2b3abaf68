#include "planner_adapter/replay_page/replay_page_scene.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/solid/geometry/vec3.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/testing/replay_page_test_scenes.h"
#include "planner_adapter/scene/scene.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

PackedScene Pack(const ReplayedScene& scene) {
  const absl::StatusOr<PackedScene> packed = PackReplayedScene(scene);
  EXPECT_TRUE(packed.ok()) << packed.status();
  return packed.ok() ? *packed : PackedScene();
}

TEST(ReplayPageSceneTest, SceneAndObstacles) {
  const PackedScene packed = Pack(CrossingScene());
  EXPECT_EQ(packed.scene.id(), "crossing");
  EXPECT_EQ(packed.scene.file(), "scenes/crossing.textproto");
  EXPECT_EQ(packed.scene.input_digest(), "00c0ffee00c0ffee");
  EXPECT_EQ(packed.scene.origin_x(), 450000.0);
  EXPECT_EQ(packed.scene.origin_y(), 5400000.0);
  // The verdicts without encounters must not count as witnesses at the map's origin.
  EXPECT_EQ(packed.scene.unit_m(), 0.001);
  EXPECT_EQ(packed.scene.time_step_s(), 0.5);
  EXPECT_EQ(packed.scene.drivable_area().vertex_count_size(), 2);
  EXPECT_THAT(packed.scene.reference_path().x(), ElementsAre(-10000, 30000));
  ASSERT_EQ(packed.scene.static_obstacles_size(), 1);
  EXPECT_EQ(packed.scene.static_obstacles(0).id(), "parked");
  EXPECT_THAT(packed.scene.static_obstacles(0).shapes().radius(), ElementsAre(800));
  ASSERT_EQ(packed.scene.moving_obstacles_size(), 2);
  const proto::PackedObstacle& car = packed.scene.moving_obstacles(0);
  ASSERT_EQ(car.predictions_size(), 1);
  EXPECT_FALSE(car.predictions(0).has_occupancy_times());
  EXPECT_THAT(car.predictions(0).motion().dx(), ElementsAre(20000, -10000, -10000));
  EXPECT_THAT(packed.scene.times(car.predictions(0).motion().times(0)).time_s(), ElementsAre(0.0, 1.0, 2.0));
  const proto::PackedPrediction& set = packed.scene.moving_obstacles(1).predictions(0);
  EXPECT_EQ(set.probability(), 0.5);
  EXPECT_FALSE(set.has_motion());
  ASSERT_EQ(set.occupancies_size(), 3);
  EXPECT_EQ(set.occupancies(1).x_size(), 4);
  EXPECT_EQ(set.occupancies(2).x_size(), 0);
  EXPECT_FALSE(packed.drive.has_motion());
}

TEST(ReplayPageSceneTest, CandidatesAndVerdicts) {
  const PackedScene packed = Pack(CrossingScene());
  ASSERT_EQ(packed.cycles.size(), 1u);
  const proto::PackedCycle& cycle = packed.cycles[0];
  EXPECT_THAT(cycle.candidate_id(), ElementsAre("keep", "left", "right"));
  EXPECT_THAT(cycle.cost(), ElementsAre(1.0, 2.5, 4.0));
  EXPECT_EQ(cycle.motions().times_size(), 3);
  EXPECT_EQ(cycle.motions().dx_size(), 15);
  EXPECT_EQ(cycle.motions().times(0), cycle.motions().times(2));
  EXPECT_THAT(cycle.leaves_drivable_area(), ElementsAre(0, 0, 1));
  EXPECT_THAT(cycle.leaves_drivable_area_time_s(), ElementsAre(0.5));
  EXPECT_THAT(cycle.pairs_checked(), ElementsAre(10.0, 11.0, 12.0));
  EXPECT_THAT(cycle.first_collisions().candidate(), ElementsAre(1));
  EXPECT_THAT(cycle.first_collisions().obstacle_id(), ElementsAre("car 7"));
  EXPECT_THAT(cycle.minimum_clearances().candidate(), ElementsAre(0, 1));
  EXPECT_THAT(cycle.minimum_clearances().signed_distance_m(), ElementsAre(1.25, -0.4));
  // Witness points come in the scene frame and leave in the local one.
  EXPECT_THAT(cycle.minimum_clearances().ego_x(), ElementsAre(7250, 8000));
  EXPECT_THAT(cycle.minimum_clearances().obstacle_y(), ElementsAre(-2200, 2100));
  EXPECT_TRUE(cycle.has_chosen_candidate());
  EXPECT_EQ(cycle.chosen_candidate(), 0);
}

TEST(ReplayPageSceneTest, HeightsSlopesAndVerticalClearances) {
  const PackedScene packed = Pack(BridgeScene());
  EXPECT_EQ(packed.scene.ego_heights().z_min_m(), 0.25);
  EXPECT_EQ(packed.scene.ego_heights().z_max_m(), 3.75);
  EXPECT_EQ(packed.scene.static_obstacles(1).heights().z_min_m(), 4.375);
  EXPECT_EQ(packed.scene.moving_obstacles(0).heights().z_max_m(), 1.5);
  EXPECT_FALSE(packed.scene.moving_obstacles(1).has_heights());
  const proto::PackedCycle& cycle = packed.cycles[0];
  EXPECT_EQ(cycle.motions().dz_size(), cycle.motions().dx_size());
  EXPECT_EQ(cycle.motions().dz(1), 125);
  EXPECT_EQ(cycle.motions().dpitch(0), -500);
  EXPECT_THAT(cycle.vertical_clearances().candidate(), ElementsAre(0, 1));
  EXPECT_THAT(cycle.vertical_clearances().clearance_m(), ElementsAre(0.25, -0.5));
  EXPECT_THAT(cycle.vertical_clearances().is_above(), ElementsAre(1, 1));
  EXPECT_THAT(cycle.vertical_clearances().obstacle_id(), ElementsAre("bridge", "bridge"));
  // Where nothing is known of heights.
  const PackedScene level = Pack(CrossingScene());
  EXPECT_FALSE(level.scene.has_ego_heights());
  EXPECT_EQ(level.cycles[0].motions().dz_size(), 0);
  EXPECT_FALSE(level.cycles[0].has_vertical_clearances());
}

TEST(ReplayPageSceneTest, SolidsAreTheirGroundPlansAndSpans) {
  ReplayedScene replayed = BridgeScene();
  const std::vector<solid::Vec3> wire = {{8.0, -20.0, 6.0}, {8.0, 20.0, 5.5}};
  replayed.scene.static_obstacles[1].solids = {Solid::FromPoints(wire).value()};
  replayed.scene.static_obstacles.push_back({"wire", "", {}, std::nullopt, replayed.scene.static_obstacles[1].solids});
  replayed.scene.moving_obstacles[1].solids = replayed.scene.static_obstacles[1].solids;
  const PackedScene packed = Pack(replayed);
  const proto::PackedObstacle& bridge = packed.scene.static_obstacles(1);
  EXPECT_EQ(bridge.shapes().vertex_count_size(), 2);
  EXPECT_EQ(bridge.heights().z_min_m(), 4.375);
  EXPECT_EQ(bridge.heights().z_max_m(), 6.0);
  EXPECT_TRUE(bridge.heights().is_partial());
  EXPECT_FALSE(packed.scene.static_obstacles(0).heights().is_partial());
  EXPECT_EQ(packed.scene.static_obstacles(2).heights().z_min_m(), 5.5);
  // Its occupancies have no heights that are known.
  EXPECT_FALSE(packed.scene.moving_obstacles(1).has_heights());
}

TEST(ReplayPageSceneTest, ClosedLoop) {
  const PackedScene packed = Pack(ClosedLoopScene());
  ASSERT_EQ(packed.cycles.size(), 2u);
  EXPECT_EQ(packed.cycles[1].time_s(), 1.0);
  EXPECT_FALSE(packed.cycles[1].has_chosen_candidate());
  EXPECT_EQ(packed.drive.motion().dx_size(), 5);
}

TEST(ReplayPageSceneTest, EmptyScene) {
  const PackedScene packed = Pack(EmptyScene());
  EXPECT_FALSE(packed.scene.has_ego_state());
  EXPECT_THAT(packed.scene.times(), IsEmpty());
  ASSERT_EQ(packed.cycles.size(), 1u);
  EXPECT_THAT(packed.cycles[0].notes(), ElementsAre("no planning problem: nothing to plan for"));
}

TEST(ReplayPageSceneTest, RoadAndGoals) {
  const PackedScene packed = Pack(LaneScene());
  ASSERT_EQ(packed.scene.road_borders_size(), 2);
  EXPECT_THAT(packed.scene.road_borders(1).x(), ElementsAre(60000, -10000));
  EXPECT_THAT(packed.scene.road_borders(1).y(), ElementsAre(5500, 5500));
  ASSERT_EQ(packed.scene.goal_areas_size(), 2);
  EXPECT_THAT(packed.scene.goal_areas(0).vertex_count(), ElementsAre(4));
  EXPECT_THAT(packed.scene.goal_areas(1).vertex_count(), IsEmpty());
  const proto::PackedCycle& cycle = packed.cycles[0];
  const proto::PackedRoadClearances& road = cycle.road_clearances();
  EXPECT_THAT(road.candidate(), ElementsAre(0, 1, 2));
  EXPECT_THAT(road.time_s(), ElementsAre(0.0, 2.0, 2.0));
  EXPECT_THAT(road.clearance_m(), ElementsAre(1.05, -0.45, 0.125));
  EXPECT_THAT(road.border(), ElementsAre("south kerb", "south kerb", ""));
  EXPECT_THAT(road.ego_y(), ElementsAre(-950, -2450, -1875));
  EXPECT_THAT(road.road_x(), ElementsAre(0, 16000, 16000));
  EXPECT_THAT(cycle.road_departures().candidate(), ElementsAre(1, 2));
  EXPECT_THAT(cycle.road_departures().inside_until_s(), ElementsAre(1.124, 2.124999));
  EXPECT_THAT(cycle.road_departures().outside_by_s(), ElementsAre(1.125, 2.125));
  EXPECT_THAT(cycle.road_departures().between_instants(), ElementsAre(0, 1));
  EXPECT_THAT(cycle.headway().value(), ElementsAre(0.25));
  const PackedScene crossing = Pack(CrossingScene());
  EXPECT_EQ(crossing.scene.road_borders_size() + crossing.scene.goal_areas_size(), 0);
  EXPECT_FALSE(crossing.cycles[0].has_road_clearances());
}

TEST(ReplayPageSceneTest, Profiles) {
  const PackedScene packed = Pack(LaneScene());
  const proto::PackedProfiles& profiles = packed.cycles[0].profiles();
  ASSERT_EQ(profiles.times_size(), 4);
  // The points are at the times of the poses, so that they share a list.
  EXPECT_EQ(profiles.times(0), packed.cycles[0].motions().times(0));
  EXPECT_THAT(packed.cycles[0].time_lists(profiles.times(3)).time_s(), ElementsAre(0.0));
  EXPECT_THAT(profiles.clearance().runs(), ElementsAre(0, 9, 9, 9, 1));
  EXPECT_THAT(profiles.road_clearance().runs(), ElementsAre(0, 27, 1));
  EXPECT_THAT(profiles.time_to_collision().runs(), ElementsAre(2, 7, 11, 7, 1));
  EXPECT_FALSE(Pack(CrossingScene()).cycles[0].has_profiles());
}

TEST(ReplayPageSceneTest, AClearanceMayBeLargerThanAnyCoordinate) {
  ReplayedScene scene = LaneScene();
  scene.cycles[0].profiles[0][0].clearance_m = 5e7;
  const PackedScene packed = Pack(scene);
  EXPECT_NEAR(packed.cycles[0].profiles().clearance().difference(0) * packed.cycles[0].unit_m(), 5e7,
              packed.cycles[0].unit_m());
}

struct Contradiction {
  const char* message;
  void (*make)(ReplayedCycle& cycle);
};

TEST(ReplayPageSceneTest, ContradictoryVerdictsAreNamed) {
  const Contradiction cases[] = {
      {"cycles[0].verdicts: 2 verdicts for 3 candidates",
       [](ReplayedCycle& c) { c.verdicts.mutable_verdicts()->RemoveLast(); }},
      {"cycles[0].chosen_candidate: 3 is not the index of one of 3 candidates",
       [](ReplayedCycle& c) { c.verdicts.set_chosen_candidate(3); }},
      {"cycles[0].chosen_candidate: -1 is not the index of one of 3 candidates",
       [](ReplayedCycle& c) { c.verdicts.set_chosen_candidate(-1); }},
      {"cycles[0].candidates[2].poses: empty", [](ReplayedCycle& c) { c.candidates[2].poses.clear(); }},
      {"cycles[0].verdicts[1].first_collision: missing though collides",
       [](ReplayedCycle& c) { c.verdicts.mutable_verdicts(1)->clear_first_collision(); }},
      {"cycles[0].verdicts[1].first_collision: set though not collides",
       [](ReplayedCycle& c) { c.verdicts.mutable_verdicts(1)->set_collides(false); }},
      {"cycles[0].verdicts[2].leaves_drivable_area_time_s: missing though leaves_drivable_area",
       [](ReplayedCycle& c) { c.verdicts.mutable_verdicts(2)->clear_leaves_drivable_area_time_s(); }},
      {"cycles[0].verdicts[0].minimum_clearance: a witness point is not finite",
       [](ReplayedCycle& c) {
         c.verdicts.mutable_verdicts(0)->mutable_minimum_clearance()->mutable_witness_ego()->set_x(
             std::numeric_limits<double>::quiet_NaN());
       }},
      {"cycles[0].verdicts[1].first_collision: a witness point is not finite",
       [](ReplayedCycle& c) {
         c.verdicts.mutable_verdicts(1)->mutable_first_collision()->mutable_witness_obstacle()->set_y(
             std::numeric_limits<double>::infinity());
       }},
      {"cycles[0].verdicts[2].road_clearance: a witness point is not finite",
       [](ReplayedCycle& c) {
         c.verdicts.mutable_verdicts(2)->mutable_road_clearance()->mutable_witness_road()->set_y(
             std::numeric_limits<double>::quiet_NaN());
       }},
      {"cycles[0].profiles: 2 profiles for 3 candidates", [](ReplayedCycle& c) { c.profiles.resize(2); }},
      {"cycles[0].profiles[1][0].time_to_collision_s: -1 s is not within 0 s and 1e+06 s",
       [](ReplayedCycle& c) {
         c.profiles = {{}, {{0.0, {}, {}, -1.0}}, {}};
       }},
  };
  for (const Contradiction& c : cases) {
    ReplayedScene scene = CrossingScene();
    c.make(scene.cycles[0]);
    const absl::StatusOr<PackedScene> packed = PackReplayedScene(scene);
    EXPECT_EQ(packed.status(), absl::InvalidArgumentError(c.message));
  }
}

TEST(ReplayPageSceneTest, ASceneWithoutCyclesIsRefused) {
  ReplayedScene scene = CrossingScene();
  scene.cycles.clear();
  EXPECT_EQ(PackReplayedScene(scene).status(), absl::InvalidArgumentError("cycles: empty"));
}

TEST(ReplayPageSceneTest, ContactBrackets) {
  const absl::StatusOr<PackedScene> packed = PackReplayedScene(PoleScene());
  ASSERT_TRUE(packed.ok()) << packed.status();
  const proto::PackedBrackets& brackets = packed->cycles[0].contact_brackets();
  EXPECT_THAT(brackets.candidate(), testing::ElementsAre(0, 1));
  EXPECT_THAT(brackets.free_until_s(), testing::ElementsAre(0.619999, 0.25));
  EXPECT_THAT(brackets.contact_by_s(), testing::ElementsAre(0.62, 0.25));
  EXPECT_THAT(brackets.is_undecided(), testing::ElementsAre(0, 0));
  EXPECT_THAT(brackets.is_conservative(), testing::ElementsAre(0, 1));
  EXPECT_THAT(brackets.between_instants(), testing::ElementsAre(1, 0));
  EXPECT_FALSE(PackReplayedScene(CrossingScene())->cycles[0].has_contact_brackets());
}

}  // namespace
}  // namespace collision2d::planner
