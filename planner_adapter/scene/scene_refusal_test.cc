// What SceneFromProto refuses, and in which words.

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "planner_adapter/scene/scene_limits.h"
#include "proto/scene.pb.h"
#include "proto/trajectory.pb.h"

namespace collision2d::planner {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

constexpr char kValidScene[] = R"pb(
  id: "valid"
  time_step_s: 0.1
  ego { shapes { rectangle { length_m: 4 width_m: 2 } } }
  ego_state { x: 100 y: 200 }
  reference_path { x: 100 y: 200 }
  reference_path { x: 150 y: 200 }
  drivable_area {
    vertices { x: 90 y: 190 }
    vertices { x: 160 y: 190 }
    vertices { x: 160 y: 210 }
  }
  static_obstacles {
    id: "wall"
    shapes {
      polygon {
        vertices { x: 110 y: 210 }
        vertices { x: 120 y: 210 }
        vertices { x: 120 y: 220 }
        vertices { x: 110 y: 220 }
      }
    }
    height { z_min_m: 0 z_max_m: 3 }
  }
  moving_obstacles {
    id: "car"
    shapes { rectangle { length_m: 4 width_m: 2 } }
  }
  moving_obstacles { id: "crowd" }
  predictions {
    obstacle_id: "car"
    poses { time_s: 0 x: 130 y: 200 }
    poses { time_s: 0.1 x: 131 y: 200 }
  }
  predictions {
    obstacle_id: "crowd"
    occupancies {
      time_s: 0
      shapes {
        disc {
          center { x: 140 y: 200 }
          radius_m: 2
        }
      }
    }
    occupancies { time_s: 0.1 }
  }
  candidates {
    id: "a"
    poses { time_s: 0 x: 100 y: 200 }
    poses { time_s: 0.1 x: 101 y: 200 }
  }
  candidates { poses { time_s: 0 x: 100 y: 200 } }
)pb";

proto::Scene ValidScene() {
  proto::Scene scene;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(kValidScene, &scene));
  return scene;
}

struct Refusal {
  std::function<void(proto::Scene&)> damage;
  std::string message;
};

void ExpectRefusals(const std::vector<Refusal>& refusals) {
  ASSERT_TRUE(SceneFromProto(ValidScene()).ok()) << SceneFromProto(ValidScene()).status();
  for (const Refusal& refusal : refusals) {
    proto::Scene scene = ValidScene();
    refusal.damage(scene);
    const absl::StatusOr<Scene> converted = SceneFromProto(scene);
    EXPECT_EQ(converted.status(), absl::InvalidArgumentError(refusal.message));
  }
}

proto::Polygon& Wall(proto::Scene& s) { return *s.mutable_static_obstacles(0)->mutable_shapes(0)->mutable_polygon(); }

proto::Rectangle& Car(proto::Scene& s) {
  return *s.mutable_moving_obstacles(0)->mutable_shapes(0)->mutable_rectangle();
}

proto::Disc& Crowd(proto::Scene& s) {
  return *s.mutable_predictions(1)->mutable_occupancies(0)->mutable_shapes(0)->mutable_disc();
}

// The wall with its vertices in another order, or one of them elsewhere.
void SetWall(proto::Scene& s, const std::vector<std::pair<double, double>>& points) {
  Wall(s).clear_vertices();
  for (const auto& [x, y] : points) {
    proto::Point& vertex = *Wall(s).add_vertices();
    vertex.set_x(x);
    vertex.set_y(y);
  }
}

