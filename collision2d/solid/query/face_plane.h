#ifndef COLLISION2D_SOLID_QUERY_FACE_PLANE_H_
#define COLLISION2D_SOLID_QUERY_FACE_PLANE_H_

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/double_double.h"

namespace collision2d::solid::internal {

// Bound on the error of a normal computed in double-double arithmetic and then normalised: the rounding of its
// components, a square root and a division.
inline constexpr double kAccurateNormalError = 4.0 * 0x1p-53;

// Bound on the error of the cross product of two edges relative to |e1|_1 |e2|_1: 2 u for the rounded differences, 2 u
// for the products and their difference, on |e1.y e2.z| + |e1.z e2.y| and so on, whose Euclidean sum is at most
// |e1|_1 |e2|_1; doubled.
inline constexpr double kCrossVectorError = 8.0 * 0x1p-53;

// Bound on the error of normal . (w - p) relative to |normal|_1 (|w|_1 + |p|_1), in addition to that of the normal; it
// also holds for normal . w - normal . p: the difference, a product and two sums, twice, and the last difference, 6 u
// with u = 2^-53.
inline constexpr double kHeightRelativeError = 6.0 * 0x1p-53;

// Below this a squared length may have lost its digits to underflow.
inline constexpr double kSmallSquare = 0x1p-900;

// The plane of a triangle: the points x with normal . x = offset. The normal has any length: normalising it would cost
// more than everything else, and few planes are used again.
struct FacePlane {
  Vec3 normal;
  double offset = 0.0;
  double length_sq = 0.0;     // Squared length of the normal.
  double normal_error = 0.0;  // Bound on |normal - exact|.
  double height_error = 0.0;  // Bound on the error of normal . (w - p), relative to |w|_1 + |p|_1.
  bool is_accurate = false;   // Whether it was computed by AccuratePlane.

  // A normal with an error of half its length is as unknown as a zero normal.
  bool is_known() const { return length_sq > kSmallSquare && 4.0 * normal_error * normal_error < length_sq; }
};

// Returns the plane through p, q and r, with the normal to the side from which they are counter-clockwise, in double
// precision. The error of the normal is reported; it is small relative to its length unless the triangle is a sliver.
inline FacePlane RoundedPlane(const Vec3& p, const Vec3& q, const Vec3& r) {
  const Vec3 pq = q - p;
  const Vec3 pr = r - p;
  const Vec3 normal = Cross(pq, pr);
  const double error = kCrossVectorError * Norm1(pq) * Norm1(pr);
  return {normal, Dot(normal, p), NormSquared(normal), error, error + kHeightRelativeError * Norm1(normal), false};
}

// Returns the same plane in double-double arithmetic. The normal is a unit vector; its error is kAccurateNormalError
// plus 2^-97 / s, where s is the sine of the triangle's angle at p. The offset is the signed distance from the origin.
// The plane of a triangle thinner than that, or with edges below 2^-225 m, is unknown even then.
FacePlane AccuratePlane(const Vec3& p, const Vec3& q, const Vec3& r);

// Returns the same for the triangle with the corner `p` and the edges `pq` and `pr` from it.
FacePlane AccuratePlane(const DoubleDoubleVec3& p, const DoubleDoubleVec3& pq, const DoubleDoubleVec3& pr);

// Returns whether w is strictly on the side of the plane of p, q, r from which these are counter-clockwise. Exact: by
// double-double arithmetic, and where that is not sufficient by DeterminantSign.
bool IsBeyondPlane(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& w);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_FACE_PLANE_H_
