#include "planner_adapter/scene/scene_from_proto.h"

#include "absl/status/statusor.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

v1::Scene Parse(const std::string& text) {
  v1::Scene scene;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &scene)) << text;
  return scene;
}

// Far from {0, 0}, with everything that a scene can hold.
v1::Scene FullScene() {
  return Parse(R"pb(
    id: "full"
    time_step_s: 0.1
    ego {
      shapes {
        rectangle {
          length_m: 4.5
          width_m: 1.8
          center { x: 1.4 }
        }
      }
      shapes {
        disc {
          center { x: -1.5 }
          radius_m: 0.25
        }
      }
      height_m: 1.5
      ground_clearance_m: 0.125
      wheelbase_m: 2.8
    }
    ego_state { time_s: 20 x: 450000.25 y: 5400000.5 yaw_rad: 9.5 speed_mps: 12 acceleration_mps2: -1 }
    reference_path { x: 450000.25 y: 5400000.5 }
    reference_path { x: 450050.5 y: 5400001 }
    drivable_area {
      vertices { x: 449990 y: 5399990 }
      vertices { x: 450090 y: 5399990 }
      vertices { x: 450090 y: 5400010 }
    }
    static_obstacles {
      id: "wall"
      type: "building"
      shapes {
        polygon {
          vertices { x: 450010 y: 5400005 }
          vertices { x: 450020.5 y: 5400005 }
          radius_m: 0.5
        }
      }
      height { z_min_m: -1 z_max_m: 3 }
      polytopes {
        vertices { x: 450010 y: 5400005 z: 3 }
        vertices { x: 450020.5 y: 5400005 z: 3.5 }
        vertices { x: 450010 y: 5400006 z: 4 }
        vertices { x: 450010 y: 5400005 z: 3.5 }
        vertices { x: 450010 y: 5400005 z: 3.75 }
      }
    }
    moving_obstacles {
      id: "car"
      type: "car"
      shapes { rectangle { length_m: 4 width_m: 2 } }
    }
    moving_obstacles {
      id: "crowd"
      height { z_min_m: 0 z_max_m: 2 }
    }
    predictions {
      obstacle_id: "crowd"
      occupancies {
        time_s: 20
        shapes {
          disc {
            center { x: 450030 y: 5400000 }
            radius_m: 2
          }
        }
      }
      occupancies { time_s: 20.5 }
    }
    predictions {
      obstacle_id: "car"
      probability: 0.75
      poses { time_s: 20 x: 450040 y: 5400000.125 yaw_rad: 3 }
      poses { time_s: 20.1 x: 450039 y: 5400000.125 yaw_rad: 3 z: 2.5 pitch_rad: -0.0625 roll_rad: 0.03125 }
    }
    predictions {
      obstacle_id: "car"
      poses { time_s: 20 x: 450041 y: 5400000 }
    }
    candidates {
      id: "stop"
      poses { time_s: 20 x: 450000.25 y: 5400000.5 }
      cost: 2.5
    }
    candidates { poses { time_s: 20 x: 450001.25 y: 5400000.5 yaw_rad: 0.5 } }
    sampling_request {
      lateral_offsets_m: -1
      lateral_offsets_m: 1
      end_speeds_mps: 0
      horizons_s: 3
      stop_distances_m: 20
      time_step_s: 0.2
    }
    desired_speed_mps: 14
    lane_boundaries {
      id: "lane, left"
      points { x: 450000 y: 5400003 }
      points { x: 450050 y: 5400003.5 }
      points { x: 450000 y: 5400003 }
    }
    goals {
      time_s { min: 21 max: 22.5 }
      area {
        disc {
          center { x: 450040 y: 5400001 }
          radius_m: 3
        }
      }
      area { polygon { vertices { x: 450042 y: 5400001 } } }
      yaw_rad { min: -3.1415926535897931 max: 3.1415926535897931 }
      speed_mps { min: -1 max: 0 }
    }
    goals { speed_mps { min: 5 max: 5 } }
  )pb");
}

