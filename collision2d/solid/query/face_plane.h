#ifndef COLLISION2D_SOLID_QUERY_FACE_PLANE_H_
#define COLLISION2D_SOLID_QUERY_FACE_PLANE_H_

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/double_double.h"

namespace collision2d::solid::internal {

// The plane of a triangle.
struct FacePlane {
  Vec3 normal;            // Unit vector, up to rounding; 0 if not known.
  double distance = 0.0;  // normal . x of the points x of the plane: the signed distance from the origin to it.
  // Bound on |normal - exact|; infinity if the normal is not known.
  double normal_error = 0.0;
};

// A normal that comes from twice the precision is unit and right to this: its rounding, a square root and a division.
inline constexpr double kAccurateNormalError = 4.0 * 0x1p-53;

// The plane through p, q and r, whose normal sees them counter-clockwise; in double precision. The error of the normal
// grows as the triangle becomes a sliver, and is said.
FacePlane RoundedPlane(const Vec3& p, const Vec3& q, const Vec3& r);

// The same by twice the precision: normal_error is kAccurateNormalError, and the distance is right to 4 units of roundoff
// of itself. A triangle thinner than 2^-40 of 2^-53 of its edges has no known normal even so.
FacePlane AccuratePlane(const Vec3& p, const Vec3& q, const Vec3& r);

// The same of a triangle with the corner `p` and the edges `pq` and `pr`.
FacePlane AccuratePlane(const DoubleDoubleVec3& p, const DoubleDoubleVec3& pq, const DoubleDoubleVec3& pr);

// The sign of (q - p) x (r - p) . (w - p): positive if w sees the triangle p, q, r counter-clockwise. Exact.
int SideOfTriangle(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& w);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_FACE_PLANE_H_
