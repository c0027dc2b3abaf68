// What SceneFromProto refuses, and in which words: obstacles, their predictions, candidates, the
// sampling request and unknown fields.

#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/trajectory.pb.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "planner_adapter/scene/testing/scene_refusal.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner::motion_refusal_test {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(MotionRefusalTest, Obstacles) {
  ExpectRefusals({
      {[](auto& s) { s.mutable_static_obstacles(0)->clear_id(); }, "static_obstacles[0].id: empty; a name is needed"},
      {[](auto& s) { s.mutable_static_obstacles(0)->clear_shapes(); },
       "static_obstacles[0].shapes: empty; at least one shape or polytope is needed"},
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
       "moving_obstacles[0].shapes: empty; predictions[0] gives poses, so at least one shape or polytope is needed"},
      {[](auto& s) { s.mutable_static_obstacles(0)->add_polytopes(); },
       "static_obstacles[0].polytopes[0].vertices: empty; at least one vertex is needed"},
      {[](auto& s) { s.mutable_static_obstacles(0)->add_polytopes()->add_vertices()->set_x(kNaN); },
       "static_obstacles[0].polytopes[0].vertices[0].x: nan is not finite"},
      {[](auto& s) { s.mutable_moving_obstacles(0)->add_polytopes()->add_vertices()->set_z(kInf); },
       "moving_obstacles[0].polytopes[0].vertices[0].z: inf is not finite"},
      {[](auto& s) { s.mutable_moving_obstacles(0)->add_polytopes()->add_vertices()->set_z(-2.6e7); },
       "moving_obstacles[0].polytopes[0].vertices[0].z: -2.6e+07 m is beyond the limit of 2.5e+07 m"},
  });
}

TEST(MotionRefusalTest, Predictions) {
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
      {[](auto& s) { s.mutable_predictions(0)->mutable_poses(1)->set_time_s(kNaN); },
       "predictions[0].poses[1].time_s: nan is not finite"},
      {[](auto& s) { s.mutable_predictions(0)->mutable_poses(1)->set_time_s(0); },
       "predictions[0].poses[1].time_s: 0 s is not after poses[0].time_s, 0 s"},
      {[](auto& s) {
         s.mutable_predictions(0)->mutable_poses(0)->set_x(-27);
         s.mutable_predictions(0)->mutable_poses(1)->set_x(0);
         s.mutable_predictions(0)->mutable_poses(1)->set_time_s(1e-7);
       },
       "predictions[0].poses[1].time_s: 1e-07 s is the same instant as poses[0].time_s, 0 s, but the poses are 27 m "
       "apart"},
      {[](auto& s) { s.mutable_predictions(1)->mutable_occupancies(1)->set_time_s(5e-7); },
       "predictions[1].occupancies[1].time_s: 5e-07 s is the same instant as occupancies[0].time_s, 0 s, but the "
       "shapes differ"},
      {[](auto& s) { s.mutable_predictions(1)->mutable_occupancies(1)->set_time_s(-0.5); },
       "predictions[1].occupancies[1].time_s: -0.5 s is not after occupancies[0].time_s, 0 s"},
      {[](auto& s) { s.mutable_predictions(1)->mutable_occupancies(1)->set_time_s(kNaN); },
       "predictions[1].occupancies[1].time_s: nan is not finite"},
      {[](auto& s) { s.mutable_predictions(1)->add_timed_shapes(); }, "predictions[1]: 1 timed_shapes without poses"},
      {[](auto& s) { s.mutable_predictions(1)->set_is_assumed(true); },
       "predictions[1].is_assumed: there are no poses"},
      {[](auto& s) { s.mutable_predictions(0)->add_timed_shapes()->set_time_s(kNaN); },
       "predictions[0].timed_shapes[0].time_s: nan is not finite"},
      {[](auto& s) {
         s.mutable_predictions(0)->add_timed_shapes()->set_time_s(0.05);
         s.mutable_predictions(0)->add_timed_shapes()->set_time_s(0.05);
       },
       "predictions[0].timed_shapes[1].time_s: 0.05 s is not after timed_shapes[0].time_s, 0.05 s"},
      {[](auto& s) { s.mutable_predictions(0)->add_timed_shapes()->add_shapes()->mutable_disc()->set_radius_m(-1); },
       "predictions[0].timed_shapes[0].shapes[0].disc.radius_m: -1 m is negative"},
      {[](auto& s) { s.mutable_predictions(0)->mutable_poses(1)->set_time_s(2e5); },
       "predictions[0].poses[1].time_s: 2e+05 s is more than 1000000 time steps of 0.1 s from the beginning of the "
       "cycle at 0 s"},
      {[](auto& s) { s.mutable_predictions(0)->mutable_poses(1)->set_yaw_rad(kNaN); },
       "predictions[0].poses[1].yaw_rad: nan is not finite"},
      {[](auto& s) { s.mutable_predictions(0)->mutable_poses(1)->set_z(kInf); },
       "predictions[0].poses[1].z: inf is not finite"},
      {[](auto& s) { s.mutable_predictions(0)->mutable_poses(1)->set_z(-3e7); },
       "predictions[0].poses[1].z: -3e+07 m is beyond the limit of 2.5e+07 m"},
      {[](auto& s) { s.mutable_predictions(0)->mutable_poses(1)->set_pitch_rad(kNaN); },
       "predictions[0].poses[1].pitch_rad: nan is not finite"},
      {[](auto& s) { s.mutable_predictions(0)->mutable_poses(1)->set_pitch_rad(0.8); },
       "predictions[0].poses[1].pitch_rad: 0.8 rad is beyond the limit of 0.7853981633974483 rad"},
      {[](auto& s) { s.mutable_predictions(0)->mutable_poses(1)->set_roll_rad(-5); },
       "predictions[0].poses[1].roll_rad: -5 rad is beyond the limit of 0.7853981633974483 rad"},
  });
}