TEST(SceneFromProtoTest, ConvertsEverythingIntoTheLocalFrame) {
  const absl::StatusOr<Scene> converted = SceneFromProto(FullScene());
  ASSERT_TRUE(converted.ok()) << converted.status();
  const Scene& scene = *converted;
  EXPECT_EQ(scene.id, "full");
  EXPECT_EQ(scene.origin, (Vec2{450000.0, 5400001.0}));
  EXPECT_EQ(scene.time_step_s, 0.1);

  ASSERT_THAT(scene.ego.shapes, SizeIs(2));
  EXPECT_THAT(scene.ego.shapes[0].vertices(), ElementsAre(Vec2{1.4 - 2.25, -0.9}, Vec2{1.4 + 2.25, -0.9},
                                                          Vec2{1.4 + 2.25, 0.9}, Vec2{1.4 - 2.25, 0.9}));
  EXPECT_THAT(scene.ego.shapes[1].vertices(), ElementsAre(Vec2{-1.5, 0.0}));
  EXPECT_EQ(scene.ego.shapes[1].radius_m(), 0.25);
  EXPECT_EQ(scene.ego.height_m, 1.5);
  EXPECT_EQ(scene.ego.ground_clearance_m, 0.125);
  EXPECT_EQ(scene.ego.wheelbase_m, 2.8);

  ASSERT_TRUE(scene.ego_state.has_value());
  EXPECT_EQ(scene.ego_state->pose.time_s, 20.0);
  EXPECT_EQ(scene.ego_state->pose.position, (Vec2{0.25, -0.5}));
  EXPECT_EQ(scene.ego_state->pose.yaw_rad, 9.5);
  EXPECT_EQ(scene.ego_state->speed_mps, 12.0);
  EXPECT_EQ(scene.ego_state->acceleration_mps2, -1.0);
  EXPECT_EQ(scene.desired_speed_mps, 14.0);

  EXPECT_THAT(scene.reference_path, ElementsAre(Vec2{0.25, -0.5}, Vec2{50.5, 0.0}));
  ASSERT_THAT(scene.drivable_area, SizeIs(1));
  EXPECT_THAT(scene.drivable_area[0].vertices(), ElementsAre(Vec2{-10.0, -11.0}, Vec2{90.0, -11.0}, Vec2{90.0, 9.0}));
}

TEST(SceneFromProtoTest, ConvertsLaneBoundariesAndGoals) {
  const absl::StatusOr<Scene> scene = SceneFromProto(FullScene());
  ASSERT_TRUE(scene.ok()) << scene.status();
  EXPECT_THAT(scene->road_borders, IsEmpty());
  ASSERT_THAT(scene->lane_boundaries, SizeIs(1));
  EXPECT_EQ(scene->lane_boundaries[0].id, "lane, left");
  EXPECT_THAT(scene->lane_boundaries[0].points, ElementsAre(Vec2{0.0, 2.0}, Vec2{50.0, 2.5}, Vec2{0.0, 2.0}));

  ASSERT_THAT(scene->goals, SizeIs(2));
  const Goal& goal = scene->goals[0];
  ASSERT_TRUE(goal.time_s.has_value() && goal.yaw_rad.has_value() && goal.speed_mps.has_value());
  EXPECT_EQ(goal.time_s->min, 21.0);
  EXPECT_EQ(goal.time_s->max, 22.5);
  ASSERT_THAT(goal.area, SizeIs(2));
  EXPECT_THAT(goal.area[0].vertices(), ElementsAre(Vec2{40.0, 0.0}));
  EXPECT_EQ(goal.area[0].radius_m(), 3.0);
  EXPECT_THAT(goal.area[1].vertices(), ElementsAre(Vec2{42.0, 0.0}));
  EXPECT_EQ(goal.yaw_rad->max, 3.1415926535897931);
  EXPECT_EQ(goal.speed_mps->min, -1.0);
  EXPECT_EQ(goal.speed_mps->max, 0.0);
  EXPECT_FALSE(scene->goals[1].time_s.has_value());
  EXPECT_FALSE(scene->goals[1].yaw_rad.has_value());
  EXPECT_THAT(scene->goals[1].area, IsEmpty());
  EXPECT_EQ(scene->goals[1].speed_mps->max, 5.0);
}

