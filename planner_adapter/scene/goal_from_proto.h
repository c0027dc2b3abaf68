#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_GOAL_FROM_PROTO_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_GOAL_FROM_PROTO_H_

#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/field_path.h"
#include "planner_adapter/scene/scene.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// Converts and validates the goal at `path`; its area is moved into a frame whose origin is at `origin` (m). Errors go
// to `checker`; the result is then meaningless: an interval whose ends are not finite, beyond scene_limits.h or in the
// wrong order; headings over more than a full turn; a goal that every state reaches, since nothing is set.
// O(size).
Goal GoalFromProto(const proto::Goal& goal, Vec2 origin, const FieldPath& path, FieldChecker& checker);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_GOAL_FROM_PROTO_H_
