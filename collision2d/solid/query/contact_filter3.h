#pragma once

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/base/attributes.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/simplex_step.h"
#include "collision2d/solid/shapes/polytope_tables.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Level 1 without a search, where the answer is certain.
namespace collision2d::solid::internal {

// Bound on the change of lengths by posing, for the posed shape, relative to E = Cso3::Magnitude():
//   a rotation within kUnitRotationTolerance (1e-12 in the squares and products of its columns)
//   stretches by less
//   than 2^-39; the points of b have norms below 1.8 B <= 0.6 E
//      0.6 * 2^-39
//   rounding of the posed vertices and of the posed centre, 4 u (1.8 B + t) in each coordinate
//            2^-48
//   rounding of the sums and squares, 8 u of lengths of at most 4 E
//            2^-47 below 2^-39 in total; twice that is used.
inline constexpr double kFilterBallError = 0x1p-38;

template <typename Shape>
using BallMembers = decltype(std::declval<const Shape&>().InnerRadius(), std::declval<const Shape&>().OuterRadius());

// Whether the shape provides the radii of two balls around Center(), which decide easy queries:
// InnerRadius(), of one inside it (m, 0 if unknown), and OuterRadius(), of one that contains it.
template <typename Shape>
inline constexpr bool kHasBalls = HasMembers<BallMembers, Shape>::value;

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

// Returns kOverlapping for a pose that is not finite: then no coordinate of the centre is finite,
// since each is a sum in which the entries of the pose are factors or terms.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline Relation FilterByBalls(const CsoBalls3& balls) {
  const double distance_sq = NormSquared(balls.center);
  const bool is_finite = distance_sq <= std::numeric_limits<double>::max();
  if (distance_sq > balls.outer_m * balls.outer_m) return is_finite ? Relation::kApart : Relation::kOverlapping;
  const bool is_inside = balls.inner_m > 0.0 && distance_sq < balls.inner_m * balls.inner_m;
  return is_inside || !is_finite ? Relation::kOverlapping : Relation::kUndecided;
}

// Tests the fifteen axes of two boxes; see contact_filter3.cc.
// REQUIRES: as BallsOf.
Relation FilterBoxes(const Vec3& half_a, const Vec3& half_b, const Pose3& a_from_b, double magnitude_m);

// A filter for Level 1 by the ray from the centre of the CSO, a point inside it, through the
// origin. A portal, a triangle of CSO points that the ray passes through, is moved outwards until
// it is beyond the origin, or its plane separates. A round costs much less than one of GJK, and
// three support points can prove an overlap, for which GJK needs four.
// Source: Snethen 2008, Minkowski Portal Refinement (Game Programming Gems 7). Departures: only
// results that clear their error bound count as answers. Everything else is undecided, including
// pairs that take more than kPortalRounds rounds: GJK decides them.
template <typename Cso>
class PortalFilter3 {
 public:
  // REQUIRES: `center` is certainly a point of the CSO; magnitude_m = cso.Magnitude() >
  // kTinyPair_m.
  PortalFilter3(const Cso& cso, const Vec3& center, double magnitude_m)
      : cso_(cso), center_(center), support_error_(kCso3SupportRelativeError * magnitude_m) {}

  // Number of support points computed.
  int rounds() const { return rounds_; }

  ABSL_ATTRIBUTE_ALWAYS_INLINE Relation Run() {
    if (Separates(-center_, &first_)) return Relation::kApart;
    const Vec3 across = Cross(first_, center_);
    if (across == Vec3{}) return Relation::kUndecided;
    if (Separates(across, &second_)) return Relation::kApart;
    Vec3 normal = Cross(first_ - center_, second_ - center_);
    if (Dot(normal, center_) > 0.0) {
      std::swap(first_, second_);
      normal = -normal;
    }
    // The ray is between the half-planes from the line of the centre through the first and the
    // second point.
    for (;;) {
      if (rounds_ == kPortalRounds) return Relation::kUndecided;
      if (Separates(normal, &third_)) return Relation::kApart;
      if (Dot(Cross(first_, third_), center_) < 0.0) {
        second_ = third_;
      } else if (Dot(Cross(third_, second_), center_) < 0.0) {
        first_ = third_;
      } else {
        return Refine();
      }
      normal = Cross(first_ - center_, second_ - center_);
    }
  }

 private:
  // More rounds would serve pairs near contact, which GJK decides sooner.
  static constexpr int kPortalRounds = 10;

