#ifndef COLLISION2D_SOLID_PAPERS_ROUNDED_H_
#define COLLISION2D_SOLID_PAPERS_ROUNDED_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/check_fields.h"
#include "collision2d/solid/shapes/core_and_radius.h"
#include "collision2d/solid/shapes/recession.h"
#include "collision2d/solid/shapes/shape_tolerances.h"

namespace collision2d::solid {

// All points within a distance of a shape: the Minkowski sum of the shape and a ball about the origin (van den Bergen
// 2001, section 2, sphere-swept volumes). Stores a copy of the shape. If the shape already has a radius, the core is
// that shape's core and the radius is the sum (see core_and_radius.h).
template <typename A>
class Rounded {
  static_assert(!kIsUnbounded<A>, "rounding is of bounded shapes");

 public:
  using Hint = typename A::Hint;

  // Errors (InvalidArgument): a radius (m) that is negative, not finite or beyond kMaxCoordinate_m.
  static absl::StatusOr<Rounded> Create(A shape, double radius_m) {
    if (absl::Status status = internal::CheckLength("radius_m", radius_m); !status.ok()) return status;
    return Rounded(std::move(shape), radius_m);
  }

  decltype(auto) core() const { return CoreOf(shape_); }
  double radius_m() const { return RadiusOf(shape_) + added_radius_m_; }

  // Within the error of the core's support mapping and kRoundSupportRelativeError.
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    const auto& inner = CoreOf(shape_);
    return internal::Grown(inner.Support(direction, hint), radius_m(), direction);
  }
  Vec3 Center() const { return shape_.Center(); }
  double Magnitude() const { return kRoundUp * (shape_.Magnitude() + added_radius_m_); }

 private:
  // REQUIRES: a radius that Create accepts.
  Rounded(A shape, double radius_m) : shape_(std::move(shape)), added_radius_m_(radius_m) {}

  A shape_;
  double added_radius_m_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_PAPERS_ROUNDED_H_
