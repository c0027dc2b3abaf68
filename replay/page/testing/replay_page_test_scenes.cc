#include "replay/page/testing/replay_page_test_scenes.h"

#include <string>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/v1/verdict.pb.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr Vec2 kOrigin{450000.0, 5400000.0};

ConvexPolygon Box(double length_m, double width_m, Vec2 center) {
  return *ConvexPolygon::Rectangle(length_m, width_m, center);
}

// Along x at 5 m/s, drifting sideways.
Candidate Drive(const std::string& id, double sideways_mps, double cost) {
  Candidate trajectory;
  trajectory.id = id;
  trajectory.cost = cost;
  for (int step = 0; step <= 4; ++step) {
    const double t = 0.5 * step;
    trajectory.poses.push_back({t, kOrigin + Vec2{5.0 * t, sideways_mps * t}, 0.0});
  }
  return trajectory;
}

v1::Encounter MakeEncounter(double time_s, const std::string& obstacle_id, double distance_m, Vec2 ego, Vec2 other) {
  v1::Encounter encounter;
  encounter.set_time_s(time_s);
  encounter.set_obstacle_id(obstacle_id);
  encounter.set_signed_distance_m(distance_m);
  encounter.mutable_witness_ego()->set_x(kOrigin.x + ego.x);
  encounter.mutable_witness_ego()->set_y(kOrigin.y + ego.y);
  encounter.mutable_witness_obstacle()->set_x(kOrigin.x + other.x);
  encounter.mutable_witness_obstacle()->set_y(kOrigin.y + other.y);
  return encounter;
}

ReplayedCycle CrossingCycle() {
  ReplayedCycle cycle;
  cycle.candidates = {Drive("keep", 0.0, 1.0), Drive("left", 1.5, 2.5), Drive("right", -2.0, 4.0)};
  v1::SceneVerdicts& verdicts = cycle.verdicts;
  verdicts.set_scene_id("crossing");
  verdicts.mutable_run()->set_version("0.1.0");
  verdicts.mutable_run()->set_seed(42);
  verdicts.mutable_run()->set_input_digest("fnv1a64:00c0ffee00c0ffee");
  for (int i = 0; i < 3; ++i) {
    v1::Verdict& verdict = *verdicts.add_verdicts();
    verdict.set_candidate_id(cycle.candidates[i].id);
    verdict.set_candidate_index(i);
    verdict.set_outcome(i == 0 ? v1::Verdict::OUTCOME_FREE : v1::Verdict::OUTCOME_REJECTED);
    verdict.set_pairs_checked(10 + i);
  }
  *verdicts.mutable_verdicts(0)->mutable_minimum_clearance() =
      MakeEncounter(1.0, "parked", 1.25, {7.25, -0.95}, {7.25, -2.2});
  v1::Verdict& left = *verdicts.mutable_verdicts(1);
  left.set_collides(true);
  *left.mutable_first_collision() = MakeEncounter(1.5, "car 7", -0.4, {8.0, 2.5}, {8.0, 2.1});
  *left.mutable_minimum_clearance() = left.first_collision();
  verdicts.mutable_verdicts(2)->set_leaves_road(true);
  verdicts.mutable_verdicts(2)->set_leaves_road_time_s(0.5);
  v1::Counts& counts = *verdicts.mutable_counts();
  counts.set_candidates(3);
  counts.set_free(1);
  counts.set_colliding(1);
  counts.set_leaving_road(1);
  counts.set_pairs_checked(33);
  verdicts.set_best_free_candidate(0);
  return cycle;
}

MovingObstacle Car() {
  Prediction prediction;
  prediction.poses = {{0.0, {20.0, 3.0}, 3.1}, {1.0, {10.0, 3.0}, 3.1}, {2.0, {0.0, 3.0}, -3.1}};
  return {"car 7", "car", {Box(4.5, 1.8, {})}, {prediction}, {}};
}

MovingObstacle OccupancySet() {
  Prediction prediction;
  prediction.probability = 0.5;
  prediction.occupancies = {{0.0, {Box(2.0, 2.0, {15.0, -1.0})}}, {1.0, {Box(4.0, 4.0, {16.0, -1.0})}}, {2.0, {}}};
  return {"set", "pedestrian", {}, {prediction}, {}};
}

}  // namespace

