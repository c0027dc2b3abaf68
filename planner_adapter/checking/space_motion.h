#pragma once

#include <algorithm>
#include <limits>

#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/motion.h"
#include "planner_adapter/checking/findings.h"
#include "planner_adapter/checking/space_pair.h"

// Shapes with heights that move during an interval, and the first contact of a shape of a body and
// a placed shape, or how near they come: of level pairs by the overlap of their spans, of tilted
// ones by their distance.

namespace collision2d::planner {

struct TimeSpan {
  double start_s;
  double end_s;
};

// A shape between two times, at which only its pose and its elevation differ. In between it moves
// as the scene's interpolation.
struct ShapeMotion {
  SpaceShape at_start;  // Without a solid, as at_end.
  SpaceShape at_end;
};

// The motion in the ground plane.
Motion PlanMotionOf(const ShapeMotion& motion, const TimeSpan& during);

// Returns the pose of the shape at time_s.
SpaceShape ShapeAt(const ShapeMotion& motion, const TimeSpan& during, double time_s);

// m. A bound on the distance of the shape's points from the origin of its frame, whatever its
// attitude.
double ReachOf(const SpaceShape& shape);

// A disc in the ground plane.
struct Disc {
  Vec2 center;
  double radius_m;

  bool Meets(const Disc& other) const {
    const double reach_m = radius_m + other.radius_m;
    return NormSquared(center - other.center) <= reach_m * reach_m;
  }
  // m. 0 if they meet.
  double DistanceFrom(const Disc& other) const {
    return std::max(0.0, Norm(center - other.center) - radius_m - other.radius_m);
  }
};

// Contains the ground plan of the shape throughout the interval, with room for rounding.
Disc CoverOf(const ShapeMotion& motion);

// When a pair first meets. The first three fields as in ImpactResult, but both times are infinite
// if it does not.
struct SpaceImpact {
  MotionVerdict verdict = MotionVerdict::kFree;
  double free_until_s = std::numeric_limits<double>::infinity();
  double contact_by_s = std::numeric_limits<double>::infinity();
  // The pair comes within kSpaceMargin_m of contact at contact_by_s, and no contact was found.
  bool is_conservative = false;
};

// m. Tilted shapes and polytopes that come closer than this are not proven free.
inline constexpr double kSpaceMargin_m = 1e-3;

// Returns when the shapes first meet. Ground plans decide if a height is not known; otherwise the
// pair is in contact only where its heights overlap too.
// Level shapes: the heights are linear in time, and overlap during one stretch of it; the answer is
// that of TimeOfImpact during the stretch, which rounding only enlarges, for poses at its ends that
// are rounded (docs/numerics.md). For plain obstacles (plain_obstacles.h) it is the whole interval.
// Tilted shapes and polytopes: a stretch is proven free by a lower bound of the distance at its
// start and an upper bound of the speed of all points of the pair. A contact is one of
// JudgeSpacePair; the bracket is as narrow as the time in which the pair comes closer by about
// kSpaceMargin_m. The number of distances is at most the way of the fastest point, over 0.99
// kSpaceMargin_m.
// REQUIRES: during.start_s < during.end_s; poses and heights that CheckScene
// (scene/valid_motion.h) accepts.
SpaceImpact FirstSpaceContact(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during,
                              const ImpactOptions& options);

// Lowers the bounds to what is proven of a pair, at every instant: of the distance of the ground
// plans while the heights overlap, and of the height between the shapes while their ground plans
// do. Level shapes: a bound is lowered to at most kSearchTolerance_m below the least value, of
// heights kClearanceTolerance_m. Tilted ones and polytopes: to half of the least value, if that is
// lower; there the height is that of their extents or their distance in space, and where heights
// only just fail to overlap, the distance counts.
// REQUIRES: as FirstSpaceContact, which finds the pair free.
void LowerBySpacePair(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during,
                      ClearanceBounds* bounds);

}  // namespace collision2d::planner
