#pragma once

#include <memory>

#include "bench/throughput/method.h"

namespace collision2d::bench {

// "FCL tree": a DynamicAABBTreeCollisionManager of FCL 0.7 (double precision) for each step, with
// fcl::collide and fcl::distance on the pairs that it finds. Rectangles are fcl::Box, other
// polygons prisms. Solvers as in FclRow.
std::unique_ptr<Method> MakeFclMethod();

}  // namespace collision2d::bench
