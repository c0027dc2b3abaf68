#include "collision2d/batch/testing/trajectory_scenes.h"

#include <cmath>
#include <cstddef>
#include <utility>

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"

namespace collision2d {
namespace {

// visit(trajectory, step, obstacle, body shape, body_from_obstacle) in this order, until it returns
// false for a trajectory.
template <typename Visit>
void ForEachPair(const TrajectoryScene& scene, const Visit& visit) {
  const int count = scene.trajectories().size();
  for (int i = 0; i < count; ++i) {
    bool goes_on = true;
    for (int s = 0; goes_on && s < (scene.lengths.empty() ? scene.steps : scene.lengths[i]); ++s) {
      const PolygonBatch& batch = scene.per_step[s];
      for (int k = 0; goes_on && k < batch.size(); ++k) {
        const Pose2& world_from_body = scene.world_from_body[static_cast<size_t>(i * scene.steps + s)];
        const Pose2 body_from_obstacle = RelativePose(world_from_body, batch.world_from_shape(k));
        for (int e = 0; goes_on && e < static_cast<int>(scene.body.size()); ++e) {
          goes_on = visit(i, s, k, e, body_from_obstacle);
        }
      }
    }
  }
}

}  // namespace

TrajectoryScene RandomTrajectoryScene(SceneKind kind, int trajectories, int steps, int obstacles, Random* random) {
  BatchScene scene = RandomScene(kind, trajectories * steps, obstacles, random);
  TrajectoryScene result;
  result.body = std::move(scene.body);
  result.world_from_body = std::move(scene.world_from_body);
  result.steps = steps;
  result.obstacles = std::move(scene.obstacles);
  const double spread = random->LogUniform(1.0, 8.0);
  const Vec2 center = result.world_from_body.empty() ? Vec2{} : result.world_from_body[0].translation;
  for (int s = 0; s < steps; ++s) {
    std::vector<Pose2> world_from_obstacle = scene.world_from_obstacle;
    for (Pose2& pose : world_from_obstacle) {
      // Away from each other; every fourth one stays, so that contacts remain contacts.
      if (random->Chance(0.25)) continue;
      pose.translation = center + spread * (pose.translation - center);
    }
    result.per_step.push_back(PolygonBatch::Create(result.obstacles, world_from_obstacle).value());
  }
  if (random->Chance(0.5)) {
    for (int i = 0; i < trajectories; ++i) {
      result.lengths.push_back(random->Integer(0, steps));
      for (int s = result.lengths[i]; s < steps; ++s) result.world_from_body[i * steps + s].sin = std::nan("");
    }
  }
  return result;
}

std::vector<Hit> ScalarFirstCollisions(const TrajectoryScene& scene) {
  std::vector<Hit> first(static_cast<size_t>(scene.trajectories().size()));
  ForEachPair(scene, [&](int i, int s, int k, int e, const Pose2& body_from_obstacle) {
    if (!Collides(scene.body[e], scene.per_step[s].shape(k), body_from_obstacle)) return true;
    first[i] = {s, k, e};
    return false;
  });
  return first;
}

std::vector<Nearest<double>> ScalarClearances(const TrajectoryScene& scene) {
  std::vector<Nearest<double>> clearances(static_cast<size_t>(scene.trajectories().size()));
  ForEachPair(scene, [&](int i, int s, int k, int e, const Pose2& body_from_obstacle) {
    const double distance_m = Distance(scene.body[e], scene.per_step[s].shape(k), body_from_obstacle);
    if (distance_m < clearances[i].distance_m) clearances[i] = {distance_m, s, k, e};
    return true;
  });
  return clearances;
}

}  // namespace collision2d
