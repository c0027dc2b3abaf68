#include "collision2d/batch/posed_body.h"

#include "collision2d/batch/fitted_box.h"
#include "collision2d/batch/shadow_numbers.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

BodyShape::BodyShape(const ConvexPolygon& shape) : polygon(&shape), box(FitBox(shape)) {}

PosedCircle PoseCircle(const BodyShape& shape, const Pose2& world_from_body, Vec2 origin) {
  const ShadowCircle circle = MakeShadowCircle(*shape.polygon, world_from_body, origin);
  return {-2.0f * circle.x, -2.0f * circle.y, -2.0f * circle.radius_m,
          static_cast<float>(circle.power_error_m2 - circle.power_m2)};
}

PosedBox PoseBox(const BodyShape& shape, const Pose2& world_from_body, Vec2 origin) {
  const ShadowCircle circle = MakeShadowCircle(*shape.polygon, world_from_body, origin);
  const Vec2 axis = world_from_body.Rotate(shape.box.axis);
  PosedBox box;
  box.center_x = circle.x;
  box.center_y = circle.y;
  box.radius = circle.radius_m;
  box.axis_x = static_cast<float>(axis.x);
  box.axis_y = static_cast<float>(axis.y);
  box.half_length = RoundedUp(shape.box.half_length_m);
  box.half_width = RoundedUp(shape.box.half_width_m);
  box.inner_radius = circle.inner_radius_m;
  box.error_m = RoundedUp(ShadowError(circle, shape.box.half_length_m, shape.box.half_width_m));
  return box;
}

void PoseVertices(const ConvexPolygon& shape, const Pose2& world_from_body, PosedVertices* vertices) {
  vertices->size = shape.size();
  for (int i = 0; i <= shape.size(); ++i) {
    const Vec2 arm = world_from_body.Rotate(shape.ring()[i] - shape.center());
    vertices->x[i] = static_cast<float>(arm.x);
    vertices->y[i] = static_cast<float>(arm.y);
  }
}

}  // namespace collision2d::internal
