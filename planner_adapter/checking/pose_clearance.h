#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_POSE_CLEARANCE_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_POSE_CLEARANCE_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/checking/obstacle_batch.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {

// The contact or closest approach of a body at one pose and one placed shape; local frame.
struct Approach {
  int placed_shape = -1;  // Index into the obstacles; -1: none.
  double signed_distance_m = std::numeric_limits<double>::infinity();
  Vec2 witness_body;
  Vec2 witness_obstacle;
};

struct PoseClearance {
  // The obstacle with the smallest signed distance below the bound; of equal ones the first.
  Approach nearest;
  // The deepest contact with the first hypothesis that the body touches or overlaps of the first
  // such obstacle in order.
  Approach first_contact;
};

// Memory that one call leaves for the next, so that instants with the same shapes do not allocate:
// see ObstacleBatch::Place.
struct ClearanceScratch {
  ObstacleBatch obstacles;
  std::vector<uint64_t> near_mask;
};

// Computes for each pose of a body (shapes in its own frame) the clearance from all obstacles of
// one instant. Only signed distances below bounds_m[k] count for pose k; contacts are always
// reported.
// REQUIRES: poses, bounds_m and clearances have one size; bounds_m >= 0.
// Each pair is answered as ComputeSeparation in the body's frame, by RelativePose, to the bit.
// Errors: a pose of the body or of an obstacle that is not finite, not a unit rotation, or beyond
// kMaxCoordinate_m; the clearances are not specified then.
// O(poses * obstacles), many pairs at a time; few need a query of their own. Allocates as `scratch`
// says.
absl::Status ComputePoseClearances(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> local_from_body,
                                   absl::Span<const double> bounds_m, absl::Span<const PlacedShape> obstacles,
                                   ClearanceScratch* scratch, absl::Span<PoseClearance> clearances);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_POSE_CLEARANCE_H_
