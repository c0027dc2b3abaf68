#ifndef COLLISION2D_SOLID_QUERY_FACE_PLANE_H_
#define COLLISION2D_SOLID_QUERY_FACE_PLANE_H_

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/double_double.h"

namespace collision2d::solid::internal {

// Bound on the error of a normal that comes from twice the precision and is made unit: the rounding of its components, a
// square root and a division.
inline constexpr double kAccurateNormalError = 4.0 * 0x1p-53;

// Bound on the error of the cross product of two edges relative to |e1|_1 |e2|_1: 2 u for the rounded differences, 2 u for
// the products and their difference, on |e1.y e2.z| + |e1.z e2.y| and the like, whose Euclidean sum is at most
// |e1|_1 |e2|_1; doubled.
inline constexpr double kCrossVectorError = 8.0 * 0x1p-53;

// Below this a squared length may have lost its digits to underflow.
inline constexpr double kSmallSquare = 0x1p-900;

// The plane of a triangle: the points x with normal . x = offset. The normal has any length: making it unit would cost more
// than all the rest, and few planes are looked at again.
struct FacePlane {
  Vec3 normal;
  double offset = 0.0;
  double length_sq = 0.0;     // Of the normal.
  double normal_error = 0.0;  // Bound on |normal - exact|.
  bool is_accurate = false;   // Whether it comes from AccuratePlane.

  // A normal that may be wrong by half of its length is no more known than one that is 0.
  bool is_known() const { return length_sq > kSmallSquare && 4.0 * normal_error * normal_error < length_sq; }
};

// The plane through p, q and r, whose normal sees them counter-clockwise; in double precision. The error of the normal is
// small beside its length unless the triangle is a sliver, and is said.
inline FacePlane RoundedPlane(const Vec3& p, const Vec3& q, const Vec3& r) {
  const Vec3 pq = q - p;
  const Vec3 pr = r - p;
  const Vec3 normal = Cross(pq, pr);
  return {normal, Dot(normal, p), NormSquared(normal), kCrossVectorError * Norm1(pq) * Norm1(pr), false};
}

// The same by twice the precision. The normal is unit; its error is kAccurateNormalError and, of a triangle of which the sine
// of the angle at p is s, 2^-97 / s. The offset is the signed distance from the origin. A triangle thinner than that, or with edges
// below 2^-225 m, has no known plane even so.
FacePlane AccuratePlane(const Vec3& p, const Vec3& q, const Vec3& r);

// The same of the triangle with the corner `p` and from there the edges `pq` and `pr`.
FacePlane AccuratePlane(const DoubleDoubleVec3& p, const DoubleDoubleVec3& pq, const DoubleDoubleVec3& pr);

// Whether w is strictly on the side of the plane of p, q, r from which these are seen counter-clockwise. Exact: by twice the
// precision, and where that does not tell, by DeterminantSign.
bool IsBeyondPlane(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& w);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_FACE_PLANE_H_