ReplayedScene CrossingScene() {
  ReplayedScene replayed;
  replayed.file = "scenes/crossing.textproto";
  replayed.elapsed_s = 0.00125;
  Scene& scene = replayed.scene;
  scene.id = "crossing";
  scene.origin = kOrigin;
  scene.time_step_s = 0.5;
  scene.ego.shapes = {Box(4.5, 1.9, {1.35, 0.0})};
  scene.ego_state = EgoState{{0.0, {0.0, 0.0}, 0.0}, 5.0, 0.0};
  scene.reference_path = {{-10.0, 0.0}, {30.0, 0.0}};
  scene.drivable_area = {Box(40.0, 3.5, {10.0, 0.0}), Box(40.0, 3.5, {10.0, 3.5})};
  scene.static_obstacles = {{"parked", "parkedVehicle", {*ConvexPolygon::Create({{7.25, -3.0}}, 0.8)}, {}}};
  scene.moving_obstacles = {Car(), OccupancySet()};
  replayed.cycles = {CrossingCycle()};
  return replayed;
}

ReplayedScene BridgeScene() {
  ReplayedScene replayed = CrossingScene();
  replayed.scene.id = "bridge";
  replayed.scene.moving_obstacles[0].predictions[0].timed_shapes = {{0.5, {}}, {1.0, {Box(2.0, 1.8, {1.0, 0.0})}}};
  replayed.scene.ego.ground_clearance_m = 0.25;
  replayed.scene.ego.height_m = 3.75;
  replayed.scene.static_obstacles[0].height = HeightSpan{0.0, 0.1};
  replayed.scene.static_obstacles.push_back({"bridge", "bridge", {Box(3.0, 20.0, {7.5, 0.0})}, HeightSpan{4.375, 5.0}});
  replayed.scene.moving_obstacles[0].height = HeightSpan{0.0, 1.5};
  ReplayedCycle& cycle = replayed.cycles[0];
  for (Candidate& candidate : cycle.candidates) {
    for (TimedPose& pose : candidate.poses) {
      pose.z_m = 0.05 * (pose.position.x - kOrigin.x);
      pose.pitch_rad = -0.05;
    }
  }
  v1::VerticalClearance& keep = *cycle.verdicts.mutable_verdicts(0)->mutable_vertical_clearance();
  keep.set_time_s(1.0);
  keep.set_obstacle_id("bridge");
  keep.set_clearance_m(0.25);
  keep.set_side(v1::VerticalClearance::SIDE_ABOVE);
  v1::VerticalClearance& left = *cycle.verdicts.mutable_verdicts(1)->mutable_vertical_clearance();
  left = keep;
  left.set_time_s(1.5);
  left.set_clearance_m(-0.5);
  cycle.verdicts.mutable_verdicts(1)->mutable_first_collision()->set_obstacle_id("bridge");
  return replayed;
}

