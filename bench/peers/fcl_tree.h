#pragma once

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision_object.h>

#include <cstdint>
#include <deque>
#include <limits>
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

  // Places the body, and sets the bits of the obstacles that it collides with, returns whether it
  // collides with one, or returns the lowest that it collides with (-1: none).
  void AddToMask(const Pose2& world_from_body, uint64_t* row);
  bool AnyHit(const Pose2& world_from_body);
  int FirstHit(const Pose2& world_from_body);

  struct Nearest {
    double distance_m = std::numeric_limits<double>::infinity();
    int obstacle = -1;
  };
  // The nearest obstacle, if it is nearer than *nearest, and whether it is.
  bool FindNearest(const Pose2& world_from_body, Nearest* nearest);

 private:
  std::deque<fcl::CollisionObjectd> objects_;  // The manager points at them.
  std::unique_ptr<fcl::DynamicAABBTreeCollisionManagerd> manager_;
  std::unique_ptr<fcl::CollisionObjectd> body_;
};

// "FCL tree": an FclTree for each step. Rectangles are fcl::Box, other polygons prisms.
std::unique_ptr<ScenePeer> MakeFclTreePeer();

}  // namespace collision2d::bench
