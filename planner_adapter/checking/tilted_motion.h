#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_TILTED_MOTION_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_TILTED_MOTION_H_

#include "planner_adapter/checking/shape_motion.h"

namespace collision2d::planner {

// m. Tilted shapes and polytopes that come closer than this are not proven free.
inline constexpr double kSpaceMargin_m = 1e-3;

// FirstSpaceContact (space_motion.h) of any pair, by distances of the shapes at some instants.
SpaceImpact FirstTiltedContact(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_TILTED_MOTION_H_
