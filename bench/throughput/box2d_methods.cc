#include "bench/throughput/box2d_methods.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "bench/throughput/answers.h"
#include "bench/throughput/box2d_shapes.h"
#include "bench/throughput/pairwise_method.h"
#include "bench/throughput/per_pose_method.h"
#include "bench/throughput/planner_scene.h"
#include "box2d/b2_dynamic_tree.h"

namespace collision2d::bench {
namespace {

struct Box2dPairs : Box2dShapes {
  static constexpr char kName[] = "Box2D pairwise";
  static constexpr Judgement kJudgement = Judgement::kAwayFromZero;
};

// An obstacle's number as a proxy's user data.
void* ToUserData(int obstacle) { return reinterpret_cast<void*>(static_cast<intptr_t>(obstacle)); }

class Box2dTreeMethod : public PerPoseMethod {
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

std::unique_ptr<Method> MakeBox2dPairwiseMethod() { return std::make_unique<PairwiseMethod<Box2dPairs>>(); }

std::unique_ptr<Method> MakeBox2dTreeMethod() { return std::make_unique<Box2dTreeMethod>(); }

}  // namespace collision2d::bench
