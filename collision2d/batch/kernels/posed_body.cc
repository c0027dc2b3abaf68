#include "collision2d/batch/kernels/posed_body.h"

#include <algorithm>

#include "collision2d/batch/kernels/fitted_box.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

void PoseVertices(const ConvexPolygon& shape, const Pose2& world_from_body, PosedVertices* vertices) {
  vertices->size = shape.size();
  for (int i = 0; i < shape.size(); ++i) {
    const Vec2 arm = world_from_body.Rotate(shape.ring()[i] - shape.center());
    vertices->x[i] = static_cast<float>(arm.x);
    vertices->y[i] = static_cast<float>(arm.y);
  }
  std::fill_n(vertices->x + shape.size(), PosedVertices::kTail, vertices->x[0]);
  std::fill_n(vertices->y + shape.size(), PosedVertices::kTail, vertices->y[0]);
}

}  // namespace collision2d::internal
