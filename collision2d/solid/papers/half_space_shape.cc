#include "collision2d/solid/papers/half_space_shape.h"

#include <cmath>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "collision2d/solid/shapes/check_fields.h"

namespace collision2d::solid {

absl::StatusOr<HalfSpaceShape> HalfSpaceShape::Create(const Vec3& point, const Vec3& outward_normal) {
  if (absl::Status status = internal::CheckPoint("point", point); !status.ok()) return status;
  if (absl::Status status = internal::CheckDirection("outward_normal", outward_normal); !status.ok()) return status;
  return HalfSpaceShape(point, outward_normal);
}

Vec3 HalfSpaceShape::recession_direction(int i) const {
  ABSL_ASSERT(0 <= i && i < num_recession_directions());
  const Vec3& n = outward_normal_;
  if (i == 0) return -n;
  // n x e for two axes e: its coordinates are those of n and their negatives, so nothing is rounded. If the axis
  // nearest to n is excluded, they are independent.
  const Vec3 across_x{0.0, n.z, -n.y};
  const Vec3 across_y{-n.z, 0.0, n.x};
  const Vec3 across_z{n.y, -n.x, 0.0};
  const double x = std::abs(n.x);
  const double y = std::abs(n.y);
  const double z = std::abs(n.z);
  const bool x_is_largest = x >= y && x >= z;
  const bool y_is_largest = !x_is_largest && y >= z;
  const Vec3 first = x_is_largest ? across_y : across_x;
  const Vec3 second = x_is_largest || y_is_largest ? across_z : across_y;
  const Vec3 side = i <= 2 ? first : second;
  return i % 2 == 1 ? side : -side;
}

}  // namespace collision2d::solid
