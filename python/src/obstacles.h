#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "python/src/shapes.h"

namespace collision2d::python {

// Obstacles at some steps, and how many calls read them without the GIL, so that they are not
// changed under these. Counted with the GIL held.
struct Batches {
  std::vector<Shapes> shapes;  // Of all steps, or of each.
  std::vector<PolygonBatch> steps;
  int readers = 0;
};
// The class PolygonBatch: one step.
struct Batch : Batches {};
// The class MovingObstacles.
struct MovingBatches : Batches {};

// The class StaticMap.
struct Map {
  Shapes shapes;
  StaticMap map;
  pybind11::object poses;  // Rows x, y, cos, sin, or None.
};

// The argument obstacles: a PolygonBatch, MovingObstacles, a StaticMap, or a tuple of one of the
// first two and a map; and that they are being read.
class ObstaclesArgument {
 public:
  // Errors: TypeError.
  explicit ObstaclesArgument(pybind11::handle argument);
  ~ObstaclesArgument() {
    if (batches_ != nullptr) --batches_->readers;
  }
  ObstaclesArgument(const ObstaclesArgument&) = delete;
  ObstaclesArgument& operator=(const ObstaclesArgument&) = delete;

  const Obstacles& obstacles() const { return obstacles_; }

  // Error: ValueError if they have another number of steps than trajectories.
  void RequireSteps(int steps) const;

 private:
  Batches* batches_ = nullptr;
  bool has_steps_ = false;
  Obstacles obstacles_;
};

}  // namespace collision2d::python
