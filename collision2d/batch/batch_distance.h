#ifndef COLLISION2D_BATCH_BATCH_DISTANCE_H_
#define COLLISION2D_BATCH_BATCH_DISTANCE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/hit.h"  // IWYU pragma: export
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/step_separation.h"  // IWYU pragma: export
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/separation.h"

namespace collision2d {

// Level 2 and 3 of one body at many poses against every obstacle of a batch.
//
// The distance of the body at pose P from obstacle k is the least of
// Distance(body[e], batch.shape(k), RelativePose(P, batch.world_from_shape(k))) over its shapes e,
// to the last bit, on every instruction set and for every composition of a batch. Of equal
// distances the one with the lowest obstacle, then the lowest body shape, counts. No body shapes,
// no poses or no obstacles are legal: there is no distance then.
//
// Errors of every call as in batch_collides.h, and a limit that is NaN or negative; infinity is
// legal.
// No allocation. Bounds in single precision leave few pairs to Distance: about one for each pose of
// a minimum.

// nearest[p]: the obstacle with the least distance from the body at world_from_body[p], if that is
// at most limit_m[p]. An empty limit_m means no limits. A small limit is cheap: only pairs that may
// be as near are measured.
absl::Status MinimumDistance(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                             const PolygonBatch& batch, absl::Span<const double> limit_m, absl::Span<Nearest> nearest);

// distance_m[p * batch.size() + k]: the distance of the body at world_from_body[p] from obstacle k;
// infinity for a body without shapes. One Distance for each pair and body shape.
absl::Status AllDistances(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                          const PolygonBatch& batch, absl::Span<double> distance_m);

// The mask of CollisionMask, but for distances of at most limit_m.
absl::Status DistancesWithin(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                             const PolygonBatch& batch, double limit_m, absl::Span<uint64_t> mask);

// The pair that MinimumDistance names, with its ComputeSeparation in the frame of the body; -1:
// none within the limit.
struct NearestSeparation {
  Separation separation;
  int obstacle = -1;
  int body_shape = -1;
};

// nearest[p]: witness points, direction and signed distance of the pair that MinimumDistance names.
// If the body collides, that is its first collision by obstacle, then body shape, not the deepest.
absl::Status MinimumSeparation(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                               const PolygonBatch& batch, absl::Span<const double> limit_m,
                               absl::Span<NearestSeparation> nearest);

// nearest[p]: the pair with the least signed distance by ComputeSeparation at pose p, as a
// trajectory's at step 0, with its gradient by that pose. If the body collides, that is the deepest
// contact: unlike above, the signed distance is continuous in the pose.
absl::Status MinimumSeparationGradient(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                       const PolygonBatch& batch, absl::Span<const double> limit_m,
                                       absl::Span<StepSeparationGradient> nearest);

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_BATCH_DISTANCE_H_
