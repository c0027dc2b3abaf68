#include "bench/peers/fcl_tree.h"

#include <fcl/geometry/shape/box.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace collision2d::bench {
namespace {

// Appends a face: its number of vertices, then these.
template <typename VertexOf>
void AppendFace(int count, const VertexOf& vertex_of, std::vector<int>* faces) {
  faces->push_back(count);
  for (int i = 0; i < count; ++i) faces->push_back(vertex_of(i));
}

}  // namespace

// Vertices 0, ..., n - 1 are the bottom, n, ..., 2n - 1 the top; every face is counter-clockwise
// seen from outside.
Prism MakePrism(const ConvexPolygon& shape) {
  const int n = shape.size();
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const double height : {-0.5, 0.5}) {
    for (const Vec2 v : shape.vertices()) vertices->emplace_back(v.x, v.y, height);
  }
  auto faces = std::make_shared<std::vector<int>>();
  AppendFace(
      n, [n](int i) { return n - 1 - i; }, faces.get());
  AppendFace(
      n, [n](int i) { return n + i; }, faces.get());
  for (int i = 0; i < n; ++i) {
    const int next = (i + 1) % n;
    const int side[] = {i, next, n + next, n + i};
    AppendFace(
        4, [&side](int k) { return side[k]; }, faces.get());
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

namespace {

using Object = fcl::CollisionObjectd;

// Returns FCL's box for a rectangle along the axes about the origin, otherwise a convex prism.
FclSolid MakeSolid(const ConvexPolygon& shape) {
  const Vec2 corner = shape.vertices()[0];
  const bool is_box = shape.size() == 4 && std::all_of(shape.vertices().begin(), shape.vertices().end(), [&](Vec2 v) {
                        return std::abs(v.x) == std::abs(corner.x) && std::abs(v.y) == std::abs(corner.y);
                      });
  if (!is_box) return std::make_shared<Prism>(MakePrism(shape));
  return MakeFclBox(2.0 * std::abs(corner.x), 2.0 * std::abs(corner.y));
}

void SetPose(const Pose2& pose, Object* object) {
  object->setTransform(ToFclTransform(pose));
  object->computeAABB();
}

void SetNumber(int obstacle, Object* object) {
  object->setUserData(reinterpret_cast<void*>(static_cast<intptr_t>(obstacle)));
}

int Number(const Object& object) { return static_cast<int>(reinterpret_cast<intptr_t>(object.getUserData())); }

constexpr int kBodyNumber = -1;

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

bool MarkHit(Object* a, Object* b, void* data) {
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

bool FindNearer(Object* a, Object* b, void* data, double& limit_m) {
  FclTree::Nearest* const nearest = static_cast<FclTree::Nearest*>(data);
  fcl::DistanceRequestd request;
  request.gjk_solver_type = fcl::GST_INDEP;
  fcl::DistanceResultd result;
  const double distance_m = std::max(0.0, fcl::distance(a, b, request, result));
  if (distance_m < nearest->distance_m) *nearest = {distance_m, ObstacleNumber(*a, *b)};
  limit_m = nearest->distance_m;
  return nearest->distance_m == 0.0;
}

class FclTreePeer : public PerPosePeer {
 public:
  std::string name() const override { return "FCL tree"; }
  Judgement judgement() const override { return Judgement::kAwayFromZero; }
  bool Handles(const PlannerScene& /*scene*/, Question question) const override { return IsOfSteps(question); }

 protected:
  void PrepareScene() override {
    std::vector<FclSolid> solids;
    for (const ConvexPolygon& obstacle : scene().obstacles) solids.push_back(MakeSolid(obstacle));
    trees_.clear();
    for (int step = 0; step < scene().steps; ++step) {
      FclTree& tree = trees_.emplace_back(MakeSolid(scene().ego));
      for (int k = 0; k < scene().obstacle_count(); ++k) tree.Add(solids[k], scene().ObstaclePose(step, k));
      tree.Setup();
    }
  }
  void PoseObstacles() override {
    for (int step = 0; step < scene().steps; ++step) trees_[step].SetPoses(scene().ObstaclePoses(step));
  }
  void Mask(const Pose2& world_from_ego, int step, uint64_t* row) override {
    trees_[step].AddToMask(world_from_ego, row);
  }
  bool AnyHit(const Pose2& world_from_ego, int step) override { return trees_[step].AnyHit(world_from_ego); }
  int FirstHit(const Pose2& world_from_ego, int step) override { return trees_[step].FirstHit(world_from_ego); }
  bool Nearest(const Pose2& world_from_ego, int step, Finding* nearest) override {
    FclTree::Nearest found = {nearest->distance_m, nearest->obstacle};
    const bool is_nearer = trees_[step].FindNearest(world_from_ego, &found);
    nearest->distance_m = found.distance_m;
    nearest->obstacle = found.obstacle;
    return is_nearer;
  }

 private:
  std::vector<FclTree> trees_;  // By step.
};

}  // namespace

FclSolid MakeFclBox(double length_m, double width_m) {
  auto box = std::make_shared<fcl::Boxd>(length_m, width_m, 1.0);
  box->computeLocalAABB();
  return box;
}

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

void FclTree::AddToMask(const Pose2& world_from_body, uint64_t* row) {
  SetPose(world_from_body, body_.get());
  manager_->collide(body_.get(), row, MarkHit);
}

bool FclTree::AnyHit(const Pose2& world_from_body) {
  bool hit = false;
  SetPose(world_from_body, body_.get());
  manager_->collide(body_.get(), &hit, FindAnyHit);
  return hit;
}

int FclTree::FirstHit(const Pose2& world_from_body) {
  int first = std::numeric_limits<int>::max();
  SetPose(world_from_body, body_.get());
  manager_->collide(body_.get(), &first, FindFirstHit);
  return first == std::numeric_limits<int>::max() ? -1 : first;
}

bool FclTree::FindNearest(const Pose2& world_from_body, Nearest* nearest) {
  const double limit_m = nearest->distance_m;
  SetPose(world_from_body, body_.get());
  manager_->distance(body_.get(), nearest, FindNearer);
  return nearest->distance_m < limit_m;
}

std::unique_ptr<ScenePeer> MakeFclTreePeer() { return std::make_unique<FclTreePeer>(); }

}  // namespace collision2d::bench
