#ifndef COLLISION2D_SOLID_SHAPES_CAPSULE_SHAPE_H_
#define COLLISION2D_SOLID_SHAPES_CAPSULE_SHAPE_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/check_fields.h"
#include "collision2d/solid/shapes/core_and_radius.h"
#include "collision2d/solid/shapes/segment_shape.h"
#include "collision2d/solid/shapes/shape_tolerances.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// All points within a radius of a segment (core_and_radius.h).
class CapsuleShape {
 public:
  using Hint = NoHint;

  // Takes the ends of the segment and the radius in m; the ends may be equal and the radius 0. Errors
  // (InvalidArgument): a coordinate of `a` or `b` that is not finite or beyond kMaxCoordinate_m; a radius that is
  // negative, not finite or beyond it.
  static absl::StatusOr<CapsuleShape> Create(const Vec3& a, const Vec3& b, double radius_m) {
    if (absl::Status status = internal::CheckPoint("a", a); !status.ok()) return status;
    if (absl::Status status = internal::CheckPoint("b", b); !status.ok()) return status;
    if (absl::Status status = internal::CheckLength("radius_m", radius_m); !status.ok()) return status;
    return CapsuleShape(a, b, radius_m);
  }

  const SegmentShape& core() const { return core_; }
  double radius_m() const { return radius_m_; }

  // Within kRoundSupportRelativeError.
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    return internal::Grown(core_.Support(direction, hint), radius_m_, direction);
  }
  Vec3 Center() const { return core_.Center(); }
  double Magnitude() const { return kRoundUp * (core_.Magnitude() + radius_m_); }

 private:
  // REQUIRES: values that Create accepts.
  CapsuleShape(const Vec3& a, const Vec3& b, double radius_m) : core_(a, b), radius_m_(radius_m) {}

  SegmentShape core_;
  double radius_m_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_CAPSULE_SHAPE_H_
