#include "bench/throughput/box2d_shapes.h"

namespace collision2d::bench {

void Box2dShapes::Prepare(const PlannerScene& scene) {
  scene_ = &scene;
  vertices_.clear();
  const auto append = [this](const ConvexPolygon& shape) {
    for (const Vec2 v : shape.vertices()) vertices_.emplace_back(static_cast<float>(v.x), static_cast<float>(v.y));
  };
  append(scene.ego);
  for (const ConvexPolygon& obstacle : scene.obstacles) append(obstacle);

  // A proxy points at its vertices, which have their places now.
  const b2Vec2* next = vertices_.data();
  const auto make_proxy = [&next](const ConvexPolygon& shape) {
    b2DistanceProxy proxy;
    proxy.Set(next, shape.size(), 0.0f);
    next += shape.size();
    return proxy;
  };
  input_.proxyA = make_proxy(scene.ego);
  input_.useRadii = false;
  obstacle_proxies_.clear();
  for (const ConvexPolygon& obstacle : scene.obstacles) obstacle_proxies_.push_back(make_proxy(obstacle));
  obstacle_transforms_.resize(scene.world_from_obstacle.size());
  PoseObstacles();
}

void Box2dShapes::PoseObstacles() {
  for (size_t i = 0; i < obstacle_transforms_.size(); ++i) {
    obstacle_transforms_[i] = ToTransform(scene_->world_from_obstacle[i]);
  }
}

b2Transform Box2dShapes::ToTransform(const Pose2& pose) {
  b2Transform transform;
  transform.p.Set(static_cast<float>(pose.translation.x), static_cast<float>(pose.translation.y));
  transform.q.c = static_cast<float>(pose.cos);
  transform.q.s = static_cast<float>(pose.sin);
  return transform;
}

b2AABB Box2dShapes::BoxOf(const b2DistanceProxy& proxy, const b2Transform& transform) {
  b2AABB box;
  box.lowerBound = box.upperBound = b2Mul(transform, proxy.m_vertices[0]);
  for (int i = 1; i < proxy.m_count; ++i) {
    const b2Vec2 v = b2Mul(transform, proxy.m_vertices[i]);
    box.lowerBound = b2Min(box.lowerBound, v);
    box.upperBound = b2Max(box.upperBound, v);
  }
  return box;
}

}  // namespace collision2d::bench