TEST(SceneRefusalTest, SceneAndEgo) {
  ExpectRefusals({
      {[](auto& s) { s.clear_id(); }, "id: empty; a name is needed"},
      {[](auto& s) { s.set_id("\xFF"); }, "id: \"\\xff\" is not valid UTF-8"},
      {[](auto& s) { s.clear_time_step_s(); }, "time_step_s: 0 s is not positive"},
      {[](auto& s) { s.set_time_step_s(-0.1); }, "time_step_s: -0.1 s is not positive"},
      {[](auto& s) { s.set_time_step_s(kNaN); }, "time_step_s: nan is not finite"},
      {[](auto& s) { s.set_time_step_s(1e-7); },
       "time_step_s: 1e-07 s is too short: times closer than 1e-06 s are the same instant"},
      {[](auto& s) { s.set_time_step_s(1e10); }, "time_step_s: 1e+10 s is beyond the limit of 4e+09 s"},
      {[](auto& s) { s.clear_ego(); }, "ego: not set; the ego vehicle's shapes are needed"},
      {[](auto& s) { s.mutable_ego()->clear_shapes(); }, "ego.shapes: empty; at least one shape is needed"},
      {[](auto& s) { s.mutable_ego()->set_height_m(0); }, "ego.height_m: 0 m is not positive"},
      {[](auto& s) { s.mutable_ego()->set_wheelbase_m(-2); }, "ego.wheelbase_m: -2 m is not positive"},
      {[](auto& s) { s.mutable_ego_state()->set_time_s(kInf); }, "ego_state.time_s: inf is not finite"},
      {[](auto& s) { s.mutable_ego_state()->set_time_s(5e9); },
       "ego_state.time_s: 5e+09 s is beyond the limit of 4e+09 s"},
      {[](auto& s) { s.mutable_ego_state()->set_x(kNaN); }, "ego_state.x: nan is not finite"},
      {[](auto& s) { s.mutable_ego_state()->set_y(-1e9); }, "ego_state.y: -1e+09 m is beyond the limit of 1e+08 m"},
      {[](auto& s) { s.mutable_ego_state()->set_yaw_rad(kNaN); }, "ego_state.yaw_rad: nan is not finite"},
      {[](auto& s) { s.mutable_ego_state()->set_yaw_rad(-2e6); },
       "ego_state.yaw_rad: -2e+06 rad is beyond the limit of 1e+06 rad"},
      {[](auto& s) { s.mutable_ego_state()->set_speed_mps(kInf); }, "ego_state.speed_mps: inf is not finite"},
      {[](auto& s) { s.mutable_ego_state()->set_acceleration_mps2(kNaN); },
       "ego_state.acceleration_mps2: nan is not finite"},
      {[](auto& s) { s.set_desired_speed_mps(-1); }, "desired_speed_mps: -1 m/s is negative"},
      {[](auto& s) { s.set_desired_speed_mps(kNaN); }, "desired_speed_mps: nan is not finite"},
  });
}

TEST(SceneRefusalTest, Road) {
  ExpectRefusals({
      {[](auto& s) { s.mutable_reference_path()->RemoveLast(); },
       "reference_path: one point; none or at least two are needed"},
      {[](auto& s) { s.mutable_reference_path(1)->set_y(kNaN); }, "reference_path[1].y: nan is not finite"},
      {[](auto& s) { *s.mutable_reference_path(1) = s.reference_path(0); },
       "reference_path[1]: (100, 200) repeats reference_path[0]"},
      {[](auto& s) { s.mutable_drivable_area(0)->clear_vertices(); },
       "drivable_area[0].vertices: empty; at least one is needed"},
      {[](auto& s) { s.mutable_drivable_area(0)->mutable_vertices(2)->set_x(1e9); },
       "drivable_area[0].vertices[2].x: 1e+09 m is beyond the limit of 1e+08 m"},
  });
}

TEST(SceneRefusalTest, Polygons) {
  const std::string wall = "static_obstacles[0].shapes[0].polygon.";
  ExpectRefusals({
      {[](auto& s) { Wall(s).clear_vertices(); }, wall + "vertices: empty; at least one is needed"},
      {[](auto& s) { Wall(s).mutable_vertices(2)->set_x(kNaN); }, wall + "vertices[2].x: nan is not finite"},
      {[](auto& s) { Wall(s).mutable_vertices(3)->set_y(-kInf); }, wall + "vertices[3].y: -inf is not finite"},
      {[](auto& s) { Wall(s).mutable_vertices(0)->set_x(1e9); },
       wall + "vertices[0].x: 1e+09 m is beyond the limit of 1e+08 m"},
      {[](auto& s) { Wall(s).set_radius_m(-0.5); }, wall + "radius_m: -0.5 m is negative"},
      {[](auto& s) { Wall(s).set_radius_m(kNaN); }, wall + "radius_m: nan is not finite"},
      {[](auto& s) {
         SetWall(s, {{110, 220}, {120, 220}, {120, 210}, {110, 210}});
       },
       wall + "vertices[0..3] are in clockwise order; counter-clockwise is needed"},
      {[](auto& s) {
         SetWall(s, {{110, 210}, {115, 210}, {120, 210}, {120, 220}});
       },
       wall + "vertices[1]: (115, 210) is collinear with its neighbours"},
      {[](auto& s) {
         SetWall(s, {{110, 210}, {120, 210}, {120, 220}, {110, 210}});
       },
       wall + "vertices[3]: (110, 210) repeats vertices[0]"},
      {[](auto& s) {
         SetWall(s, {{110, 210}, {120, 220}, {120, 210}, {110, 220}});
       },
       wall + "vertices[1]: (120, 220) is a reflex corner: not convex"},
      {[](auto& s) {
         SetWall(s, {{110, 210}, {120, 210}, {112, 212}, {110, 220}});
       },
       wall + "vertices[2]: (112, 212) is a reflex corner: not convex"},
      // A five-pointed star turns left everywhere but goes around twice.
      {[](auto& s) {
         SetWall(s, {{100, 210}, {92, 184}, {110, 200}, {90, 200}, {108, 184}});
       },
       wall + "vertices[0..4] go around 2 times: the boundary crosses itself"},
  });
}

