#include "bench/throughput/fcl_method.h"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_object.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <vector>

#include "bench/rows/fcl_prism.h"
#include "bench/rows/fcl_transform.h"
#include "bench/throughput/answers.h"
#include "bench/throughput/per_pose_method.h"
#include "bench/throughput/planner_scene.h"

namespace collision2d::bench {
namespace {

using Object = fcl::CollisionObjectd;
using Manager = fcl::DynamicAABBTreeCollisionManagerd;

// Of a rectangle along the axes and about the origin: a box.
std::shared_ptr<fcl::CollisionGeometryd> MakeSolid(const ConvexPolygon& shape) {
  const Vec2 corner = shape.vertices()[0];
  const bool is_box = shape.size() == 4 && std::all_of(shape.vertices().begin(), shape.vertices().end(), [&](Vec2 v) {
                        return std::abs(v.x) == std::abs(corner.x) && std::abs(v.y) == std::abs(corner.y);
                      });
  if (!is_box) return std::make_shared<Prism>(MakePrism(shape));
  auto box = std::make_shared<fcl::Boxd>(2.0 * std::abs(corner.x), 2.0 * std::abs(corner.y), 1.0);
  box->computeLocalAABB();
  return box;
}

void SetPose(const Pose2& pose, Object* object) {
  object->setTransform(ToFclTransform(pose));
  object->computeAABB();
}

void SetNumber(int obstacle, Object* object) {
  object->setUserData(reinterpret_cast<void*>(static_cast<intptr_t>(obstacle)));
}

int Number(const Object& object) { return static_cast<int>(reinterpret_cast<intptr_t>(object.getUserData())); }

constexpr int kEgoNumber = -1;

// The one of the two that is not the body.
int ObstacleNumber(const Object& a, const Object& b) { return std::max(Number(a), Number(b)); }

bool Collide(Object* a, Object* b) {
  fcl::CollisionRequestd request;
  request.gjk_solver_type = fcl::GST_LIBCCD;
  fcl::CollisionResultd result;
  fcl::collide(a, b, request, result);
  return result.isCollision();
}

// The manager's callbacks, for each pair whose boxes overlap: whether the search may end.

bool AddToMask(Object* a, Object* b, void* data) {
  uint64_t* const row = static_cast<uint64_t*>(data);
  const int k = ObstacleNumber(*a, *b);
  row[k / 64] |= static_cast<uint64_t>(Collide(a, b)) << (k % 64);
  return false;
}

bool FindAnyHit(Object* a, Object* b, void* data) {
  bool* const hit = static_cast<bool*>(data);
  *hit = Collide(a, b);
  return *hit;
}

bool FindFirstHit(Object* a, Object* b, void* data) {
  int* const first = static_cast<int*>(data);
  const int k = ObstacleNumber(*a, *b);
  if (k < *first && Collide(a, b)) *first = k;
  return false;
}

bool FindNearest(Object* a, Object* b, void* data, double& limit_m) {
  Finding* const nearest = static_cast<Finding*>(data);
  fcl::DistanceRequestd request;
  request.gjk_solver_type = fcl::GST_INDEP;
  fcl::DistanceResultd result;
  const double distance_m = std::max(0.0, fcl::distance(a, b, request, result));
  if (distance_m < nearest->distance_m) {
    nearest->distance_m = distance_m;
    nearest->obstacle = ObstacleNumber(*a, *b);
  }
  limit_m = nearest->distance_m;
  return nearest->distance_m == 0.0;
}

class FclMethod : public PerPoseMethod {
 public:
  std::string name() const override { return "FCL tree"; }

  Judgement judgement() const override { return Judgement::kAwayFromZero; }

  bool Handles(const PlannerScene& scene, Question question) const override { return IsOfSteps(question); }

 protected:
  void PrepareScene() override {
    managers_ = std::vector<Manager>(scene().steps);
    objects_.clear();
    std::vector<std::shared_ptr<fcl::CollisionGeometryd>> solids;
    for (const ConvexPolygon& obstacle : scene().obstacles) solids.push_back(MakeSolid(obstacle));
    for (int step = 0; step < scene().steps; ++step) {
      std::vector<Object*> of_step;
      for (int k = 0; k < scene().obstacle_count(); ++k) {
        Object& object = objects_.emplace_back(solids[k]);
        SetNumber(k, &object);
        SetPose(scene().ObstaclePose(step, k), &object);
        of_step.push_back(&object);
      }
      managers_[step].registerObjects(of_step);
      managers_[step].setup();
    }
    ego_ = std::make_unique<Object>(MakeSolid(scene().ego));
    SetNumber(kEgoNumber, ego_.get());
  }

  void PoseObstacles() override {
    for (size_t i = 0; i < objects_.size(); ++i) SetPose(scene().world_from_obstacle[i], &objects_[i]);
    for (Manager& manager : managers_) manager.update();
  }

  void Mask(const Pose2& world_from_ego, int step, uint64_t* row) override {
    Collide(world_from_ego, step, AddToMask, row);
  }

  bool AnyHit(const Pose2& world_from_ego, int step) override {
    bool hit = false;
    Collide(world_from_ego, step, FindAnyHit, &hit);
    return hit;
  }

  int FirstHit(const Pose2& world_from_ego, int step) override {
    int first = std::numeric_limits<int>::max();
    Collide(world_from_ego, step, FindFirstHit, &first);
    return first == std::numeric_limits<int>::max() ? -1 : first;
  }

  bool Nearest(const Pose2& world_from_ego, int step, Finding* nearest) override {
    const double limit_m = nearest->distance_m;
    SetPose(world_from_ego, ego_.get());
    managers_[step].distance(ego_.get(), nearest, bench::FindNearest);
    return nearest->distance_m < limit_m;
  }

 private:
  void Collide(const Pose2& world_from_ego, int step, fcl::CollisionCallBack<double> callback, void* data) {
    SetPose(world_from_ego, ego_.get());
    managers_[step].collide(ego_.get(), data, callback);
  }

  std::deque<Object> objects_;  // [step][obstacle]; the managers point at them.
  std::vector<Manager> managers_;
  std::unique_ptr<Object> ego_;
};

}  // namespace

std::unique_ptr<Method> MakeFclMethod() { return std::make_unique<FclMethod>(); }

}  // namespace collision2d::bench
