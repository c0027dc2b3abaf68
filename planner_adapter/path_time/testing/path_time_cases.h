// Random scenes of a path and obstacles beside, on and across it, by family.
#pragma once

#include <functional>
#include <vector>

#include "collision2d/testing/random.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

// A path as a pose at each station, and what is around it.
struct PathTimeCase {
  Scene scene;
  std::vector<double> stations_m;
  std::vector<TimedPose> poses;
  BeyondPrediction beyond = BeyondPrediction::kAbsent;
  double start_s = 0.0;
  double end_s = 8.0;
};

struct PathTimeFamily {
  const char* name;
  std::function<PathTimeCase(Random* random)> generate;
  // Bodies that slide along each other, contacts without an interior, or bodies that are smaller
  // than the usual tolerances.
  bool has_grazes = false;
};

// All families; each case has one obstacle with one hypothesis, unless the name says otherwise.
std::vector<PathTimeFamily> PathTimeFamilies();

}  // namespace collision2d::planner
