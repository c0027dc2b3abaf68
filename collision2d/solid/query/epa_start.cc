#include <algorithm>
#include <cmath>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/expanding_polytope.h"
#include "collision2d/solid/query/face_plane.h"

namespace collision2d::solid::internal {
namespace {

// A unit vector perpendicular to v. REQUIRES: v is not zero.
Vec3 AnyPerpendicular(const Vec3& v) {
  const double x = std::abs(v.x);
  const double y = std::abs(v.y);
  const double z = std::abs(v.z);
  const Vec3 axis = x <= y && x <= z ? Vec3{1.0, 0.0, 0.0} : y <= z ? Vec3{0.0, 1.0, 0.0} : Vec3{0.0, 0.0, 1.0};
  return Normalized(Cross(v, axis));
}

// Returns the unit normal of the plane of three points; 0 if they are collinear, or nearly so.
Vec3 NormalOf(const Vec3& p, const Vec3& q, const Vec3& r) { return AccuratePlane(p, q, r).normal; }

}  // namespace

AffineBasis SpanCso(absl::Span<const CsoPoint> seed, double magnitude_m, const CsoSupport& support) {
  // A seed that is flatter than this part of its extent is not used: the expansion would have to
  // grow out of its slivers.
  constexpr double kWellApart = 0x1p-16;
  AffineBasis basis;
  basis.p[0] = seed.empty() ? support(Vec3{1.0, 0.0, 0.0}) : seed[0];
  basis.size = 1;
  // Nor is one that is this small a part of the CSO: the normal of its plane underflows.
  constexpr double kLeastExtent = 0x1p-100;
  double extent_m = std::max(NormInfinity(basis.p[0].point), kLeastExtent * magnitude_m);
  Vec3 normal;
  while (basis.size < 4) {
    CsoPoint best;
    double best_m = 0.0;
    const auto consider = [&](const CsoPoint& w) {
      const double height_m = basis.Height(w.point, normal);
      if (!(height_m > best_m)) return;
      // Three points separated only by rounding span nothing.
      if (basis.size == 2 && height_m < 0x1p-40 * extent_m &&
          NormalOf(basis.p[0].point, basis.p[1].point, w.point) == Vec3{}) {
        return;
      }
      best_m = height_m;
      best = w;
    };
    for (const CsoPoint& w : seed) consider(w);
    if (!(best_m > kWellApart * extent_m)) {
      Vec3 across[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
      if (basis.size == 2) {
        const Vec3 line = Normalized(basis.p[1].point - basis.p[0].point);
        across[0] = AnyPerpendicular(line);
        across[1] = Cross(line, across[0]);
      } else if (basis.size == 3) {
        across[0] = normal;
      }
      for (int i = 0; i < 4 - basis.size; ++i) {
        consider(support(across[i]));
        consider(support(-across[i]));
      }
    }
    if (!(best_m > 0.0)) break;
    basis.p[basis.size++] = best;
    if (basis.size == 2) extent_m = best_m;
    if (basis.size != 3) continue;
    normal = NormalOf(basis.p[0].point, basis.p[1].point, basis.p[2].point);
    if (normal == Vec3{}) {
      // What is off the line is so short that the normal underflows.
      basis.size = 2;
      break;
    }
  }
  return basis;
}

Vec3 FlatDirection(const AffineBasis& basis) {
  const Vec3 p = basis.p[0].point;
  if (basis.size == 1) return p == Vec3{} ? Vec3{1.0, 0.0, 0.0} : -Normalized(p);
  if (basis.size == 2) {
    const Vec3 edge = basis.p[1].point - p;
    const Vec3 line = Normalized(edge);
    Vec3 off = p - Dot(line, p) * line;
    // If only rounding or underflow is left of p, it has no direction. If it is not far above that,
    // it is made perpendicular again.
    if (NormInfinity(off) > 0x1p-48 * std::max(NormInfinity(p), NormInfinity(edge))) {
      off = off - Dot(line, off) * line;
      return -Normalized(off);
    }
    return AnyPerpendicular(line);
  }
  const Vec3 normal = NormalOf(p, basis.p[1].point, basis.p[2].point);
  return Dot(normal, p) > 0.0 ? -normal : normal;
}

}  // namespace collision2d::solid::internal
