#pragma once

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision_object.h>

#include <deque>
#include <memory>

#include "absl/types/span.h"
#include "bench/peers/scene_peer.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {

using Prism = fcl::Convex<double>;

// The polygon as a solid 1 m high, its middle at height 0, with its local bounding box. The radius
// does not count. REQUIRES: at least three vertices.
Prism MakePrism(const ConvexPolygon& shape);

// The pose as a motion of space, about the axis z.
fcl::Transform3d ToFclTransform(const Pose2& pose);

using FclSolid = std::shared_ptr<fcl::CollisionGeometryd>;

// A box about the origin, 1 m high.
FclSolid MakeFclBox(double length_m, double width_m);

// FCL's DynamicAABBTreeCollisionManager (0.7, double precision) over obstacles, with fcl::collide
// (libccd) and fcl::distance (its own solver) on the pairs that it finds. Obstacles are numbered in
// the order in which they are added.
class FclTree {
 public:
  explicit FclTree(const FclSolid& body);

  void Add(const FclSolid& solid, const Pose2& world_from_obstacle);
  // After the last Add.
  void Setup();
  // Moves all obstacles.
  void SetPoses(absl::Span<const Pose2> world_from_obstacle);

  void PlaceBody(const Pose2& world_from_body);

  // Where the body was placed last: whether it collides with that obstacle; calls visit(obstacle)
  // for those whose boxes overlap that of the body until it returns false; sets obstacle and
  // distance_m of the nearest obstacle, if it is nearer than *nearest.
  bool Collides(int obstacle);
  template <typename Visit>
  void ForEachNear(const Visit& visit) {
    const auto end_if_false = [](Object* a, Object* b, void* data) {
      return !(*static_cast<const Visit*>(data))(ObstacleNumber(*a, *b));
    };
    manager_->collide(body_.get(), const_cast<Visit*>(&visit), end_if_false);
  }
  void FindNearest(Finding* nearest);

 private:
  using Object = fcl::CollisionObjectd;

  // The one of the two that is not the body.
  static int ObstacleNumber(const Object& a, const Object& b);
  static bool Nearer(Object* a, Object* b, void* data, double& limit_m);

  std::deque<Object> objects_;  // The manager points at them.
  std::unique_ptr<fcl::DynamicAABBTreeCollisionManagerd> manager_;
  std::unique_ptr<Object> body_;
};

// "FCL tree": an FclTree for each step. Rectangles are fcl::Box, other polygons prisms.
std::unique_ptr<ScenePeer> MakeFclTreePeer();

}  // namespace collision2d::bench
