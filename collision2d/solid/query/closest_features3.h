#ifndef COLLISION2D_SOLID_QUERY_CLOSEST_FEATURES3_H_
#define COLLISION2D_SOLID_QUERY_CLOSEST_FEATURES3_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/base/macros.h"
#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/separation3_result.h"
#include "collision2d/solid/subdistance/simplex_step.h"

namespace collision2d::solid::internal {

// What the nearest simplex of a disjoint pair's CSO stands for, from the shapes' own points: an edge of the CSO is the
// difference of two points of a and of two points of b, each taken in the frame where both are given, and so exact to
// rounding of its own length; the difference of two CSO points is exact only to rounding of their distance from the
// origin.

// A part of the CSO of one to three vertices, and the plane through it that faces the origin. Refers to the simplex
// that it was made of.
struct Feature3 {
  int size = 0;
  // The first is the one nearest to the origin: errors grow with what is measured from.
  std::array<const CsoPoint*, 3> vertex = {nullptr, nullptr, nullptr};
  std::array<double, 3> weight = {1.0, 0.0, 0.0};  // Barycentric, of the point nearest to the origin.
  // From the origin to the feature, of any length, perpendicular to it. Zero where rounding has left nothing of it.
  Vec3 normal;
  double distance_m = 0.0;
};

// From CSO point `from` to CSO point `to`.
inline Vec3 EdgeOf(const Pose3& a_from_b, const CsoPoint& from, const CsoPoint& to) {
  return (to.on_a - from.on_a) - a_from_b.Rotate(to.on_b - from.on_b);
}

inline Feature3 VertexFeature3(const CsoPoint& vertex) {
  Feature3 feature;
  feature.size = 1;
  feature.vertex[0] = &vertex;
  feature.normal = vertex.point;
  feature.distance_m = Norm(vertex.point);
  return feature;
}

// Inlined, like the triangle's, so that the weights cost nothing where only the distance is asked for.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline Feature3 SegmentFeature3(const Pose3& a_from_b, const CsoPoint& first,
                                                             const CsoPoint& second) {
  // By index, without a branch: which end is nearer, nobody can predict.
  const CsoPoint* const ends[2] = {&first, &second};
  const int nearer = NormSquared(second.point) < NormSquared(first.point) ? 1 : 0;
  const CsoPoint& near = *ends[nearer];
  const CsoPoint& far = *ends[1 - nearer];
  const Vec3 edge = EdgeOf(a_from_b, near, far);
  const double along = -Dot(edge, near.point);
  // The simplex was reduced by the difference of its points; of an edge that is much shorter than its distance that is
  // mostly rounding, and the foot can be beyond an end.
  const double edge_sq = NormSquared(edge);
  if (ABSL_PREDICT_FALSE(!(along > 0.0))) return VertexFeature3(near);
  Feature3 feature;
  feature.size = 2;
  feature.vertex = {&near, &far, nullptr};
  feature.weight[1] = std::min(along / edge_sq, 1.0);
  feature.weight[0] = 1.0 - feature.weight[1];
  feature.normal = PerpendicularTo(edge, edge_sq, edge_sq * near.point + along * edge);
  feature.distance_m = Norm(feature.normal) / edge_sq;
  return feature;
}

inline const Feature3& Nearer(const Feature3& first, const Feature3& second) {
  return second.distance_m < first.distance_m ? second : first;
}

// The square of the sine below which a triangle is a segment: its width is below 32 u of its length, and the weights of
// its vertices would be rounding.
inline constexpr double kCollinearSineSquared = 0x1p-96;

// The part of an edge, in [0, most], that takes a point on a line along it nearest to the origin.
inline double WeightAlong(const Vec3& point, const Vec3& edge, double most) {
  return std::clamp(-Dot(point, edge) / NormSquared(edge), 0.0, most);
}

// The nearest edge of a triangle that is taken for its edges.
ABSL_ATTRIBUTE_NOINLINE inline Feature3 EdgesFeature3(const Pose3& a_from_b, const CsoPoint& first,
                                                      const CsoPoint& second, const CsoPoint& third) {
  const Feature3 nearer = Nearer(SegmentFeature3(a_from_b, first, second), SegmentFeature3(a_from_b, first, third));
  return Nearer(nearer, SegmentFeature3(a_from_b, second, third));
}

