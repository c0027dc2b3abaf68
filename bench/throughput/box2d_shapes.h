#pragma once

#include <cstddef>
#include <vector>

#include "bench/throughput/planner_scene.h"
#include "box2d/b2_collision.h"
#include "box2d/b2_distance.h"

namespace collision2d::bench {

// A scene's shapes and poses in Box2D's single precision: proxies over vertices in the shapes' own
// frames, moved by b2Transform.
class Box2dShapes {
 public:
  void Prepare(const PlannerScene& scene);

  // Transforms of all obstacles at all steps.
  void PoseObstacles();
  void PoseEgo(const Pose2& world_from_ego) { input_.transformA = ToTransform(world_from_ego); }

  // By b2Distance with an empty cache, and the threshold of b2TestOverlap.
  bool Collides(int step, int obstacle) { return Distance(step, obstacle) < 10.0f * b2_epsilon; }
  double Distance(int step, int obstacle) {
    input_.proxyB = obstacle_proxies_[obstacle];
    input_.transformB = obstacle_transforms_[static_cast<size_t>(step) * obstacle_proxies_.size() + obstacle];
    b2SimplexCache cache;
    cache.count = 0;
    b2DistanceOutput output;
    b2Distance(&output, &cache, &input_);
    return output.distance;
  }

  // Bounding boxes at the last poses.
  b2AABB EgoBox() const { return BoxOf(input_.proxyA, input_.transformA); }
  b2AABB ObstacleBox(int step, int obstacle) const {
    return BoxOf(obstacle_proxies_[obstacle],
                 obstacle_transforms_[static_cast<size_t>(step) * obstacle_proxies_.size() + obstacle]);
  }

 private:
  static b2Transform ToTransform(const Pose2& pose);
  static b2AABB BoxOf(const b2DistanceProxy& proxy, const b2Transform& transform);

  const PlannerScene* scene_ = nullptr;
  std::vector<b2Vec2> vertices_;
  std::vector<b2DistanceProxy> obstacle_proxies_;
  std::vector<b2Transform> obstacle_transforms_;  // [step][obstacle].
  b2DistanceInput input_;
};

}  // namespace collision2d::bench
