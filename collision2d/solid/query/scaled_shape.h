#ifndef COLLISION2D_SOLID_QUERY_SCALED_SHAPE_H_
#define COLLISION2D_SOLID_QUERY_SCALED_SHAPE_H_

#include <algorithm>
#include <cmath>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/recession.h"
#include "collision2d/solid/shapes/support_mapping.h"

// A tiny pair seen through a magnifying glass: all lengths times a power of two, which is exact, so that no product
// underflows. The second shape is posed first and magnified then, vertex by vertex: what an exact answer refers to is the
// posed vertex, and one that is subnormal is rounded by as much as its own size.
namespace collision2d::solid::internal {

// The first shape. A vertex hull stays one.
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

// The second shape, in the frame of the first.
template <typename Shape, bool = kIsVertexHull<Shape>>
class PosedScaledShape {
 public:
  using Hint = typename Shape::Hint;

  // Shape and pose must outlive the object.
  PosedScaledShape(const Shape& shape, const Pose3& pose, double scale) : shape_(shape), pose_(pose), scale_(scale) {}

  Vec3 Support(const Vec3& direction, Hint* hint) const {
    return InFrame(shape_.Support(pose_.RotateBack(direction), hint));
  }
  Vec3 Center() const { return InFrame(shape_.Center()); }
  // Of a rotated vector, and of a few spacings of subnormal numbers.
  double Magnitude() const { return scale_ * (3.0 * shape_.Magnitude() + NormInfinity(pose_.translation) + 0x1p-1070); }

 protected:
  Vec3 InFrame(const Vec3& p) const { return scale_ * (pose_ * p); }

  const Shape& shape_;
  const Pose3& pose_;
  double scale_;
};

// Its support points are those of the posed vertices: rounding may have made another vertex the highest. O(n).
template <typename Shape>
class PosedScaledShape<Shape, true> : public PosedScaledShape<Shape, false> {
 public:
  using Hint = typename Shape::Hint;
  using PosedScaledShape<Shape, false>::PosedScaledShape;

  int num_vertices() const { return this->shape_.num_vertices(); }
  Vec3 vertex(int i) const { return this->InFrame(this->shape_.vertex(i)); }

  Vec3 Support(const Vec3& direction, Hint*) const {
    Vec3 highest = vertex(0);
    double height = Dot(direction, highest);
    for (int i = 1; i < num_vertices(); ++i) {
      const Vec3 other = vertex(i);
      const double other_height = Dot(direction, other);
      if (!(other_height > height)) continue;
      highest = other;
      height = other_height;
    }
    return highest;
  }
};

// The power of two that takes a length to about 1.
inline double MagnifyingScale(double length_m) {
  int exponent = 0;
  std::frexp(length_m, &exponent);
  return std::ldexp(1.0, std::min(-exponent, 1000));
}

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_SCALED_SHAPE_H_
