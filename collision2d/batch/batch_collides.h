#ifndef COLLISION2D_BATCH_BATCH_COLLIDES_H_
#define COLLISION2D_BATCH_BATCH_COLLIDES_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/hit.h"  // IWYU pragma: export
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

// Level 1 of one body at many poses against every obstacle of a batch.
//
// `body` lists the body's shapes in its own frame; it collides with an obstacle if any of them
// does. Shape e of the body at pose P collides with obstacle k exactly when Collides(body[e],
// batch.shape(k), RelativePose(P, batch.world_from_shape(k))) says so: the same booleans on every
// instruction set, for every composition of a batch.
// No body shapes, no poses or no obstacles are legal: nothing collides.
//
// Errors of every call (InvalidArgument, naming argument, index and value; nothing has been written
// then): an output of a wrong size; a pose that is not finite, not a unit rotation
// (kUnitRotationTolerance), or translated beyond kMaxCoordinate_m; more than 2^31 - 1 pairs of a
// pose and an obstacle.
// No allocation. O(poses * obstacles * body shapes), 16 pairs at a time on AVX-512; pairs that
// single precision leaves open, and pairs that touch within 1e-5 m or so, cost one Collides each.

// Bit k % 64 of mask[p * MaskWordsPerPose(batch.size()) + k / 64]: whether the body at
// world_from_body[p] collides with obstacle k. Bits beyond the last obstacle are 0. `mask` has
// MaskWordsPerPose(batch.size()) words for each pose.
absl::Status CollisionMask(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                           const PolygonBatch& batch, absl::Span<uint64_t> mask);

// any_hit[p]: 1 if the body at world_from_body[p] collides with any obstacle, otherwise 0. Less
// work than CollisionMask: a pose is done with its first collision.
absl::Status AnyHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                    const PolygonBatch& batch, absl::Span<uint8_t> any_hit);

// first_hit[p]: the collision with the lowest obstacle index. A pose is done with it.
absl::Status FirstHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                      const PolygonBatch& batch, absl::Span<Hit> first_hit);

// hit_count[p]: with how many obstacles the body at world_from_body[p] collides.
absl::Status CountHits(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                       const PolygonBatch& batch, absl::Span<int32_t> hit_count);

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_BATCH_COLLIDES_H_
