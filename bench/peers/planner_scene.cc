#include "bench/peers/planner_scene.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

constexpr double kCarLength_m = 4.5;
constexpr double kCarWidth_m = 2.0;
constexpr double kDuration_s = 5.0;

// REQUIRES: positive sizes.
ConvexPolygon Box(double length_m, double width_m) { return *ConvexPolygon::Rectangle(length_m, width_m); }

PlannerScene SceneOfCar() { return {Box(kCarLength_m, kCarWidth_m), {}, 1, {}, {}, {}, false}; }

Vec2 PointInSquare(double side_m, Random* random) {
  return {random->Uniform(-0.5 * side_m, 0.5 * side_m), random->Uniform(-0.5 * side_m, 0.5 * side_m)};
}

// Uniform over the ring's area.
Vec2 PointInRing(double inner_m, double outer_m, Random* random) {
  const double distance_m = std::sqrt(random->Uniform(inner_m * inner_m, outer_m * outer_m));
  const double bearing_rad = random->Angle();
  return distance_m * Vec2{std::cos(bearing_rad), std::sin(bearing_rad)};
}

Pose2 Turned(Vec2 place, Random* random) { return Pose2::FromYaw(place, random->Angle()); }

// Vertices on a circle, about evenly.
// REQUIRES: vertex_count >= 4, so that no gap reaches half the circle.
ConvexPolygon PolygonOnCircle(int vertex_count, double circumradius_m, Random* random) {
  std::vector<Vec2> vertices;
  for (int i = 0; i < vertex_count; ++i) {
    const double bearing_rad = 2.0 * M_PI * (i + random->Uniform(-0.4, 0.4)) / vertex_count;
    vertices.push_back(circumradius_m * Vec2{std::cos(bearing_rad), std::sin(bearing_rad)});
  }
  return *ConvexPolygon::Create(vertices);
}

// Obstacles on straight ways at constant speed, none within 8 m of the origin at first.
void AddMovingCars(int count, int steps, Random* random, PlannerScene* scene) {
  const double road_length_m = std::sqrt(900.0 * count);
  const double road_width_m = std::sqrt(144.0 * count);
  scene->world_from_obstacle.resize(static_cast<size_t>(steps) * count);
  for (int k = 0; k < count; ++k) {
    const double length_m = random->Uniform(3.5, 5.5);
    const double width_m = random->Uniform(1.6, 2.2);
    scene->obstacles.push_back(Box(length_m, width_m));
    Vec2 start;
    do {
      start.x = random->Uniform(-0.25 * road_length_m, 0.75 * road_length_m);
      start.y = random->Uniform(-0.5 * road_width_m, 0.5 * road_width_m);
    } while (Norm(start) < 8.0);
    const double yaw_rad = (random->Chance(0.5) ? 0.0 : M_PI) + random->Uniform(-0.2, 0.2);
    const double speed_mps = random->Uniform(0.0, 12.0);
    for (int step = 0; step < steps; ++step) {
      const double way_m = speed_mps * kDuration_s * step / steps;
      const Vec2 place = start + way_m * Vec2{std::cos(yaw_rad), std::sin(yaw_rad)};
      scene->world_from_obstacle[step * count + k] = Pose2::FromYaw(place, yaw_rad);
    }
  }
}

// From the origin along x at 10 m/s, with a constant acceleration and a smooth move to another
// lateral position.
void AddTrajectory(int steps, Random* random, PlannerScene* scene) {
  const double acceleration_mps2 = random->Uniform(-2.0, 2.0);
  const double lateral_m = random->Uniform(-8.0, 8.0);
  for (int step = 0; step < steps; ++step) {
    const double time_s = kDuration_s * step / steps;
    const double u = time_s / kDuration_s;
    const Vec2 place{(10.0 + 0.5 * acceleration_mps2 * time_s) * time_s,
                     lateral_m * u * u * u * (10.0 - 15.0 * u + 6.0 * u * u)};
    const double forward_mps = 10.0 + acceleration_mps2 * time_s;
    const double sideways_mps = lateral_m * 30.0 * u * u * (1.0 - u) * (1.0 - u) / kDuration_s;
    scene->world_from_ego.push_back(Pose2::FromYaw(place, std::atan2(sideways_mps, forward_mps)));
  }
}

