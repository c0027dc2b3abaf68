#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_REPLAYED_SCENE_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_REPLAYED_SCENE_H_

#include <string>
#include <vector>

#include "planner_adapter/scene/scene.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {

// One planning cycle: what was considered and what was found.
struct ReplayedCycle {
  std::vector<Trajectory> candidates;  // Local frame of the scene; the verdicts are in this order.
  proto::SceneVerdicts verdicts;       // Witness points are in the scene frame.
};

// A scene after replay.
struct ReplayedScene {
  std::string file;  // As the user named it.
  Scene scene;
  std::vector<ReplayedCycle> cycles;  // At least one; several in closed loop.
  std::vector<TimedPose> driven;      // Closed loop: the motion that was driven, local frame. Otherwise empty.
  double elapsed_s = 0.0;             // Wall-clock time spent in checking.
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_REPLAYED_SCENE_H_
