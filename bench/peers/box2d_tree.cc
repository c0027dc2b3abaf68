#include "bench/peers/box2d_tree.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "box2d/b2_collision.h"
#include "box2d/b2_distance.h"
#include "box2d/b2_dynamic_tree.h"

namespace collision2d::bench {
namespace {

b2Transform ToTransform(const Pose2& pose) {
  b2Transform transform;
  transform.p.Set(static_cast<float>(pose.translation.x), static_cast<float>(pose.translation.y));
  transform.q.c = static_cast<float>(pose.cos);
  transform.q.s = static_cast<float>(pose.sin);
  return transform;
}

b2AABB BoxOf(const b2DistanceProxy& proxy, const b2Transform& transform) {
  b2AABB box;
  box.lowerBound = box.upperBound = b2Mul(transform, proxy.m_vertices[0]);
  for (int i = 1; i < proxy.m_count; ++i) {
    const b2Vec2 v = b2Mul(transform, proxy.m_vertices[i]);
    box.lowerBound = b2Min(box.lowerBound, v);
    box.upperBound = b2Max(box.upperBound, v);
  }
  return box;
}

// A scene's shapes and poses in Box2D's single precision: proxies over vertices in the shapes' own
// frames, moved by b2Transform.
class Box2dPairs {
 public:
  static constexpr char kName[] = "Box2D pairwise";
  static constexpr Judgement kJudgement = Judgement::kAwayFromZero;

  void Prepare(const PlannerScene& scene) {
    scene_ = &scene;
    std::vector<const ConvexPolygon*> shapes = {&scene.ego};
    for (const ConvexPolygon& obstacle : scene.obstacles) shapes.push_back(&obstacle);
    vertices_.clear();
    for (const ConvexPolygon* const shape : shapes) {
      for (const Vec2 v : shape->vertices()) vertices_.emplace_back(static_cast<float>(v.x), static_cast<float>(v.y));
    }
    // A proxy points at its vertices, which have their places now.
    const b2Vec2* next = vertices_.data();
    std::vector<b2DistanceProxy> proxies(shapes.size());
    for (size_t i = 0; i < shapes.size(); next += shapes[i++]->size()) proxies[i].Set(next, shapes[i]->size(), 0.0f);
    input_.proxyA = proxies.front();
    input_.useRadii = false;
    proxies_.assign(proxies.begin() + 1, proxies.end());
    transforms_.resize(scene.world_from_obstacle.size());
    PoseObstacles();
  }

  // Transforms of all obstacles at all steps.
  void PoseObstacles() {
    for (size_t i = 0; i < transforms_.size(); ++i) transforms_[i] = ToTransform(scene_->world_from_obstacle[i]);
  }
  void PoseEgo(const Pose2& world_from_ego, int /*step*/) { input_.transformA = ToTransform(world_from_ego); }

  // By b2Distance with an empty cache, and the threshold of b2TestOverlap.
  bool Collides(int step, int obstacle) { return Distance(step, obstacle) < 10.0f * b2_epsilon; }
  double Distance(int step, int obstacle) {
    input_.proxyB = proxies_[obstacle];
    input_.transformB = TransformOf(step, obstacle);
    b2SimplexCache cache;
    cache.count = 0;
    b2DistanceOutput output;
    b2Distance(&output, &cache, &input_);
    return output.distance;
  }

 protected:
  const PlannerScene& scene() const { return *scene_; }

  // Bounding boxes at the last poses.
  b2AABB EgoBox() const { return BoxOf(input_.proxyA, input_.transformA); }
  b2AABB ObstacleBox(int step, int obstacle) const { return BoxOf(proxies_[obstacle], TransformOf(step, obstacle)); }

 private:
  const b2Transform& TransformOf(int step, int obstacle) const {
    return transforms_[static_cast<size_t>(step) * proxies_.size() + obstacle];
  }

  const PlannerScene* scene_ = nullptr;
  std::vector<b2Vec2> vertices_;
  std::vector<b2DistanceProxy> proxies_;  // Of the obstacles.
  std::vector<b2Transform> transforms_;   // [step][obstacle].
  b2DistanceInput input_;
};

class Box2dTree : public Box2dPairs {
 public:
  static constexpr char kName[] = "Box2D tree";
  static constexpr bool kInTurn = false;

  void Prepare(const PlannerScene& scene) {
    trees_ = std::vector<std::optional<b2DynamicTree>>(scene.steps);
    Box2dPairs::Prepare(scene);
  }

  void PoseObstacles() {
    Box2dPairs::PoseObstacles();
    for (int step = 0; step < scene().steps; ++step) {
      b2DynamicTree& tree = trees_[step].emplace();
      for (int k = 0; k < scene().obstacle_count(); ++k) {
        tree.CreateProxy(ObstacleBox(step, k), reinterpret_cast<void*>(static_cast<intptr_t>(k)));
      }
    }
  }

  template <typename Visit>
  void ForEachNear(int step, const Visit& visit) {
    ForEachWithin(step, 0.0f, visit);
  }

  void FindNearest(int step, Finding* nearest) {
    constexpr double kFirstReach_m = 4.0;
    double reach_m = std::min(nearest->distance_m, kFirstReach_m);
    while (true) {
      ForEachWithin(step, static_cast<float>(reach_m), [&](int k) {
        const double distance_m = Distance(step, k);
        if (distance_m < nearest->distance_m) nearest->distance_m = distance_m, nearest->obstacle = k;
        return true;
      });
      if (nearest->distance_m <= reach_m) return;
      reach_m = std::min(nearest->distance_m, 4.0 * reach_m);
    }
  }

 private:
  // Calls visit(obstacle) for those whose boxes overlap that of the body, grown by reach_m, until
  // it returns false.
  template <typename Visit>
  void ForEachWithin(int step, float reach_m, const Visit& visit) {
    b2AABB box = EgoBox();
    box.lowerBound -= b2Vec2(reach_m, reach_m);
    box.upperBound += b2Vec2(reach_m, reach_m);
    const b2DynamicTree& tree = *trees_[step];
    struct Callback {
      bool QueryCallback(int32 proxy) const {
        return visit(static_cast<int>(reinterpret_cast<intptr_t>(tree.GetUserData(proxy))));
      }
      const b2DynamicTree& tree;
      const Visit& visit;
    };
    Callback callback{tree, visit};
    tree.Query(&callback, box);
  }

  std::vector<std::optional<b2DynamicTree>> trees_;  // By step.
};

}  // namespace

std::unique_ptr<ScenePeer> MakeBox2dPairwisePeer() { return std::make_unique<PerPosePeer<InTurn<Box2dPairs>>>(); }

std::unique_ptr<ScenePeer> MakeBox2dTreePeer() { return std::make_unique<PerPosePeer<Box2dTree>>(); }

}  // namespace collision2d::bench
