#include "collision2d/solid/query/face_plane.h"

#include <cmath>
#include <limits>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/double_double.h"

namespace collision2d::solid::internal {
namespace {

constexpr double kRoundoff = 0x1p-53;

// Bound on the error of a cross product of edges relative to |e1| |e2|: 2 u for the rounded differences, 2 u for the
// products and their difference, on |e1.y e2.z| + |e1.z e2.y| and the like, whose Euclidean sum is at most
// sqrt(2) |e1| |e2|; rounded up.
constexpr double kCrossError = 8.0 * kRoundoff;

// Bound on the error of a cross product of edges in twice the precision, relative to |e1|_1 |e2|_1.
constexpr double kAccurateCrossError = 0x1p-98;

// Bound on the error of a determinant in twice the precision, relative to the product of the 1-norms of its rows.
constexpr double kAccurateDeterminantError = 0x1p-97;

// Below this a squared length may have lost its digits to underflow.
constexpr double kSmallSquare = 0x1p-900;

constexpr FacePlane kUnknown = {{0.0, 0.0, 0.0}, 0.0, std::numeric_limits<double>::infinity()};

}  // namespace

FacePlane RoundedPlane(const Vec3& p, const Vec3& q, const Vec3& r) {
  const Vec3 pq = q - p;
  const Vec3 pr = r - p;
  const Vec3 cross = Cross(pq, pr);
  const double length_sq = NormSquared(cross);
  if (!(length_sq > kSmallSquare)) return kUnknown;
  const double inverse_length = 1.0 / std::sqrt(length_sq);
  const double edges = std::sqrt(NormSquared(pq) * NormSquared(pr));
  const Vec3 normal = inverse_length * cross;
  return {normal, Dot(normal, p), kCrossError * (edges * inverse_length) + kAccurateNormalError};
}

FacePlane AccuratePlane(const DoubleDoubleVec3& p, const DoubleDoubleVec3& pq, const DoubleDoubleVec3& pr) {
  const DoubleDoubleVec3 cross = Cross(pq, pr);
  const Vec3 rounded = cross.rounded();
  const double length_sq = NormSquared(rounded);
  const double length = std::sqrt(length_sq);
  const double error = kAccurateCrossError * Norm1(pq.rounded()) * Norm1(pr.rounded());
  // The rest of the precision must be enough to round the normal right.
  if (!(length_sq > kSmallSquare) || !(length * (0.25 * kRoundoff) > error)) return kUnknown;
  return {{rounded.x / length, rounded.y / length, rounded.z / length}, Dot(cross, p).hi / length, kAccurateNormalError};
}

FacePlane AccuratePlane(const Vec3& p, const Vec3& q, const Vec3& r) {
  return AccuratePlane(ExactDifference(p, {}), ExactDifference(q, p), ExactDifference(r, p));
}

int SideOfTriangle(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& w) {
  const DoubleDoubleVec3 pq = ExactDifference(q, p);
  const DoubleDoubleVec3 pr = ExactDifference(r, p);
  const DoubleDoubleVec3 pw = ExactDifference(w, p);
  const DoubleDouble determinant = Dot(Cross(pq, pr), pw);
  const double error =
      kAccurateDeterminantError * Norm1(pq.rounded()) * Norm1(pr.rounded()) * Norm1(pw.rounded());
  if (determinant.hi > error) return 1;
  if (determinant.hi < -error) return -1;
  return 0;
}

}  // namespace collision2d::solid::internal
