#ifndef COLLISION2D_QUERY_STAGES_CIRCLE_TEST_H_
#define COLLISION2D_QUERY_STAGES_CIRCLE_TEST_H_

#include "collision2d/geometry/hot_path.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/stages/cso.h"

namespace collision2d::internal {

// What the circles about the shapes' centres prove. Rounding makes no verdict wrong, nor inconsistent with Distance as
// computed: kCircleRelativeError is far above both errors. The 2^-1000 covers squares that underflow.

// True if the bounding circles, which hold the radii too, prove that the shapes are more than limit_m >= 0 apart.
template <typename Frame>
COLLISION2D_HOT_INLINE inline bool CirclesAreBeyond(const Cso<Frame>& cso, double limit_m) {
  const double reach_m = cso.a().bounding_radius_m() + cso.b().bounding_radius_m() + limit_m;
  const double bound_m = (1.0 + kCircleRelativeError) * reach_m + kCircleRelativeError * cso.posing_m();
  return NormSquared(cso.center_difference()) > bound_m * bound_m + 0x1p-1000;
}

// True if the inner circles prove that the vertex hulls penetrate. Both shapes must have one: the rounded centre of a shape
// without an inner circle may be outside of the shape.
template <typename Frame>
COLLISION2D_HOT_INLINE inline bool InnerCirclesOverlap(const Cso<Frame>& cso) {
  const double reach_m = cso.a().inner_radius_m() + cso.b().inner_radius_m();
  const double bound_m = (1.0 - kCircleRelativeError) * reach_m - kCircleRelativeError * cso.posing_m();
  const bool are_circles = (cso.a().inner_radius_m() > 0.0) & (cso.b().inner_radius_m() > 0.0);
  return (are_circles & (bound_m > 0.0)) && NormSquared(cso.center_difference()) + 0x1p-1000 < bound_m * bound_m;
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_STAGES_CIRCLE_TEST_H_
