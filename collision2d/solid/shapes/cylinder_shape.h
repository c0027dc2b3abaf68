#ifndef COLLISION2D_SOLID_SHAPES_CYLINDER_SHAPE_H_
#define COLLISION2D_SOLID_SHAPES_CYLINDER_SHAPE_H_

#include <algorithm>
#include <cmath>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/check_fields.h"
#include "collision2d/solid/shapes/disc_support.h"
#include "collision2d/solid/shapes/shape_tolerances.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// A cylinder about the z axis of its own frame, centred at the origin.
class CylinderShape {
 public:
  using Hint = NoHint;

  // Takes half the height and the radius in m. A half height of 0 makes a disc, a radius of 0 a segment. Errors
  // (InvalidArgument): a value that is negative, not finite or beyond kMaxCoordinate_m.
  static absl::StatusOr<CylinderShape> Create(double half_height_m, double radius_m) {
    if (absl::Status status = internal::CheckLength("half_height_m", half_height_m); !status.ok()) return status;
    if (absl::Status status = internal::CheckLength("radius_m", radius_m); !status.ok()) return status;
    return CylinderShape(half_height_m, radius_m);
  }

  double half_height_m() const { return half_height_m_; }
  double radius_m() const { return radius_m_; }

  // Within kRoundSupportRelativeError. For a direction along the axis, the result is the centre of the end; for one
  // perpendicular to it, a point at z = half_height_m, or at -half_height_m if direction.z is -0.
  // Source: van den Bergen 1999, A Fast and Robust GJK Implementation.
  Vec3 Support(const Vec3& direction, Hint*) const {
    const Vec2 on_disc = internal::DiscSupport(radius_m_, direction);
    return {on_disc.x, on_disc.y, std::copysign(half_height_m_, direction.z)};
  }
  Vec3 Center() const { return {}; }
  double Magnitude() const { return kRoundUp * std::max(half_height_m_, radius_m_); }

 private:
  // REQUIRES: values that Create accepts.
  CylinderShape(double half_height_m, double radius_m) : half_height_m_(half_height_m), radius_m_(radius_m) {}

  double half_height_m_;
  double radius_m_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_CYLINDER_SHAPE_H_