ABSL_ATTRIBUTE_ALWAYS_INLINE inline Feature3 TriangleFeature3(const Pose3& a_from_b, const CsoPoint* near,
                                                              const CsoPoint* second, const CsoPoint* third) {
  if (NormSquared(second->point) < NormSquared(near->point)) std::swap(near, second);
  if (NormSquared(third->point) < NormSquared(near->point)) std::swap(near, third);
  Vec3 edge_2 = EdgeOf(a_from_b, *near, *second);
  Vec3 edge_3 = EdgeOf(a_from_b, *near, *third);
  double longer_sq = NormSquared(edge_2);
  double shorter_sq = NormSquared(edge_3);
  if (longer_sq < shorter_sq) {
    std::swap(longer_sq, shorter_sq);
    std::swap(edge_2, edge_3);
    std::swap(second, third);
  }
  const Vec3 normal = PerpendicularTo(edge_2, longer_sq, Cross(edge_2, edge_3));
  const double normal_sq = NormSquared(normal);
  if (ABSL_PREDICT_FALSE(!(normal_sq > kCollinearSineSquared * longer_sq * shorter_sq))) {
    return EdgesFeature3(a_from_b, *near, *second, *third);
  }
  const double height = Dot(normal, near->point);
  Feature3 feature;
  feature.size = 3;
  feature.vertex = {near, second, third};
  feature.weight[2] = std::clamp(Dot(Cross(near->point, edge_2), normal) / normal_sq, 0.0, 1.0);
  // Along the longer edge, where an error of the other weight would show most.
  feature.weight[1] = WeightAlong(near->point + feature.weight[2] * edge_3, edge_2, 1.0 - feature.weight[2]);
  if (feature.weight[1] == 0.0 || feature.weight[1] + feature.weight[2] == 1.0) {
    // Cut off: of nearly parallel edges the first weight can be all rounding.
    feature.weight[2] = WeightAlong(near->point + feature.weight[1] * edge_2, edge_3, 1.0 - feature.weight[1]);
    feature.weight[1] = WeightAlong(near->point + feature.weight[2] * edge_3, edge_2, 1.0 - feature.weight[2]);
  }
  feature.weight[0] = 1.0 - feature.weight[1] - feature.weight[2];
  feature.normal = height < 0.0 ? -normal : normal;
  feature.distance_m = std::abs(height) / Norm(normal);
  return feature;
}

// The feature that the simplex of the loop stands for.
// REQUIRES: 1 <= gjk.size <= 3; gjk outlives the feature.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline Feature3 FeatureOf(const Pose3& a_from_b, const Gjk3& gjk) {
  ABSL_ASSERT(gjk.size >= 1 && gjk.size <= 3);
  if (gjk.size == 1) return VertexFeature3(gjk.simplex(0));
  if (gjk.size == 2) return SegmentFeature3(a_from_b, gjk.simplex(0), gjk.simplex(1));
  return TriangleFeature3(a_from_b, &gjk.simplex(0), &gjk.simplex(1), &gjk.simplex(2));
}

// The points of a and b that the feature's nearest point to the origin is the difference of.
struct Witnesses3 {
  Vec3 on_a;             // Frame of a.
  Vec3 on_b;             // Frame of a.
  bool one_of_a = true;  // All vertices of the feature have the same point of a,
  bool one_of_b = true;  // or of b.
};

inline Witnesses3 WitnessesOf(const Pose3& a_from_b, const Feature3& feature) {
  Witnesses3 witnesses;
  witnesses.on_a = feature.vertex[0]->on_a;
  Vec3 on_b = feature.vertex[0]->on_b;
  for (int i = 1; i < feature.size; ++i) {
    const CsoPoint& vertex = *feature.vertex[i];
    witnesses.one_of_a = witnesses.one_of_a && vertex.on_a == feature.vertex[0]->on_a;
    witnesses.one_of_b = witnesses.one_of_b && vertex.on_b == feature.vertex[0]->on_b;
    witnesses.on_a = witnesses.on_a + feature.weight[i] * (vertex.on_a - feature.vertex[0]->on_a);
    on_b = on_b + feature.weight[i] * (vertex.on_b - feature.vertex[0]->on_b);
  }
  witnesses.on_b = a_from_b * on_b;
  return witnesses;
}

// The closest points of a and b, and the direction between them.
// REQUIRES: the feature's normal is not zero.
inline Separation3 SeparationOf(const Pose3& a_from_b, const Feature3& feature) {
  const Witnesses3 witnesses = WitnessesOf(a_from_b, feature);
  Separation3 separation;
  separation.signed_distance_m = feature.distance_m;
  separation.direction = -Normalized(feature.normal);
  separation.witness_a = witnesses.on_a;
  separation.witness_b = witnesses.on_b;
  // The weights of a thin feature are worse than its plane: where one witness is a vertex, the other is its foot.
  const Vec3 connection = feature.distance_m * separation.direction;
  if (witnesses.one_of_b && !witnesses.one_of_a) separation.witness_a = separation.witness_b - connection;
  if (witnesses.one_of_a && !witnesses.one_of_b) separation.witness_b = separation.witness_a + connection;
  separation.status = SeparationStatus::kSeparated;
  return separation;
}

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_CLOSEST_FEATURES3_H_
