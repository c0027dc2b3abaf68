#include "collision2d/batch/testing/trajectory_scenes.h"

#include <cmath>
#include <cstddef>
#include <utility>

#include "collision2d/geometry/vec2.h"

namespace collision2d {
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

TrajectoryScene AtOneStep(BatchScene scene) {
  TrajectoryScene result;
  result.body = std::move(scene.body);
  result.world_from_body = std::move(scene.world_from_body);
  result.steps = 1;
  result.obstacles = std::move(scene.obstacles);
  result.per_step.push_back(PolygonBatch::Create(result.obstacles, scene.world_from_obstacle).value());
  return result;
}

}  // namespace collision2d
