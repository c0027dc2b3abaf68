// What SceneFromProto refuses, and in which words: the ego vehicle, the road and every kind of
// shape.

#include "planner_adapter/scene/testing/scene_refusal.h"

#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/trajectory.pb.h"

namespace collision2d::planner::scene_refusal_test {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// The wall with its vertices in another order, or one of them elsewhere.
void SetWall(v1::Scene& s, const std::vector<std::pair<double, double>>& points) {
  Wall(s).clear_vertices();
  for (const auto& [x, y] : points) {
    v1::Point& vertex = *Wall(s).add_vertices();
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
      {[](auto& s) { s.clear_ego(); }, "ego.shapes: empty; at least one shape is needed"},
      {[](auto& s) { s.mutable_ego()->clear_shapes(); }, "ego.shapes: empty; at least one shape is needed"},
      {[](auto& s) { s.mutable_ego()->set_height_m(0); }, "ego.height_m: 0 m is not positive"},
      {[](auto& s) { s.mutable_ego()->set_wheelbase_m(-2); }, "ego.wheelbase_m: -2 m is not positive"},
      {[](auto& s) { s.mutable_ego()->set_ground_clearance_m(0.125); },
       "ego.ground_clearance_m: 0.125 m, but ego.height_m is not set; it is needed"},
      {[](auto& s) {
         s.mutable_ego()->set_height_m(1.5);
         s.mutable_ego()->set_ground_clearance_m(1.5);
       },
       "ego.ground_clearance_m: 1.5 m is not below ego.height_m, 1.5 m"},
      {[](auto& s) {
         s.mutable_ego()->set_height_m(1.5);
         s.mutable_ego()->set_ground_clearance_m(-0.1);
       },
       "ego.ground_clearance_m: -0.1 m is negative"},
      {[](auto& s) {
         s.mutable_ego()->set_height_m(1.5);
         s.mutable_ego()->set_ground_clearance_m(std::numeric_limits<double>::quiet_NaN());
       },
       "ego.ground_clearance_m: nan is not finite"},
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

TEST(SceneRefusalTest, Rss) {
  ExpectRefusals({
      {[](auto& s) { s.mutable_rss()->set_response_time_s(-1); }, "rss.response_time_s: -1 s is negative"},
      {[](auto& s) { s.mutable_rss()->set_max_acceleration_mps2(kNaN); },
       "rss.max_acceleration_mps2: nan is not finite"},
      {[](auto& s) { s.mutable_rss()->set_min_braking_mps2(0); }, "rss.min_braking_mps2: 0 m/s^2 is not positive"},
      {[](auto& s) { s.mutable_rss()->set_min_braking_correct_mps2(-3); },
       "rss.min_braking_correct_mps2: -3 m/s^2 is not positive"},
      {[](auto& s) { s.mutable_rss()->set_max_braking_mps2(2e4); },
       "rss.max_braking_mps2: 20000 m/s^2 is beyond the limit of 10000 m/s^2"},
      {[](auto& s) { s.mutable_rss()->set_max_lateral_acceleration_mps2(-0.1); },
       "rss.max_lateral_acceleration_mps2: -0.1 m/s^2 is negative"},
      {[](auto& s) { s.mutable_rss()->set_min_lateral_braking_mps2(kInf); },
       "rss.min_lateral_braking_mps2: inf is not finite"},
      {[](auto& s) { s.mutable_rss()->set_lateral_fluctuation_m(-0.5); },
       "rss.lateral_fluctuation_m: -0.5 m is negative"},
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
       "static_obstacles[0].shapes[1]: empty; a polygon, a rectangle, a disc or an outline is needed"},
      {[](auto& s) { Car(s).set_length_m(0); }, car + ".length_m: 0 m is not positive"},
      {[](auto& s) { Car(s).set_width_m(-2); }, car + ".width_m: -2 m is not positive"},
      {[](auto& s) { Car(s).set_width_m(kNaN); }, car + ".width_m: nan is not finite"},
      {[](auto& s) { Car(s).set_yaw_rad(kInf); }, car + ".yaw_rad: inf is not finite"},
      {[](auto& s) { Car(s).mutable_center()->set_x(kNaN); }, car + ".center.x: nan is not finite"},
      // Half of the least double is 0.
      {[](auto& s) { Car(s).set_length_m(5e-324); },
       car + ": its rounded corners are no rectangle: vertices[1]: (0, -1) repeats vertices[0]"},
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

// Makes the scene invalid behind everything whose size is limited.
void BreakSpeed(v1::Scene& s) { s.set_desired_speed_mps(-1); }
constexpr char kBrokenSpeed[] = "desired_speed_mps: -1 m/s is negative";

void AddEgoShapes(v1::Scene& s, int count) {
  while (s.ego().shapes_size() < count) *s.mutable_ego()->add_shapes() = s.ego().shapes(0);
}

// Shapes of the car and hypotheses about it, beside one of the crowd.
void AddHypotheses(v1::Scene& s, int shapes, int hypotheses) {
  v1::MovingObstacle& car = *s.mutable_moving_obstacles(0);
  while (car.shapes_size() < shapes) *car.add_shapes() = car.shapes(0);
  for (int i = 1; i < hypotheses; ++i) *s.add_predictions() = s.predictions(0);
}

// Candidates of two poses, which cover this many time steps of 0.1 s each.
void AddLongCandidates(v1::Scene& s, int count, int steps) {
  s.clear_candidates();
  for (int i = 0; i < count; ++i) {
    v1::Candidate& candidate = *s.add_candidates();
    candidate.add_poses()->set_x(100);
    candidate.mutable_poses(0)->set_y(200);
    *candidate.add_poses() = candidate.poses(0);
    candidate.mutable_poses(1)->set_time_s(steps / 10.0);
  }
}

// Each at its limit, and one beyond.
TEST(SceneRefusalTest, Sizes) {
  ExpectRefusals({
      {[](auto& s) { AddEgoShapes(s, 1000), BreakSpeed(s); }, kBrokenSpeed},
      {[](auto& s) { AddEgoShapes(s, 1001); }, "ego.shapes: 1001 shapes; the limit is 1000"},
      {[](auto& s) { AddHypotheses(s, 271, 369), BreakSpeed(s); }, kBrokenSpeed},
      {[](auto& s) {
         AddHypotheses(s, 271, 369);
         *s.add_predictions() = s.predictions(1);
       },
       "predictions[370]: 100001 shapes of moving obstacles up to this hypothesis; the limit is 100000"},
      {[](auto& s) { AddLongCandidates(s, 4, 999'999), BreakSpeed(s); }, kBrokenSpeed},
      {[](auto& s) { AddLongCandidates(s, 4, 1'000'000); },
       "candidates[3].poses: 4000004 instants of candidates up to this one; the limit is 4000000"},
      {[](auto& s) {
         while (s.candidates_size() <= 1'000'000) s.add_candidates();
       },
       "candidates: 1000001 candidates; the limit is 1000000"},
  });
}

}  // namespace collision2d::planner::scene_refusal_test