TEST(SceneFromProtoTest, ConvertsRoadBorders) {
  v1::Scene proto = FullScene();
  proto.clear_drivable_area();
  *proto.mutable_road_borders() = proto.lane_boundaries();
  const absl::StatusOr<Scene> scene = SceneFromProto(proto);
  ASSERT_TRUE(scene.ok()) << scene.status();
  ASSERT_THAT(scene->road_borders, SizeIs(1));
  EXPECT_EQ(scene->road_borders[0].id, "lane, left");
  EXPECT_THAT(scene->road_borders[0].points, ElementsAre(Vec2{0.0, 2.0}, Vec2{50.0, 2.5}, Vec2{0.0, 2.0}));
  EXPECT_THAT(scene->lane_boundaries, SizeIs(1));
}

TEST(SceneFromProtoTest, ConvertsObstaclesCandidatesAndTheRequest) {
  const absl::StatusOr<Scene> converted = SceneFromProto(FullScene());
  ASSERT_TRUE(converted.ok()) << converted.status();
  const Scene& scene = *converted;
  ASSERT_THAT(scene.static_obstacles, SizeIs(1));
  EXPECT_EQ(scene.static_obstacles[0].id, "wall");
  EXPECT_EQ(scene.static_obstacles[0].type, "building");
  EXPECT_THAT(scene.static_obstacles[0].shapes[0].vertices(), ElementsAre(Vec2{10.0, 4.0}, Vec2{20.5, 4.0}));
  EXPECT_EQ(scene.static_obstacles[0].shapes[0].radius_m(), 0.5);
  EXPECT_EQ(scene.static_obstacles[0].height->z_min_m, -1.0);
  EXPECT_EQ(scene.static_obstacles[0].height->z_max_m, 3.0);
  ASSERT_THAT(scene.static_obstacles[0].polytopes, SizeIs(1));
  const Polytope& crest = scene.static_obstacles[0].polytopes[0];
  // The vertex between two others is none.
  EXPECT_THAT(crest.mesh.vertices(), ElementsAre(solid::Vec3{10.0, 4.0, 3.0}, solid::Vec3{20.5, 4.0, 3.5},
                                                 solid::Vec3{10.0, 5.0, 4.0}, solid::Vec3{10.0, 4.0, 3.75}));
  EXPECT_THAT(crest.plan.vertices(), ElementsAre(Vec2{10.0, 4.0}, Vec2{20.5, 4.0}, Vec2{10.0, 5.0}));
  EXPECT_EQ(crest.span.z_min_m, 3.0);
  EXPECT_EQ(crest.span.z_max_m, 4.0);

  ASSERT_THAT(scene.moving_obstacles, SizeIs(2));
  const MovingObstacle& car = scene.moving_obstacles[0];
  EXPECT_EQ(car.id, "car");
  EXPECT_EQ(car.type, "car");
  EXPECT_FALSE(car.height.has_value());
  EXPECT_THAT(car.shapes[0].vertices(), ElementsAre(Vec2{-2, -1}, Vec2{2, -1}, Vec2{2, 1}, Vec2{-2, 1}));
  ASSERT_THAT(car.predictions, SizeIs(2));
  EXPECT_EQ(car.predictions[0].probability, 0.75);
  EXPECT_EQ(car.predictions[1].probability, 1.0);
  ASSERT_THAT(car.predictions[0].poses, SizeIs(2));
  EXPECT_EQ(car.predictions[0].poses[0].position, (Vec2{40.0, -0.875}));
  EXPECT_EQ(car.predictions[0].poses[0].z_m, 0.0);
  EXPECT_EQ(car.predictions[0].poses[1].time_s, 20.1);
  EXPECT_EQ(car.predictions[0].poses[1].z_m, 2.5);
  EXPECT_EQ(car.predictions[0].poses[1].pitch_rad, -0.0625);
  EXPECT_EQ(car.predictions[0].poses[1].roll_rad, 0.03125);
  EXPECT_THAT(car.predictions[0].occupancies, IsEmpty());

  const MovingObstacle& crowd = scene.moving_obstacles[1];
  EXPECT_EQ(crowd.height->z_max_m, 2.0);
  ASSERT_THAT(crowd.predictions, SizeIs(1));
  EXPECT_THAT(crowd.predictions[0].poses, IsEmpty());
  ASSERT_THAT(crowd.predictions[0].occupancies, SizeIs(2));
  EXPECT_THAT(crowd.predictions[0].occupancies[0].shapes[0].vertices(), ElementsAre(Vec2{30.0, -1.0}));
  EXPECT_EQ(crowd.predictions[0].occupancies[1].time_s, 20.5);
  EXPECT_THAT(crowd.predictions[0].occupancies[1].shapes, IsEmpty());

  ASSERT_THAT(scene.candidates, SizeIs(2));
  EXPECT_EQ(scene.candidates[0].id, "stop");
  EXPECT_EQ(scene.candidates[0].cost, 2.5);
  EXPECT_EQ(scene.candidates[1].id, "1");
  EXPECT_EQ(scene.candidates[1].poses[0].position, scene.origin + (Vec2{1.25, -0.5}));

  EXPECT_THAT(scene.sampling_request.lateral_offsets_m, ElementsAre(-1.0, 1.0));
  EXPECT_THAT(scene.sampling_request.end_speeds_mps, ElementsAre(0.0));
  EXPECT_THAT(scene.sampling_request.horizons_s, ElementsAre(3.0));
  EXPECT_THAT(scene.sampling_request.stop_distances_m, ElementsAre(20.0));
  EXPECT_EQ(scene.sampling_request.time_step_s, 0.2);
}