ReplayedScene PoleScene() {
  ReplayedScene replayed;
  replayed.file = "scenes/pole.textproto";
  Scene& scene = replayed.scene;
  scene.id = "pole";
  scene.origin = kOrigin;
  scene.time_step_s = 0.5;
  scene.ego.shapes = {Box(4.5, 1.9, {1.35, 0.0})};
  scene.ego_state = EgoState{{0.0, {0.0, 0.0}, 0.0}, 20.0, 0.0};
  scene.static_obstacles = {{"bollard", "", {*ConvexPolygon::Create({{16.2, 0.3}}, 0.2)}, {}},
                            {"sign", "", {Box(0.1, 1.0, {11.0, 5.0})}, {}}};
  ReplayedCycle& cycle = replayed.cycles.emplace_back();
  cycle.candidates = {{"through", {{0.0, kOrigin, 0.0}, {1.5, kOrigin + Vec2{30.0, 0.0}, 0.0}}, 1.0},
                      {"beside", {{0.0, kOrigin, 0.0}, {1.5, kOrigin + Vec2{30.0, 20.0}, 0.0}}, 2.0},
                      {"back", {{0.0, kOrigin, 0.0}, {1.5, kOrigin + Vec2{-3.0, 0.0}, 0.0}}, 3.0}};
  v1::SceneVerdicts& verdicts = cycle.verdicts;
  v1::Verdict& through = *verdicts.add_verdicts();
  through.set_outcome(v1::Verdict::OUTCOME_REJECTED);
  through.set_collides(true);
  *through.mutable_first_collision() = MakeEncounter(0.62, "bollard", -1e-6, {16.0, 0.3}, {16.0, 0.3});
  through.mutable_contact_bracket()->set_free_until_s(0.619999);
  through.mutable_contact_bracket()->set_contact_by_s(0.62);
  through.mutable_contact_bracket()->set_between_instants(true);
  v1::Verdict& beside = *verdicts.add_verdicts();
  beside.set_outcome(v1::Verdict::OUTCOME_REJECTED);
  beside.set_collides(true);
  *beside.mutable_first_collision() = MakeEncounter(0.25, "sign", 1e-4, {8.6, 4.3}, {10.95, 4.5});
  beside.mutable_contact_bracket()->set_free_until_s(0.25);
  beside.mutable_contact_bracket()->set_contact_by_s(0.25);
  beside.mutable_contact_bracket()->set_is_conservative(true);
  verdicts.add_verdicts()->set_outcome(v1::Verdict::OUTCOME_FREE);
  v1::Counts& counts = *verdicts.mutable_counts();
  counts.set_candidates(3);
  counts.set_free(1);
  counts.set_colliding(2);
  counts.set_colliding_between_instants(1);
  verdicts.set_best_free_candidate(2);
  // At the instants "through" is farther from the bollard than in between.
  cycle.profiles = {{{0.0, 13.2, {}, 0.62}, {0.5, 3.2, {}, 0.12}, {1.0, 2.5, {}, {}}, {1.5, 12.5, {}, {}}}, {}, {}};
  return replayed;
}

ReplayedScene HostileScene() {
  const std::string image = "<img src=x onerror=\"window.attacked=1\">";
  const std::string breakout = "</script><script>window.attacked=1</script>" + image;
  ReplayedScene replayed = CrossingScene();
  replayed.file = "caf\xE9/" + image + ".pb";
  replayed.scene.id = breakout;
  replayed.scene.moving_obstacles[0].id = "<!--<script>\xE2\x80\xA8'\"`${window.attacked=1}\\";
  replayed.scene.moving_obstacles[0].type = breakout;
  // Shown as "car exe.gnp" if the direction is turned; a car with an invisible character; one that
  // clears a terminal.
  replayed.scene.moving_obstacles[1].id = "car \xE2\x80\xAEpng.exe";
  replayed.cycles[0].candidates[1].id = image;
  replayed.cycles[0].verdicts.mutable_run()->set_version(breakout);
  replayed.cycles[0].verdicts.add_notes(breakout);
  v1::Verdict& verdict = *replayed.cycles[0].verdicts.mutable_verdicts(1);
  verdict.mutable_first_collision()->set_obstacle_id(replayed.scene.moving_obstacles[0].id);
  verdict.mutable_minimum_clearance()->set_obstacle_id(replayed.scene.moving_obstacles[0].id);
  return replayed;
}

ReplayedScene EmptyScene() {
  ReplayedScene replayed;
  replayed.file = "scenes/empty.xml";
  replayed.scene.id = "empty";
  replayed.scene.ego.shapes = {Box(4.5, 1.9, {1.35, 0.0})};
  replayed.cycles.resize(1);
  replayed.cycles[0].verdicts.add_notes("no planning problem: nothing to plan for");
  return replayed;
}

ReplayedScene ClosedLoopScene() {
  ReplayedScene replayed = CrossingScene();
  replayed.scene.id = "closed loop";
  replayed.file = "scenes/closed_loop.pb";
  ReplayedCycle second = CrossingCycle();
  for (Candidate& candidate : second.candidates) {
    for (TimedPose& pose : candidate.poses) {
      pose.time_s += 1.0;
      pose.position.x += 5.0;
    }
  }
  second.candidates.erase(second.candidates.begin());
  second.verdicts.mutable_verdicts()->DeleteSubrange(0, 1);
  second.verdicts.clear_best_free_candidate();
  second.verdicts.set_cycle(1);
  second.verdicts.set_cycle_time_s(1.0);
  second.verdicts.mutable_counts()->set_candidates(2);
  second.verdicts.mutable_counts()->set_free(0);
  replayed.cycles.push_back(second);
  replayed.driven = Drive("", 0.25, 0.0).poses;
  return replayed;
}

}  // namespace collision2d::planner
