#include "bench/road/fcl_road.h"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/narrowphase/collision_object.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <limits>
#include <vector>

#include "bench/rows/fcl_transform.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

using Object = fcl::CollisionObjectd;

constexpr double kThickness_m = 1e-6;

std::shared_ptr<fcl::Boxd> MakeBox(double length_m, double width_m) {
  auto box = std::make_shared<fcl::Boxd>(length_m, width_m, 1.0);
  box->computeLocalAABB();
  return box;
}

bool FindNearest(Object* a, Object* b, void* data, double& limit_m) {
  double* const nearest_m = static_cast<double*>(data);
  fcl::DistanceRequestd request;
  request.gjk_solver_type = fcl::GST_INDEP;
  fcl::DistanceResultd result;
  *nearest_m = std::min(*nearest_m, std::max(0.0, fcl::distance(a, b, request, result)));
  limit_m = *nearest_m;
  return *nearest_m == 0.0;
}

}  // namespace

struct FclRoad::State {
  absl::Span<const Pose2> world_from_car;
  Vec2 center_in_car;
  std::deque<Object> pieces;
  fcl::DynamicAABBTreeCollisionManagerd manager;
  std::unique_ptr<Object> car;
};

FclRoad::FclRoad(const RoadCase& road) : state_(std::make_unique<State>()) {
  state_->world_from_car = road.world_from_car;
  const Aabb2 box = road.car.Bounds();
  state_->center_in_car = box.center();
  state_->car = std::make_unique<Object>(MakeBox(box.max.x - box.min.x, box.max.y - box.min.y));
  std::vector<Object*> objects;
  for (const planner::OutlinePiece& piece : road.pieces) {
    const Vec2 along = piece.to - piece.from;
    const double length_m = Norm(along);
    Object& object = state_->pieces.emplace_back(MakeBox(length_m, kThickness_m));
    object.setTransform(
        ToFclTransform(Pose2(0.5 * (piece.from + piece.to), UnitRotation(along.x / length_m, along.y / length_m))));
    object.computeAABB();
    objects.push_back(&object);
  }
  state_->manager.registerObjects(objects);
  state_->manager.setup();
}

FclRoad::~FclRoad() = default;

void FclRoad::Distances(absl::Span<double> distances_m) {
  for (size_t p = 0; p < distances_m.size(); ++p) {
    const Pose2& pose = state_->world_from_car[p];
    state_->car->setTransform(ToFclTransform(Pose2(pose * state_->center_in_car, UnitRotation(pose.cos, pose.sin))));
    state_->car->computeAABB();
    distances_m[p] = std::numeric_limits<double>::infinity();
    state_->manager.distance(state_->car.get(), &distances_m[p], FindNearest);
  }
}

}  // namespace collision2d::bench
