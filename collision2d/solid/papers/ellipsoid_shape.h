#ifndef COLLISION2D_SOLID_PAPERS_ELLIPSOID_SHAPE_H_
#define COLLISION2D_SOLID_PAPERS_ELLIPSOID_SHAPE_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/check_fields.h"
#include "collision2d/solid/shapes/direction_in_range.h"
#include "collision2d/solid/shapes/shape_tolerances.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// An ellipsoid centred at the origin of its own frame, with its axes along the axes of that frame.
class EllipsoidShape {
 public:
  using Hint = NoHint;

  // Takes half the lengths of the axes, m; 0 makes the ellipsoid flat. Errors (InvalidArgument): a semi-axis that is
  // negative, not finite or beyond kMaxCoordinate_m.
  static absl::StatusOr<EllipsoidShape> Create(const Vec3& semi_axes) {
    if (absl::Status status = internal::CheckLengths("semi_axes", semi_axes); !status.ok()) return status;
    return EllipsoidShape(semi_axes);
  }

  const Vec3& semi_axes() const { return semi_axes_; }

  // Returns the image of the unit sphere's support point under the scaling S by the semi-axes: S (S d / |S d|); the
  // centre, if the direction is perpendicular to a flat ellipsoid. Within kRoundSupportRelativeError.
  Vec3 Support(const Vec3& direction, Hint*) const {
    const Vec3 scaled = Scaled(internal::ForDotProducts(direction));
    if (scaled == Vec3{}) return {};
    return Scaled(Normalized(scaled));
  }
  Vec3 Center() const { return {}; }
  double Magnitude() const { return kRoundUp * NormInfinity(semi_axes_); }

 private:
  // REQUIRES: semi-axes that Create accepts.
  explicit EllipsoidShape(const Vec3& semi_axes) : semi_axes_(semi_axes) {}

  Vec3 Scaled(const Vec3& v) const { return {semi_axes_.x * v.x, semi_axes_.y * v.y, semi_axes_.z * v.z}; }

  Vec3 semi_axes_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_PAPERS_ELLIPSOID_SHAPE_H_