TEST(SceneRefusalTest, OtherShapes) {
  const std::string car = "moving_obstacles[0].shapes[0].rectangle";
  const std::string crowd = "predictions[1].occupancies[0].shapes[0].disc";
  ExpectRefusals({
      {[](auto& s) { s.mutable_static_obstacles(0)->add_shapes(); },
       "static_obstacles[0].shapes[1]: empty; a polygon, a rectangle or a disc is needed"},
      {[](auto& s) { Car(s).set_length_m(0); }, car + ".length_m: 0 m is not positive"},
      {[](auto& s) { Car(s).set_width_m(-2); }, car + ".width_m: -2 m is not positive"},
      {[](auto& s) { Car(s).set_width_m(kNaN); }, car + ".width_m: nan is not finite"},
      {[](auto& s) { Car(s).set_yaw_rad(kInf); }, car + ".yaw_rad: inf is not finite"},
      {[](auto& s) { Car(s).mutable_center()->set_x(kNaN); }, car + ".center.x: nan is not finite"},
      // Beside a centre 10^6 m away a width of 1 pm is lost in rounding.
      {[](auto& s) {
         Car(s).set_width_m(1e-12);
         Car(s).mutable_center()->set_y(1e6);
       },
       car + ": its rounded corners are no rectangle: vertices[2]: (2, 1000000) repeats vertices[1]"},
      {[](auto& s) { Crowd(s).set_radius_m(-1); }, crowd + ".radius_m: -1 m is negative"},
      {[](auto& s) { Crowd(s).mutable_center()->set_y(1e9); },
       crowd + ".center.y: 1e+09 m is beyond the limit of 1e+08 m"},
  });
}

TEST(SceneRefusalTest, DistanceFromTheOrigin) {
  ExpectRefusals({
      {[](auto& s) { Wall(s).mutable_vertices(2)->set_x(3e7); },
       "static_obstacles[0].shapes[0].polygon.vertices[2].x: 3e+07 m is 29999900 m from the scene's origin; the limit "
       "is "
       "2.5e+07 m"},
      // Valid as given, around {0, 0}, but not a triangle any more when 10^6 m are subtracted.
      {[](auto& s) {
         s.mutable_ego_state()->set_x(1e6);
         SetWall(s, {{0, 0}, {1e-12, 0}, {1e-12, 1}});
       },
       "static_obstacles[0].shapes[0].polygon: relative to the scene's origin its rounded vertices are no such "
       "polygon: "
       "vertices[1]: (-1000000, -200) repeats vertices[0]"},
      {[](auto& s) {
         s.mutable_ego_state()->set_x(1e6);
         s.mutable_reference_path(0)->set_x(0);
         s.mutable_reference_path(1)->set_x(1e-12);
       },
       "reference_path[1]: (1e-12, 200) repeats reference_path[0]"},
  });
}

