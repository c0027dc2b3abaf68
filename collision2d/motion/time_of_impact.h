#ifndef COLLISION2D_MOTION_TIME_OF_IMPACT_H_
#define COLLISION2D_MOTION_TIME_OF_IMPACT_H_

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/motion/impact_result.h"  // IWYU pragma: export
#include "collision2d/motion/motion.h"

namespace collision2d {

// When two moving bodies first meet. What kFree and kCollides say is proven for the motions in real
// numbers, at every real instant. Sets are closed, so that touching is contact. Contact is reported
// where it is deeper than the rounding of poses and distances, of the order of 10^-13 of the
// coordinates and the ways; shallower contact is undecided, at the start too. Radii count. A motion
// of one instant is legal. kCollides: contact_by_s - free_until_s is at most time_tolerance_s,
// unless the bodies overlap so little for so long that rounding hides it, stay within epsilon_m of
// contact for long, or reach the cap, or the clock's doubles are coarser. Bodies in contact at the
// start: both are the start.
// Errors (InvalidArgument, naming the argument): motions over different intervals; a body without
// shape; a tolerance that is not positive and finite; a pose of a Bounded motion that is not legal,
// or farther from the start than its bounds permit. No allocation unless an error is returned. Most
// pairs that come near each other take 1 to 7 steps. With T the duration, K a bound on the relative
// acceleration of points of the bodies (yaw rate^2 times reach, for linear motions) and e
// epsilon_m, a pair of shapes whose velocities are known takes at most about 600 + 800 T sqrt(K /
// e) steps (docs/numerics.md), and no pair of shapes more than about 2^19: one that would take more
// is reported as reached_cap. The same bits on every machine, for the same motions.
// See FreeMotion, which is cheaper.
// Sources: Mirtich 1996, conservative advancement; Zhang, Kim and Manocha 2007, bounds by Taylor
// models. Departures: the first instant is the one at which bounding circles are closest; the
// direction turns with an edge where that is better; polygons of few vertices ask for the widest
// gap along the normal of an edge instead of the distance.
absl::StatusOr<ImpactResult> TimeOfImpact(const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b,
                                          const Motion& motion_b, const ImpactOptions& options = {});

// The same for bodies of several shapes. If one pair is undecided and a later one collides, the
// bracket contains both.
absl::StatusOr<ImpactResult> TimeOfImpact(absl::Span<const ConvexPolygon> a, const Motion& motion_a,
                                          absl::Span<const ConvexPolygon> b, const Motion& motion_b,
                                          const ImpactOptions& options = {});

// True if the motion is proven free: as TimeOfImpact(...).verdict == kFree, but cheaper. False if
// it collides or is undecided.
absl::StatusOr<bool> FreeMotion(const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b,
                                const Motion& motion_b, const ImpactOptions& options = {});
absl::StatusOr<bool> FreeMotion(absl::Span<const ConvexPolygon> a, const Motion& motion_a,
                                absl::Span<const ConvexPolygon> b, const Motion& motion_b,
                                const ImpactOptions& options = {});

namespace internal {

// What FreeMotion finds out: the verdict, steps and reached_cap; the rest is unspecified.
absl::StatusOr<ImpactResult> FreeMotionVerdict(absl::Span<const ConvexPolygon> a, const Motion& motion_a,
                                               absl::Span<const ConvexPolygon> b, const Motion& motion_b,
                                               const ImpactOptions& options);

}  // namespace internal
}  // namespace collision2d

#endif  // COLLISION2D_MOTION_TIME_OF_IMPACT_H_
