#pragma once

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
#include "collision2d/solid/query/face_plane.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/simplex_step.h"

// Closest points, distance and direction from the simplex that GJK ends with.
namespace collision2d::solid::internal {

// The feature that the nearest simplex of a disjoint pair's CSO stands for, computed from the
// shapes' own points. An edge of the CSO is a difference of two points of a minus a difference of
// two posed points of b. Each of these differences is exact to rounding of its own length, while
// the difference of two CSO points is exact only to rounding of their distance from the origin.

// The simplex that the loop ended with, one to three vertices, all in the frame of a: on_b is the
// posed point.
struct PosedSimplex3 {
  PosedSimplex3() {}

  int size = 0;
  // A union avoids zero-initialising what is written anyway.
  union {
    std::array<CsoPoint, 3> vertex;
  };
};

// REQUIRES: 1 <= gjk.size <= 3.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline void PoseSimplex(const Pose3& a_from_b, const Gjk3& gjk, PosedSimplex3* posed) {
  ABSL_ASSERT(gjk.size >= 1 && gjk.size <= 3);
  posed->size = gjk.size;
  for (int i = 0; i < gjk.size; ++i) {
    const CsoPoint& p = gjk.simplex(i);
    posed->vertex[static_cast<size_t>(i)] = {p.point, p.on_a, a_from_b * p.on_b};
  }
}

// A part of the CSO with one to three vertices, and the plane through it that faces the origin.
// Refers to the simplex that it was made from.
struct Feature3 {
  int size = 0;
  // The first is the one nearest to the origin, since errors grow with the distance of the
  // reference point.
  std::array<const CsoPoint*, 3> vertex = {nullptr, nullptr, nullptr};
  std::array<double, 3> weight = {1.0, 0.0, 0.0};  // Barycentric, of the point nearest to the origin.
  // From the origin to the feature, of any length, perpendicular to it. Zero if rounding has
  // cancelled it entirely.
  Vec3 normal;
  // m. The distance of the feature's line or plane, if it is not a vertex.
  double distance_m = 0.0;
  // m. The distance of the point given by the weights: for any weights, not less than the distance
  // of the CSO, up to rounding.
  double upper_m = 0.0;
  // For a triangle: whether the sine of the angle between the edges that determine the normal is
  // above 1 / sqrt(8).
  bool is_well_shaped = true;
};

// Returns the vector from CSO point `from` to CSO point `to`, both as posed, in double-double
// arithmetic: for an edge that is the small difference of two long ones.
ABSL_ATTRIBUTE_NOINLINE inline Vec3 AccurateEdgeOf(const CsoPoint& from, const CsoPoint& to) {
  return (ExactEdge(from.on_a, to.on_a) - ExactEdge(from.on_b, to.on_b)).rounded();
}

// Returns the same vector, within 8 u of its 1-norm.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline Vec3 EdgeOf(const CsoPoint& from, const CsoPoint& to) {
  const Vec3 on_a = to.on_a - from.on_a;
  const Vec3 on_b = to.on_b - from.on_b;
  const Vec3 edge = on_a - on_b;
  if (ABSL_PREDICT_TRUE(4.0 * Norm1(edge) > Norm1(on_a) + Norm1(on_b))) return edge;
  return AccurateEdgeOf(from, to);
}

// m^2 or m^4. Below this the square of an edge or of a normal loses digits to underflow. The edge,
// or the width of the triangle, is then below 2^-225 m, which is negligible relative to the
// magnitude of a pair, above 2^-100 m (IsTiny).
inline constexpr double kLeastSquare = 0x1p-900;

inline Feature3 VertexFeature3(const CsoPoint& vertex) {
  Feature3 feature;
  feature.size = 1;
  feature.vertex[0] = &vertex;
  feature.normal = vertex.point;
  feature.distance_m = Norm(vertex.point);
  feature.upper_m = feature.distance_m;
  return feature;
}

