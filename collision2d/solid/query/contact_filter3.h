#ifndef COLLISION2D_SOLID_QUERY_CONTACT_FILTER3_H_
#define COLLISION2D_SOLID_QUERY_CONTACT_FILTER3_H_

#include <limits>

#include "absl/base/attributes.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"

// Level 1 without a search, where the answer is certain.
namespace collision2d::solid::internal {

enum class FilterVerdict3 {
  kApart,    // Certainly no common point.
  kOverlap,  // The interior of the CSO certainly contains the origin.
  kOpen,     // Undecided.
};

// Bound on the change of lengths by posing, for the posed shape, relative to E = Cso3::Magnitude():
//   a rotation within kUnitRotationTolerance (1e-12 in the squares and products of its columns) stretches by less
//   than 2^-39; the points of b have norms below 1.8 B <= 0.6 E                                        0.6 * 2^-39
//   rounding of the posed vertices and of the posed centre, 4 u (1.8 B + t) in each coordinate               2^-48
//   rounding of the sums and squares, 8 u of lengths of at most 4 E                                          2^-47
// below 2^-39 in total; twice that is used.
inline constexpr double kFilterBallError = 0x1p-38;

// Two balls around the centre of the CSO: one that contains the CSO, and one inside it.
struct CsoBalls3 {
  Vec3 center;  // Certainly in the CSO, if inner_m > 0.
  double outer_m;
  double inner_m;
};

// REQUIRES: no product underflows: magnitude_m = cso.Magnitude() > kTinyPair_m.
template <typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline CsoBalls3 BallsOf(const Cso3<A, B>& cso, double magnitude_m) {
  const double error_m = kFilterBallError * magnitude_m;
  return {cso.Center().point, cso.a().OuterRadius() + cso.b().OuterRadius() + error_m,
          cso.a().InnerRadius() + cso.b().InnerRadius() - error_m};
}

// Returns kOverlap for a pose that is not finite: then no coordinate of the centre is finite, since each is a sum in
// which the entries of the pose are factors or terms.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline FilterVerdict3 FilterByBalls(const CsoBalls3& balls) {
  const double distance_sq = NormSquared(balls.center);
  const bool is_finite = distance_sq <= std::numeric_limits<double>::max();
  if (distance_sq > balls.outer_m * balls.outer_m) return is_finite ? FilterVerdict3::kApart : FilterVerdict3::kOverlap;
  const bool is_inside = balls.inner_m > 0.0 && distance_sq < balls.inner_m * balls.inner_m;
  return is_inside || !is_finite ? FilterVerdict3::kOverlap : FilterVerdict3::kOpen;
}

// Tests the fifteen axes of two boxes; see box_filter3.cc.
// REQUIRES: as BallsOf.
FilterVerdict3 FilterBoxes(const Vec3& half_a, const Vec3& half_b, const Pose3& a_from_b, double magnitude_m);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_CONTACT_FILTER3_H_
