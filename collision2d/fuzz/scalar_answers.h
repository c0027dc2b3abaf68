#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

// What a pose of a body answers: a pair by index, -1 if there is none, and its distance where one
// was asked for.
struct ScalarPair {
  int obstacle = -1;
  int body_shape = -1;
  double distance_m = std::numeric_limits<double>::infinity();
};

// The pair queries of one body at some poses against obstacles: every body shape, one by one.
class ScalarAnswers {
 public:
  explicit ScalarAnswers(const BatchScene& scene);

  int obstacle_count() const { return obstacle_count_; }

  // The lowest body shape that collides; -1: none.
  int CollidingShape(size_t pose, int obstacle) const { return colliding_shape_[At(pose, obstacle)]; }
  // The least distance of the body's shapes, and the lowest of those that have it.
  double Distance_m(size_t pose, int obstacle) const { return distance_m_[At(pose, obstacle)]; }

  ScalarPair First(size_t pose) const;
  // The nearest of those within the limit.
  ScalarPair Nearest(size_t pose, double limit_m) const;

 private:
  size_t At(size_t pose, int obstacle) const {
    return pose * static_cast<size_t>(obstacle_count_) + static_cast<size_t>(obstacle);
  }

  int obstacle_count_;
  std::vector<int> colliding_shape_;
  std::vector<double> distance_m_;
  std::vector<int> nearest_shape_;
};

}  // namespace collision2d
