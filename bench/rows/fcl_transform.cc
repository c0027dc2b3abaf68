#include "bench/rows/fcl_transform.h"

namespace collision2d::bench {

fcl::Transform3d ToFclTransform(const Pose2& pose) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  transform.linear()(0, 0) = transform.linear()(1, 1) = pose.cos;
  transform.linear()(0, 1) = -pose.sin;
  transform.linear()(1, 0) = pose.sin;
  transform.translation() << pose.translation.x, pose.translation.y, 0.0;
  return transform;
}

}  // namespace collision2d::bench
