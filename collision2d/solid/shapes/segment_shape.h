#ifndef COLLISION2D_SOLID_SHAPES_SEGMENT_SHAPE_H_
#define COLLISION2D_SOLID_SHAPES_SEGMENT_SHAPE_H_

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

// The segment from a to b, which may be equal. A vertex hull.
class SegmentShape {
 public:
  using Hint = NoHint;

  // Errors (InvalidArgument): a coordinate of `a` or `b` (m) that is not finite or beyond kMaxCoordinate_m.
  static absl::StatusOr<SegmentShape> Create(const Vec3& a, const Vec3& b) {
    if (absl::Status status = internal::CheckPoint("a", a); !status.ok()) return status;
    if (absl::Status status = internal::CheckPoint("b", b); !status.ok()) return status;
    return SegmentShape(a, b);
  }

  // REQUIRES: ends (m) that Create accepts.
  SegmentShape(const Vec3& a, const Vec3& b) : a_(a), b_(b) { ABSL_ASSERT(Magnitude() <= kMaxCoordinate_m); }

  const Vec3& a() const { return a_; }
  const Vec3& b() const { return b_; }

  // Returns the end that is farther along the direction, by the sign of the dot product with the difference of the
  // ends, whose error is relative to the length of the segment; a, if they tie.
  Vec3 Support(const Vec3& direction, Hint*) const {
    return Dot(internal::ForDotProducts(direction), b_ - a_) > 0.0 ? b_ : a_;
  }
  Vec3 Center() const { return 0.5 * a_ + 0.5 * b_; }
  double Magnitude() const { return std::max(NormInfinity(a_), NormInfinity(b_)); }

  int num_vertices() const { return 2; }
  Vec3 vertex(int i) const {
    ABSL_ASSERT(0 <= i && i < 2);
    return i == 0 ? a_ : b_;
  }

 private:
  Vec3 a_;
  Vec3 b_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_SEGMENT_SHAPE_H_
