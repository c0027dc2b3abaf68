#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/v1/verdict.pb.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"
#include "replay/cycles/replayed_scene.h"
#include "replay/page/testing/replay_page_test_scenes.h"

namespace collision2d::planner {
namespace {

constexpr double kRadius_m = 70.0;  // Of the road's middle line, a left turn that begins at the origin heading along x.
constexpr double kLaneWidth_m = 3.5;
constexpr double kStep_s = 0.1;
constexpr int kPoses = 50;

// On the road: s along the middle line, d to the left of it, heading relative to it.
TimedPose OnRoad(double time_s, double s_m, double d_m, double heading_rad) {
  const double angle = s_m / kRadius_m;
  const double radius_m = kRadius_m - d_m;
  return {time_s, {radius_m * std::sin(angle), kRadius_m - radius_m * std::cos(angle)}, angle + heading_rad};
}

// From d0 to d1 by a quintic with constant acceleration along the road.
std::vector<TimedPose> RoadMotion(double s0_m, double speed_mps, double acceleration_mps2, double d0_m, double d1_m,
                                  bool oncoming = false) {
  std::vector<TimedPose> poses;
  for (int k = 0; k < kPoses; ++k) {
    const double t = k * kStep_s;
    const double moving_s = acceleration_mps2 < 0 ? std::min(t, -speed_mps / acceleration_mps2) : t;
    const double s = speed_mps * moving_s + 0.5 * acceleration_mps2 * moving_s * moving_s;
    const double u = std::min(1.0, t / 4.0);
    const double d = d0_m + (d1_m - d0_m) * u * u * u * (10.0 - 15.0 * u + 6.0 * u * u);
    const double slope = (d1_m - d0_m) * 30.0 * u * u * (1.0 - u) * (1.0 - u) / 4.0;
    const double speed = std::max(2.0, speed_mps + acceleration_mps2 * moving_s);
    poses.push_back(OnRoad(t, oncoming ? s0_m - s : s0_m + s, d, oncoming ? M_PI : std::atan2(slope, speed)));
  }
  return poses;
}

MovingObstacle Vehicle(const std::string& id, double length_m, double width_m, std::vector<TimedPose> poses) {
  Prediction prediction;
  prediction.poses = std::move(poses);
  return {id, "car", {*ConvexPolygon::Rectangle(length_m, width_m)}, {prediction}, {}};
}

struct Closest {
  double distance_m = std::numeric_limits<double>::infinity();
  Vec2 a;
  Vec2 b;
};

// Keeps the closest pair of a vertex of `from` and a point of an edge of `to`; a vertex inside
// counts as contact.
void VertexToEdges(const std::vector<Vec2>& from, const std::vector<Vec2>& to, bool swapped, Closest& closest) {
  for (const Vec2 p : from) {
    bool inside = to.size() > 2;
    for (size_t i = 0; i < to.size(); ++i) {
      const Vec2 a = to[i], b = to[(i + 1) % to.size()];
      const double length_sq = NormSquared(b - a);
      const double s = length_sq > 0.0 ? std::clamp(Dot(p - a, b - a) / length_sq, 0.0, 1.0) : 0.0;
      const Vec2 q = a + s * (b - a);
      inside = inside && Cross(b - a, p - a) >= 0.0;
      if (Norm(q - p) < closest.distance_m) closest = {Norm(q - p), swapped ? q : p, swapped ? p : q};
    }
    if (inside) closest = {-0.1, p, p};
  }
}

std::vector<Vec2> Posed(const ConvexPolygon& shape, const TimedPose& pose) {
  std::vector<Vec2> vertices;
  for (const Vec2 vertex : shape.vertices()) vertices.push_back(pose.ToPose2() * vertex);
  return vertices;
}

// Good enough for a picture: it misses bars that cross without a corner inside.
Closest Approximate(const ConvexPolygon& a, const TimedPose& pose_a, const ConvexPolygon& b, const TimedPose& pose_b) {
  Closest closest;
  VertexToEdges(Posed(a, pose_a), Posed(b, pose_b), false, closest);
  if (closest.distance_m > 0.0) VertexToEdges(Posed(b, pose_b), Posed(a, pose_a), true, closest);
  const Vec2 towards_a = closest.distance_m > 0.0 ? (1.0 / closest.distance_m) * (closest.a - closest.b) : Vec2{};
  closest.distance_m -= b.radius_m();
  closest.b = closest.b + b.radius_m() * towards_a;
  return closest;
}

void Meet(const Scene& scene, const Closest& closest, double time_s, int step, const std::string& id,
          v1::Verdict& verdict) {
  if (verdict.has_minimum_clearance() && verdict.minimum_clearance().signed_distance_m() <= closest.distance_m) return;
  v1::Encounter& encounter = *verdict.mutable_minimum_clearance();
  encounter.set_time_s(time_s);
  encounter.set_step(step);
  encounter.set_obstacle_id(id);
  encounter.set_signed_distance_m(closest.distance_m);
  encounter.mutable_witness_ego()->set_x(scene.origin.x + closest.a.x);
  encounter.mutable_witness_ego()->set_y(scene.origin.y + closest.a.y);
  encounter.mutable_witness_obstacle()->set_x(scene.origin.x + closest.b.x);
  encounter.mutable_witness_obstacle()->set_y(scene.origin.y + closest.b.y);
}

v1::Verdict Check(const Scene& scene, const Candidate& candidate) {
  const ConvexPolygon& ego = scene.ego.shapes[0];
  v1::Verdict verdict;
  for (int step = 0; step < kPoses && !verdict.collides(); ++step) {
    const TimedPose& pose = candidate.poses[step];
    for (const StaticObstacle& obstacle : scene.static_obstacles) {
      Meet(scene, Approximate(ego, pose, obstacle.shapes[0], {}), pose.time_s, step, obstacle.id, verdict);
    }
    for (const MovingObstacle& obstacle : scene.moving_obstacles) {
      const TimedPose& there = obstacle.predictions[0].poses[step];
      Meet(scene, Approximate(ego, pose, obstacle.shapes[0], there), pose.time_s, step, obstacle.id, verdict);
    }
    verdict.set_collides(verdict.minimum_clearance().signed_distance_m() <= 0.0);
    for (const Vec2 corner : Posed(ego, pose)) {
      const bool outside = std::abs(kRadius_m - Norm(corner - Vec2{0.0, kRadius_m})) > kLaneWidth_m;
      if (!outside || verdict.leaves_road()) continue;
      verdict.set_leaves_road(true);
      verdict.set_leaves_road_time_s(pose.time_s);
    }
  }
  if (verdict.collides()) *verdict.mutable_first_collision() = verdict.minimum_clearance();
  const bool is_rejected = verdict.collides() || verdict.leaves_road();
  verdict.set_outcome(is_rejected ? v1::Verdict::OUTCOME_REJECTED : v1::Verdict::OUTCOME_FREE);
  verdict.set_pairs_checked(kPoses * 7);
  return verdict;
}

Scene CurvedRoad() {
  Scene scene;
  scene.id = "curved road, lead vehicle brakes";
  scene.origin = {690885.0, 5335870.0};
  scene.time_step_s = kStep_s;
  scene.ego.shapes = {*ConvexPolygon::Rectangle(4.6, 1.9, {1.4, 0.0})};
  scene.ego_state = EgoState{OnRoad(0.0, 5.0, -1.75, 0.0), 9.0, 0.0};
  for (int k = -5; k <= 28; ++k) {
    const double s = 4.0 * k;
    scene.reference_path.push_back(OnRoad(0.0, s, -1.75, 0.0).position);
    for (const double d : {-kLaneWidth_m, 0.0}) {
      if (k == 28) continue;
      scene.drivable_area.push_back(*ConvexPolygon::Hull(
          {OnRoad(0, s, d, 0).position, OnRoad(0, s + 4.0, d, 0).position,
           OnRoad(0, s + 4.0, d + kLaneWidth_m, 0).position, OnRoad(0, s, d + kLaneWidth_m, 0).position}));
    }
  }
  const auto parked = [](double s, double d) {
    const TimedPose pose = OnRoad(0.0, s, d, 0.05);
    return *ConvexPolygon::Rectangle(4.4, 1.8)->Posed(pose.ToPose2());
  };
  scene.static_obstacles = {
      {"parked 1", "parkedVehicle", {parked(22.0, -4.4)}, {}},
      {"parked 2", "parkedVehicle", {parked(28.0, -4.6)}, {}},
      {"tree", "tree", {*ConvexPolygon::Create({OnRoad(0, 50, 6.5, 0).position}, 0.6)}, {}},
      {"wall",
       "wall",
       {*ConvexPolygon::Create({OnRoad(0, 8, 5, 0).position, OnRoad(0, 20, 5, 0).position}, 0.15)},
       {}}};
  scene.moving_obstacles = {
      Vehicle("301", 4.7, 1.9, RoadMotion(33.0, 9.0, -1.1, -1.75, -1.75)),
      Vehicle("302", 4.4, 1.8, RoadMotion(60.0, 9.0, 0.0, -1.75, -1.75)),
      Vehicle("truck 17", 11.5, 2.5, RoadMotion(104.0, 7.0, 0.0, 1.75, 1.75, true)),
      Vehicle("304", 4.2, 1.8, RoadMotion(82.0, 7.0, 0.0, 1.75, 1.75, true)),
      Vehicle("305", 4.5, 1.9, RoadMotion(-16.0, 8.0, -0.8, -1.75, -1.75)),
      Vehicle("bicycle 4", 1.8, 0.6, RoadMotion(46.0, 4.5, 0.0, -3.1, -3.1)),
  };
  std::vector<TimedPose> crossing;
  for (int k = 0; k < kPoses; ++k) crossing.push_back(OnRoad(k * kStep_s, 44.0, 6.0 - 0.13 * k, -M_PI / 2));
  scene.moving_obstacles.push_back(Vehicle("pedestrian 9", 0.5, 0.7, crossing));
  return scene;
}

}  // namespace

ReplayedScene CurvedRoadScene() {
  ReplayedScene replayed;
  replayed.file = "scenes/curved_road.pb";
  replayed.elapsed_s = 0.0183;
  replayed.scene = CurvedRoad();
  ReplayedCycle& cycle = replayed.cycles.emplace_back();
  v1::SceneVerdicts& verdicts = cycle.verdicts;
  v1::Counts& counts = *verdicts.mutable_counts();
  verdicts.mutable_run()->set_version("0.1.0");
  verdicts.mutable_run()->set_seed(1);
  for (int along = 0; along < 24; ++along) {
    for (int across = 0; across < 25; ++across) {
      Candidate& candidate = cycle.candidates.emplace_back();
      const double acceleration_mps2 = -3.2 + 0.2 * along;
      const double d_m = -3.2 + 0.2 * across;
      candidate.id = absl::StrCat("sampled/", cycle.candidates.size() - 1);
      candidate.cost = acceleration_mps2 * acceleration_mps2 + 0.8 * std::abs(d_m + 1.75);
      candidate.poses = RoadMotion(5.0, 9.0, acceleration_mps2, -1.75, d_m);
      v1::Verdict& verdict = *verdicts.add_verdicts();
      verdict = Check(replayed.scene, candidate);
      const bool free = !verdict.collides() && !verdict.leaves_road();
      counts.set_candidates(counts.candidates() + 1);
      counts.set_free(counts.free() + free);
      counts.set_colliding(counts.colliding() + verdict.collides());
      counts.set_leaving_road(counts.leaving_road() + verdict.leaves_road());
      counts.set_pairs_checked(counts.pairs_checked() + verdict.pairs_checked());
      if (free && (!verdicts.has_best_free_candidate() ||
                   candidate.cost < cycle.candidates[verdicts.best_free_candidate()].cost)) {
        verdicts.set_best_free_candidate(static_cast<int>(cycle.candidates.size()) - 1);
      }
    }
  }
  for (Candidate& candidate : cycle.candidates) {
    for (TimedPose& pose : candidate.poses) pose.position = replayed.scene.origin + pose.position;
  }
  return replayed;
}

}  // namespace collision2d::planner
