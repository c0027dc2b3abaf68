// Queries for the obstacles that a body collides with: at poses, at the steps of trajectories, or
// in motion between the steps.

#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"      // IWYU pragma: export
#include "collision2d/batch/query_options.h"  // IWYU pragma: export
#include "collision2d/batch/results.h"        // IWYU pragma: export
#include "collision2d/batch/trajectories.h"   // IWYU pragma: export
#include "collision2d/geometry/convex_polygon.h"

namespace collision2d {

// `body` lists the body's shapes in its own frame; it collides if any of them does. Shape e at pose
// P collides with an obstacle if and only if Collides(body[e], obstacle, RelativePose(P,
// world_from_obstacle)) is true. Empty lists are legal: nothing collides.
// Errors (InvalidArgument, naming argument, index and value; nothing is written then): trajectories
// that are not legal (Trajectories), a number of batches that is not one per step, an output of the
// wrong size, too many obstacles (docs/batch.md, "Errors").
// O(poses * shapes of a batch * body shapes), or O(log n + candidates) for each pose and a map of n
// shapes. No allocation unless an error is returned; safe from many threads at once. Results have
// the same bits for every executor of `options` and every instruction set. Error DeadlineExceeded:
// see QueryOptions.

// Sets any[i] to 1 if trajectory i collides, otherwise to 0. The cheapest call.
absl::Status AnyHit(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories, const Obstacles& obstacles,
                    absl::Span<uint8_t> any, const QueryOptions& options = {});

// Sets first[i] to the first collision of trajectory i: that of the earliest step; ties go to the
// lowest obstacle, then the lowest body shape. Later steps are not checked.
absl::Status FirstHit(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                      const Obstacles& obstacles, absl::Span<Hit> first, const QueryOptions& options = {});

// Finds the first trajectory in `order` that does not collide. `order` has indices of trajectories,
// the cheapest first; not necessarily all. Sets *free_position to its position in `order`, or to -1
// if all collide. For each position j before it, first[j] is the first collision of trajectory
// order[j]; later elements are not written. The search stops at the free trajectory: trajectories
// are checked in order, up to 16 together, on the calling thread.
// Errors also: an index in `order` that is not a trajectory; a `first` that is not as long as
// `order`; a null free_position.
absl::Status FirstFree(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                       const Obstacles& obstacles, absl::Span<const int> order, int* free_position,
                       absl::Span<Hit> first, const QueryOptions& options = {});

// The next three functions answer for each pose, not for each trajectory: pose p is
// trajectories.world_from_body[p]. At poses beyond a trajectory's length there are no collisions.

// Sets count[p] to the number of obstacles that the body collides with at pose p.
absl::Status CountHits(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                       const Obstacles& obstacles, absl::Span<int32_t> count, const QueryOptions& options = {});

// Sets bit k % 64 of mask[p * obstacles.mask_words() + k / 64] if the body at pose p collides with
// obstacle k. Bits beyond the last obstacle are 0. `mask` has mask_words() words for each pose; for
// large maps see AllHits.
absl::Status CollisionMask(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                           const Obstacles& obstacles, absl::Span<uint64_t> mask, const QueryOptions& options = {});

// Lists the obstacles that the body collides with at pose p, ascending: hits[begin[p]] to
// hits[begin[p + 1] - 1]. `begin` has one element more than there are poses.
// Error ResourceExhausted if `hits` is shorter than all answers together. `begin` is complete all
// the same, so that begin[poses] is the size to try again with; `hits` holds the answers of all
// poses p with begin[p + 1] <= hits.size().
absl::Status AllHits(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories, const Obstacles& obstacles,
                     absl::Span<int64_t> begin, absl::Span<int> hits, const QueryOptions& options = {});

// The next three functions check the motion: from step_times_s[s] to step_times_s[s + 1] the body
// moves from its pose at step s to that at step s + 1 as by Motion::Between, both ends included. A
// trajectory with fewer than two steps has no interval and is reported free. Answers are those of
// TimeOfImpact and IsMotionFree (motion/time_of_impact.h), pair by pair; undecided pairs count as
// contacts, and are reported as undecided.
// Errors also: step times that are not one per step, not finite, or not increasing by at least
// 2^-100 s; batches that are not one per interval at both ends, or that differ in size there; a
// tolerance that is not positive and finite.

// Sets any[i] to 0 if trajectory i is proven free, otherwise to 1. The cheapest call.
absl::Status AnyHit(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                    absl::Span<const double> step_times_s, const MovingObstacles& obstacles, const SweptOptions& swept,
                    absl::Span<uint8_t> any, const QueryOptions& options = {});

// Sets first[i] to the first contact of trajectory i: in the earliest interval that has one, the
// contact with the earliest contact_by_s; ties go to the lowest obstacle, then the lowest body
// shape. Later intervals are not checked.
absl::Status FirstHit(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                      absl::Span<const double> step_times_s, const MovingObstacles& obstacles,
                      const SweptOptions& swept, absl::Span<SweptHit> first, const QueryOptions& options = {});

// As FirstFree above, for the first trajectory that is proven free.
absl::Status FirstFree(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                       absl::Span<const double> step_times_s, const MovingObstacles& obstacles,
                       const SweptOptions& swept, absl::Span<const int> order, int* free_position,
                       absl::Span<SweptHit> first, const QueryOptions& options = {});

// AnyHit and FirstHit with their answers in a vector, an element for each trajectory, instead of in
// memory of the caller's.
inline absl::StatusOr<std::vector<uint8_t>> AnyHit(absl::Span<const ConvexPolygon> body,
                                                   const Trajectories& trajectories, const Obstacles& obstacles,
                                                   const QueryOptions& options = {}) {
  return internal::InVector<uint8_t>(trajectories,
                                     [&](auto any) { return AnyHit(body, trajectories, obstacles, any, options); });
}

inline absl::StatusOr<std::vector<Hit>> FirstHit(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                                 const Obstacles& obstacles, const QueryOptions& options = {}) {
  return internal::InVector<Hit>(trajectories,
                                 [&](auto first) { return FirstHit(body, trajectories, obstacles, first, options); });
}

inline absl::StatusOr<std::vector<uint8_t>> AnyHit(absl::Span<const ConvexPolygon> body,
                                                   const Trajectories& trajectories,
                                                   absl::Span<const double> step_times_s,
                                                   const MovingObstacles& obstacles, const SweptOptions& swept,
                                                   const QueryOptions& options = {}) {
  return internal::InVector<uint8_t>(
      trajectories, [&](auto any) { return AnyHit(body, trajectories, step_times_s, obstacles, swept, any, options); });
}

inline absl::StatusOr<std::vector<SweptHit>> FirstHit(absl::Span<const ConvexPolygon> body,
                                                      const Trajectories& trajectories,
                                                      absl::Span<const double> step_times_s,
                                                      const MovingObstacles& obstacles, const SweptOptions& swept,
                                                      const QueryOptions& options = {}) {
  return internal::InVector<SweptHit>(trajectories, [&](auto first) {
    return FirstHit(body, trajectories, step_times_s, obstacles, swept, first, options);
  });
}

}  // namespace collision2d
