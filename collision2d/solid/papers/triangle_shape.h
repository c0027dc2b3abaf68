#ifndef COLLISION2D_SOLID_PAPERS_TRIANGLE_SHAPE_H_
#define COLLISION2D_SOLID_PAPERS_TRIANGLE_SHAPE_H_

#include <algorithm>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/check_fields.h"
#include "collision2d/solid/shapes/direction_in_range.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// A triangle without thickness; its vertices may be collinear or equal. A vertex hull.
class TriangleShape {
 public:
  using Hint = NoHint;

  // Errors (InvalidArgument): a coordinate of `a`, `b` or `c` (m) that is not finite or beyond kMaxCoordinate_m.
  static absl::StatusOr<TriangleShape> Create(const Vec3& a, const Vec3& b, const Vec3& c) {
    if (absl::Status status = internal::CheckPoint("a", a); !status.ok()) return status;
    if (absl::Status status = internal::CheckPoint("b", b); !status.ok()) return status;
    if (absl::Status status = internal::CheckPoint("c", c); !status.ok()) return status;
    return TriangleShape(a, b, c);
  }

  // REQUIRES: vertices (m) that Create accepts.
  TriangleShape(const Vec3& a, const Vec3& b, const Vec3& c) : vertices_{a, b, c} {
    ABSL_ASSERT(Magnitude() <= kMaxCoordinate_m);
  }

  // Compares dot products relative to a, whose errors are relative to the size of the triangle; of equal ones it takes
  // the first.
  Vec3 Support(const Vec3& direction, Hint*) const {
    const Vec3 d = internal::ForDotProducts(direction);
    const double rise_b = Dot(d, vertices_[1] - vertices_[0]);
    const double rise_c = Dot(d, vertices_[2] - vertices_[0]);
    int best = rise_b > 0.0 ? 1 : 0;
    best = rise_c > std::max(rise_b, 0.0) ? 2 : best;
    return vertices_[best];
  }

  // The centroid.
  Vec3 Center() const {
    const Vec3 sum = (vertices_[1] - vertices_[0]) + (vertices_[2] - vertices_[0]);
    return vertices_[0] + (1.0 / 3.0) * sum;
  }
  double Magnitude() const {
    return std::max({NormInfinity(vertices_[0]), NormInfinity(vertices_[1]), NormInfinity(vertices_[2])});
  }

  int num_vertices() const { return 3; }
  Vec3 vertex(int i) const {
    ABSL_ASSERT(0 <= i && i < 3);
    return vertices_[i];
  }

 private:
  Vec3 vertices_[3];
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_PAPERS_TRIANGLE_SHAPE_H_
