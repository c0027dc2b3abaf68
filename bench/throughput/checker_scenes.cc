#include "bench/throughput/checker_scenes.h"

#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bench/throughput/planner_scene.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

constexpr double kTimeStep_s = 0.1;

planner::TimedPose At(int step, const Pose2& pose) { return {kTimeStep_s * step, pose.translation, pose.yaw_rad()}; }

planner::Scene SceneOfCandidates(const PlannerScene& traffic) {
  planner::Scene scene;
  scene.id = "throughput";
  scene.time_step_s = kTimeStep_s;
  scene.ego.shapes = {traffic.ego};
  scene.ego_state = planner::EgoState();
  for (int i = 0; i < traffic.trajectory_count(); ++i) {
    planner::Candidate& candidate = scene.candidates.emplace_back();
    candidate.id = absl::StrCat(i);
    for (int step = 0; step < traffic.steps; ++step) candidate.poses.push_back(At(step, traffic.EgoPose(i, step)));
  }
  return scene;
}

// Along x, around the way of the candidates.
std::vector<ConvexPolygon> Road() {
  constexpr double kCellLength_m = 10.0;
  constexpr double kLaneWidth_m = 3.5;
  std::vector<ConvexPolygon> cells;
  for (int lane = -2; lane <= 2; ++lane) {
    for (int i = -4; i < 15; ++i) {
      cells.push_back(*ConvexPolygon::Rectangle(kCellLength_m, kLaneWidth_m, {kCellLength_m * i, kLaneWidth_m * lane}));
    }
  }
  return cells;
}

}  // namespace

planner::Scene TrafficScene(int candidates, int instants, int movers, bool has_road, uint64_t seed) {
  const PlannerScene traffic = MovingTraffic(candidates, instants, movers, seed);
  planner::Scene scene = SceneOfCandidates(traffic);
  for (int k = 0; k < movers; ++k) {
    planner::Prediction prediction;
    for (int step = 0; step < instants; ++step) prediction.poses.push_back(At(step, traffic.ObstaclePose(step, k)));
    scene.moving_obstacles.push_back({absl::StrCat("car_", k), "", {traffic.obstacles[k]}, {prediction}, {}});
  }
  if (has_road) scene.drivable_area = Road();
  return scene;
}

planner::Scene CurvedRoadScene(int candidates, int instants, int movers, uint64_t seed) {
  constexpr int kCells = 465;
  constexpr int kLanes = 6;
  constexpr double kLaneWidth_m = 3.5;
  constexpr double kCellAngle = 0.006;
  constexpr double kRadius_m = 400.0;
  planner::Scene scene = TrafficScene(candidates, instants, movers, /*has_road=*/false, seed);
  const auto at = [=](double angle, double left_m) {
    const double radius_m = kRadius_m - left_m;
    return Vec2{radius_m * std::sin(angle), kRadius_m - radius_m * std::cos(angle)};
  };
  // By whole numbers, so that neighbours share their corners to the bit.
  const auto corner = [&](int row, int lane) { return at(kCellAngle * row, kLaneWidth_m * (lane - 0.5 * kLanes)); };
  for (int cell = 0; cell < kCells; ++cell) {
    const int row = cell / kLanes - kCells / kLanes / 4;
    const int lane = cell % kLanes;
    const Vec2 corners[] = {corner(row, lane), corner(row + 1, lane), corner(row + 1, lane + 1), corner(row, lane + 1)};
    scene.drivable_area.push_back(*ConvexPolygon::Hull(corners));
  }
  for (int i = -10; i <= 40; ++i) scene.reference_path.push_back(at(kCellAngle * i, 0.0));
  planner::Goal goal;
  goal.area = {*ConvexPolygon::Rectangle(20.0, 4.0, {45.0, 0.0})};
  goal.speed_mps = planner::Interval{5.0, 15.0};
  scene.goals = {goal};
  return scene;
}

planner::Scene WalledScene(int candidates, int instants, int walls, uint64_t seed) {
  planner::Scene scene = SceneOfCandidates(MovingTraffic(candidates, instants, /*obstacle_count=*/1, seed));
  const PlannerScene map = StaticMapScene(/*pose_count=*/1, walls, seed);
  for (int k = 0; k < walls; ++k) {
    scene.static_obstacles.push_back(
        {absl::StrCat("wall_", k), "", {*map.obstacles[k].Posed(map.ObstaclePose(0, k))}, {}});
  }
  return scene;
}

planner::Scene RaisedScene(int candidates, int instants, int walls, const planner::HeightSpan& span, double road_m,
                           uint64_t seed) {
  planner::Scene scene = WalledScene(candidates, instants, walls, seed);
  scene.ego.ground_clearance_m = 0.2;
  scene.ego.height_m = 1.5;
  scene.ego_state->pose.z_m = road_m;
  for (planner::Candidate& candidate : scene.candidates) {
    for (planner::TimedPose& pose : candidate.poses) pose.z_m = road_m;
  }
  for (planner::StaticObstacle& obstacle : scene.static_obstacles) {
    obstacle.height = planner::HeightSpan{road_m + span.z_min_m, road_m + span.z_max_m};
  }
  planner::Prediction across;
  for (int step = 0; step < instants; ++step) {
    across.poses.push_back(At(step, Pose2::FromYaw({30.0, 0.2 * step}, 0.0)));
    across.poses.back().z_m = road_m;
  }
  scene.moving_obstacles.push_back(
      {"barrier", "", {*ConvexPolygon::Rectangle(2.5, 30.0)}, {across}, planner::HeightSpan{0.0, 3.0}});
  return scene;
}

}  // namespace collision2d::bench
