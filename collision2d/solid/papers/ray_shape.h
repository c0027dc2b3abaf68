#ifndef COLLISION2D_SOLID_PAPERS_RAY_SHAPE_H_
#define COLLISION2D_SOLID_PAPERS_RAY_SHAPE_H_

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/check_fields.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// The ray {origin + t direction, t >= 0}. Unbounded: see recession.h.
class RayShape {
 public:
  using Hint = NoHint;
  static constexpr int kGaussMapDimension = 2;

  // `direction` need not be a unit vector. Errors (InvalidArgument): a coordinate of `origin` (m) that is not finite or
  // beyond kMaxCoordinate_m; a direction that is not finite, or zero.
  static absl::StatusOr<RayShape> Create(const Vec3& origin, const Vec3& direction) {
    if (absl::Status status = internal::CheckPoint("origin", origin); !status.ok()) return status;
    if (absl::Status status = internal::CheckDirection("direction", direction); !status.ok()) return status;
    return RayShape(origin, direction);
  }

  // The support mapping of the base point.
  Vec3 Support(const Vec3&, Hint*) const { return origin_; }
  Vec3 Center() const { return origin_; }
  double Magnitude() const { return NormInfinity(origin_); }

  int num_recession_directions() const { return 1; }
  Vec3 recession_direction(int i) const {
    ABSL_ASSERT(i == 0);
    static_cast<void>(i);
    return direction_;
  }

 private:
  // REQUIRES: values that Create accepts.
  RayShape(const Vec3& origin, const Vec3& direction) : origin_(origin), direction_(direction) {}

  Vec3 origin_;
  Vec3 direction_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_PAPERS_RAY_SHAPE_H_
