#ifndef COLLISION2D_SOLID_PAPERS_CONE_SHAPE_H_
#define COLLISION2D_SOLID_PAPERS_CONE_SHAPE_H_

#include <algorithm>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/check_fields.h"
#include "collision2d/solid/shapes/direction_in_range.h"
#include "collision2d/solid/shapes/disc_support.h"
#include "collision2d/solid/shapes/shape_tolerances.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// A cone about the z axis of its own frame: the apex at z = half_height_m, the base a disc at z = -half_height_m.
class ConeShape {
 public:
  using Hint = NoHint;

  // Takes half the height and the radius of the base in m. A half height of 0 makes a disc, a radius of 0 a segment.
  // Errors (InvalidArgument): a value that is negative, not finite or beyond kMaxCoordinate_m.
  static absl::StatusOr<ConeShape> Create(double half_height_m, double radius_m) {
    if (absl::Status status = internal::CheckLength("half_height_m", half_height_m); !status.ok()) return status;
    if (absl::Status status = internal::CheckLength("radius_m", radius_m); !status.ok()) return status;
    return ConeShape(half_height_m, radius_m);
  }

  double half_height_m() const { return half_height_m_; }
  double radius_m() const { return radius_m_; }

  // Returns the apex or a point of the base, whichever is farther along the direction; the apex, if they tie. Within
  // kRoundSupportRelativeError.
  // Source: van den Bergen 1999, A Fast and Robust GJK Implementation. Departure: the two candidates are compared, so
  // that no half angle is needed, whose sine loses digits for a flat or a slender cone.
  Vec3 Support(const Vec3& direction, Hint*) const {
    const Vec3 d = internal::ForDotProducts(direction);
    const Vec2 on_disc = internal::DiscSupport(radius_m_, d);
    if (2.0 * half_height_m_ * d.z >= on_disc.x * d.x + on_disc.y * d.y) return {0.0, 0.0, half_height_m_};
    return {on_disc.x, on_disc.y, -half_height_m_};
  }
  // The centroid, at a quarter of the height.
  Vec3 Center() const { return {0.0, 0.0, -0.5 * half_height_m_}; }
  double Magnitude() const { return kRoundUp * std::max(half_height_m_, radius_m_); }

 private:
  // REQUIRES: values that Create accepts.
  ConeShape(double half_height_m, double radius_m) : half_height_m_(half_height_m), radius_m_(radius_m) {}

  double half_height_m_;
  double radius_m_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_PAPERS_CONE_SHAPE_H_
