#pragma once

#include <vector>

#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// A body along trajectories among obstacles that move too.
struct SweptScene {
  std::vector<ConvexPolygon> body;
  std::vector<Pose2> world_from_body;  // [trajectory][step]
  int steps = 0;
  std::vector<int> lengths;
  std::vector<double> step_times_s;
  std::vector<ConvexPolygon> obstacles;
  std::vector<PolygonBatch> at_start;  // Not all of `obstacles` are there in every interval.
  std::vector<PolygonBatch> at_end;
  std::vector<Pose2> world_from_obstacle;  // Where each obstacle is at the first step.
  ImpactOptions options;
  double tolerance_m = 1e-4;

  Trajectories trajectories() const { return {world_from_body, steps, lengths}; }
  MovingObstacles moving() const { return {at_start, at_end}; }
};

// Some tenths of the trajectories have a contact. Every second scene has lengths; the poses after
// them are NaN.
SweptScene RandomSweptScene(SceneKind kind, int trajectories, int steps, int obstacles, Random* random);

// The same, but the obstacles stand still, and all of them are there in every interval.
SweptScene RandomStillScene(SceneKind kind, int trajectories, int steps, int obstacles, Random* random);

// Makes some obstacles absent at some ends of intervals, and gives others a shape of another one.
void ChangeObstacles(SweptScene* scene, Random* random);

}  // namespace collision2d
