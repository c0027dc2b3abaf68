#include "collision2d/solid/query/feature_plane.h"

#include <cmath>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/double_double.h"
#include "collision2d/solid/query/face_plane.h"

namespace collision2d::solid::internal {
namespace {

// Computes the edge from p to q. Returns false if it is the small difference of two long edges.
bool FindEdge(const CsoPoint& p, const CsoPoint& q, const Pose3& a_from_b, Vec3* edge) {
  const Vec3 on_a = q.on_a - p.on_a;
  const Vec3 on_b = a_from_b.Rotate(q.on_b - p.on_b);
  *edge = on_a - on_b;
  return 4.0 * Norm1(*edge) > Norm1(on_a) + Norm1(on_b);
}

}  // namespace

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
