#include "bench/peers/fcl_tree.h"

#include <fcl/geometry/shape/box.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace collision2d::bench {

// Vertices 0, ..., n - 1 are the bottom, n, ..., 2n - 1 the top; every face is its number of
// vertices, then these, counter-clockwise seen from outside.
Prism MakePrism(const ConvexPolygon& shape) {
  const int n = shape.size();
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const double height : {-0.5, 0.5}) {
    for (const Vec2 v : shape.vertices()) vertices->emplace_back(v.x, v.y, height);
  }
  auto faces = std::make_shared<std::vector<int>>();
  faces->push_back(n);
  for (int i = 0; i < n; ++i) faces->push_back(n - 1 - i);
  faces->push_back(n);
  for (int i = 0; i < n; ++i) faces->push_back(n + i);
  for (int i = 0; i < n; ++i) {
    const int next = (i + 1) % n;
    faces->insert(faces->end(), {4, i, next, n + next, n + i});
  }
  Prism prism(vertices, n + 2, faces);
  prism.computeLocalAABB();
  return prism;
}

fcl::Transform3d ToFclTransform(const Pose2& pose) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  transform.linear()(0, 0) = transform.linear()(1, 1) = pose.cos;
  transform.linear()(0, 1) = -pose.sin;
  transform.linear()(1, 0) = pose.sin;
  transform.translation() << pose.translation.x, pose.translation.y, 0.0;
  return transform;
}

FclSolid MakeFclBox(double length_m, double width_m) {
  auto box = std::make_shared<fcl::Boxd>(length_m, width_m, 1.0);
  box->computeLocalAABB();
  return box;
}

namespace {

constexpr int kBodyNumber = -1;

void SetNumber(int obstacle, fcl::CollisionObjectd* object) {
  object->setUserData(reinterpret_cast<void*>(static_cast<intptr_t>(obstacle)));
}

int Number(const fcl::CollisionObjectd& object) {
  return static_cast<int>(reinterpret_cast<intptr_t>(object.getUserData()));
}

void SetPose(const Pose2& pose, fcl::CollisionObjectd* object) {
  object->setTransform(ToFclTransform(pose));
  object->computeAABB();
}

}  // namespace

FclTree::FclTree(const FclSolid& body)
    : manager_(std::make_unique<fcl::DynamicAABBTreeCollisionManagerd>()), body_(std::make_unique<Object>(body)) {
  SetNumber(kBodyNumber, body_.get());
}

void FclTree::Add(const FclSolid& solid, const Pose2& world_from_obstacle) {
  Object& object = objects_.emplace_back(solid);
  SetNumber(static_cast<int>(objects_.size()) - 1, &object);
  SetPose(world_from_obstacle, &object);
}

void FclTree::Setup() {
  std::vector<Object*> all;
  for (Object& object : objects_) all.push_back(&object);
  manager_->registerObjects(all);
  manager_->setup();
}

void FclTree::SetPoses(absl::Span<const Pose2> world_from_obstacle) {
  for (size_t i = 0; i < objects_.size(); ++i) SetPose(world_from_obstacle[i], &objects_[i]);
  manager_->update();
}

void FclTree::PlaceBody(const Pose2& world_from_body) { SetPose(world_from_body, body_.get()); }

bool FclTree::Collides(int obstacle) {
  fcl::CollisionRequestd request;
  request.gjk_solver_type = fcl::GST_LIBCCD;
  fcl::CollisionResultd result;
  fcl::collide(&objects_[obstacle], body_.get(), request, result);
  return result.isCollision();
}

int FclTree::ObstacleNumber(const Object& a, const Object& b) { return std::max(Number(a), Number(b)); }

bool FclTree::Nearer(Object* a, Object* b, void* data, double& limit_m) {
  Finding* const nearest = static_cast<Finding*>(data);
  fcl::DistanceRequestd request;
  request.gjk_solver_type = fcl::GST_INDEP;
  fcl::DistanceResultd result;
  const double distance_m = std::max(0.0, fcl::distance(a, b, request, result));
  if (distance_m < nearest->distance_m) nearest->distance_m = distance_m, nearest->obstacle = ObstacleNumber(*a, *b);
  limit_m = nearest->distance_m;
  return nearest->distance_m == 0.0;
}

void FclTree::FindNearest(Finding* nearest) { manager_->distance(body_.get(), nearest, Nearer); }

namespace {

// FCL's box for a rectangle along the axes about the origin, otherwise a convex prism.
FclSolid MakeSolid(const ConvexPolygon& shape) {
  const Vec2 corner = shape.vertices()[0];
  const bool is_box = shape.size() == 4 && std::all_of(shape.vertices().begin(), shape.vertices().end(), [&](Vec2 v) {
                        return std::abs(v.x) == std::abs(corner.x) && std::abs(v.y) == std::abs(corner.y);
                      });
  if (!is_box) return std::make_shared<Prism>(MakePrism(shape));
  return MakeFclBox(2.0 * std::abs(corner.x), 2.0 * std::abs(corner.y));
}

class FclTrees {
 public:
  static constexpr char kName[] = "FCL tree";
  static constexpr Judgement kJudgement = Judgement::kAwayFromZero;
  static constexpr bool kInTurn = false;

  void Prepare(const PlannerScene& scene) {
    scene_ = &scene;
    std::vector<FclSolid> solids;
    for (const ConvexPolygon& obstacle : scene.obstacles) solids.push_back(MakeSolid(obstacle));
    trees_.clear();
    for (int step = 0; step < scene.steps; ++step) {
      FclTree& tree = trees_.emplace_back(MakeSolid(scene.ego));
      for (int k = 0; k < scene.obstacle_count(); ++k) tree.Add(solids[k], scene.ObstaclePose(step, k));
      tree.Setup();
    }
  }
  void PoseObstacles() {
    for (int step = 0; step < scene_->steps; ++step) trees_[step].SetPoses(scene_->ObstaclePoses(step));
  }
  void PoseEgo(const Pose2& world_from_ego, int step) { trees_[step].PlaceBody(world_from_ego); }
  bool Collides(int step, int obstacle) { return trees_[step].Collides(obstacle); }
  template <typename Visit>
  void ForEachNear(int step, const Visit& visit) {
    trees_[step].ForEachNear(visit);
  }
  void FindNearest(int step, Finding* nearest) { trees_[step].FindNearest(nearest); }

 private:
  const PlannerScene* scene_ = nullptr;
  std::vector<FclTree> trees_;  // By step.
};

}  // namespace

std::unique_ptr<ScenePeer> MakeFclTreePeer() { return std::make_unique<PerPosePeer<FclTrees>>(); }

}  // namespace collision2d::bench
