#ifndef COLLISION2D_PYTHON_SRC_VERDICTS_H_
#define COLLISION2D_PYTHON_SRC_VERDICTS_H_

#include <pybind11/pybind11.h>

#include <memory>

#include "planner_adapter/replay/replayed_scene.h"
#include "python/src/scene.h"

namespace collision2d::python {

// The class Verdicts: of some candidates of a scene.
struct Verdicts {
  std::shared_ptr<SceneData> scene;
  bool hold_obstacles;
  planner::ReplayedCycle cycle;
  double elapsed_s;
};

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_VERDICTS_H_
