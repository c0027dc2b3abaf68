#ifndef COLLISION2D_SOLID_SHAPES_SPHERE_SHAPE_H_
#define COLLISION2D_SOLID_SHAPES_SPHERE_SHAPE_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/check_fields.h"
#include "collision2d/solid/shapes/core_and_radius.h"
#include "collision2d/solid/shapes/point_shape.h"
#include "collision2d/solid/shapes/shape_tolerances.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// A ball: a point and a radius (core_and_radius.h).
class SphereShape {
 public:
  using Hint = NoHint;

  // Takes radius and centre in m; a radius of 0 makes a point. Errors (InvalidArgument): a radius that is negative, not
  // finite or beyond kMaxCoordinate_m; a coordinate of `center` that is not finite or beyond it.
  static absl::StatusOr<SphereShape> Create(double radius_m, const Vec3& center = {}) {
    if (absl::Status status = internal::CheckLength("radius_m", radius_m); !status.ok()) return status;
    if (absl::Status status = internal::CheckPoint("center", center); !status.ok()) return status;
    return SphereShape(radius_m, center);
  }

  const PointShape& core() const { return core_; }
  double radius_m() const { return radius_m_; }

  // Within kRoundSupportRelativeError.
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    return internal::Grown(core_.Support(direction, hint), radius_m_, direction);
  }
  Vec3 Center() const { return core_.position(); }
  double Magnitude() const { return kRoundUp * (core_.Magnitude() + radius_m_); }

 private:
  // REQUIRES: values that Create accepts.
  SphereShape(double radius_m, const Vec3& center) : core_(center), radius_m_(radius_m) {}

  PointShape core_;
  double radius_m_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_SPHERE_SHAPE_H_