  // Computes the support point in direction `normal`. Returns whether the plane through it
  // certainly separates the CSO from the origin.
  ABSL_ATTRIBUTE_ALWAYS_INLINE bool Separates(const Vec3& normal, Vec3* point) {
    ++rounds_;
    *point = cso_.Support(normal, &hints_).point;
    return Dot(normal, *point) < -support_error_ * Norm1(normal);
  }

  // Refines the portal. REQUIRES: the ray passes through the triangle of the three points, up to
  // rounding.
  ABSL_ATTRIBUTE_ALWAYS_INLINE Relation Refine() {
    for (;;) {
      const Vec3 normal = Cross(second_ - first_, third_ - first_);
      if (!(Dot(normal, first_) < 0.0)) return Enclosed() ? Relation::kOverlapping : Relation::kUndecided;
      if (rounds_ == kPortalRounds) return Relation::kUndecided;
      Vec3 next;
      if (Separates(normal, &next)) return Relation::kApart;
      if (!(ProgressBeyond(-normal, first_, next) > 0.0)) return Relation::kUndecided;
      // Selects the one of the three triangles between `next` and the edges of the portal that the
      // ray passes through.
      const Vec3 across = Cross(next, center_);
      const bool left_of_first = Dot(first_, across) > 0.0;
      const bool replace_first = left_of_first ? Dot(second_, across) > 0.0 : !(Dot(third_, across) > 0.0);
      if (replace_first) {
        first_ = next;
      } else {
        (left_of_first ? third_ : second_) = next;
      }
    }
  }

  // Whether the origin is certainly in the tetrahedron of the centre and the portal.
  bool Enclosed() const {
    const StepInTetrahedron tetrahedron(first_, second_, third_, center_);
    return tetrahedron.volumes().Enclose(std::max(std::max(NormInfinity(first_), NormInfinity(second_)),
                                                  std::max(NormInfinity(third_), NormInfinity(center_))));
  }

  const Cso& cso_;
  typename Cso::Hints hints_;
  Vec3 center_;
  double support_error_;
  int rounds_ = 0;
  Vec3 first_;
  Vec3 second_;
  Vec3 third_;
};

// A filter for Level 1 of two polytopes, in single precision; it answers only if it is certain.

template <typename Shape>
using ShadowMember = decltype(std::declval<const Shape&>().shadow());

// Whether shapes of the type may have a shadow: `const PolytopeShadow& shadow() const`.
template <typename Shape>
inline constexpr bool kHasShadow = HasMembers<ShadowMember, Shape>::value;

// The filter is useful, and correct, only if posing moves no point by more than this part of the
// inner balls' radii.
inline constexpr double kShadowShrink = 0x1p-16;

// Two polytopes in the filter's form, around the centre of the first.
struct ShadowPair {
  const PolytopeShadow& a;
  const PolytopeShadow& b;
  const Mat3& rotation;   // a_from_b
  Vec3 center;            // Centre of the CSO.
  double outer_sum_m;     // Sum of the radii of the balls around a and b.
  double least_inner_m;   // The smaller radius of the balls inside a and b.
  double posing_error_m;  // Upper bound on the distance of posed vertices from the positions that an exact rotation
                          // would give.
};

// REQUIRES: neither shadow is empty; the balls do not decide: |center| is between least_inner_m and
// outer_sum_m, up to the posing error.
// The filter first examines the line from centre to centre: if its parts in a and in b overlap, so
// do a and b. If they do not, the faces where it leaves the bodies are the most likely to separate
// them. If neither face does, the support points in the directions of the faces' normals start a
// search by portals, as above. *supports receives the number of support points of the CSO. No
// allocation; at most some 500 ns, for polytopes of 128 vertices. Source: the gauge is that of the
// polar body (Rockafellar 1970, section 15); portals as above.
Relation FilterHulls(const ShadowPair& pair, int* supports);

// REQUIRES: as FilterHulls, for the shadows of the shapes; balls = BallsOf(cso, magnitude_m).
template <typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline Relation FilterByShadows(const Cso3<A, B>& cso, const CsoBalls3& balls,
                                                             double magnitude_m, int* supports) {
  const double least_inner_m = std::min(cso.a().InnerRadius(), cso.b().InnerRadius());
  const double posing_error_m = kFilterBallError * magnitude_m;
  if (!(posing_error_m < kShadowShrink * least_inner_m)) return Relation::kUndecided;
  return FilterHulls({cso.a().shadow(), cso.b().shadow(), cso.a_from_b().rotation, balls.center, balls.outer_m,
                      least_inner_m, posing_error_m},
                     supports);
}

}  // namespace collision2d::solid::internal
