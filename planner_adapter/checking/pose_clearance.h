#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_POSE_CLEARANCE_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_POSE_CLEARANCE_H_

#include <cstdint>
#include <limits>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/checking/obstacle_snapshot.h"

namespace collision2d::planner {

// The contact or closest approach of a body at one pose and one placed shape; local frame.
struct Approach {
  int placed_shape = -1;  // Index into the obstacles; -1: none.
  double signed_distance_m = std::numeric_limits<double>::infinity();
  Vec2 witness_body;
  Vec2 witness_obstacle;
};

struct PoseClearance {
  // Of all obstacles the one with the smallest signed distance below the bound; of equal ones the first.
  Approach nearest;
  // The first obstacle in order that the body touches or overlaps.
  Approach first_contact;
  // Pairs that were put to a distance query; the others were farther than the bound by their bounding circles.
  int64_t pairs_checked = 0;
};

// For each pose of a body (shapes in its own frame) its clearance from all obstacles of one instant, looking only for
// signed distances below bounds_m[k] for pose k; contacts are always found.
// REQUIRES: poses, bounds_m and clearances have one size; bounds_m >= 0.
// Each pair is computed in the body's frame, by relative pose: exact booleans for radius 0 as Collides.
// No allocation.
void ComputePoseClearances(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> local_from_body,
                           absl::Span<const double> bounds_m, absl::Span<const PlacedShape> obstacles,
                           absl::Span<PoseClearance> clearances);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_POSE_CLEARANCE_H_