// Inlined, like the triangle's, so that the weights cost nothing if only the distance is requested.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline Feature3 SegmentFeature3(const CsoPoint& first, const CsoPoint& second) {
  // Selected by index, without a branch, since which end is nearer is unpredictable.
  const CsoPoint* const ends[2] = {&first, &second};
  const int nearer = NormSquared(second.point) < NormSquared(first.point) ? 1 : 0;
  const CsoPoint& near = *ends[nearer];
  const CsoPoint& far = *ends[1 - nearer];
  const Vec3 edge = EdgeOf(near, far);
  const double along = -Dot(edge, near.point);
  // The simplex was reduced by the difference of its points. For an edge that is much shorter than
  // its distance, this difference is mostly rounding, and the foot can be beyond an end.
  const double edge_sq = NormSquared(edge);
  if (ABSL_PREDICT_FALSE(!(along > 0.0 && edge_sq > kLeastSquare))) return VertexFeature3(near);
  if (ABSL_PREDICT_FALSE(along >= edge_sq)) return VertexFeature3(far);
  Feature3 feature;
  feature.size = 2;
  feature.vertex = {&near, &far, nullptr};
  feature.weight[1] = along / edge_sq;
  feature.weight[0] = 1.0 - feature.weight[1];
  feature.normal = PerpendicularTo(edge, edge_sq, edge_sq * near.point + along * edge);
  feature.distance_m = Norm(feature.normal) / edge_sq;
  feature.upper_m = feature.distance_m;
  return feature;
}

inline const Feature3& Nearer(const Feature3& first, const Feature3& second) {
  return second.distance_m < first.distance_m ? second : first;
}

// The square of the sine below which a triangle is treated as a segment: its width is below 32 u of
// its length, and the weights of its vertices would be rounding noise.
inline constexpr double kCollinearSineSquared = 0x1p-96;

// Returns the multiple of an edge, in [0, most], that moves a point nearest to the origin.
inline double WeightAlong(const Vec3& point, const Vec3& edge, double most) {
  return std::clamp(-Dot(point, edge) / NormSquared(edge), 0.0, most);
}

// Returns the nearest edge of a triangle that is replaced by its edges.
ABSL_ATTRIBUTE_NOINLINE inline Feature3 EdgesFeature3(const CsoPoint& first, const CsoPoint& second,
                                                      const CsoPoint& third) {
  const Feature3 nearer = Nearer(SegmentFeature3(first, second), SegmentFeature3(first, third));
  return Nearer(nearer, SegmentFeature3(second, third));
}

ABSL_ATTRIBUTE_ALWAYS_INLINE inline Feature3 TriangleFeature3(const CsoPoint* near, const CsoPoint* second,
                                                              const CsoPoint* third) {
  if (NormSquared(second->point) < NormSquared(near->point)) std::swap(near, second);
  if (NormSquared(third->point) < NormSquared(near->point)) std::swap(near, third);
  Vec3 edge_2 = EdgeOf(*near, *second);
  Vec3 edge_3 = EdgeOf(*near, *third);
  double longer_sq = NormSquared(edge_2);
  double shorter_sq = NormSquared(edge_3);
  if (longer_sq < shorter_sq) {
    std::swap(longer_sq, shorter_sq);
    std::swap(edge_2, edge_3);
    std::swap(second, third);
  }
  const Vec3 normal = PerpendicularTo(edge_2, longer_sq, Cross(edge_2, edge_3));
  const double normal_sq = NormSquared(normal);
  if (ABSL_PREDICT_FALSE(!(normal_sq > std::max(kCollinearSineSquared * longer_sq * shorter_sq, kLeastSquare)))) {
    return EdgesFeature3(*near, *second, *third);
  }
  const double height = Dot(normal, near->point);
  Feature3 feature;
  feature.size = 3;
  feature.vertex = {near, second, third};
  feature.weight[2] = std::clamp(Dot(Cross(near->point, edge_2), normal) / normal_sq, 0.0, 1.0);
  // Along the longer edge, where an error of the other weight would have most effect.
  feature.weight[1] = WeightAlong(near->point + feature.weight[2] * edge_3, edge_2, 1.0 - feature.weight[2]);
  if (feature.weight[1] == 0.0 || feature.weight[1] + feature.weight[2] == 1.0) {
    // Clamped: if the edges are nearly parallel, the first weight can be rounding noise.
    feature.weight[2] = WeightAlong(near->point + feature.weight[1] * edge_2, edge_3, 1.0 - feature.weight[1]);
    feature.weight[1] = WeightAlong(near->point + feature.weight[2] * edge_3, edge_2, 1.0 - feature.weight[2]);
  }
  feature.weight[0] = 1.0 - feature.weight[1] - feature.weight[2];
  feature.normal = height < 0.0 ? -normal : normal;
  feature.distance_m = std::abs(height) / Norm(normal);
  feature.upper_m = Norm(near->point + feature.weight[1] * edge_2 + feature.weight[2] * edge_3);
  feature.is_well_shaped = 8.0 * normal_sq > longer_sq * shorter_sq;
  return feature;
}

