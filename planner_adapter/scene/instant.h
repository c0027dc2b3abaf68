#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_INSTANT_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_INSTANT_H_

namespace collision2d::planner {

// A time at which trajectories are checked.
struct Instant {
  double time_s;
  int step;  // Whole time steps since the start.
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_INSTANT_H_
