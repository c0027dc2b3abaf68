#ifndef COLLISION2D_SOLID_QUERY_FACE_PLANE_H_
#define COLLISION2D_SOLID_QUERY_FACE_PLANE_H_

#include <cmath>
#include <limits>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/double_double.h"

namespace collision2d::solid::internal {

// The plane of a triangle.
struct FacePlane {
  Vec3 normal;            // Unit vector, up to rounding; 0 if not known.
  double distance = 0.0;  // normal . x of the points x of the plane: the signed distance from the origin to it.
  // Bound on |normal - exact|. A normal that may be wrong by 1 is no more known than one that is 0.
  double normal_error = 0.0;

  bool is_known() const { return normal_error < 1.0; }
  bool is_accurate() const;
};

// A normal that comes from twice the precision is unit and right to this: its rounding, a square root and a division.
inline constexpr double kAccurateNormalError = 4.0 * 0x1p-53;

inline bool FacePlane::is_accurate() const { return normal_error <= kAccurateNormalError; }

// Bound on the error of a cross product of edges relative to |e1| |e2|: 2 u for the rounded differences, 2 u for the
// products and their difference, on |e1.y e2.z| + |e1.z e2.y| and the like, whose Euclidean sum is at most
// sqrt(2) |e1| |e2|; rounded up.
inline constexpr double kCrossVectorError = 8.0 * 0x1p-53;

// Below this a squared length may have lost its digits to underflow.
inline constexpr double kSmallSquare = 0x1p-900;

inline constexpr FacePlane kUnknownPlane = {{0.0, 0.0, 0.0}, 0.0, std::numeric_limits<double>::infinity()};

// The plane through p, q and r, whose normal sees them counter-clockwise; in double precision. The error of the normal
// grows as the triangle becomes a sliver, and is said.
inline FacePlane RoundedPlane(const Vec3& p, const Vec3& q, const Vec3& r) {
  const Vec3 pq = q - p;
  const Vec3 pr = r - p;
  const Vec3 cross = Cross(pq, pr);
  const double length_sq = NormSquared(cross);
  if (!(length_sq > kSmallSquare)) return kUnknownPlane;
  const double inverse_length = 1.0 / std::sqrt(length_sq);
  const double edges = std::sqrt(NormSquared(pq) * NormSquared(pr));
  const Vec3 normal = inverse_length * cross;
  return {normal, Dot(normal, p), kCrossVectorError * (edges * inverse_length) + kAccurateNormalError};
}

// The same by twice the precision: normal_error is kAccurateNormalError, and the distance is right to 4 units of roundoff
// of itself. A triangle thinner than 2^-40 of 2^-53 of its edges has no known normal even so.
FacePlane AccuratePlane(const Vec3& p, const Vec3& q, const Vec3& r);

// The same of a triangle with the corner `p` and the edges `pq` and `pr`.
FacePlane AccuratePlane(const DoubleDoubleVec3& p, const DoubleDoubleVec3& pq, const DoubleDoubleVec3& pr);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_FACE_PLANE_H_
