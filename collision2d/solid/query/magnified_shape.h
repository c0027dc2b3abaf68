#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/shapes/support_mapping.h"

// A tiny pair magnified: all lengths are multiplied by a power of two, which is exact, so that no
// product underflows. The second shape is posed before it is magnified, vertex by vertex, since an
// exact answer refers to the posed vertices, and the rounding of a subnormal vertex can be as large
// as the vertex.
namespace collision2d::solid::internal {

// Returns whether a pair is too small for the loop; true also if the translation is NaN.
inline bool IsTiny(double magnitude_m) { return !(magnitude_m > kTinyPair_m); }

// A magnified shape of any type. Tiny pairs are rare, so their queries are compiled once, not for
// each pair of types.
class MagnifiedShape {
 public:
  using Hint = NoHint;

  // Shape and pose must outlive the object. A null pose leaves the shape unposed.
  template <typename Shape>
  MagnifiedShape(const Shape& shape, const Pose3* pose, double scale)
      : shape_(&shape), pose_(pose), scale_(scale), center_(shape.Center()), magnitude_m_(shape.Magnitude()) {
    // Every query by GJK comes here, and would treat an unbounded shape as its base point.
    static_assert(!kIsUnbounded<Shape>, "an unbounded shape is for Decision Sphere Search only");
    if constexpr (kIsVertexHull<Shape>) {
      num_vertices_ = shape.num_vertices();
      vertex_ = [](const void* hull, int i) { return static_cast<const Shape*>(hull)->vertex(i); };
    } else {
      support_ = [](const void* any, const Vec3& direction) {
        typename Shape::Hint hint{};
        return static_cast<const Shape*>(any)->Support(direction, &hint);
      };
    }
  }

  // For a hull, the highest of the posed vertices: rounding may have made another vertex the
  // highest. O(n).
  Vec3 Support(const Vec3& direction, Hint*) const {
    if (support_ != nullptr)
      return Magnified(support_(shape_, pose_ != nullptr ? pose_->RotateBack(direction) : direction));
    Vec3 highest = MagnifiedVertex(0);
    double height = Dot(direction, highest);
    for (int i = 1; i < num_vertices_; ++i) {
      const Vec3 other = MagnifiedVertex(i);
      const double other_height = Dot(direction, other);
      if (!(other_height > height)) continue;
      highest = other;
      height = other_height;
    }
    return highest;
  }
  Vec3 Center() const { return Magnified(center_); }
  // For a posed shape, includes the growth by a rotation and a few spacings of subnormal numbers.
  double Magnitude() const {
    if (pose_ == nullptr) return scale_ * magnitude_m_;
    return scale_ * (3.0 * magnitude_m_ + NormInfinity(pose_->translation) + 0x1p-1070);
  }

 protected:
  Vec3 Magnified(const Vec3& p) const { return scale_ * (pose_ != nullptr ? *pose_ * p : p); }
  Vec3 MagnifiedVertex(int i) const { return Magnified(vertex_(shape_, i)); }

  int num_vertices_ = 0;

 private:
  const void* shape_;
  const Pose3* pose_;
  double scale_;
  Vec3 center_;         // Centre of the original shape.
  double magnitude_m_;  // Magnitude of the original shape.
  // One of these is null.
  Vec3 (*support_)(const void* shape, const Vec3& direction) = nullptr;
  Vec3 (*vertex_)(const void* shape, int i) = nullptr;
};

// A magnified shape that is a vertex hull.
class MagnifiedHull : public MagnifiedShape {
 public:
  template <typename Shape>
  MagnifiedHull(const Shape& shape, const Pose3* pose, double scale) : MagnifiedShape(shape, pose, scale) {
    static_assert(kIsVertexHull<Shape>);
  }

  int num_vertices() const { return num_vertices_; }
  Vec3 vertex(int i) const { return MagnifiedVertex(i); }
};

// The type that a pair of shapes is magnified to.
template <typename A, typename B>
using MagnifiedType = std::conditional_t<kIsVertexHull<A> && kIsVertexHull<B>, MagnifiedHull, MagnifiedShape>;

// Returns the power of two that scales a length to about 1.
inline double MagnifyingScale(double length_m) {
  int exponent = 0;
  std::frexp(length_m, &exponent);
  return std::ldexp(1.0, std::min(-exponent, 1000));
}

}  // namespace collision2d::solid::internal
