#ifndef COLLISION2D_SOLID_QUERY_HULL_FILTER3_H_
#define COLLISION2D_SOLID_QUERY_HULL_FILTER3_H_

#include <algorithm>
#include <type_traits>
#include <utility>

#include "absl/base/attributes.h"
#include "collision2d/solid/geometry/mat3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/contact_filter3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/shapes/polytope_shadow.h"

// A filter for Level 1 of two polytopes, in single precision; it answers only if it is certain.
namespace collision2d::solid::internal {

template <typename Shape, typename = void>
struct HasShadow : std::false_type {};

template <typename Shape>
struct HasShadow<Shape, std::void_t<decltype(std::declval<const Shape&>().shadow())>> : std::true_type {};

// Whether shapes of the type may have a shadow: `const PolytopeShadow& shadow() const`.
template <typename Shape>
inline constexpr bool kHasShadow = HasShadow<Shape>::value;

// The filter is useful, and correct, only if posing moves no point by more than this part of the inner balls' radii.
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

// The work of the filter.
struct HullFilterCounts {
  int supports = 0;  // Number of support points of the CSO.
};

// REQUIRES: neither shadow is empty; the balls do not decide: |center| is between least_inner_m and outer_sum_m, up to
// the posing error.
// The filter first examines the line from centre to centre: if its parts in a and in b overlap, so do a and b. If they
// do not, the faces where it leaves the bodies are the most likely to separate them. If neither face does, the support
// points in the directions of the faces' normals start a search by portals, as in portal_filter3.h. No allocation; at
// most some 500 ns, for polytopes of 128 vertices.
// Source: the gauge is that of the polar body (Rockafellar 1970, section 15); portals as in portal_filter3.h.
FilterVerdict3 FilterHulls(const ShadowPair& pair, HullFilterCounts* counts);

// REQUIRES: as FilterHulls, for the shadows of the shapes; balls = BallsOf(cso, magnitude_m).
template <typename A, typename B>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline FilterVerdict3 FilterByShadows(const Cso3<A, B>& cso, const CsoBalls3& balls,
                                                                   double magnitude_m, HullFilterCounts* counts) {
  const double least_inner_m = std::min(cso.a().InnerRadius(), cso.b().InnerRadius());
  const double posing_error_m = kFilterBallError * magnitude_m;
  if (!(posing_error_m < kShadowShrink * least_inner_m)) return FilterVerdict3::kOpen;
  return FilterHulls({cso.a().shadow(), cso.b().shadow(), cso.a_from_b().rotation, balls.center, balls.outer_m,
                      least_inner_m, posing_error_m},
                     counts);
}

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_HULL_FILTER3_H_
