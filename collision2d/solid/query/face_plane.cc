#include "collision2d/solid/query/face_plane.h"

#include <cmath>

#include "absl/base/attributes.h"
#include "collision2d/solid/geometry/determinant_sign.h"

namespace collision2d::solid::internal {
namespace {

// Bound on the error of a cross product of edges in twice the precision, relative to |e1|_1 |e2|_1.
constexpr double kAccurateCrossError = 0x1p-98;

// The same for a determinant, relative to the product of the 1-norms of its rows.
constexpr double kAccurateDeterminantError = 0x1p-97;

// Below this a product of three lengths, or its rounding error, may underflow.
constexpr double kSmallVolume = 0x1p-800;

// Returns 1 or -1 if w is beyond the plane of p, q, r or not; 0 if double-double arithmetic does
// not decide. Not inlined, so that its frame is gone when the exact sum takes 1 KiB of stack.
ABSL_ATTRIBUTE_NOINLINE int AccurateSide(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& w) {
  const DoubleDoubleVec3 pq = ExactEdge(p, q);
  const DoubleDoubleVec3 pr = ExactEdge(p, r);
  const DoubleDoubleVec3 pw = ExactEdge(p, w);
  const double determinant = Dot(Cross(pq, pr), pw).hi;
  const double volume = Norm1(pq.rounded()) * Norm1(pr.rounded()) * Norm1(pw.rounded());
  if (!(volume > kSmallVolume && std::abs(determinant) > kAccurateDeterminantError * volume)) return 0;
  return determinant > 0.0 ? 1 : -1;
}

// Computes the edge from p to q. Returns false if it is the small difference of two long edges.
bool FindEdge(const CsoPoint& p, const CsoPoint& q, const Pose3& a_from_b, Vec3* edge) {
  const Vec3 on_a = q.on_a - p.on_a;
  const Vec3 on_b = a_from_b.Rotate(q.on_b - p.on_b);
  *edge = on_a - on_b;
  return 4.0 * Norm1(*edge) > Norm1(on_a) + Norm1(on_b);
}

}  // namespace

FacePlane AccuratePlane(const DoubleDoubleVec3& p, const DoubleDoubleVec3& pq, const DoubleDoubleVec3& pr) {
  const DoubleDoubleVec3 cross = Cross(pq, pr);
  const Vec3 rounded = cross.rounded();
  const double length_sq = NormSquared(rounded);
  const double length = std::sqrt(length_sq);
  const double error = kAccurateCrossError * Norm1(pq.rounded()) * Norm1(pr.rounded());
  if (!(length_sq > kSmallSquare) || !(length > 16.0 * error)) return {};
  const Vec3 normal{rounded.x / length, rounded.y / length, rounded.z / length};
  const double normal_error = kAccurateNormalError + 2.0 * error / length;
  const double height_error = normal_error + kHeightRelativeError * Norm1(normal);
  return {normal, Dot(cross, p).hi / length, 1.0, normal_error, height_error, true};
}

FacePlane AccuratePlane(const Vec3& p, const Vec3& q, const Vec3& r) {
  return AccuratePlane(ExactEdge({}, p), ExactEdge(p, q), ExactEdge(p, r));
}

bool IsBeyondPlane(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& w) {
  const int side = AccurateSide(p, q, r, w);
  return side != 0 ? side > 0 : Orient3dSign(p, q, r, w) < 0;
}

FacePlane FeaturePlane(const CsoPoint& p, const CsoPoint& q, const CsoPoint& r, const Pose3& a_from_b) {
  Vec3 pq;
  Vec3 pr;
  if (!FindEdge(p, q, a_from_b, &pq) || !FindEdge(p, r, a_from_b, &pr)) return {};
  const Vec3 normal = Cross(pq, pr);
  const double length_sq = NormSquared(normal);
  if (!(length_sq > kSmallSquare && 8.0 * length_sq > NormSquared(pq) * NormSquared(pr))) return {};
  const double length = std::sqrt(length_sq);
  const Vec3 unit{normal.x / length, normal.y / length, normal.z / length};
  return {unit, Dot(normal, p.point) / length, 1.0, 0.0, 0.0, true};
}

FacePlane AccurateFeaturePlane(const CsoPoint& p, const CsoPoint& q, const CsoPoint& r, const Pose3& a_from_b) {
  const Vec3 p_on_b = a_from_b * p.on_b;
  const auto edge_to = [&](const CsoPoint& end) {
    return ExactEdge(p.on_a, end.on_a) - ExactEdge(p_on_b, a_from_b * end.on_b);
  };
  return AccuratePlane(ExactEdge(p_on_b, p.on_a), edge_to(q), edge_to(r));
}

}  // namespace collision2d::solid::internal
