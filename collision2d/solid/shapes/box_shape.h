#ifndef COLLISION2D_SOLID_SHAPES_BOX_SHAPE_H_
#define COLLISION2D_SOLID_SHAPES_BOX_SHAPE_H_

#include <algorithm>
#include <cmath>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/shape_fields.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// A box centred at the origin of its own frame, with its sides along the axes of that frame. A
// vertex hull.
class BoxShape {
 public:
  using Hint = NoHint;

  // Takes half the lengths of the sides, m; 0 makes the box flat. Errors (InvalidArgument): a half
  // extent that is negative, not finite or beyond kMaxCoordinate_m.
  static absl::StatusOr<BoxShape> Create(const Vec3& half_extents) {
    if (absl::Status status = internal::CheckLengths("half_extents", half_extents); !status.ok()) return status;
    return BoxShape(half_extents);
  }

  const Vec3& half_extents() const { return half_extents_; }

  // Selects the corner by the signs of the direction's coordinates: exact for every direction.
  Vec3 Support(const Vec3& direction, Hint*) const {
    return {std::copysign(half_extents_.x, direction.x), std::copysign(half_extents_.y, direction.y),
            std::copysign(half_extents_.z, direction.z)};
  }
  Vec3 Center() const { return {}; }
  double Magnitude() const { return NormInfinity(half_extents_); }

  // m. The radii of balls around the centre: one inside the box, and one around it. See
  // support_mapping.h.
  double InnerRadius() const { return std::min({half_extents_.x, half_extents_.y, half_extents_.z}); }
  double OuterRadius() const { return outer_radius_m_; }

  // Bit 0 of i is the sign of x, bit 1 of y, bit 2 of z; set for plus. There are always eight, even
  // if some are equal.
  int num_vertices() const { return 8; }
  Vec3 vertex(int i) const {
    ABSL_ASSERT(0 <= i && i < 8);
    return {(i & 1) != 0 ? half_extents_.x : -half_extents_.x, (i & 2) != 0 ? half_extents_.y : -half_extents_.y,
            (i & 4) != 0 ? half_extents_.z : -half_extents_.z};
  }

 private:
  // REQUIRES: half extents that Create accepts.
  explicit BoxShape(const Vec3& half_extents)
      : half_extents_{std::abs(half_extents.x), std::abs(half_extents.y), std::abs(half_extents.z)},
        outer_radius_m_((1.0 + 0x1p-50) * Norm(half_extents)) {}

  Vec3 half_extents_;
  double outer_radius_m_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_BOX_SHAPE_H_