TEST(SceneRefusalTest, Obstacles) {
  ExpectRefusals({
      {[](auto& s) { s.mutable_static_obstacles(0)->clear_id(); }, "static_obstacles[0].id: empty; a name is needed"},
      {[](auto& s) { s.mutable_static_obstacles(0)->clear_shapes(); },
       "static_obstacles[0].shapes: empty; at least one shape is needed"},
      {[](auto& s) { s.mutable_static_obstacles(0)->set_type("\xC0\x80"); },
       "static_obstacles[0].type: \"\\xc0\\x80\" is not valid UTF-8"},
      {[](auto& s) { s.mutable_moving_obstacles(1)->set_id("car"); },
       "moving_obstacles[1].id: \"car\" is already the id of moving_obstacles[0]"},
      {[](auto& s) { s.mutable_moving_obstacles(1)->set_id("wall"); },
       "moving_obstacles[1].id: \"wall\" is already the id of static_obstacles[0]"},
      {[](auto& s) { *s.add_static_obstacles() = s.static_obstacles(0); },
       "static_obstacles[1].id: \"wall\" is already the id of static_obstacles[0]"},
      {[](auto& s) { s.mutable_static_obstacles(0)->mutable_height()->set_z_min_m(4); },
       "static_obstacles[0].height.z_max_m: 3 m is below z_min_m, 4 m"},
      {[](auto& s) { s.mutable_static_obstacles(0)->mutable_height()->set_z_min_m(kNaN); },
       "static_obstacles[0].height.z_min_m: nan is not finite"},
      {[](auto& s) { s.mutable_moving_obstacles(0)->mutable_height()->set_z_max_m(kInf); },
       "moving_obstacles[0].height.z_max_m: inf is not finite"},
      {[](auto& s) { s.add_moving_obstacles()->set_id("bike"); }, "moving_obstacles[2]: \"bike\" has no prediction"},
      {[](auto& s) { s.mutable_moving_obstacles(0)->clear_shapes(); },
       "moving_obstacles[0].shapes: empty; predictions[0] gives poses, so at least one shape is needed"},
  });
}

TEST(SceneRefusalTest, Predictions) {
  ExpectRefusals({
      {[](auto& s) { s.mutable_predictions(1)->set_obstacle_id("x"); },
       "predictions[1].obstacle_id: \"x\" names no moving obstacle"},
      {[](auto& s) { s.mutable_predictions(1)->set_obstacle_id("wall"); },
       "predictions[1].obstacle_id: \"wall\" names no moving obstacle"},
      {[](auto& s) { s.mutable_predictions(0)->set_probability(1.5); },
       "predictions[0].probability: 1.5 is beyond the limit of 1"},
      {[](auto& s) { s.mutable_predictions(0)->set_probability(-0.1); },
       "predictions[0].probability: -0.1 is negative"},
      {[](auto& s) { s.mutable_predictions(0)->set_probability(kNaN); },
       "predictions[0].probability: nan is not finite"},
      {[](auto& s) { *s.mutable_predictions(0)->add_occupancies() = s.predictions(1).occupancies(0); },
       "predictions[0]: 2 poses and 1 occupancies; only one of the two is possible"},
      {[](auto& s) { s.mutable_predictions(0)->clear_poses(); },
       "predictions[0]: no poses and no occupancies; one of the two is needed"},
      {[](auto& s) { s.mutable_predictions(0)->mutable_poses(1)->set_time_s(0); },
       "predictions[0].poses[1].time_s: 0 s is not after poses[0].time_s, 0 s"},
      {[](auto& s) { s.mutable_predictions(1)->mutable_occupancies(1)->set_time_s(-0.5); },
       "predictions[1].occupancies[1].time_s: -0.5 s is not after occupancies[0].time_s, 0 s"},
      {[](auto& s) { s.mutable_predictions(1)->mutable_occupancies(1)->set_time_s(kNaN); },
       "predictions[1].occupancies[1].time_s: nan is not finite"},
      {[](auto& s) { s.mutable_predictions(0)->mutable_poses(1)->set_time_s(2e5); },
       "predictions[0].poses[1].time_s: 2e+05 s is more than 1000000 time steps of 0.1 s from the beginning of the "
       "cycle at 0 s"},
      {[](auto& s) { s.mutable_predictions(0)->mutable_poses(1)->set_yaw_rad(kNaN); },
       "predictions[0].poses[1].yaw_rad: nan is not finite"},
  });
}

TEST(SceneRefusalTest, Candidates) {
  ExpectRefusals({
      {[](auto& s) { s.mutable_candidates(1)->clear_poses(); },
       "candidates[1].poses: empty; at least one pose is needed"},
      {[](auto& s) { s.mutable_candidates(1)->set_cost(kNaN); }, "candidates[1].cost: nan is not finite"},
      {[](auto& s) { s.mutable_candidates(1)->set_id("a"); },
       "candidates[1].id: \"a\" is already the id of candidates[0]"},
      // Candidate 1 has no id, so "1" is its name.
      {[](auto& s) { s.mutable_candidates(0)->set_id("1"); },
       "candidates[1].id: \"1\" is already the id of candidates[0]"},
      {[](auto& s) { s.mutable_candidates(0)->set_id("\xFE"); }, "candidates[0].id: \"\\xfe\" is not valid UTF-8"},
      {[](auto& s) { s.mutable_candidates(0)->mutable_poses(1)->set_time_s(-1); },
       "candidates[0].poses[1].time_s: -1 s is not after poses[0].time_s, 0 s"},
      {[](auto& s) { s.mutable_candidates(0)->mutable_poses(1)->set_x(1e9); },
       "candidates[0].poses[1].x: 1e+09 m is beyond the limit of 1e+08 m"},
  });
}

