#ifndef COLLISION2D_PYTHON_SRC_OBSTACLES_H_
#define COLLISION2D_PYTHON_SRC_OBSTACLES_H_

#include <pybind11/pybind11.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "python/src/shapes.h"

namespace collision2d::python {

// Counts the calls that read an object without the GIL, so that it is not changed under them. Used
// with the GIL held.
class Readers {
 public:
  bool any() const { return count_ > 0; }

 private:
  friend class Reading;
  int count_ = 0;
};

class Reading {
 public:
  explicit Reading(Readers* readers) : readers_(readers) { ++readers_->count_; }
  ~Reading() { --readers_->count_; }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

 private:
  Readers* readers_;
};

// The class PolygonBatch: obstacles of one instant.
struct Batch {
  Shapes shapes;
  PolygonBatch batch;
  Readers readers;
};

// The class MovingObstacles: the same shapes at each of some steps.
struct MovingBatches {
  Shapes shapes;
  std::vector<PolygonBatch> steps;
  Readers readers;
};

// The class StaticMap.
struct Map {
  Shapes shapes;
  StaticMap map;
};

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_OBSTACLES_H_
