#ifndef COLLISION2D_SOLID_QUERY_SCALED_SHAPE_H_
#define COLLISION2D_SOLID_QUERY_SCALED_SHAPE_H_

#include <algorithm>
#include <cmath>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/query_context3.h"
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

// The warm start of a magnified query from that of the shapes, or back. Exact both ways: its points are the shapes'.
template <typename A, typename B>
WarmStart3<A, B> Scaled(const WarmStart3<A, B>& warm, double scale) {
  WarmStart3<A, B> scaled = warm;
  for (int i = 0; i < warm.size; ++i) {
    scaled.point_a[i] = scale * warm.point_a[i];
    scaled.point_b[i] = scale * warm.point_b[i];
  }
  return scaled;
}

// Calls query(context) with the context of a magnified pair, and hands what it leaves in the warm start back.
template <typename A, typename B, typename Query>
auto QueryScaled(const QueryContext3<A, B>& context, double scale, const Query& query) {
  QueryContext3<A, B> scaled_context = context;
  WarmStart3<A, B> warm;
  if (context.warm_start != nullptr) {
    warm = Scaled(*context.warm_start, scale);
    scaled_context.warm_start = &warm;
  }
  const auto result = query(scaled_context);
  if (context.warm_start != nullptr) *context.warm_start = Scaled(warm, 1.0 / scale);
  return result;
}

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_SCALED_SHAPE_H_
