#ifndef COLLISION2D_SOLID_QUERY_SCALED_SHAPE_H_
#define COLLISION2D_SOLID_QUERY_SCALED_SHAPE_H_

#include <algorithm>
#include <cmath>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/recession.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid::internal {

// A shape seen through a magnifying glass: all lengths times a power of two, so that the products of a tiny pair do not
// underflow. Exact. A vertex hull stays one.
template <typename Shape, bool = kIsVertexHull<Shape>>
class ScaledShape {
  // Every query by GJK comes here, and would take an unbounded shape for its base point.
  static_assert(!kIsUnbounded<Shape>, "an unbounded shape is for Decision Sphere Search only");

 public:
  using Hint = typename Shape::Hint;

  // The shape must outlive the object.
  ScaledShape(const Shape& shape, double scale) : shape_(shape), scale_(scale) {}

  Vec3 Support(const Vec3& direction, Hint* hint) const { return scale_ * shape_.Support(direction, hint); }
  Vec3 Center() const { return scale_ * shape_.Center(); }
  double Magnitude() const { return scale_ * shape_.Magnitude(); }

 protected:
  const Shape& shape_;
  double scale_;
};

template <typename Shape>
class ScaledShape<Shape, true> : public ScaledShape<Shape, false> {
 public:
  using ScaledShape<Shape, false>::ScaledShape;

  int num_vertices() const { return this->shape_.num_vertices(); }
  Vec3 vertex(int i) const { return this->scale_ * this->shape_.vertex(i); }
};

// The power of two that takes a length to about 1.
inline double MagnifyingScale(double length_m) {
  int exponent = 0;
  std::frexp(length_m, &exponent);
  return std::ldexp(1.0, std::min(-exponent, 1000));
}

inline Pose3 Scaled(const Pose3& pose, double scale) { return {scale * pose.translation, pose.rotation}; }

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_SCALED_SHAPE_H_
