// Queries for how near a body comes to obstacles: at poses, at the steps of trajectories, or in
// motion between the steps.

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

// The distance of the body at pose P from an obstacle is the least of Distance(body[e], obstacle,
// RelativePose(P, world_from_obstacle)) over its shapes e, to the last bit, on every instruction
// set. Empty lists of body shapes, poses or obstacles are legal: there is no distance then.
//
// Ties go to the earliest step, then the lowest obstacle, then the lowest body shape. Errors,
// allocation and threads are those of collisions.h. Errors also: a limit that is NaN or negative;
// infinity is legal. Bounds in single precision exclude most pairs: a minimum measures about one
// pair at each pose.

// Sets nearest[i] to the pair with the least distance along trajectory i, if that is at most
// limit_m[i]. A trajectory that collides has the distance 0, and the pair of FirstHit. An empty
// limit_m means no limits. A small limit makes the call cheaper: only pairs that may be within it
// are measured.
absl::Status MinimumDistance(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                             const Obstacles& obstacles, absl::Span<const double> limit_m,
                             absl::Span<Nearest<double>> nearest, const QueryOptions& options = {});

// The same with the answers in a vector, an element for each trajectory.
inline absl::StatusOr<std::vector<Nearest<double>>> MinimumDistance(absl::Span<const ConvexPolygon> body,
                                                                    const Trajectories& trajectories,
                                                                    const Obstacles& obstacles,
                                                                    absl::Span<const double> limit_m,
                                                                    const QueryOptions& options = {}) {
  return internal::InVector<Nearest<double>>(trajectories, [&](auto nearest) {
    return MinimumDistance(body, trajectories, obstacles, limit_m, nearest, options);
  });
}

// The same in motion: sets nearest[i] to the pair with the least upper_m over all intervals of
// trajectory i, as MinimumDistanceOverMotion (motion/minimum_distance.h) computes it pair by pair.
// upper_m - lower_m is at most distance_tolerance_m, with the exceptions stated there
// (reached_limit). With limits, a trajectory that comes nowhere nearer than its limit has no pair,
// and lower_m is the limit less the tolerance, or 0.
// Intervals after one with a contact (upper_m of 0) are not checked. Step times, motions and errors
// are those of FirstHit in motion (collisions.h); errors also: limits that are not one for each
// trajectory.
absl::Status MinimumDistance(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                             absl::Span<const double> step_times_s, const MovingObstacles& obstacles,
                             const SweptOptions& swept, absl::Span<SweptNearest> nearest,
                             const QueryOptions& options = {});

// Sets least[i] to the pair of trajectory i with the least signed distance by ComputeSeparation, if
// it is at most limit_m[i]. If the trajectory collides (a signed distance of 0 or less), it is the
// deepest contact at the first colliding step, which is not always the pair of FirstHit. Unlike the
// pair of MinimumDistance, its signed distance is continuous in the pose. An empty limit_m means no
// limits; contacts count in any case. QueryOptions::contacts is called for every contact at that
// step, in no specified order.
// ComputeSeparation is called for few pairs: contacts, and those within kDistanceAgreement_m of the
// least.
absl::Status MinimumSeparation(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                               const Obstacles& obstacles, absl::Span<const double> limit_m,
                               absl::Span<Nearest<Separation>> least, const QueryOptions& options = {});

// Sets distance_m[p * obstacles.size() + k] to the distance of the body at pose p of
// trajectories.world_from_body from obstacle k. It is infinity for a body without shapes, for
// obstacles that do not exist at that step, and beyond a trajectory's length. Calls Distance once
// for each pair and body shape.
absl::Status AllDistances(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                          const Obstacles& obstacles, absl::Span<double> distance_m, const QueryOptions& options = {});

// Sets the mask as CollisionMask does, but for distances of at most limit_m.
absl::Status WithinMask(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                        const Obstacles& obstacles, double limit_m, absl::Span<uint64_t> mask,
                        const QueryOptions& options = {});

}  // namespace collision2d
