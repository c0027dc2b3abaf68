#ifndef COLLISION2D_SOLID_QUERY_CONTACT_FILTER3_H_
#define COLLISION2D_SOLID_QUERY_CONTACT_FILTER3_H_

#include <type_traits>

#include "absl/base/attributes.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/shapes/box_shape.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Level 1 without a search, where the answer is certain.
namespace collision2d::solid::internal {

enum class FilterVerdict3 {
  kApart,    // No common point, for certain.
  kOverlap,  // The interior of the CSO holds the origin, for certain.
  kOpen,     // Not known.
};

// Bound on what posing changes of lengths: of the posed shape, relative to E = Cso3::Magnitude().
//   a rotation within kUnitRotationTolerance (1e-12 in the squares and products of its columns) stretches by less than 2^-39;
//   the points of b are below 1.8 B <= 0.6 E long                                                     0.6 * 2^-39
//   rounding of the posed vertices and of the posed centre, 4 u (1.8 B + t) in each coordinate                2^-48
//   rounding of the sums and squares, 8 u of lengths of at most 4 E                                           2^-47
// below 2^-39; twice that is used.
inline constexpr double kFilterBallError = 0x1p-38;

// By balls around the centres: ones that hold the shapes, and ones that they hold.
// REQUIRES: no product underflows: magnitude > kTinyPair_m.
template <typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline FilterVerdict3 FilterByBalls(const Cso3<A, B>& cso, double magnitude_m) {
  const double distance_sq = NormSquared(cso.Center().point);
  const double error_m = kFilterBallError * magnitude_m;
  const double outer_m = cso.a().OuterRadius() + cso.b().OuterRadius() + error_m;
  if (distance_sq > outer_m * outer_m) return FilterVerdict3::kApart;
  const double inner_m = cso.a().InnerRadius() + cso.b().InnerRadius() - error_m;
  return inner_m > 0.0 && distance_sq < inner_m * inner_m ? FilterVerdict3::kOverlap : FilterVerdict3::kOpen;
}

// By the fifteen axes of two boxes; see box_filter3.cc.
// REQUIRES: as FilterByBalls.
FilterVerdict3 FilterBoxes(const Vec3& half_a, const Vec3& half_b, const Pose3& a_from_b, double magnitude_m);

// Whether there is a filter for the shapes.
template <typename A, typename B>
inline constexpr bool kHasFilter3 = kHasBalls<A> && kHasBalls<B>;

// All that is known without a search.
// REQUIRES: as FilterByBalls; kHasFilter3<A, B>.
template <typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline FilterVerdict3 Filter(const Cso3<A, B>& cso, double magnitude_m) {
  const FilterVerdict3 verdict = FilterByBalls(cso, magnitude_m);
  if constexpr (std::is_same_v<A, BoxShape> && std::is_same_v<B, BoxShape>) {
    if (verdict == FilterVerdict3::kOpen) {
      return FilterBoxes(cso.a().half_extents(), cso.b().half_extents(), cso.a_from_b(), magnitude_m);
    }
  }
  return verdict;
}

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_CONTACT_FILTER3_H_
