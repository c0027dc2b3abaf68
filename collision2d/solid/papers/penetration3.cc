#include "collision2d/solid/papers/penetration3.h"

#include <cmath>

#include "absl/base/macros.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/face_plane.h"

namespace collision2d::solid {
namespace {

using internal::AccuratePlane;
using internal::FacePlane;
using internal::RoundedPlane;

// m. Returns a lower bound of how far the origin is behind the plane of p, q, r, seen from the side
// away from `inner`; at most 0 if it is not behind the plane, or if that is unknown.
double DepthBehind(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& inner) {
  // Error of the product of the normal and a vertex, relative to their 1-norms.
  constexpr double kProductError = 4.0 * 0x1p-53;
  FacePlane plane = RoundedPlane(p, q, r);
  if (!plane.is_known()) plane = AccuratePlane(p, q, r);
  if (!plane.is_known()) return 0.0;
  const double sign = Dot(plane.normal, inner - p) > 0.0 ? -1.0 : 1.0;
  const double error = (plane.normal_error + kProductError * Norm1(plane.normal)) * Norm1(p);
  return (sign * plane.offset - error) / std::sqrt(plane.length_sq);
}

}  // namespace

MtdBounds ComputeMtdBounds(absl::Span<const CsoPoint> simplex) {
  ABSL_ASSERT(!simplex.empty() && simplex.size() <= 4);
  MtdBounds bounds;
  bounds.upper_m = std::numeric_limits<double>::infinity();
  for (const CsoPoint& x : simplex) bounds.upper_m = std::min(bounds.upper_m, Norm(x.point));
  if (simplex.size() < 4) return bounds;
  bounds.lower_m = bounds.upper_m;
  for (size_t i = 0; i < 4; ++i) {
    const double depth_m = DepthBehind(simplex[(i + 1) % 4].point, simplex[(i + 2) % 4].point,
                                       simplex[(i + 3) % 4].point, simplex[i].point);
    bounds.lower_m = std::min(bounds.lower_m, depth_m);
  }
  bounds.lower_m = std::max(0.0, bounds.lower_m);
  return bounds;
}

}  // namespace collision2d::solid
