#pragma once

#include "absl/types/span.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/checking/space_pair.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {

// What is found about a body at one pose: every shape of it is judged with every obstacle, by
// JudgeSpacePair, without any filter.
PoseFindings FindOneByOne(const SpaceBody& body, const SpacePose& pose, absl::Span<const PlacedShape> obstacles,
                          double bound_m);

}  // namespace collision2d::planner
