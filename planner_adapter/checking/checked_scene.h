#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_CHECKED_SCENE_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_CHECKED_SCENE_H_

#include "planner_adapter/checking/checker_options.h"
#include "planner_adapter/checking/motion_times.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/checking/static_obstacles.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// The inputs of a check. Refers to its parts.
struct CheckedScene {
  const Scene& scene;
  const CheckerOptions& options;
  SpaceBody body;  // The ego vehicle.
  const StaticObstacles& statics;
  const ObstacleTimes& obstacle_times;
  const Road& road;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_CHECKED_SCENE_H_
