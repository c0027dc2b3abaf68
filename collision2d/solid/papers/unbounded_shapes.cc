#include "collision2d/solid/papers/unbounded_shapes.h"

#include <cmath>

#include "absl/strings/str_format.h"
#include "collision2d/solid/geometry/determinant_sign.h"

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
  // n x e for two axes e: its coordinates are those of n and their negatives, so nothing is
  // rounded. If the axis nearest to n is excluded, they are independent.
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

namespace {

using Edges = std::array<Vec3, 4>;

// Returns on which side of the wall through edges i and i + 1 edge k is: 1 inside, for edges in
// counter-clockwise order.
int SideOfWall(const Edges& edges, size_t i, size_t k) {
  return DeterminantSign(FromOrigin(edges[i]), FromOrigin(edges[(i + 1) % 4]), FromOrigin(edges[k]));
}

// The sign of all eight sides, if they agree, otherwise 0.
int CommonSide(const Edges& edges) {
  const int side = SideOfWall(edges, 0, 2);
  for (size_t i = 0; i < 4; ++i) {
    if (SideOfWall(edges, i, (i + 2) % 4) != side || SideOfWall(edges, i, (i + 3) % 4) != side) return 0;
  }
  return side;
}

// Names the first wall with an edge on it or outside, that is, with fewer than both of the other
// edges inside.
absl::Status NotConvex(const Edges& edges) {
  for (size_t i = 0; i < 4; ++i) {
    for (const size_t k : {(i + 2) % 4, (i + 3) % 4}) {
      const int side = SideOfWall(edges, i, k);
      if (side > 0) continue;
      return absl::InvalidArgumentError(absl::StrFormat(
          "edges[%d]: (%.17g, %.17g, %.17g) is %s the wall through edges[%d] and edges[%d]; four corners are needed", k,
          edges[k].x, edges[k].y, edges[k].z, side == 0 ? "on" : "outside", i, (i + 1) % 4));
    }
  }
  return absl::OkStatus();
}

}  // namespace

// If every edge is strictly inside the walls that it is not on, the sum of the walls' inward
// normals has a positive product with each edge: the cone is pointed, and has an interior.
absl::StatusOr<ViewPyramidShape> ViewPyramidShape::Create(const Vec3& apex, const Edges& edges) {
  if (absl::Status status = internal::CheckPoint("apex", apex); !status.ok()) return status;
  for (size_t i = 0; i < 4; ++i) {
    if (absl::Status status = internal::CheckDirection(absl::StrFormat("edges[%d]", i), edges[i]); !status.ok()) {
      return status;
    }
  }
  const int side = CommonSide(edges);
  if (side < 0) {
    return absl::InvalidArgumentError("edges[0..3] are in clockwise order; counter-clockwise is needed");
  }
  if (side == 0) return NotConvex(edges);
  return ViewPyramidShape(apex, edges);
}

}  // namespace collision2d::solid
