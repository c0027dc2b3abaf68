#include "bench/path_time/crossing_traffic.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::bench {
namespace {

using planner::EgoPath;
using planner::PathPose;
using planner::TimedPose;

constexpr double kPi = 3.141592653589793;
constexpr double kEgoLength_m = 4.7;
constexpr double kEgoWidth_m = 1.9;

Vec2 Along(double yaw_rad) { return {std::cos(yaw_rad), std::sin(yaw_rad)}; }

EgoPath MakePath() {
  std::vector<PathPose> poses;
  Vec2 position;
  for (int i = 0; i <= static_cast<int>(kPathLength_m); ++i) {
    const double yaw_rad = 0.4 * std::sin(i / 40.0);
    poses.push_back({1.0 * i, position, yaw_rad, {}});
    position = position + Along(yaw_rad);
  }
  return *EgoPath::Create(poses);
}

// At `place` with this yaw at time_s.
std::vector<TimedPose> Drive(Vec2 place, double time_s, double yaw_rad, double speed_mps, double yaw_rate_radps) {
  std::vector<TimedPose> poses;
  for (int i = 0; i <= std::lround(kHorizon_s / kTimeStep_s); ++i) {
    const double turn_rad = yaw_rate_radps * (kTimeStep_s * i - time_s);
    const Vec2 way = speed_mps * (kTimeStep_s * i - time_s) * Along(yaw_rad + 0.5 * turn_rad);
    poses.push_back({kTimeStep_s * i, place + way, yaw_rad + turn_rad});
  }
  return poses;
}

// So fast that the bodies overlap for 2 s of a perpendicular crossing.
std::vector<TimedPose> Across(const EgoPath& path, double length_m, Random* random) {
  const PathPose at = path.At(random->Uniform(5.0, kPathLength_m - 5.0));
  const double time_s = random->Uniform(1.0, kHorizon_s - 1.0);
  const double angle_rad = random->Sign() * random->Uniform(0.4, 0.6) * kPi;
  const double yaw_rate_radps = random->Chance(0.5) ? 0.0 : random->Uniform(-0.1, 0.1);
  return Drive(at.position, time_s, at.yaw_rad + angle_rad, 0.5 * (length_m + kEgoWidth_m), yaw_rate_radps);
}

std::vector<TimedPose> Beside(Random* random) {
  const Vec2 place = {random->Uniform(-20.0, kPathLength_m), random->Sign() * random->Uniform(45.0, 80.0)};
  const double time_s = random->Uniform(0.0, kHorizon_s);
  const double yaw_rad = random->Chance(0.5) ? 0.0 : kPi;
  return Drive(place, time_s, yaw_rad, random->Uniform(2.0, 15.0), 0.0);
}

}  // namespace

CrossingTraffic MakeCrossingTraffic(int obstacles, int crossing, uint64_t seed) {
  CrossingTraffic traffic{{}, MakePath()};
  traffic.scene.time_step_s = kTimeStep_s;
  traffic.scene.ego.shapes = {*ConvexPolygon::Rectangle(kEgoLength_m, kEgoWidth_m, {1.4, 0.0})};
  Random random(seed);
  for (int i = 0; i < obstacles; ++i) {
    const double length_m = random.Uniform(3.8, 5.2);
    const double width_m = random.Uniform(1.6, 2.1);
    std::vector<TimedPose> poses = i < crossing ? Across(traffic.path, length_m, &random) : Beside(&random);
    traffic.scene.moving_obstacles.push_back(
        {"m" + std::to_string(i), "", {*ConvexPolygon::Rectangle(length_m, width_m)}, {}, {}});
    traffic.scene.moving_obstacles.back().predictions.push_back({1.0, std::move(poses), {}});
  }
  return traffic;
}

LinearProfiles MakeProfiles(int count, int pieces, uint64_t seed) {
  Random random(seed);
  LinearProfiles profiles;
  const double step_s = kHorizon_s / pieces;
  for (int k = 0; k <= pieces; ++k) profiles.times_s.push_back(step_s * k);
  for (int i = 0; i < count; ++i) {
    double speed_mps = random.Uniform(0.0, 15.0);
    profiles.stations_m.push_back(0.0);
    for (int k = 1; k <= pieces; ++k) {
      speed_mps = std::clamp(speed_mps + random.Uniform(-3.0, 3.0) * step_s, 0.0, 20.0);
      profiles.stations_m.push_back(std::min(profiles.stations_m.back() + speed_mps * step_s, kPathLength_m));
    }
  }
  return profiles;
}

}  // namespace collision2d::bench
