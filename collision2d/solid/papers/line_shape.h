#ifndef COLLISION2D_SOLID_PAPERS_LINE_SHAPE_H_
#define COLLISION2D_SOLID_PAPERS_LINE_SHAPE_H_

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/check_fields.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// The line {point + t direction, all t}. Unbounded: see recession.h.
class LineShape {
 public:
  using Hint = NoHint;
  static constexpr int kGaussMapDimension = 1;

  // `direction` need not be a unit vector. Errors (InvalidArgument): a coordinate of `point` (m) that is not finite or
  // beyond kMaxCoordinate_m; a direction that is not finite, or zero.
  static absl::StatusOr<LineShape> Create(const Vec3& point, const Vec3& direction) {
    if (absl::Status status = internal::CheckPoint("point", point); !status.ok()) return status;
    if (absl::Status status = internal::CheckDirection("direction", direction); !status.ok()) return status;
    return LineShape(point, direction);
  }

  // The support mapping of the base point.
  Vec3 Support(const Vec3&, Hint*) const { return point_; }
  Vec3 Center() const { return point_; }
  double Magnitude() const { return NormInfinity(point_); }

  // The direction and its opposite.
  int num_recession_directions() const { return 2; }
  Vec3 recession_direction(int i) const {
    ABSL_ASSERT(0 <= i && i < 2);
    return i == 0 ? direction_ : -direction_;
  }

 private:
  // REQUIRES: values that Create accepts.
  LineShape(const Vec3& point, const Vec3& direction) : point_(point), direction_(direction) {}

  Vec3 point_;
  Vec3 direction_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_PAPERS_LINE_SHAPE_H_