TEST(MotionRefusalTest, Candidates) {
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
      {[](auto& s) { s.mutable_ego_state()->set_time_s(0.5); },
       "candidates[0].poses[0].time_s: 0 s, candidate \"a\": is before ego_state.time_s, 0.5 s, when the cycle begins"},
      {[](auto& s) { s.mutable_candidates(0)->mutable_poses(1)->set_x(1e9); },
       "candidates[0].poses[1].x: 1e+09 m is beyond the limit of 1e+08 m"},
  });
}

// Poses that differ by less than what is merged are accepted, unless they drift away together.
TEST(MotionRefusalTest, PosesOfOneInstant) {
  const auto with_steps = [](double step_s, double step_m, int steps) {
    v1::Scene scene = ValidScene();
    v1::Candidate& candidate = *scene.mutable_candidates(0);
    candidate.clear_poses();
    for (int i = 0; i <= steps; ++i) {
      candidate.add_poses()->set_time_s(i * step_s);
      candidate.mutable_poses(i)->set_x(i * step_m);
    }
    return SceneFromProto(scene).status();
  };
  EXPECT_TRUE(with_steps(1e-7, 9e-5, 1).ok());
  EXPECT_FALSE(with_steps(1e-7, 1.1e-4, 1).ok());
  EXPECT_FALSE(with_steps(1e-7, 9e-5, 2).ok());
  EXPECT_TRUE(with_steps(1.9 * kSameInstant_s, 0.015, 1).ok());
  EXPECT_FALSE(with_steps(1.9 * kSameInstant_s, 1.0, 1).ok());
  EXPECT_TRUE(with_steps(2.1 * kSameInstant_s, 1.0, 1).ok());
  EXPECT_TRUE(with_steps(1e-7, 2e-6, 1000).ok());
}

// The yaw of a part alone moves its far end.
TEST(MotionRefusalTest, PartPosesOfOneInstant) {
  v1::Scene scene = ValidScene();
  scene.mutable_ego()->add_parts()->set_id("trailer");
  *scene.mutable_ego()->mutable_parts(0)->mutable_shapes() = scene.ego().shapes();
  for (v1::Candidate& candidate : *scene.mutable_candidates()) {
    candidate.clear_poses();
    candidate.add_poses();
    candidate.add_poses()->set_time_s(1e-7);
    *candidate.add_part_poses()->mutable_poses() = candidate.poses();
  }
  EXPECT_EQ(SceneFromProto(scene).status().message(), "");
  scene.mutable_candidates(1)->mutable_part_poses(0)->mutable_poses(1)->set_yaw_rad(0.5);
  EXPECT_EQ(SceneFromProto(scene).status().message(),
            "candidates[1].part_poses[0].poses[1].time_s: 1e-07 s is the same instant as poses[0].time_s, 0 s, but the "
            "poses are 10 m apart");
}

TEST(MotionRefusalTest, SamplingRequest) {
  const auto request = [](v1::Scene& s) -> v1::SamplingRequest& { return *s.mutable_sampling_request(); };
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
       "sampling_request: 1001000 candidates; the limit is 1000000"},
  });
}

// A newer producer's field is refused wherever it stands.
TEST(MotionRefusalTest, UnknownFields) {
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
      {[&](auto& s) { s.GetReflection()->MutableUnknownFields(&s)->AddVarint(2, 100); },
       "scene: holds time_step_s as another type of field"},
      {[&](auto& s) { s.set_schema_version(4); }, "schema_version: 4 is newer than 3, which this version knows"},
  });
}

}  // namespace collision2d::planner::motion_refusal_test
