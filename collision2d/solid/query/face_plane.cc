#include "collision2d/solid/query/face_plane.h"

#include <cmath>

#include "collision2d/solid/geometry/determinant_sign.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/double_double.h"

namespace collision2d::solid::internal {
namespace {

// Bound on the error of a cross product of edges in twice the precision, relative to |e1|_1 |e2|_1.
constexpr double kAccurateCrossError = 0x1p-98;

// The same of a determinant, relative to the product of the 1-norms of its rows.
constexpr double kAccurateDeterminantError = 0x1p-97;

// Below this a product of three lengths, or its rounding error, may underflow.
constexpr double kSmallVolume = 0x1p-800;

}  // namespace

FacePlane AccuratePlane(const DoubleDoubleVec3& p, const DoubleDoubleVec3& pq, const DoubleDoubleVec3& pr) {
  const DoubleDoubleVec3 cross = Cross(pq, pr);
  const Vec3 rounded = cross.rounded();
  const double length_sq = NormSquared(rounded);
  const double length = std::sqrt(length_sq);
  const double error = kAccurateCrossError * Norm1(pq.rounded()) * Norm1(pr.rounded());
  if (!(length_sq > kSmallSquare) || !(length > 16.0 * error)) return {};
  const Vec3 normal{rounded.x / length, rounded.y / length, rounded.z / length};
  return {normal, Dot(cross, p).hi / length, 1.0, kAccurateNormalError + 2.0 * error / length, true};
}

FacePlane AccuratePlane(const Vec3& p, const Vec3& q, const Vec3& r) {
  return AccuratePlane(ExactEdge({}, p), ExactEdge(p, q), ExactEdge(p, r));
}

bool IsBeyondPlane(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& w) {
  const DoubleDoubleVec3 pq = ExactEdge(p, q);
  const DoubleDoubleVec3 pr = ExactEdge(p, r);
  const DoubleDoubleVec3 pw = ExactEdge(p, w);
  const double determinant = Dot(Cross(pq, pr), pw).hi;
  const double volume = Norm1(pq.rounded()) * Norm1(pr.rounded()) * Norm1(pw.rounded());
  if (volume > kSmallVolume && std::abs(determinant) > kAccurateDeterminantError * volume) return determinant > 0.0;
  return Orient3dSign(p, q, r, w) < 0;
}

}  // namespace collision2d::solid::internal
