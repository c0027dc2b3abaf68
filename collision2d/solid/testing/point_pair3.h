#pragma once

#include <vector>

#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid {

// The points of two shapes in one frame, in no order; some may not be vertices of the hull.
struct PointPair3 {
  std::vector<Vec3> a;
  std::vector<Vec3> b;
};

}  // namespace collision2d::solid