TEST(SceneFromProtoTest, SmallestSceneTakesTheDefaults) {
  const absl::StatusOr<Scene> scene =
      SceneFromProto(Parse("id: 'small' time_step_s: 0.1 ego { shapes { polygon { vertices { x: 1 y: 2 } } } }"));
  ASSERT_TRUE(scene.ok()) << scene.status();
  EXPECT_EQ(scene->origin, (Vec2{}));
  EXPECT_FALSE(scene->ego_state.has_value());
  EXPECT_FALSE(scene->ego.height_m.has_value());
  EXPECT_EQ(scene->ego.ground_clearance_m, 0.0);
  EXPECT_EQ(scene->ego.wheelbase_m, 2.7);
  EXPECT_EQ(scene->desired_speed_mps, 0.0);
  EXPECT_FALSE(scene->sampling_request.time_step_s.has_value());
}

TEST(SceneFromProtoTest, RssParametersThatAreNotSetTakeTheDefaults) {
  v1::Scene proto = FullScene();
  proto.clear_rss();
  EXPECT_EQ(SceneFromProto(proto)->rss.response_time_s, 1.0);
  EXPECT_EQ(SceneFromProto(proto)->rss.max_acceleration_mps2, 3.5);
  v1::RssParameters& rss = *proto.mutable_rss();
  rss.set_response_time_s(0.0);
  EXPECT_EQ(SceneFromProto(proto)->rss.response_time_s, 0.0);
  EXPECT_EQ(SceneFromProto(proto)->rss.min_braking_mps2, 4.0);
  rss.set_max_acceleration_mps2(1.0);
  rss.set_min_braking_mps2(2.0);
  rss.set_min_braking_correct_mps2(2.5);
  rss.set_max_braking_mps2(5.0);
  rss.set_max_lateral_acceleration_mps2(0.25);
  rss.set_min_lateral_braking_mps2(0.5);
  rss.set_lateral_fluctuation_m(0.75);
  const RssParameters converted = SceneFromProto(proto)->rss;
  EXPECT_EQ(converted.max_acceleration_mps2, 1.0);
  EXPECT_EQ(converted.min_braking_mps2, 2.0);
  EXPECT_EQ(converted.min_braking_correct_mps2, 2.5);
  EXPECT_EQ(converted.max_braking_mps2, 5.0);
  EXPECT_EQ(converted.max_lateral_acceleration_mps2, 0.25);
  EXPECT_EQ(converted.min_lateral_braking_mps2, 0.5);
  EXPECT_EQ(converted.lateral_fluctuation_m, 0.75);
}

