#pragma once

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/motion/impact_result.h"  // IWYU pragma: export
#include "collision2d/motion/motion.h"

namespace collision2d {

// Returns when two moving bodies first meet. The verdicts kFree and kCollides are proven for the
// exact motions, at every real instant. Touching is contact, also at the start (both times are then
// the start); contact no deeper than the rounding of poses and distances is undecided. Radii count.
// If they collide, contact_by_s - free_until_s is at most time_tolerance_s, with exceptions
// (docs/motion.md, "Contracts in full"; sources too). Errors (InvalidArgument, naming the
// argument):
// - the motions are over different intervals, or a body has no shape;
// - a tolerance is not positive and finite;
// - a pose of a Bounded motion is not legal, or farther from the start than its bounds permit.
// No allocation unless an error is returned. Every machine returns the same bits. See IsMotionFree.
absl::StatusOr<ImpactResult> TimeOfImpact(const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b,
                                          const Motion& motion_b, const ImpactOptions& options = {});

// The same for bodies of several shapes. If one pair is undecided and a later one collides, the
// bracket contains both.
absl::StatusOr<ImpactResult> TimeOfImpact(absl::Span<const ConvexPolygon> a, const Motion& motion_a,
                                          absl::Span<const ConvexPolygon> b, const Motion& motion_b,
                                          const ImpactOptions& options = {});

// Returns true if the motion is proven free, false if it collides or is undecided:
// TimeOfImpact(...).verdict == kFree, but cheaper. Errors: as TimeOfImpact.
absl::StatusOr<bool> IsMotionFree(const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b,
                                  const Motion& motion_b, const ImpactOptions& options = {});
absl::StatusOr<bool> IsMotionFree(absl::Span<const ConvexPolygon> a, const Motion& motion_a,
                                  absl::Span<const ConvexPolygon> b, const Motion& motion_b,
                                  const ImpactOptions& options = {});

namespace internal {

// Returns what IsMotionFree computes: verdict, steps and reached_limit; the other fields are
// unspecified.
absl::StatusOr<ImpactResult> MotionFreeVerdict(absl::Span<const ConvexPolygon> a, const Motion& motion_a,
                                               absl::Span<const ConvexPolygon> b, const Motion& motion_b,
                                               const ImpactOptions& options);

}  // namespace internal
}  // namespace collision2d