bool TrajectoryCollides(const PlannerScene& scene, int trajectory) {
  for (int step = 0; step < scene.steps; ++step) {
    for (int k = 0; k < scene.obstacle_count(); ++k) {
      const Pose2 ego_from_obstacle = RelativePose(scene.EgoPose(trajectory, step), scene.ObstaclePose(step, k));
      if (Collides(scene.ego, scene.obstacles[k], ego_from_obstacle)) return true;
    }
  }
  return false;
}

void OrderByCost(PlannerScene* scene) {
  std::vector<int> colliding, free;
  for (int i = 0; i < scene->trajectory_count(); ++i) {
    (TrajectoryCollides(*scene, i) ? colliding : free).push_back(i);
  }
  const size_t first = std::min<size_t>(colliding.size(), scene->trajectory_count() / 10);
  scene->cost_order.assign(colliding.begin(), colliding.begin() + first);
  scene->cost_order.insert(scene->cost_order.end(), free.begin(), free.end());
  scene->cost_order.insert(scene->cost_order.end(), colliding.begin() + first, colliding.end());
}

}  // namespace

namespace {

// Poses and obstacles at random headings, at the places and of the shapes that these draw.
template <typename PlaceEgo, typename MakeShape, typename PlaceObstacle>
PlannerScene Scattered(int pose_count, int obstacle_count, uint64_t seed, const PlaceEgo& place_ego,
                       const MakeShape& make_shape, const PlaceObstacle& place_obstacle) {
  Random random(seed);
  PlannerScene scene = SceneOfCar();
  for (int i = 0; i < pose_count; ++i) scene.world_from_ego.push_back(Turned(place_ego(&random), &random));
  scene.obstacles.reserve(obstacle_count);
  scene.world_from_obstacle.reserve(obstacle_count);
  for (int k = 0; k < obstacle_count; ++k) {
    scene.obstacles.push_back(make_shape(&random));
    scene.world_from_obstacle.push_back(Turned(place_obstacle(&random), &random));
  }
  return scene;
}

auto InSquare(double side_m) {
  return [side_m](Random* random) { return PointInSquare(side_m, random); };
}

auto InRing(double inner_m, double outer_m) {
  return [=](Random* random) { return PointInRing(inner_m, outer_m, random); };
}

ConvexPolygon Car(Random* /*random*/) { return Box(kCarLength_m, kCarWidth_m); }

}  // namespace

PlannerScene SparseTraffic(int pose_count, int obstacle_count, uint64_t seed) {
  const auto place = InSquare(200.0 * std::sqrt(obstacle_count / 200.0));
  return Scattered(pose_count, obstacle_count, seed, place, Car, place);
}

PlannerScene DenseCrowd(int pose_count, int obstacle_count, uint64_t seed) {
  return Scattered(pose_count, obstacle_count, seed, InRing(0.0, 0.5), Car, InRing(2.5, 4.3));
}

PlannerScene PolygonCrowd(int pose_count, int obstacle_count, uint64_t seed) {
  const auto polygon = [](Random* random) {
    const int vertex_count = random->Integer(4, 8);
    return PolygonOnCircle(vertex_count, random->Uniform(0.7, 1.6), random);
  };
  return Scattered(pose_count, obstacle_count, seed, InRing(0.0, 5.0), polygon, InRing(0.0, 5.0));
}

PlannerScene MovingTraffic(int trajectory_count, int steps, int obstacle_count, uint64_t seed) {
  Random random(seed);
  PlannerScene scene = SceneOfCar();
  scene.steps = steps;
  AddMovingCars(obstacle_count, steps, &random, &scene);
  for (int i = 0; i < trajectory_count; ++i) AddTrajectory(steps, &random, &scene);
  OrderByCost(&scene);
  return scene;
}

PlannerScene StaticMapScene(int pose_count, int obstacle_count, uint64_t seed) {
  const auto place = InSquare(std::sqrt(930.0 * obstacle_count));
  const auto wall = [](Random* random) {
    const double length_m = random->Uniform(1.0, 6.0);
    return Box(length_m, random->Uniform(0.2, 1.0));
  };
  PlannerScene scene = Scattered(pose_count, obstacle_count, seed, place, wall, place);
  scene.is_static_map = true;
  return scene;
}

}  // namespace collision2d::bench
