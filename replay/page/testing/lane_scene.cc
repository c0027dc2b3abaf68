// The scene of the replay page's tests that has a road with borders, a goal, profiles and metrics.
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/v1/verdict.pb.h"
#include "google/protobuf/text_format.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"
#include "replay/cycles/replayed_scene.h"
#include "replay/page/testing/replay_page_test_scenes.h"

namespace collision2d::planner {
namespace {

constexpr int kPoses = 9;
constexpr double kStep_s = 0.5;

constexpr char kKeep[] = R"pb(
  minimum_clearance {
    time_s: 4
    obstacle_id: "van"
    signed_distance_m: 2
    witness_ego { x: 35.6 y: 0 }
    witness_obstacle { x: 37.6 y: 0 }
  }
  road_clearance {
    time_s: 0
    clearance_m: 1.05
    witness_ego { x: 0 y: -0.95 }
    witness_road { x: 0 y: -2 }
    direction { y: -1 }
    border: "south kerb"
  }
  time_to_collision {
    constant_twist_s: 1.5
    constant_twist { time_s: 4 obstacle_id: "van" }
  }
  headway {
    headway_s: 0.25
    headway { time_s: 4 obstacle_id: "van" }
    gap_m: 2
    gap { time_s: 4 obstacle_id: "van" }
  }
  post_encroachment_time {
    duration_s: 0.75
    ego { time_s: 1 obstacle_id: "cyclist" }
    obstacle_time_s: 1.75
    gap_s: 0.75
    ego_entry_s: 0.5
    ego_exit_s: 1
    obstacle_entry_s: 1.75
    obstacle_exit_s: 2.25
  }
  required_deceleration {
    deceleration_mps2: 1.625
    interaction { time_s: 4 obstacle_id: "van" }
    gap_m: 2
    closing_speed_mps: 2.5
  }
  rss_margin {
    longitudinal_margin_m: -6.5
    lateral_margin_m: -0.5
    interaction { time_s: 3.5 obstacle_id: "van" }
    is_dangerous: true
  }
  lateral_clearance {
    clearance_m: 2.125
    interaction { time_s: 2 obstacle_id: "cyclist" hypothesis: 1 }
  }
  goal { reached: true time_s: 3.5 step: 7 goal: 0 }
  first_within_margin { time_s: 3.25 step: 6 obstacle_id: "van" outside_until_s: 3.249999 }
  leaves_road_margin { inside_until_s: 1.5 outside_by_s: 1.500001 between_instants: true }
)pb";

constexpr char kSwerve[] = R"pb(
  leaves_road: true
  leaves_road_time_s: 1.125
  road_clearance {
    time_s: 2
    clearance_m: -0.45
    witness_ego { x: 16 y: -2.45 }
    witness_road { x: 16 y: -2 }
    direction { y: -1 }
    border: "south kerb"
  }
  road_departure { inside_until_s: 1.124 outside_by_s: 1.125 }
  goal {}
)pb";

constexpr char kClip[] = R"pb(
  leaves_road: true
  leaves_road_time_s: 2.125
  road_clearance {
    time_s: 2
    clearance_m: 0.125
    witness_ego { x: 16 y: -1.875 }
    witness_road { x: 16 y: -2 }
    direction { y: -1 }
  }
  road_departure { inside_until_s: 2.124999 outside_by_s: 2.125 between_instants: true }
  goal {}
)pb";

// Drives along x at 8 m/s, to the right by at most `swerve_m`.
Candidate Drive(const std::string& id, double swerve_m) {
  Candidate trajectory{id, {}, 1.0 + swerve_m};
  for (int step = 0; step < kPoses; ++step) {
    const double t = kStep_s * step;
    trajectory.poses.push_back({t, {8.0 * t, -0.5 * swerve_m * (1.0 - std::cos(0.5 * M_PI * t))}, 0.0});
  }
  return trajectory;
}

// The clearance to the road falls with the swerve; that to the van falls by 2.5 m/s, and a
// collision is ahead from 1 s on.
std::vector<ProfilePoint> ProfileOf(const Candidate& trajectory, bool has_obstacles) {
  std::vector<ProfilePoint> profile;
  for (const TimedPose& pose : trajectory.poses) {
    ProfilePoint& point = profile.emplace_back();
    point.time_s = pose.time_s;
    point.road_clearance_m = 1.05 + pose.position.y;
    if (!has_obstacles) continue;
    point.clearance_m = 12.0 - 2.5 * pose.time_s;
    if (pose.time_s >= 1.0) point.time_to_collision_s = 4.5 - 0.75 * pose.time_s;
  }
  return profile;
}

void MoveWitness(Vec2 origin, v1::Point* point) {
  point->set_x(point->x() + origin.x);
  point->set_y(point->y() + origin.y);
}

