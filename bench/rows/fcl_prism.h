#pragma once

#include <fcl/geometry/shape/convex.h>

#include "collision2d/collision2d.h"

namespace collision2d::bench {

using Prism = fcl::Convex<double>;

// The polygon as a solid 1 m high, its middle at height 0, with its local bounding box. The radius
// does not count. REQUIRES: at least three vertices.
Prism MakePrism(const ConvexPolygon& shape);

}  // namespace collision2d::bench
