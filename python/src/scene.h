#ifndef COLLISION2D_PYTHON_SRC_SCENE_H_
#define COLLISION2D_PYTHON_SRC_SCENE_H_

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"
#include "proto/scene.pb.h"
#include "python/src/errors.h"

namespace collision2d::python {

// The class Scene: a validated scene, and the message that it was made from. Immutable, and shared
// by what refers to it.
struct SceneData {
  proto::Scene message;
  planner::Scene scene;
  // What an importer repaired or dropped.
  std::vector<std::string> notes;
};

// The class Candidates: trajectories in the frame of their scene (not its local one). Immutable.
struct Candidates {
  std::vector<planner::Trajectory> trajectories;
};

// The same from and to the scene's local frame.
Candidates ToSceneFrame(std::vector<planner::Trajectory> local, const planner::Scene& scene);
std::vector<planner::Trajectory> ToLocalFrame(const Candidates& candidates, const planner::Scene& scene);

// The argument beyond_prediction: 'absent' or 'hold'.
inline planner::BeyondPrediction BeyondPredictionOf(const std::string& name) {
  if (name == "absent") return planner::BeyondPrediction::kAbsent;
  if (name == "hold") return planner::BeyondPrediction::kHold;
  ThrowValueError(absl::StrCat("beyond_prediction: '", name, "' is neither 'absent' nor 'hold'"));
}

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_SCENE_H_