void AddVerdict(const std::string& text, Vec2 origin, v1::SceneVerdicts& verdicts) {
  v1::Verdict& verdict = *verdicts.add_verdicts();
  google::protobuf::TextFormat::ParseFromString(text, &verdict);
  const bool is_rejected = verdict.collides() || verdict.leaves_road();
  verdict.set_outcome(is_rejected ? v1::Verdict::OUTCOME_REJECTED : v1::Verdict::OUTCOME_FREE);
  if (verdict.has_minimum_clearance()) {
    MoveWitness(origin, verdict.mutable_minimum_clearance()->mutable_witness_ego());
    MoveWitness(origin, verdict.mutable_minimum_clearance()->mutable_witness_obstacle());
  }
  if (verdict.has_road_clearance()) {
    MoveWitness(origin, verdict.mutable_road_clearance()->mutable_witness_ego());
    MoveWitness(origin, verdict.mutable_road_clearance()->mutable_witness_road());
  }
}

Scene SceneOfLane() {
  Scene scene;
  scene.id = "lane";
  scene.origin = {450000.0, 5400000.0};
  scene.time_step_s = kStep_s;
  scene.ego.shapes = {*ConvexPolygon::Rectangle(4.5, 1.9, {1.35, 0.0})};
  scene.ego_state = EgoState{{0.0, {0.0, 0.0}, 0.0}, 8.0, 0.0};
  scene.reference_path = {{-10.0, 0.0}, {60.0, 0.0}};
  scene.road_borders = {{"south kerb", {{-10.0, -2.0}, {60.0, -2.0}}}, {"north kerb", {{60.0, 5.5}, {-10.0, 5.5}}}};
  using Aspect = SignalState::Aspect;
  RoadFeature light{
      RoadFeature::Kind::kTrafficLight, "", {{45.0, 0.0}}, {{0.0, Aspect::kStop}, {2.0, Aspect::kGo}}, "east"};
  RoadFeature crosswalk{RoadFeature::Kind::kCrosswalk, "", {{48.0, -2.0}, {51.0, -2.0}, {51.0, 5.5}, {48.0, 5.5}}};
  scene.road_features = {light, crosswalk};
  scene.lanes = {{"east", {{40.0, 1.0}, {60.0, 1.0}}, "", {}, {"next"}}, {"west", {{60.0, 3.5}, {-10.0, 3.5}}}};
  Goal goal;
  goal.area = {*ConvexPolygon::Rectangle(10.0, 3.5, {31.0, 0.0})};
  scene.goals = {goal, Goal{{}, {}, {}, Interval{0.0, 1.0}}};
  Prediction van;
  van.poses = {{0.0, {17.85, 0.0}, 0.0}, {4.0, {39.85, 0.0}, 0.0}};
  Prediction cyclist;
  cyclist.poses = {{0.0, {22.0, 3.5}, 0.0}, {4.0, {30.0, 3.5}, 0.0}};
  scene.moving_obstacles = {{"van", "car", {*ConvexPolygon::Rectangle(4.5, 1.9)}, {van}, {}},
                            {"cyclist", "bicycle", {*ConvexPolygon::Rectangle(1.8, 0.6)}, {cyclist, cyclist}, {}}};
  return scene;
}

}  // namespace

ReplayedScene LaneScene() {
  ReplayedScene replayed;
  replayed.file = "scenes/lane.textproto";
  replayed.scene = SceneOfLane();
  ReplayedCycle& cycle = replayed.cycles.emplace_back();
  cycle.candidates = {Drive("keep", 0.0), Drive("swerve", 1.5), Drive("clip", 0.925), Candidate{"stand", {{}}, 9.0}};
  cycle.profiles = {ProfileOf(cycle.candidates[0], true),
                    ProfileOf(cycle.candidates[1], false),
                    ProfileOf(cycle.candidates[2], true),
                    {ProfilePoint{}}};
  for (const char* text : {kKeep, kSwerve, kClip, "goal {}"}) AddVerdict(text, replayed.scene.origin, cycle.verdicts);
  v1::Counts& counts = *cycle.verdicts.mutable_counts();
  counts.set_candidates(4);
  counts.set_free(2);
  counts.set_leaving_road(2);
  cycle.verdicts.set_best_free_candidate(0);
  cycle.beyond_limits = {"lateral acceleration above 4 m/s^2: 32"};
  cycle.rejected = {{0, Drive("", -3.0).poses}, {0, {}}};
  for (Candidate& candidate : cycle.candidates) {
    for (TimedPose& pose : candidate.poses) pose.position = replayed.scene.origin + pose.position;
  }
  for (TimedPose& pose : cycle.rejected[0].poses) {
    pose.position = replayed.scene.origin + pose.position;
  }
  return replayed;
}

}  // namespace collision2d::planner
