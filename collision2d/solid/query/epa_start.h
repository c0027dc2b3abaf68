#ifndef COLLISION2D_SOLID_QUERY_EPA_START_H_
#define COLLISION2D_SOLID_QUERY_EPA_START_H_

#include <cmath>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"

namespace collision2d::solid::internal {

// CSO points that span a point, a segment, a triangle or a tetrahedron: size - 1 dimensions.
struct AffineBasis {
  int size = 0;
  CsoPoint p[4];

  // m. Returns the distance of w from the affine hull of the points, up to rounding; for three points, `normal` is the
  // normal of their plane.
  double Height(const Vec3& w, const Vec3& normal) const {
    const Vec3 arm = w - p[0].point;
    if (size == 1) return Norm(arm);
    if (size == 2) return Norm(Cross(Normalized(p[1].point - p[0].point), arm));
    return std::abs(Dot(normal, arm));
  }
};

// The support mapping of a CSO of any type, for rare code that is compiled once.
class CsoSupport {
 public:
  // `support(direction)` returns the support point; it must outlive the object.
  template <typename Support>
  explicit CsoSupport(const Support& support)
      : support_(&support),
        call_([](const void* any, const Vec3& direction) { return (*static_cast<const Support*>(any))(direction); }) {}

  CsoPoint operator()(const Vec3& direction) const { return call_(support_, direction); }

 private:
  const void* support_;
  CsoPoint (*call_)(const void* support, const Vec3& direction);
};

// Chooses points of the CSO that span as many dimensions as it has: points of the seed if they are well apart,
// otherwise support points perpendicular to what is spanned so far (van den Bergen 2001, section 4, extends a triangle
// to a hexahedron by the supports of its normals, and a segment by those around it; here one dimension at a time, for
// any seed).
AffineBasis SpanCso(absl::Span<const CsoPoint> seed, const CsoSupport& support);

// Returns the unit vector along which to leave a CSO that has only the dimensions of `basis`, fewer than three: it is
// perpendicular to the CSO, and points away from it if the origin is not in its affine hull.
Vec3 FlatDirection(const AffineBasis& basis);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_EPA_START_H_
