#include "bench/peers/box2d_tree.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "bench/peers/planner_scene.h"
#include "bench/peers/scene_peer.h"
#include "box2d/b2_collision.h"
#include "box2d/b2_distance.h"
#include "box2d/b2_dynamic_tree.h"

namespace collision2d::bench {
namespace {

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

struct Box2dPairs : Box2dShapes {
  static constexpr char kName[] = "Box2D pairwise";
  static constexpr Judgement kJudgement = Judgement::kAwayFromZero;
};

// An obstacle's number as a proxy's user data.
void* ToUserData(int obstacle) { return reinterpret_cast<void*>(static_cast<intptr_t>(obstacle)); }

class Box2dTreePeer : public PerPosePeer {
 public:
  std::string name() const override { return "Box2D tree"; }

  Judgement judgement() const override { return Judgement::kAwayFromZero; }

  bool Handles(const PlannerScene& scene, Question question) const override { return IsOfSteps(question); }

 protected:
  void PrepareScene() override {
    shapes_.Prepare(scene());
    trees_ = std::vector<std::optional<b2DynamicTree>>(scene().steps);
  }

  void PoseObstacles() override {
    shapes_.PoseObstacles();
    for (int step = 0; step < scene().steps; ++step) {
      b2DynamicTree& tree = trees_[step].emplace();
      for (int k = 0; k < scene().obstacle_count(); ++k) tree.CreateProxy(shapes_.ObstacleBox(step, k), ToUserData(k));
    }
  }

  void Mask(const Pose2& world_from_ego, int step, uint64_t* row) override {
    ForEachNear(world_from_ego, step, 0.0f, [&](int k) {
      row[k / 64] |= static_cast<uint64_t>(shapes_.Collides(step, k)) << (k % 64);
      return true;
    });
  }

  bool AnyHit(const Pose2& world_from_ego, int step) override {
    bool hit = false;
    ForEachNear(world_from_ego, step, 0.0f, [&](int k) {
      hit = shapes_.Collides(step, k);
      return !hit;
    });
    return hit;
  }

  int FirstHit(const Pose2& world_from_ego, int step) override {
    int first = std::numeric_limits<int>::max();
    ForEachNear(world_from_ego, step, 0.0f, [&](int k) {
      if (k < first && shapes_.Collides(step, k)) first = k;
      return true;
    });
    return first == std::numeric_limits<int>::max() ? -1 : first;
  }

  bool Nearest(const Pose2& world_from_ego, int step, Finding* nearest) override {
    constexpr double kFirstReach_m = 4.0;
    const double limit_m = nearest->distance_m;
    double reach_m = std::min(limit_m, kFirstReach_m);
    while (true) {
      ForEachNear(world_from_ego, step, static_cast<float>(reach_m), [&](int k) {
        const double distance_m = shapes_.Distance(step, k);
        if (distance_m < nearest->distance_m) {
          nearest->distance_m = distance_m;
          nearest->obstacle = k;
        }
        return true;
      });
      if (nearest->distance_m <= reach_m) return nearest->distance_m < limit_m;
      reach_m = std::min(nearest->distance_m, 4.0 * reach_m);
    }
  }

 private:
  // Calls visit(obstacle) for those whose boxes overlap that of the body, grown by reach_m, until
  // it returns false.
  template <typename Visit>
  void ForEachNear(const Pose2& world_from_ego, int step, float reach_m, const Visit& visit) {
    shapes_.PoseEgo(world_from_ego);
    b2AABB box = shapes_.EgoBox();
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

  Box2dShapes shapes_;
  std::vector<std::optional<b2DynamicTree>> trees_;  // By step.
};

}  // namespace

std::unique_ptr<ScenePeer> MakeBox2dPairwisePeer() { return std::make_unique<PairwisePeer<Box2dPairs>>(); }

std::unique_ptr<ScenePeer> MakeBox2dTreePeer() { return std::make_unique<Box2dTreePeer>(); }

}  // namespace collision2d::bench
