#ifndef COLLISION2D_BATCH_TRAJECTORIES_H_
#define COLLISION2D_BATCH_TRAJECTORIES_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/hit.h"  // IWYU pragma: export
#include "collision2d/batch/parallel_for.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/step_separation.h"   // IWYU pragma: export
#include "collision2d/batch/trajectory_poses.h"  // IWYU pragma: export
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

// Many trajectories of one body through obstacles that move from step to step.
//
// The body at step s of a trajectory meets the obstacles per_step[s], as in batch_collides.h and
// batch_distance.h. Answers name the earliest step, of these the lowest obstacle, of these the
// lowest body shape.
//
// Errors of every call (InvalidArgument, naming argument, index and value; nothing has been written
// then): poses that are not a multiple of `steps`; a length beyond `steps` or negative, or not one
// for each trajectory; not one batch for each step; an output of a wrong size; a pose within a
// trajectory's length as in batch_collides.h; more than 2^31 - 1 pairs of a pose and an obstacle.
// No allocation. `parallel_for` cuts the work by trajectory; the same bits come out for every cut
// and every thread count.

// first[i]: the first collision of trajectory i. Later steps are not checked.
absl::Status FirstCollision(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                            absl::Span<const PolygonBatch> per_step, absl::Span<StepHit> first,
                            const ParallelFor& parallel_for = {});

// any[i]: 1 if trajectory i collides, otherwise 0. The cheapest call.
absl::Status AnyCollision(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                          absl::Span<const PolygonBatch> per_step, absl::Span<uint8_t> any,
                          const ParallelFor& parallel_for = {});

// clearance[i]: the least distance of trajectory i over all its steps; 0 with its first collision
// if it collides.
absl::Status MinimumClearance(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                              absl::Span<const PolygonBatch> per_step, absl::Span<StepNearest> clearance,
                              const ParallelFor& parallel_for = {});

// least[i]: of trajectory i the pair with the least signed distance by ComputeSeparation, if it is
// at most limit_m[i], up to the first step at which some pair collides (a signed distance of 0 or
// less); that step's deepest contact if there is one. Of equal ones the earliest step, of these the
// lowest obstacle, of these the lowest body shape. An empty limit_m means no limits; contacts count
// in any case. `contacts` is called for every contact at that step, in no specified order, on the
// calling thread.
// Errors also: a limit that is NaN or negative.
// Few pairs are put to ComputeSeparation: those within kDistanceAgreement_m of the least, and
// contacts.
absl::Status LeastSeparation(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                             absl::Span<const PolygonBatch> per_step, absl::Span<const double> limit_m,
                             absl::Span<StepSeparation> least, const ContactSink& contacts = {});

// least[i]: the same pair, with the gradient of the least signed distance at its step by the body's
// pose there. Errors as above. Costs up to 1.15 times as much for each pair that is put to
// ComputeSeparation.
absl::Status LeastSeparationGradient(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                     absl::Span<const PolygonBatch> per_step, absl::Span<const double> limit_m,
                                     absl::Span<StepSeparationGradient> least);

// The first trajectory in `order` (indices of trajectories, the cheapest first; not necessarily
// all) that does not collide, as a position in `order`: *free_position is -1 if all of them
// collide. first[j], for each position j before it, is the first collision of trajectory order[j];
// later elements are not written.
// Stops at the free one: trajectories are checked in order, up to 16 together, on the calling
// thread.
// Errors also: an index in `order` that is no trajectory; a `first` that is not as long as `order`;
// a null free_position.
absl::Status FirstFree(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                       absl::Span<const PolygonBatch> per_step, absl::Span<const int> order, int* free_position,
                       absl::Span<StepHit> first);

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_TRAJECTORIES_H_
