#pragma once

#include <string>
#include <vector>

#include "collision2d/v1/verdict.pb.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// One planning cycle: the candidates and their verdicts.
struct ReplayedCycle {
  std::vector<Candidate> candidates;  // Local frame of the scene; the verdicts are in this order.
  v1::SceneVerdicts verdicts;         // Witness points are in the scene frame.
  // The profile of each candidate if the replay computes them; otherwise empty.
  std::vector<std::vector<ProfilePoint>> profiles;
  // Which kinematic limits the rest of the lattice exceeds, one for each, with how many candidates
  // do: "lateral acceleration above 4 m/s^2: 32".
  std::vector<std::string> beyond_limits;
};

// A scene after replay.
struct ReplayedScene {
  std::string file;  // The path as the user gave it.
  Scene scene;
  std::vector<ReplayedCycle> cycles;  // At least one; several in closed loop.
  std::vector<TimedPose> driven;      // In closed loop the driven motion, scene frame; otherwise empty.
  double elapsed_s = 0.0;             // Wall-clock time spent in checking.
};

}  // namespace collision2d::planner
