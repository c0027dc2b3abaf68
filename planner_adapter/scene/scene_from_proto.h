#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_FROM_PROTO_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_FROM_PROTO_H_

#include "absl/status/statusor.h"
#include "planner_adapter/scene/scene.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// Returns the validated in-memory form of `scene`; nothing is repaired or dropped. AnchorOf
// (motion_from_proto.h) chooses the origin of the local frame.
// Errors (InvalidArgument): the first violation of the requirements in proto/scene.proto and
// proto/trajectory.proto, as the path of the field and the value:
// "static_obstacles[3].shapes[0].polygon.vertices[2].x: nan is not finite". Also refused: values
// beyond scene_limits.h, strings that are not UTF-8, and fields that this version does not know (an
// obstacle from a newer producer must not be dropped silently).
// O(size of the scene).
absl::StatusOr<Scene> SceneFromProto(const proto::Scene& scene);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_FROM_PROTO_H_
