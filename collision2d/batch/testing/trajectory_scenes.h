#pragma once

#include <vector>

#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// A body along trajectories among obstacles that are elsewhere at each step.
struct TrajectoryScene {
  std::vector<ConvexPolygon> body;
  std::vector<Pose2> world_from_body;  // [trajectory][step]
  int steps = 0;
  std::vector<int> lengths;
  std::vector<ConvexPolygon> obstacles;
  std::vector<PolygonBatch> per_step;  // Of `obstacles`.

  Trajectories trajectories() const { return {world_from_body, steps, lengths}; }
};

// Some tenths of the trajectories collide. Every second scene has lengths; the poses after them are
// NaN.
TrajectoryScene RandomTrajectoryScene(SceneKind kind, int trajectories, int steps, int obstacles, Random* random);

// The same scene as poses, which are trajectories of one step.
TrajectoryScene AtOneStep(BatchScene scene);

}  // namespace collision2d
