#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_FROM_PROTO_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_FROM_PROTO_H_

#include "absl/status/statusor.h"
#include "planner_adapter/scene/scene.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// The validated in-memory form of `scene`; nothing is repaired and nothing is left out.
// Errors (InvalidArgument): the first violation of what the comments of proto/scene.proto and proto/trajectory.proto
// ask for, as the path of the field and the value: "static_obstacles[3].shapes[0].polygon.vertices[2].x: nan is not
// finite". O(size of the scene).
absl::StatusOr<Scene> SceneFromProto(const proto::Scene& scene);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_FROM_PROTO_H_
