// The classes Scene and Candidates, and arguments of them.
#pragma once

#include <optional>

#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"
#include "python/src/module.h"

namespace collision2d::python {

// The class Scene: a validated scene, and the message that it was made from, if it was. Immutable,
// and shared by what refers to it.
struct SceneData {
  std::optional<v1::Scene> message;
  planner::Scene scene;
  // What an importer repaired or dropped, and what is implausible.
  std::vector<std::string> notes;
};

// The class Candidates: trajectories in the frame of their scene (not its local one). Immutable.
struct Candidates {
  std::vector<planner::Candidate> trajectories;
};

// An argument of motions: Candidates, or a tuple of the arrays times_s and poses of
// Candidates.from_arrays. Errors: as from_arrays, naming the argument.
Candidates CandidatesArgument(pybind11::handle argument, const std::string& name);

// float64 (S,) and (S, 6): times, and x, y, yaw, z, pitch, roll, moved by `by`.
pybind11::tuple TimesAndPoses(absl::Span<const planner::TimedPose> poses, Vec2 by);

// Warns by ImplausibleSceneWarning of each of ImplausibleNotes that `known` does not have. Error:
// the warning, if the caller has made it one.
void WarnOfImplausible(const planner::Scene& scene, const std::vector<std::string>& known);

// Scene.from_arrays.
void DefineSceneFromArrays(Class<SceneData, std::shared_ptr<SceneData>>& scene);

// Error: TypeError for None, which pybind11 takes for a shared scene.
inline void RequireScene(const std::shared_ptr<SceneData>& scene) {
  if (scene == nullptr) ThrowTypeError("scene: a Scene is needed, not NoneType");
}

// The argument beyond_prediction: 'absent' or 'hold'.
inline planner::BeyondPrediction BeyondPredictionOf(const std::string& name) {
  if (name == "absent") return planner::BeyondPrediction::kAbsent;
  if (name == "hold") return planner::BeyondPrediction::kHold;
  ThrowValueError(absl::StrCat("beyond_prediction: '", name, "' is neither 'absent' nor 'hold'"));
}

}  // namespace collision2d::python
