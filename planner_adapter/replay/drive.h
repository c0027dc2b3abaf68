#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_DRIVE_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_DRIVE_H_

#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// The ego state at time_s on a trajectory: its pose interpolated, speed and acceleration along the heading from
// differences over the steps around that time (a trajectory holds poses only), so that they carry the error of one time
// step.
// REQUIRES: at least two poses; time_s within the trajectory's times.
EgoState StateOnTrajectory(const Trajectory& trajectory, double time_s);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_DRIVE_H_
