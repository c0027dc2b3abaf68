#include "collision2d/fuzz/scalar_answers.h"

#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"

namespace collision2d {

ScalarAnswers::ScalarAnswers(const BatchScene& scene) : obstacle_count_(static_cast<int>(scene.obstacles.size())) {
  for (const Pose2& world_from_body : scene.world_from_body) {
    for (size_t k = 0; k < scene.obstacles.size(); ++k) {
      const Pose2 body_from_obstacle = RelativePose(world_from_body, scene.world_from_obstacle[k]);
      int colliding = -1;
      int nearest = -1;
      double least_m = std::numeric_limits<double>::infinity();
      for (int e = 0; e < static_cast<int>(scene.body.size()); ++e) {
        const ConvexPolygon& shape = scene.body[static_cast<size_t>(e)];
        if (colliding < 0 && Collides(shape, scene.obstacles[k], body_from_obstacle)) colliding = e;
        const double distance_m = Distance(shape, scene.obstacles[k], body_from_obstacle);
        if (distance_m < least_m) {
          least_m = distance_m;
          nearest = e;
        }
      }
      colliding_shape_.push_back(colliding);
      distance_m_.push_back(least_m);
      nearest_shape_.push_back(nearest);
    }
  }
}

ScalarPair ScalarAnswers::First(size_t pose) const {
  for (int k = 0; k < obstacle_count_; ++k) {
    if (CollidingShape(pose, k) >= 0) return {k, CollidingShape(pose, k), 0.0};
  }
  return {};
}

ScalarPair ScalarAnswers::Nearest(size_t pose, double limit_m) const {
  ScalarPair nearest;
  for (int k = 0; k < obstacle_count_; ++k) {
    const double distance_m = Distance_m(pose, k);
    if (distance_m <= limit_m && distance_m < nearest.distance_m) {
      nearest = {k, nearest_shape_[At(pose, k)], distance_m};
    }
  }
  return nearest;
}

}  // namespace collision2d
