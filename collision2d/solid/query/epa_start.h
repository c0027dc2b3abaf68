#ifndef COLLISION2D_SOLID_QUERY_EPA_START_H_
#define COLLISION2D_SOLID_QUERY_EPA_START_H_

#include <cmath>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"

namespace collision2d::solid::internal {

// Points of the CSO that span a point, a segment, a triangle or a tetrahedron: size - 1 dimensions.
struct AffineBasis {
  int size = 0;
  CsoPoint p[4];

  // m. How far w is from the affine hull of the points, up to rounding; of three points, the plane is that of `normal`.
  double Height(const Vec3& w, const Vec3& normal) const {
    const Vec3 arm = w - p[0].point;
    if (size == 1) return Norm(arm);
    if (size == 2) return Norm(Cross(Normalized(p[1].point - p[0].point), arm));
    return std::abs(Dot(normal, arm));
  }
};

// The support mapping of a CSO, whatever its type, for what is rare and compiled once.
class CsoSupport {
 public:
  // `support(direction)` is the support point; it must outlive the object.
  template <typename Support>
  explicit CsoSupport(const Support& support)
      : support_(&support),
        call_([](const void* any, const Vec3& direction) { return (*static_cast<const Support*>(any))(direction); }) {}

  CsoPoint operator()(const Vec3& direction) const { return call_(support_, direction); }

 private:
  const void* support_;
  CsoPoint (*call_)(const void* support, const Vec3& direction);
};

// Chooses points of the CSO that span as many dimensions as it has: of the seed where these are well apart, else
// support points across what is spanned so far (van den Bergen 2001, section 4: a triangle is made a hexahedron by the
// supports of its normals, a segment by those around it; here one dimension at a time, for any seed).
AffineBasis SpanCso(absl::Span<const CsoPoint> seed, const CsoSupport& support);

// The unit vector along which a CSO that has only the dimensions of `basis`, fewer than three, is left: perpendicular
// to it, away from it if the origin is not in its affine hull.
Vec3 FlatDirection(const AffineBasis& basis);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_EPA_START_H_