TEST(SceneRefusalTest, SamplingRequest) {
  const auto request = [](proto::Scene& s) -> proto::SamplingRequest& { return *s.mutable_sampling_request(); };
  ExpectRefusals({
      {[&](auto& s) { request(s).add_lateral_offsets_m(kNaN); },
       "sampling_request.lateral_offsets_m[0]: nan is not finite"},
      {[&](auto& s) { request(s).add_end_speeds_mps(-1); }, "sampling_request.end_speeds_mps[0]: -1 m/s is negative"},
      {[&](auto& s) { request(s).add_horizons_s(0); }, "sampling_request.horizons_s[0]: 0 s is not positive"},
      {[&](auto& s) { request(s).add_horizons_s(2e5); },
       "sampling_request.horizons_s[0]: 2e+05 s is beyond the limit of 1e+05 s"},
      {[&](auto& s) { request(s).add_stop_distances_m(-3); },
       "sampling_request.stop_distances_m[0]: -3 m is not positive"},
      {[&](auto& s) { request(s).set_time_step_s(0); }, "sampling_request.time_step_s: 0 s is not positive"},
      {[&](auto& s) {
         for (int i = 0; i < 1001; ++i) request(s).add_lateral_offsets_m(i);
         for (int i = 0; i < 500; ++i) request(s).add_end_speeds_mps(i);
         for (int i = 0; i < 500; ++i) request(s).add_stop_distances_m(i + 1);
       },
       "sampling_request: asks for 1001000 candidates; the limit is 1000000"},
  });
}

// A newer producer's field is refused wherever it stands.
TEST(SceneRefusalTest, UnknownFields) {
  constexpr int kField = 999;
  const auto add = [](auto& message) { message.GetReflection()->MutableUnknownFields(&message)->AddVarint(kField, 1); };
  const std::string tail = ": holds field number 999, which this version does not know";
  ExpectRefusals({
      {[&](auto& s) { add(s); }, "scene" + tail},
      {[&](auto& s) { add(*s.mutable_ego()); }, "ego" + tail},
      {[&](auto& s) { add(*s.mutable_ego_state()); }, "ego_state" + tail},
      {[&](auto& s) { add(*s.mutable_reference_path(1)); }, "reference_path[1]" + tail},
      {[&](auto& s) { add(*s.mutable_drivable_area(0)); }, "drivable_area[0]" + tail},
      {[&](auto& s) { add(*s.mutable_static_obstacles(0)); }, "static_obstacles[0]" + tail},
      {[&](auto& s) { add(*s.mutable_static_obstacles(0)->mutable_height()); }, "static_obstacles[0].height" + tail},
      {[&](auto& s) { add(*s.mutable_static_obstacles(0)->mutable_shapes(0)); },
       "static_obstacles[0].shapes[0]" + tail},
      {[&](auto& s) { add(*Wall(s).mutable_vertices(1)); }, "static_obstacles[0].shapes[0].polygon.vertices[1]" + tail},
      {[&](auto& s) { add(*s.mutable_moving_obstacles(1)); }, "moving_obstacles[1]" + tail},
      {[&](auto& s) { add(Car(s)); }, "moving_obstacles[0].shapes[0].rectangle" + tail},
      {[&](auto& s) { add(*s.mutable_predictions(0)); }, "predictions[0]" + tail},
      {[&](auto& s) { add(*s.mutable_predictions(0)->mutable_poses(1)); }, "predictions[0].poses[1]" + tail},
      {[&](auto& s) { add(*s.mutable_predictions(1)->mutable_occupancies(1)); },
       "predictions[1].occupancies[1]" + tail},
      {[&](auto& s) { add(Crowd(s)); }, "predictions[1].occupancies[0].shapes[0].disc" + tail},
      {[&](auto& s) { add(*s.mutable_candidates(1)); }, "candidates[1]" + tail},
      {[&](auto& s) { add(*s.mutable_sampling_request()); }, "sampling_request" + tail},
  });
}

}  // namespace
}  // namespace collision2d::planner
