#pragma once

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "planner_adapter/road/outline_arrangement.h"
#include "planner_adapter/road/road.h"

namespace collision2d::planner {

// Reports, as failures of the test, what the oracles say against a clearance of a shape on a closed
// road: whether it is inside, the value or its bracket, the witnesses, and the direction.
void CheckClearance(const ConvexPolygon& shape, const Pose2& world_from_body, absl::Span<const OutlinePiece> pieces,
                    const RoadPoseClearance& clearance);

// What a clearance must satisfy on any road, open or closed: the witnesses are on the body and on
// the piece, and reproduce it, as does the direction.
void CheckWitnesses(const ConvexPolygon& shape, const Pose2& world_from_body, absl::Span<const OutlinePiece> pieces,
                    const RoadPoseClearance& clearance);

}  // namespace collision2d::planner
