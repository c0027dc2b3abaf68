#ifndef COLLISION2D_SOLID_PAPERS_BOUNDING_BOX_H_
#define COLLISION2D_SOLID_PAPERS_BOUNDING_BOX_H_

#include <limits>

#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/shape_fields.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Axis-aligned boxes around posed shapes.
namespace collision2d::solid {

// Returns the bounding box of a shape posed into the world, from six support points (van den Bergen
// 2001, section 2). It contains every point of the posed shape in spite of rounding: each side is
// moved outward by kBoxRelativeError of the coordinates involved. If the pose is not finite, the
// box is all of space. No allocation.
template <typename Shape>
Aabb3 BoundingBox(const Shape& shape, const Pose3& world_from_shape) {
  static_assert(!kIsUnbounded<Shape>, "an unbounded shape has no box");
  typename Shape::Hint hint{};
  // p.x of a posed point is (row 0 of the rotation) . p, and so on: the rows are the axes in the
  // shape's frame.
  const auto posed_support = [&](const Vec3& axis) { return world_from_shape * shape.Support(axis, &hint); };
  const Vec3* const rows = world_from_shape.rotation.row;
  if (ABSL_PREDICT_FALSE(!IsFinite(world_from_shape * shape.Center()))) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
  }
  const Aabb3 box{{posed_support(-rows[0]).x, posed_support(-rows[1]).y, posed_support(-rows[2]).z},
                  {posed_support(rows[0]).x, posed_support(rows[1]).y, posed_support(rows[2]).z}};
  return box.Inflated(kBoxRelativeError * (2.0 * shape.Magnitude() + NormInfinity(world_from_shape.translation)));
}

// Returns the bounding box in the shape's own frame.
template <typename Shape>
Aabb3 BoundingBox(const Shape& shape) {
  return BoundingBox(shape, Pose3{});
}

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_PAPERS_BOUNDING_BOX_H_
