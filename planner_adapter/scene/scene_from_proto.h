#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_FROM_PROTO_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_FROM_PROTO_H_

#include "absl/status/statusor.h"
#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_input.h"

namespace collision2d::planner {

// Returns MakeScene of the message. Errors (InvalidArgument): as MakeScene; also fields that this
// version does not know (an obstacle from a newer producer must not be dropped silently), and a
// road feature of no kind.
// O(size of the scene).
absl::StatusOr<Scene> SceneFromProto(const v1::Scene& scene);

// Returns the message as plain structs, whose values are not checked but for the errors of
// messages.
// O(size of the scene).
absl::StatusOr<input::Scene> InputFromProto(const v1::Scene& scene);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_FROM_PROTO_H_
