#ifndef COLLISION2D_PYTHON_SRC_CANDIDATES_H_
#define COLLISION2D_PYTHON_SRC_CANDIDATES_H_

#include <pybind11/pybind11.h>

#include <vector>

#include "planner_adapter/scene/scene.h"

namespace collision2d::python {

// The class Candidates: trajectories in the frame of their scene (not its local one). Immutable.
struct Candidates {
  std::vector<planner::Trajectory> trajectories;
};

// The same from and to the scene's local frame.
Candidates ToSceneFrame(std::vector<planner::Trajectory> local, const planner::Scene& scene);
std::vector<planner::Trajectory> ToLocalFrame(const Candidates& candidates, const planner::Scene& scene);

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_CANDIDATES_H_