TEST(SceneFromProtoTest, DesiredSpeedDefaultsToThePresentSpeed) {
  v1::Scene proto = FullScene();
  proto.clear_desired_speed_mps();
  EXPECT_EQ(SceneFromProto(proto)->desired_speed_mps, 12.0);
  proto.mutable_ego_state()->set_speed_mps(-3.0);
  EXPECT_EQ(SceneFromProto(proto)->desired_speed_mps, 0.0);
  proto.set_desired_speed_mps(0.0);
  proto.mutable_ego_state()->set_speed_mps(3.0);
  EXPECT_EQ(SceneFromProto(proto)->desired_speed_mps, 0.0);
}

// A rectangle's corners are computed around its local centre: at map coordinates they keep the
// accuracy of near ones.
TEST(SceneFromProtoTest, RotatedRectangleIsAccurateFarFromTheMapsOrigin) {
  v1::Scene proto = FullScene();
  v1::Rectangle& box = *proto.mutable_static_obstacles(0)->mutable_shapes(0)->mutable_rectangle();
  box.set_length_m(4.5);
  box.set_width_m(1.8);
  box.mutable_center()->set_x(450005.0);
  box.mutable_center()->set_y(5400001.0);
  box.set_yaw_rad(0.3);
  const absl::StatusOr<Scene> scene = SceneFromProto(proto);
  ASSERT_TRUE(scene.ok()) << scene.status();
  const ConvexPolygon& shape = scene->static_obstacles[0].shapes[0];
  ASSERT_EQ(shape.size(), 4);
  EXPECT_NEAR(shape.vertices()[2].x, 5.0 + 2.25 * std::cos(0.3) - 0.9 * std::sin(0.3), 1e-14);
  EXPECT_NEAR(shape.vertices()[2].y, 2.25 * std::sin(0.3) + 0.9 * std::cos(0.3), 1e-14);
}

TEST(SceneFromProtoTest, ValuesAtTheLimitsAreLegal) {
  v1::Scene proto = FullScene();
  proto.mutable_ego()->mutable_shapes(1)->mutable_disc()->set_radius_m(0.0);
  proto.mutable_predictions(1)->set_probability(0.0);
  proto.mutable_predictions(2)->set_probability(1.0);
  proto.mutable_static_obstacles(0)->mutable_height()->set_z_max_m(-1.0);
  proto.mutable_ego_state()->set_yaw_rad(-kMaxYaw_rad);
  proto.mutable_sampling_request()->set_horizons_s(0, kMaxTimeSteps * 0.1);
  // Time is bounded in steps from the ego state's 20 s.
  proto.mutable_predictions(2)->mutable_poses(0)->set_time_s(20.0 + kMaxTimeSteps * 0.1);
  proto.mutable_candidates(0)->set_id("0");
  EXPECT_TRUE(SceneFromProto(proto).ok()) << SceneFromProto(proto).status();
}

TEST(SceneFromProtoTest, SurvivesARoundTripOfItsMessage) {
  v1::Scene again;
  ASSERT_TRUE(again.ParseFromString(FullScene().SerializeAsString()));
  EXPECT_TRUE(SceneFromProto(again).ok());
}

}  // namespace
}  // namespace collision2d::planner
