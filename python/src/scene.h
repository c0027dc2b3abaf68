#ifndef COLLISION2D_PYTHON_SRC_SCENE_H_
#define COLLISION2D_PYTHON_SRC_SCENE_H_

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "planner_adapter/scene/scene.h"
#include "proto/scene.pb.h"

namespace collision2d::python {

// The class Scene: a validated scene, and the message that it was made from. Immutable, and shared by what refers to it.
struct SceneData {
  proto::Scene message;
  planner::Scene scene;
  // What an importer repaired or dropped.
  std::vector<std::string> notes;
};

void DefineScene(pybind11::module_& module);

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_SCENE_H_
