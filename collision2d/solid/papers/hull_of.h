#ifndef COLLISION2D_SOLID_PAPERS_HULL_OF_H_
#define COLLISION2D_SOLID_PAPERS_HULL_OF_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "absl/base/macros.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/direction_in_range.h"
#include "collision2d/solid/shapes/recession.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// The convex hull of two shapes in one frame. Stores copies of them. The hull of two vertex hulls is a vertex hull, of
// the vertices of both. Radii are not separated, since the two may differ. (The hull of two shapes grown by the same
// radius is Rounded<HullOf> of the cores.)
template <typename A, typename B>
class HullOf {
  static_assert(!kIsUnbounded<A> && !kIsUnbounded<B>, "a hull is of bounded shapes");

 public:
  using Hint = HintPair<typename A::Hint, typename B::Hint>;

  // REQUIRES: for two vertex hulls, the sum of their numbers of vertices is below 2^31.
  HullOf(A a, B b) : a_(std::move(a)), b_(std::move(b)) {
    if constexpr (kIsVertexHull<A> && kIsVertexHull<B>) {
      ABSL_ASSERT(int64_t{a_.num_vertices()} + b_.num_vertices() <= std::numeric_limits<int>::max());
    }
  }

  const A& a() const { return a_; }
  const B& b() const { return b_; }

  // Returns the support point of a or of b, whichever is farther along the direction by the dot product with their
  // difference; a's, if they tie. The error is that of the two mappings, and 5 * 2^-53 of the distance of the two
  // points.
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    const Vec3 on_a = a_.Support(direction, &hint->a);
    const Vec3 on_b = b_.Support(direction, &hint->b);
    return Dot(internal::ForDotProducts(direction), on_b - on_a) > 0.0 ? on_b : on_a;
  }
  // Midway between the two centres.
  Vec3 Center() const { return 0.5 * a_.Center() + 0.5 * b_.Center(); }
  double Magnitude() const { return std::max(a_.Magnitude(), b_.Magnitude()); }

  // The vertices of a, then those of b.
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kIsVertexHull<P> && kIsVertexHull<Q>>>
  int num_vertices() const {
    return a_.num_vertices() + b_.num_vertices();
  }
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kIsVertexHull<P> && kIsVertexHull<Q>>>
  Vec3 vertex(int i) const {
    ABSL_ASSERT(0 <= i && i < num_vertices());
    return i < a_.num_vertices() ? a_.vertex(i) : b_.vertex(i - a_.num_vertices());
  }

 private:
  A a_;
  B b_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_PAPERS_HULL_OF_H_
