#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_SPACE_MOTION_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_SPACE_MOTION_H_

#include "collision2d/motion/impact_result.h"
#include "planner_adapter/checking/shape_motion.h"

// The first contact of one shape of a body and one placed shape that move during an interval, judged
// with their heights: level pairs by the overlap of their spans, tilted ones by their distance.

namespace collision2d::planner {

// m. Tilted shapes and polytopes that come closer than this are not proven free.
inline constexpr double kSpaceMargin_m = 1e-3;

// Ground plans decide if a height is not known; otherwise the pair is in contact only where its heights overlap too.
// Level shapes: the heights are linear in time, and overlap during one stretch of it; the answer is that of TimeOfImpact during the stretch,
// which rounding only enlarges, for poses at its ends that are rounded (docs/numerics.md). For plain obstacles (plain_obstacles.h) it is the whole interval.
// Tilted shapes and polytopes: a stretch is proven free by the distance at its start and a bound on the speed of all points of the pair. A contact is one
// of JudgeSpacePair; the bracket is as narrow as the time in which the pair comes closer by some kSpaceMargin_m. The number of distances is at most
// the way of the fastest point, over 0.99 kSpaceMargin_m.
// REQUIRES: during.start_s < during.end_s; poses and heights that ComputeSpaceClearances accepts.
SpaceImpact FirstSpaceContact(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during,
                              const ImpactOptions& options);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_SPACE_MOTION_H_
