#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_SPACE_CLEARANCE_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_SPACE_CLEARANCE_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"
#include "planner_adapter/checking/obstacle_batch.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/checking/pose_clearance.h"
#include "planner_adapter/checking/space_pair.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {

// Memory that one call leaves for the next, so that instants with the same shapes do not allocate,
// as long as nothing is tilted.
struct SpaceScratch {
  ClearanceScratch level;
  std::vector<Pose2> local_from_body;
  std::vector<PoseClearance> plan;
  // The obstacles whose heights leave nothing to decide, and those that are checked one by one.
  std::vector<PlacedShape> plain;
  std::vector<int> plain_index;
  std::vector<PlacedShape> spatial;
  std::vector<int> spatial_index;
  ObstacleBatch spatial_batch;
  std::vector<uint64_t> near_mask;
  std::vector<uint64_t> seen_mask;
  std::vector<SpaceSolid> body_solids;
  std::vector<SpaceSolid> obstacle_solids;
};

// Computes for each pose of a body the clearance from all obstacles of one instant, like
// ComputePoseClearances, but judges in space if the heights of both are known, and by ground plans
// if they are not.
// Flat pairs are judged by the shapes of the ground plane, exactly, and by their spans, exactly.
// Where one of the two is tilted or a polytope, its ground plan is the vertical projection of the
// posed solid, and a contact is one of solid::ComputeVerticalClearance.
// REQUIRES: poses, bounds_m and clearances have one size; bounds_m >= 0.
// Errors: as ComputePoseClearances; a height or an elevation of an obstacle or a pose that is not
// finite, out of the range of scene_limits.h, or inverted; a tilted shape or a polytope that is
// larger than scenes may be. The clearances are not specified then.
// As fast as ComputePoseClearances if no height can matter: if a height is unknown or the spans
// meet at all poses, and nothing is tilted or a polytope. Other obstacles cost one query for each
// pose that they are near to.
absl::Status ComputeSpaceClearances(const SpaceBody& body, absl::Span<const SpacePose> poses,
                                    absl::Span<const double> bounds_m, absl::Span<const PlacedShape> obstacles,
                                    SpaceScratch* scratch, absl::Span<SpaceClearance> clearances);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_SPACE_CLEARANCE_H_
