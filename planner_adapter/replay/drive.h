#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_DRIVE_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_DRIVE_H_

#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Returns the ego state at time_s on a trajectory. The pose is interpolated. A trajectory contains poses only, so speed
// and acceleration along the heading are computed from differences over the steps around that time, and their error is
// that of one time step.
// REQUIRES: at least two poses; time_s within the trajectory's times.
EgoState StateOnTrajectory(const Trajectory& trajectory, double time_s);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_DRIVE_H_
