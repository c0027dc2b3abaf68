#include "collision2d/solid/shapes/polytope_balls.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "absl/base/macros.h"

namespace collision2d::solid::internal {
namespace {

// Relative error of a length: the rounded difference u, Norm 2 u.
constexpr double kLengthError = 0x1p-50;

// Error of a normal n = e x f relative to |e| |f|, as a norm: the edges' rounding, 2 u, and that of the cross product,
// at most 4 u of the two products of each coordinate: together below 12 u. Error of the height n . w relative to |n|
// |w|: the rounding of w and of the dot product, 6 u. Rounded up.
constexpr double kNormalError = 0x1p-48;

// Shorter normals may have lost bits to underflow.
constexpr double kSmallestNormal = 0x1p-900;

}  // namespace

double OuterRadius(absl::Span<const Vec3> vertices, const Vec3& center) {
  double radius_m = 0.0;
  for (const Vec3& v : vertices) radius_m = std::max(radius_m, Norm(v - center));
  return (1.0 + kLengthError) * radius_m;
}

double InnerRadiusAtFace(absl::Span<const Vec3> vertices, absl::Span<const int32_t> corners, const Vec3& center) {
  ABSL_ASSERT(corners.size() >= 3);
  const Vec3& origin = vertices[corners[0]];
  const double reach_m = Norm(origin - center);
  double radius_m = -std::numeric_limits<double>::infinity();
  for (size_t i = 2; i < corners.size(); ++i) {
    const Vec3 first = vertices[corners[i - 1]] - origin;
    const Vec3 second = vertices[corners[i]] - origin;
    const Vec3 normal = Cross(first, second);
    const double norm = Norm(normal);
    // Products underflow.
    if (!(norm > kSmallestNormal)) continue;
    // The normal may be rotated by this much; a thin triangle gives no information.
    const double turn = kNormalError * (Norm(first) * Norm(second) / norm);
    if (!(turn < 0.25)) continue;
    // Twice the rotation bounds the change of direction of a vector with that relative error.
    radius_m = std::max(radius_m, Dot(normal, origin - center) / norm - (2.0 * turn + kNormalError) * reach_m);
  }
  return radius_m;
}

}  // namespace collision2d::solid::internal