// Returns the feature that the simplex stands for.
// REQUIRES: 1 <= simplex.size <= 3; the simplex outlives the feature.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline Feature3 FeatureOf(const PosedSimplex3& simplex) {
  ABSL_ASSERT(simplex.size >= 1 && simplex.size <= 3);
  if (simplex.size == 1) return VertexFeature3(simplex.vertex[0]);
  if (simplex.size == 2) return SegmentFeature3(simplex.vertex[0], simplex.vertex[1]);
  return TriangleFeature3(&simplex.vertex[0], &simplex.vertex[1], &simplex.vertex[2]);
}

// Returns the unit vector from b to a that is perpendicular to the feature; for a thin triangle in
// double-double arithmetic.
// REQUIRES: the feature's normal is not zero.
inline Vec3 UnitNormalOf(const Feature3& feature) {
  if (ABSL_PREDICT_FALSE(!feature.is_well_shaped)) {
    const CsoPoint& p = *feature.vertex[0];
    const auto edge_to = [&p](const CsoPoint& end) {
      return ExactEdge(p.on_a, end.on_a) - ExactEdge(p.on_b, end.on_b);
    };
    const FacePlane plane =
        AccuratePlane(ExactEdge(p.on_b, p.on_a), edge_to(*feature.vertex[1]), edge_to(*feature.vertex[2]));
    if (plane.is_known()) return Dot(plane.normal, feature.normal) < 0.0 ? -plane.normal : plane.normal;
  }
  return Normalized(feature.normal);
}

// Returns the closest points of a and b, as weighted sums of the shapes' points, and the direction
// between them. REQUIRES: the feature's normal is not zero.
inline Separation3 SeparationOf(const Feature3& feature) {
  Separation3 separation;
  separation.signed_distance_m = feature.distance_m;
  separation.direction = -UnitNormalOf(feature);
  const CsoPoint& first = *feature.vertex[0];
  separation.witness_a = first.on_a;
  separation.witness_b = first.on_b;
  for (int i = 1; i < feature.size; ++i) {
    const CsoPoint& vertex = *feature.vertex[static_cast<size_t>(i)];
    separation.witness_a = separation.witness_a + feature.weight[static_cast<size_t>(i)] * (vertex.on_a - first.on_a);
    separation.witness_b = separation.witness_b + feature.weight[static_cast<size_t>(i)] * (vertex.on_b - first.on_b);
  }
  separation.status = SeparationStatus::kSeparated;
  return separation;
}

// A distance is certain if a point of the CSO, which bounds it above, and a support point, which
// bounds it below, agree.

// The two bounds of the distance agree if they differ by no more than this part of
// Cso3::Magnitude(). Their own errors are derived at kDistance3RelativeError (distance3.h).
inline constexpr double kCertainGap = 8.0 * 0x1p-53;

// The same for a search that ends without checking whether a support point outside its simplex is
// beyond it. The smaller limit keeps the direction within rounding (distance3.h).
inline constexpr double kClearGap = 2.0 * 0x1p-53;

// If two shapes are farther apart than this part of Cso3::Magnitude(), rounding cannot hide on
// which side of the origin a support point is.
inline constexpr double kClearlyApart = 0x1p-43;

// Returns whether the feature's point is not farther from the origin than the support point against
// `direction`, whose height is `reach` divided by the length of `direction`, nor than the feature's
// own plane. The latter fails for a triangle that is so small that its vertices are one point
// beside the origin: the foot of its plane can be far outside of it.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool BoundsMeet(const Feature3& feature, const Vec3& direction, double reach,
                                                    double magnitude_m) {
  const double least_m = feature.upper_m - kCertainGap * magnitude_m;
  return least_m <= feature.distance_m && least_m * Norm(direction) <= reach;
}

}  // namespace collision2d::solid::internal
