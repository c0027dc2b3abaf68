#ifndef COLLISION2D_SOLID_SHAPES_MINKOWSKI_SUM_H_
#define COLLISION2D_SOLID_SHAPES_MINKOWSKI_SUM_H_

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "absl/base/macros.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// The Minkowski sum {p + q : p in a, q in b}, both in one frame (van den Bergen 2001, section 2).
// Stores copies of the shapes. The sum of two vertex hulls is a vertex hull, of the rounded sums of
// their vertices. If a shape has a radius, the sum has the sum of the radii, around the sum of the
// cores. Coordinates may reach the sum of the two bounds.
template <typename A, typename B>
class MinkowskiSum {
  static_assert(!kIsUnbounded<A> && !kIsUnbounded<B>, "a sum is of bounded shapes");

 public:
  using Hint = HintPair<typename A::Hint, typename B::Hint>;

  // REQUIRES: for two vertex hulls, the product of their numbers of vertices is below 2^31.
  MinkowskiSum(A a, B b) : a_(std::move(a)), b_(std::move(b)) {
    if constexpr (kIsVertexHull<A> && kIsVertexHull<B>) {
      ABSL_ASSERT(int64_t{a_.num_vertices()} * b_.num_vertices() <= std::numeric_limits<int>::max());
    }
  }

  const A& a() const { return a_; }
  const B& b() const { return b_; }

  // s_a(d) + s_b(d): within the sum of the errors of both and one rounding.
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    return a_.Support(direction, &hint->a) + b_.Support(direction, &hint->b);
  }
  Vec3 Center() const { return a_.Center() + b_.Center(); }
  // Rounding is monotone: no rounded sum of two coordinates is larger.
  double Magnitude() const { return a_.Magnitude() + b_.Magnitude(); }

  // vertex(i) is the sum of vertex i / nb of a and vertex i % nb of b, nb being b's number of
  // vertices.
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kIsVertexHull<P> && kIsVertexHull<Q>>>
  int num_vertices() const {
    return a_.num_vertices() * b_.num_vertices();
  }
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kIsVertexHull<P> && kIsVertexHull<Q>>>
  Vec3 vertex(int i) const {
    ABSL_ASSERT(0 <= i && i < num_vertices());
    return a_.vertex(i / b_.num_vertices()) + b_.vertex(i % b_.num_vertices());
  }

  // The sum of the cores, as copies.
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kHasRadius<P> || kHasRadius<Q>>>
  MinkowskiSum<CoreType<P>, CoreType<Q>> core() const {
    return {CoreOf(a_), CoreOf(b_)};
  }
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kHasRadius<P> || kHasRadius<Q>>>
  double radius_m() const {
    return RadiusOf(a_) + RadiusOf(b_);
  }

 private:
  A a_;
  B b_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_MINKOWSKI_SUM_H_
