#include "bench/ompl/fcl_state_checker.h"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/default_broadphase_callbacks.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/narrowphase/collision_object.h>
#include <ompl/base/spaces/SE2StateSpace.h>

#include <deque>

#include "bench/rows/fcl_transform.h"

namespace collision2d::bench {
namespace {

using Object = fcl::CollisionObjectd;

std::shared_ptr<fcl::Boxd> MakeBox(double length_m, double width_m) {
  auto box = std::make_shared<fcl::Boxd>(length_m, width_m, 1.0);
  box->computeLocalAABB();
  return box;
}

}  // namespace

struct FclStateChecker::Objects {
  std::deque<Object> walls;
  fcl::DynamicAABBTreeCollisionManagerd tree;
  Object car{MakeBox(kCarLength_m, kCarWidth_m)};
};

FclStateChecker::FclStateChecker(const ompl::base::SpaceInformationPtr& si, const std::vector<Wall>& walls)
    : StateValidityChecker(si), objects_(std::make_unique<Objects>()) {
  std::vector<Object*> all;
  for (const Wall& wall : walls) {
    Object& object = objects_->walls.emplace_back(MakeBox(wall.length_m, kWallThickness_m));
    object.setTransform(ToFclTransform(wall.world_from_wall));
    object.computeAABB();
    all.push_back(&object);
  }
  objects_->tree.registerObjects(all);
  objects_->tree.setup();
}

FclStateChecker::~FclStateChecker() = default;

bool FclStateChecker::isValid(const ompl::base::State* state) const {
  if (!si_->satisfiesBounds(state)) return false;
  const auto& s = *state->as<ompl::base::SE2StateSpace::StateType>();
  const Pose2 pose = Pose2::FromYaw({s.getX(), s.getY()}, s.getYaw());
  objects_->car.setTransform(
      ToFclTransform(Pose2(pose * Vec2{kAxleToCenter_m, 0.0}, UnitRotation(pose.cos, pose.sin))));
  objects_->car.computeAABB();
  fcl::DefaultCollisionData<double> contact;
  objects_->tree.collide(&objects_->car, &contact, fcl::DefaultCollisionFunction<double>);
  return !contact.result.isCollision();
}

}  // namespace collision2d::bench
