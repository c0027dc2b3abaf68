#ifndef COLLISION2D_BATCH_SWEPT_TRAJECTORIES_H_
#define COLLISION2D_BATCH_SWEPT_TRAJECTORIES_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/hit.h"  // IWYU pragma: export
#include "collision2d/batch/parallel_for.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/trajectory_poses.h"  // IWYU pragma: export
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/motion/impact_result.h"  // IWYU pragma: export

namespace collision2d {

// Many trajectories of one body through obstacles that move, checked at every real instant between
// steps, where trajectories.h checks the steps themselves.
//
// Interval s is from step s, at step_times_s[s], to step s + 1. During it the body moves from its
// pose at the one step to that at the other as Motion::Between has it: the origin of its frame
// straight and at constant speed, the heading at a constant rate and the shorter way. Both ends
// belong to the interval. A trajectory of length L has L - 1 intervals; one of a single step, or of
// none, has none: it is free, and a question for FirstCollision.
// Answers are those of TimeOfImpact, FreeMotion and MinimumDistanceOverMotion
// (motion/time_of_impact.h, motion/minimum_distance.h), pair by pair, with their guarantees. They
// are the same bits on every instruction set, for every order of pairs, and every number of
// threads. Pairs that are undecided count as contacts, and are reported as such. StaticMap has the
// same calls for obstacles that stand still.
//
// Errors of every call (InvalidArgument, naming argument, index and value; nothing has been written
// then): poses that are not a multiple of `steps`; a length beyond `steps` or negative, or not one
// for each trajectory; step times that are not one for each step, not finite, or not increasing by
// at least 2^-100 s; not one batch for each interval at its start and at its end; two batches of
// one interval that differ in their shapes; a tolerance that is not positive and finite; an output
// of a wrong size; a pose within a trajectory's length as in batch_collides.h; more than 2^31 - 1
// pairs of a pose and an obstacle.
// No allocation. `parallel_for` cuts the work by trajectory; the same bits come out for every cut
// and every thread count.

// The obstacles during each interval. Shape k of at_end[s] is the shape object that shape k of
// at_start[s] is; it moves from the one pose to the other. Intervals may differ in their obstacles.
// Obstacles with a pose at each step of `per_step`: MovingObstacles{per_step.first(steps - 1),
// per_step.subspan(1)}.
struct MovingObstacles {
  absl::Span<const PolygonBatch> at_start;
  absl::Span<const PolygonBatch> at_end;
};

// first[i]: the first contact of trajectory i: in the earliest interval that has one, the contact
// of the earliest contact_by_s, of these of the lowest obstacle, of these of the lowest body shape.
// Later intervals are not checked.
absl::Status FirstSweptCollision(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                 absl::Span<const double> step_times_s, const MovingObstacles& obstacles,
                                 const ImpactOptions& options, absl::Span<SweptHit> first,
                                 const ParallelFor& parallel_for = {});

// any[i]: 0 if trajectory i is proven free, otherwise 1. The cheapest call.
absl::Status AnySweptCollision(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                               absl::Span<const double> step_times_s, const MovingObstacles& obstacles,
                               const ImpactOptions& options, absl::Span<uint8_t> any,
                               const ParallelFor& parallel_for = {});

// clearance[i]: the least distance of trajectory i over all its intervals: of the pair with the
// least upper_m, of equal ones the earliest interval, of these the lowest obstacle, of these the
// lowest body shape. upper_m - lower_m is at most tolerance_m, or what MinimumDistanceOverMotion
// allows instead (reached_cap). Intervals after one with a contact (upper_m of 0) are not checked.
// Infinity and -1 if there is no pair.
// Errors also: a tolerance_m that is not positive and finite.
absl::Status MinimumSweptClearance(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                   absl::Span<const double> step_times_s, const MovingObstacles& obstacles,
                                   double tolerance_m, absl::Span<SweptNearest> clearance,
                                   const ParallelFor& parallel_for = {});

// The first trajectory in `order` (indices of trajectories, the cheapest first; not necessarily
// all) that is proven free, as a position in `order`: *free_position is -1 if there is none.
// first[j], for each position j before it, is the first contact of trajectory order[j]; later
// elements are not written.
// Stops at the free one: trajectories are checked in order, up to 16 together, on the calling
// thread.
// Errors also: an index in `order` that is no trajectory; a `first` that is not as long as `order`;
// a null free_position.
absl::Status FirstSweptFree(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                            absl::Span<const double> step_times_s, const MovingObstacles& obstacles,
                            const ImpactOptions& options, absl::Span<const int> order, int* free_position,
                            absl::Span<SweptHit> first);

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_SWEPT_TRAJECTORIES_H_
