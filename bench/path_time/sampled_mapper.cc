#include "bench/path_time/sampled_mapper.h"

#include <algorithm>
#include <cmath>

#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"

namespace collision2d::bench {
namespace {

using planner::TimedPose;

ConvexPolygon Longer(const ConvexPolygon& box, double by_m) {
  std::vector<Vec2> vertices(box.vertices().begin(), box.vertices().end());
  for (Vec2& vertex : vertices) vertex.x += vertex.x > box.center().x ? by_m : -by_m;
  return *ConvexPolygon::Create(vertices);
}

double SpeedOf(const planner::Prediction& prediction) {
  return Norm(prediction.poses[1].position - prediction.poses[0].position) / SampledMapper::kTimeStep_s;
}

}  // namespace

SampledMapper::SampledMapper(const planner::Scene& scene, const planner::EgoPath& path, bool is_enlarged)
    : scene_(scene), ego_(Longer(scene.ego.shapes[0], is_enlarged ? 0.5 * kStationStep_m : 0.0)) {
  for (double station_m = path.start_m(); station_m <= path.end_m(); station_m += kStationStep_m) {
    const planner::PathPose pose = path.At(station_m);
    stations_m_.push_back(station_m);
    local_from_ego_.push_back(Pose2::FromYaw(pose.position, pose.yaw_rad));
  }
  for (const planner::MovingObstacle& obstacle : scene.moving_obstacles) {
    const double by_m = is_enlarged ? 0.5 * kTimeStep_s * SpeedOf(obstacle.predictions[0]) : 0.0;
    obstacles_.push_back(Longer(obstacle.shapes[0], by_m));
  }
  occupied_.resize(scene.moving_obstacles[0].predictions[0].poses.size());
}

void SampledMapper::Map() {
  for (size_t step = 0; step < occupied_.size(); ++step) {
    occupied_[step].clear();
    for (size_t i = 0; i < obstacles_.size(); ++i) {
      const TimedPose& at = scene_.moving_obstacles[i].predictions[0].poses[step];
      const Pose2 local_from_obstacle = at.ToPose2();
      const double reach_m = ego_.bounding_radius_m() + obstacles_[i].bounding_radius_m();
      const Vec2 center = local_from_obstacle * obstacles_[i].center();
      Stretch stretch = {stations_m_.back(), stations_m_.front() - 1.0};
      for (size_t k = 0; k < stations_m_.size(); ++k) {
        if (NormSquared(local_from_ego_[k] * ego_.center() - center) > reach_m * reach_m) continue;
        if (!Collides(ego_, obstacles_[i], RelativePose(local_from_ego_[k], local_from_obstacle))) continue;
        stretch = {std::min(stretch.from_m, stations_m_[k]), stations_m_[k]};
      }
      if (stretch.from_m <= stretch.to_m) occupied_[step].push_back(stretch);
    }
  }
}

bool SampledMapper::Hits(absl::Span<const double> times_s, absl::Span<const double> stations_m) const {
  size_t piece = 1;
  for (size_t step = 0; step < occupied_.size(); ++step) {
    const double time_s = kTimeStep_s * static_cast<double>(step);
    while (piece + 1 < times_s.size() && times_s[piece] < time_s) ++piece;
    const double part = std::min((time_s - times_s[piece - 1]) / (times_s[piece] - times_s[piece - 1]), 1.0);
    const double station_m = stations_m[piece - 1] + part * (stations_m[piece] - stations_m[piece - 1]);
    for (const Stretch& stretch : occupied_[step]) {
      if (stretch.from_m <= station_m && station_m <= stretch.to_m) return true;
    }
  }
  return false;
}

}  // namespace collision2d::bench
