#ifndef COLLISION2D_MOTION_TIME_OF_IMPACT_H_
#define COLLISION2D_MOTION_TIME_OF_IMPACT_H_

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/motion/impact_result.h"  // IWYU pragma: export
#include "collision2d/motion/motion.h"

namespace collision2d {

// Returns when two moving bodies first meet. What kFree and kCollides say is proven for the motions
// in real numbers, at every real instant. Touching is contact; contact no deeper than the rounding
// of poses and distances is undecided. Radii count. A motion of one instant is legal.
// - kCollides: contact_by_s - free_until_s is at most time_tolerance_s, with the exceptions that
//   docs/motion.md lists ("Contracts in full"), with steps and sources.
// - Bodies in contact at the start: both are the start.
// Errors (InvalidArgument, naming the argument): motions over different intervals; a body without
// shape; a tolerance that is not positive and finite; a pose of a Bounded motion that is not legal,
// or farther from the start than its bounds permit. No allocation unless an error is returned. The
// same bits on every machine, for the same motions. See FreeMotion, which is cheaper.
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
